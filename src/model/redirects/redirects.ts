// Which redirects are made: each ends at something that is there, and begins where nothing is.
import type { Config } from '../config.js';
import type { Checked, Diagnostic, Place } from '../diagnostics/diagnostic.js';
import {
  redirectChain,
  redirectLoop,
  redirectNowhere,
  redirectsHostLimit,
  redirectTaken,
} from '../diagnostics/redirects.js';
import type { Doc } from '../docs/doc.js';
import type { Unsynced } from '../mounts/mounts.js';
import {
  caseFold,
  decodeAddress,
  type Href,
  type OutputPath,
  outputFile,
  outputHref,
  type Permalink,
  pageHref,
  toHref,
  toOutputPath,
  toPermalink,
  withoutTrailingSlash,
} from '../path.js';
import { ancestorsOf, fileTest, type Page } from '../routes.js';
import type { RedirectStatus } from './schema.js';
import { type Wanted, wantedRedirects } from './wanted.js';

/** From an address that is no page's any more to one that is. */
export interface Redirect {
  /** Not encoded, with the base path, without a slash at its end. */
  readonly from: Permalink;
  /** It stands for all that is below it. */
  readonly isPrefix: boolean;
  /** `to` ends in a slash, behind which the rest of the address is put. */
  readonly takesRest: boolean;
  /** On this host or another. */
  readonly to: Href;
  readonly page: Page | undefined;
  /** What the page of the redirect calls it. */
  readonly label: string;
  readonly status: RedirectStatus;
  /** Where the page of the redirect is; undefined where a page cannot stand for it. */
  readonly outputPath: OutputPath | undefined;
  /** A place in the page that it names. */
  readonly fragment: string;
  readonly place: Place | undefined;
  /** Hosts that redirect need no line for it: another, which stands for many, says the same. */
  readonly isCovered: boolean;
}

export interface RedirectsInput {
  readonly config: Pick<Config, 'redirects' | 'redirectsFile' | 'basePath' | 'routeBase' | 'trailingSlash' | 'file'>;
  /** The pages that may ask for redirects. */
  readonly pages: readonly Page[];
  /** Pages of other versions. */
  readonly ofVersions: readonly Page[];
  readonly pageOfSource: (path: string) => Page | undefined;
  /** Paths of the static files that are published. */
  readonly statics: { readonly has: (path: string) => boolean; readonly keys: () => Iterable<string> };
  readonly isExternal: (path: string) => boolean;
  readonly sectionOf: (doc: Doc) => string | undefined;
  readonly nearest: (path: string) => string | undefined;
  readonly unsynced: Unsynced;
}

/** With all pages in one list. */
type AllPages = Omit<RedirectsInput, 'ofVersions'> & { readonly pageAt: (permalink: string) => Page | undefined };

type End = Pick<Redirect, 'to' | 'page' | 'label' | 'fragment'>;

/** The redirects of a site, in the order of their addresses. Diagnostics: DG511–DG517. */
export function buildRedirects(given: RedirectsInput): Checked<readonly Redirect[]> {
  const wanted = wantedRedirects(given);
  const pages = [...given.pages, ...given.ofVersions];
  const byPermalink = new Map(pages.map((page) => [withoutTrailingSlash(page.permalink), page]));
  const input = { ...given, pages, pageAt: (permalink: string) => byPermalink.get(permalink) };
  const claimed = claim(wanted.value, input);
  const byKey = new Map(claimed.value.map((one) => [keyOf(one, input), one]));
  const diagnostics: Diagnostic[] = [...wanted.diagnostics, ...claimed.diagnostics];
  const ends = new Map<Wanted, End | 'none'>();
  for (const one of claimed.value) diagnostics.push(...follow(one, { byKey, ends, input }));
  const redirects = claimed.value.flatMap((one): Redirect[] => {
    const end = ends.get(one);
    if (end === undefined || end === 'none') return [];
    const { isPrefix, takesRest, status, place } = one;
    const to = takesRest ? (`${end.to.replace(/\/?$/, '/')}` as Href) : end.to;
    const from = withoutTrailingSlash(toPermalink(input.config.basePath, one.from)) as Permalink;
    const outputPath = outputOf(one, input.config);
    return [{ ...end, to, from, isPrefix, takesRest, status, place, outputPath, isCovered: false }];
  });
  const sorted = redirects.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  return { value: sorted, diagnostics: [...diagnostics, ...hostLimits(sorted, input.config)] };
}

