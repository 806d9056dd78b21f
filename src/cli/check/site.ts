// A built folder: where it is served, and the facts of its pages.
import { setImmediate } from 'node:timers/promises';
import { groupBy } from '../../model/types/group.js';
import { parseUrl } from '../../model/types/path.js';
import { addressOf, bareAddress, openResolver, type Resolver, type SiteData, type Target } from './addresses.js';
import { type FolderFiles, filesOf, isPage, isStyle, textOf } from './folder.js';
import { type PageText, type Ref, readPage, readStyle } from './read-page.js';
import { type ReadRules, readRules } from './redirect-rules.js';

export interface BuiltFolder extends FolderFiles {
  readonly dir: string;
  readonly site: SiteData;
  readonly resolve: Resolver;
  readonly redirects: ReadRules;
  /** Whether docgen built it. */
  readonly isOwn: boolean;
}

export interface ResolvedRef extends Ref {
  readonly target: Target;
}

export interface StyleFacts {
  readonly path: string;
  readonly refs: readonly ResolvedRef[];
}

/** Without addresses that are right. */
export interface PageFacts extends StyleFacts, Omit<PageText, 'base' | 'canonical' | 'refresh' | 'refs'> {
  readonly refresh: ResolvedRef | undefined;
}

export interface SiteFacts {
  readonly pages: readonly PageFacts[];
  readonly styles: readonly StyleFacts[];
  readonly linked: ReadonlySet<string>;
}

/** `sample`: pages that show where the site is served. `refs`: addresses of a kind and page. `turn`: pages between interruptions. */
const max = { sample: 40, refs: 1000, turn: 50, baseSegments: 3 };

interface KnownSite extends Pick<SiteData, 'origin' | 'foreign'> {
  readonly base: string | undefined;
}

export function openFolder(dir: string, known: KnownSite): BuiltFolder {
  const { files, unread } = filesOf(dir);
  const paths = files.map(({ path }) => path);
  const redirects = readRules(paths.includes('_redirects') ? textOf(dir, '_redirects') : '');
  const pages = paths.filter(isPage);
  const step = Math.max(1, Math.floor(pages.length / max.sample));
  const isKnown = known.base !== undefined && known.origin !== undefined;
  const sample = isKnown ? [] : pages.filter((path, index) => path === 'index.html' || index % step === 0);
  const texts = sample.slice(0, max.sample + 1).map((path) => ({ path, ...readPage(textOf(dir, path)) }));
  const place = placeOf(paths, texts);
  const site = {
    files: paths,
    base: known.base ?? place.base,
    origin: known.origin ?? place.origin,
    rules: redirects.rules,
    foreign: known.foreign,
  };
  return {
    dir,
    files,
    unread,
    site,
    resolve: openResolver(site),
    redirects,
    isOwn: paths.includes('.docgen-manifest'),
  };
}

interface ReadOptions {
  readonly withExternal: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

export async function readFolder(
  { dir, site, unread, resolve }: BuiltFolder,
  options: ReadOptions,
): Promise<SiteFacts> {
  const isUnread = new Set(unread.map(({ path }) => path));
  const paths = site.files.filter((path) => isPage(path) && !isUnread.has(path));
  const pages: PageFacts[] = [];
  const linked = new Set<string>();
  for (const path of paths) {
    pages.push(factsOf(path, readPage(textOf(dir, path)), { resolve, linked, withExternal: options.withExternal }));
    if (pages.length % max.turn > 0 && pages.length < paths.length) continue;
    options.onProgress(pages.length, paths.length);
    await setImmediate(undefined, { signal: options.signal });
  }
  const styles = site.files.filter(isStyle).map((path) => {
    const refs = readStyle(textOf(dir, path)).map((ref) => ({ ...ref, target: resolve(ref.url, path) }));
    return { path, refs: refs.filter(({ target }) => target.kind === 'missing') };
  });
  return { pages, styles, linked };
}

function factsOf(
  path: string,
  { base, canonical: _, refresh, ...page }: PageText,
  { resolve, linked, withExternal }: { resolve: Resolver; linked: Set<string>; withExternal: boolean },
): PageFacts {
  const counts = { file: 0, missing: 0 };
  const isKept = ({ kind }: Ref, target: Target): boolean => {
    if (target.kind === 'external') return withExternal;
    if (target.kind !== 'file' && target.kind !== 'missing') return false;
    if (target.kind === 'file') {
      if (kind !== 'link') return false;
      if (target.path !== path) linked.add(target.path);
      if (target.fragment === '' || (target.path === path && page.ids.has(target.fragment))) return false;
    }
    counts[target.kind] += 1;
    return counts[target.kind] <= max.refs;
  };
  const refs: ResolvedRef[] = [];
  for (const ref of page.refs) {
    const target = resolve(ref.url, path, base);
    if (isKept(ref, target)) refs.push({ ...ref, target });
  }
  const facts = { ...page, path, refs, refresh: refresh && { ...refresh, target: resolve(refresh.url, path, base) } };
  return structuredClone(facts); // its texts would keep the page in memory, as parts of it
}

/** Uses the most frequent canonical URL, which is the site's in previews (`noindex`), else the base path under which most links work. */
function placeOf(files: readonly string[], sample: readonly (PageText & { readonly path: string })[]) {
  const shown = sample.filter(({ isNoIndex }) => !isNoIndex);
  const [best = ''] = byFrequency(shown.flatMap(({ path, canonical = '' }) => sitesOf(path, canonical))).keys();
  const url = parseUrl(best);
  return url ? { base: url.pathname, origin: url.origin } : { base: baseByLinks(files, sample), origin: undefined };
}

const byFrequency = (texts: readonly string[]) =>
  new Map([...groupBy(texts, (text) => text)].sort(([, a], [, b]) => b.length - a.length));

/** Returns the URL of the site if a page has this canonical URL. */
function sitesOf(path: string, canonical: string): string[] {
  const url = parseUrl(canonical);
  const address = url && parseUrl(addressOf(path, '/'), url.origin);
  if (!url || !address || !/^https?:$/.test(url.protocol)) return [];
  const [whole, page] = [bareAddress(url.pathname), bareAddress(address.pathname)];
  return whole.endsWith(page) ? [`${url.origin}${whole.slice(0, whole.length - page.length)}/`] : [];
}

function baseByLinks(files: readonly string[], sample: readonly PageText[]): string {
  const addresses = sample.flatMap(({ refs }) => refs.map(({ url }) => url).filter((url) => /^\/(?!\/)/.test(url)));
  const urls = [...new Set(addresses)];
  const starts = urls.flatMap((url) => {
    const slashes = [...url.replace(/[?#].*$/s, '').matchAll(/\//g)].slice(1, max.baseSegments + 1);
    return slashes.map(({ index }) => url.slice(0, index + 1));
  });
  // A base is the start of at least half of the addresses, so a single broken link gives none.
  const frequent = [...byFrequency(starts)].flatMap(([start, all]) => (all.length * 2 >= urls.length ? start : []));
  let [best, most] = ['/', -1];
  for (const base of ['/', ...frequent]) {
    const resolve = openResolver({ files, base, origin: undefined, rules: [], foreign: [] });
    const below = urls.filter((url) => base === '/' || (url !== base && `${url}/` !== base));
    const count = below.filter((url) => resolve(url, 'index.html').kind === 'file').length;
    if (count > most) [best, most] = [base, count];
  }
  return best;
}
