// Where a built folder is served: the path on its host, and the host, as its pages themselves say it. Pure.
import { parseUrl } from '../../model/path.js';
import { addressOf, openResolver } from './addresses.js';
import type { PageText } from './page/page-facts.js';

export interface SitePlace {
  /** `/hub/` */
  readonly base: string;
  readonly origin: string | undefined;
}

export type SamplePage = Pick<PageText, 'canonical' | 'isNoIndex' | 'refs'> & { readonly path: string };

/**
 * The place that most pages give by their canonical address, else the base path under which most addresses lead to files. A page that no
 * search engine lists has no say: in a preview its canonical address is that of the site itself.
 */
export function placeOf(files: readonly string[], sample: readonly SamplePage[]): SitePlace {
  const votes = new Map<string, { place: SitePlace; count: number }>();
  for (const { path, canonical, isNoIndex } of sample) {
    const place = canonical === undefined || isNoIndex ? undefined : placeByCanonical(path, canonical);
    if (!place) continue;
    const key = JSON.stringify(place);
    votes.set(key, { place, count: (votes.get(key)?.count ?? 0) + 1 });
  }
  const best = [...votes.values()].sort((a, b) => b.count - a.count)[0];
  return best?.place ?? { base: baseByLinks(files, sample), origin: undefined };
}

function placeByCanonical(path: string, canonical: string): SitePlace | undefined {
  const url = parseUrl(canonical);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const address = parseUrl(addressOf(path, '/'), url.origin)?.pathname ?? '/';
  const forms = [
    address,
    address.replace(/\/$/, ''),
    address.replace(/\.html?$/, ''),
    address.replace(/\.html?$/, '/'),
  ];
  const form = forms.find((one) => one !== '' && url.pathname.endsWith(one));
  if (form !== undefined) return { base: `${url.pathname.slice(0, -form.length)}/`, origin: url.origin };
  return address === '/' ? { base: `${url.pathname.replace(/\/$/, '')}/`, origin: url.origin } : undefined;
}

/** Base paths that are tried, the most frequent starts of addresses first. */
const mostCandidates = 12;

function baseByLinks(files: readonly string[], sample: readonly SamplePage[]): string {
  const urls = new Set(sample.flatMap(({ refs }) => refs.map(({ url }) => url).filter((url) => /^\/(?!\/)/.test(url))));
  const starts = new Map<string, number>();
  for (const url of urls) {
    const segments = (/^[^?#]*/.exec(url)?.[0] ?? '').split('/').slice(1, -1);
    for (let length = 1; length <= Math.min(3, segments.length); length += 1) {
      const start = `/${segments.slice(0, length).join('/')}/`;
      starts.set(start, (starts.get(start) ?? 0) + 1);
    }
  }
  // A base is the start of most addresses: one that a single broken link would need is none.
  const frequent = [...starts].filter(([, count]) => count * 2 >= urls.size).sort(([, a], [, b]) => b - a);
  let [found, most] = ['/', -1];
  for (const base of ['/', ...frequent.slice(0, mostCandidates).map(([start]) => start)]) {
    const { resolve } = openResolver({ files, base, origin: undefined, rules: [], foreign: [] });
    const below = [...urls].filter((url) => base === '/' || (url !== base && `${url}/` !== base));
    const count = below.filter((url) => resolve(url, 'index.html').kind === 'file').length;
    if (count > most) [found, most] = [base, count];
  }
  return found;
}