/** Files that are no pages: nothing with their names can be shown as one. */
const otherFile =
  /\.(?:php\d?|aspx?|jsp|cgi|xml|rss|atom|css|js|json|txt|md|pdf|zip|gz|png|jpe?g|gif|svg|webp|ico|csv|ya?ml)$/i;

function outputOf({ from, isPrefix }: Pick<Wanted, 'from' | 'isPrefix'>, config: RedirectsInput['config']) {
  if (isPrefix || otherFile.test(from)) return undefined;
  const index = /^(?:(.*)\/)?index\.html?$/i.exec(from);
  if (index) return outputFile(index[1] === undefined ? 'index.html' : `${index[1]}/index.html`);
  if (/\.html?$/i.test(from)) return outputFile(from);
  return toOutputPath(toPermalink(config.basePath, from), config);
}

/** One for addresses that are one file, whatever the letter case. */
function keyOf(one: Pick<Wanted, 'from' | 'isPrefix'>, { config }: AllPages): string {
  return caseFold(outputOf(one, config) ?? `${one.from}${one.isPrefix ? '/*' : ''}`);
}

/** The redirects whose beginnings are free; of several from one address the first. Diagnostics: DG512. */
function claim(wanted: readonly Wanted[], input: AllPages): Checked<readonly Wanted[]> {
  const { config, pages, statics } = input;
  const isFile = fileTest(pages, config);
  const byOutput = new Map(pages.map((page) => [caseFold(page.outputPath), page]));
  const files = new Set([...statics.keys()].map(caseFold));
  const folders = new Set([...byOutput.keys(), ...files].flatMap(ancestorsOf));
  const taken = new Map<string, Wanted>();
  const diagnostics: Diagnostic[] = [];
  const reasonAgainst = (one: Wanted): string | undefined => {
    if (one.isPrefix) {
      const below = pages.filter(({ permalink }) => isBelow(permalink, toPermalink(config.basePath, one.from)));
      return below.length === 0 ? undefined : `${below.length} pages are below it, such as \`${below[0]?.permalink}\``;
    }
    const path = outputOf(one, config) ?? outputFile(one.from);
    const key = caseFold(path);
    const page = byOutput.get(key);
    if (page && 'page' in one.target && page === one.target.page) return 'it is the address of the page itself';
    if (page)
      return `the page \`${page.permalink}\` ${page.outputPath === path ? 'is there' : 'differs only by letter case'}`;
    if (files.has(key) || isFile(key)) return `a file of the site is there, \`${path}\``;
    if (folders.has(key)) return `a folder of the site is there, \`${path}\``;
    const file = ancestorsOf(key).find((folder) => files.has(folder) || isFile(folder));
    return file === undefined ? undefined : `it needs a folder where \`${file}\` is a file`;
  };
  for (const one of wanted) {
    const key = keyOf(one, input);
    const other = taken.get(key);
    if (other && isSameTarget(one, other)) continue;
    const reason = other
      ? `another redirect begins there${other.place ? `, of \`${other.place.file}\`` : ''}`
      : reasonAgainst(one);
    if (reason === undefined) taken.set(key, one);
    else diagnostics.push(redirectTaken({ from: shownFrom(one), other: reason }, one.place));
  }
  // The page of a redirect may stand in a folder whose name is the file of another.
  const outputs = new Set([...taken.values()].map((one) => caseFold(outputOf(one, config) ?? '')));
  const free = [...taken.values()].filter((one) => {
    const file = ancestorsOf(caseFold(outputOf(one, config) ?? '')).find((folder) => outputs.has(folder));
    if (file === undefined) return true;
    diagnostics.push(
      redirectTaken({ from: shownFrom(one), other: `it needs a folder where \`${file}\` is a file` }, one.place),
    );
    return false;
  });
  return { value: free, diagnostics };
}

const isBelow = (permalink: string, folder: string) => permalink.startsWith(folder.replace(/\/?$/, '/'));
const shownFrom = ({ from, isPrefix }: Wanted) => `/${from}${isPrefix ? '/*' : ''}`;

function isSameTarget(a: Wanted, b: Wanted): boolean {
  const plain = ({ target, status, takesRest }: Wanted) =>
    JSON.stringify(['page' in target ? target.page.permalink : target, status, takesRest]);
  return plain(a) === plain(b);
}

interface Following {
  readonly byKey: ReadonlyMap<string, Wanted>;
  /** Where each ends, as far as it is known; each is followed once. */
  readonly ends: Map<Wanted, End | 'none'>;
  readonly input: AllPages;
}

/** Finds where a redirect ends, and all that are on its way. Diagnostics: DG513–DG515. */
function follow(first: Wanted, { byKey, ends, input }: Following): readonly Diagnostic[] {
  const way: Wanted[] = [];
  const onWay = new Set<Wanted>();
  let end: End | 'none' | undefined;
  for (let one: Wanted | undefined = first; one && end === undefined; ) {
    if (onWay.has(one)) {
      for (const each of way) ends.set(each, 'none');
      const last: Wanted = way.at(-1) ?? one;
      return [redirectLoop({ from: shownFrom(one), through: shownFrom(last) }, one.place)];
    }
    way.push(one);
    onWay.add(one);
    const known: End | 'none' | undefined = ends.get(one) ?? endOf(one, input);
    if (known !== undefined) end = known;
    else if (leadsIntoItself(one)) {
      ends.set(one, 'none');
      return [redirectLoop({ from: shownFrom(one), through: shownTo(one) }, one.place)];
    } else
      one =
        'path' in one.target && !one.isPrefix
          ? byKey.get(keyOf({ from: one.target.path, isPrefix: false }, input))
          : undefined;
  }
  const problems: Diagnostic[] = [];
  for (const one of way) {
    if (ends.has(one)) continue;
    ends.set(one, end ?? 'none');
    if (end === undefined || end === 'none') {
      const to = shownTo(one);
      problems.push(
        redirectNowhere({ from: shownFrom(one), to, near: input.nearest(to), unsynced: input.unsynced(to) }, one.place),
      );
    } else if (endOf(one, input) === undefined)
      problems.push(redirectChain({ from: shownFrom(one), through: shownTo(one), to: end.to }, one.place));
  }
  return problems;
}

/** `/a/*` to `/a/b/*` begins again for ever. */
function leadsIntoItself({ from, isPrefix, target }: Wanted): boolean {
  return isPrefix && 'path' in target && isBelow(`/${target.path}/`, `/${from}`);
}

function shownTo({ target, takesRest }: Wanted): string {
  if ('url' in target) return target.url;
  return 'page' in target ? target.page.permalink : `/${target.path}${takesRest ? '/*' : ''}${target.suffix}`;
}

/** Where a redirect ends by itself; undefined where nothing but another redirect may be there. */
function endOf(one: Wanted, input: AllPages): End | undefined {
  const { config } = input;
  const { target } = one;
  if ('url' in target) return { to: target.url as Href, page: undefined, label: target.url, fragment: '' };
  if ('page' in target)
    return { to: pageHref(target.page.permalink, config), page: target.page, label: target.page.title, fragment: '' };
  if (leadsIntoItself(one)) return undefined;
  const { path, suffix } = target;
  const permalink = withoutTrailingSlash(toPermalink(config.basePath, path)) as Permalink;
  const found = /\.mdx?$/i.test(path) ? input.pageOfSource(path) : input.pageAt(permalink);
  const page = found?.kind === 'notFound' ? undefined : found;
  const fragment = decodeAddress(/#([\s\S]*)$/.exec(suffix)?.[1] ?? '');
  if (page) return { to: `${pageHref(page.permalink, config)}${suffix}` as Href, page, label: page.title, fragment };
  const label = `${permalink}${suffix}`;
  if (input.statics.has(path))
    return { to: `${outputHref(outputFile(path), config.basePath)}${suffix}` as Href, page, label, fragment: '' };
  const isThere =
    input.isExternal(permalink) || (one.takesRest && input.pages.some((each) => isBelow(each.permalink, permalink)));
  return isThere ? { to: `${toHref(permalink)}${suffix}` as Href, page, label, fragment: '' } : undefined;
}

/** Lines of a host's file that it reads. */
const hosts = [
  { file: '_redirects', host: 'Cloudflare', fixed: 2000, prefixes: 100 },
  { file: 'vercel.json', host: 'Vercel', fixed: 2048, prefixes: 2048 },
];

function hostLimits(
  redirects: readonly Redirect[],
  { redirectsFile }: RedirectsInput['config'],
): readonly Diagnostic[] {
  const prefixes = redirects.filter(({ isPrefix }) => isPrefix).length;
  const fixed = (redirects.length - prefixes) * 2; // with and without a slash
  return hosts.flatMap(({ file, host, ...limit }) => {
    if (redirectsFile === 'none' || (host === 'Vercel' && redirectsFile !== 'vercel')) return [];
    if (fixed > limit.fixed) return [redirectsHostLimit({ file, host, count: fixed, limit: limit.fixed })];
    return prefixes > limit.prefixes
      ? [redirectsHostLimit({ file, host, count: prefixes, limit: limit.prefixes })]
      : [];
  });
}
