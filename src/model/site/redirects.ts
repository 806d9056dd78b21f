// Decides which redirects are written: the target must exist, and the source URL must be free.
import type { Config } from '../config/config.js';
import { type Checked, compareStrings, type Diagnostic, problem } from '../diagnostics/diagnostic.js';
import { isMissingPage } from '../sidebar/navigation.js';
import {
  ancestorsOf,
  caseFold,
  decodeAddress,
  type Href,
  outputFile,
  outputHref,
  type Permalink,
  pageHref,
  splitUrl,
  toHref,
  toOutputPath,
  toPermalink,
  toSourcePath,
  withoutIndex,
  withoutTrailingSlash,
} from '../types/path.js';
import { fileTest, type Page, type Redirect } from './routes.js';
import type { Site } from './site.js';
import { type Wanted, wantedRedirects } from './wanted-redirects.js';

/** The hub, whose pages and config define redirects, and the pages of all its versions. */
interface Context {
  readonly site: Site;
  readonly pages: readonly Page[];
  readonly byPermalink: ReadonlyMap<string, Page>;
}

type End = Pick<Redirect, 'to' | 'page' | 'label' | 'fragment'>;

/** Returns the redirects of a hub, sorted by URL. `ofVersions` are the pages of its other versions. Diagnostics: DG511–DG517. */
export function buildRedirects(site: Site, ofVersions: readonly Page[]): Checked<readonly Redirect[]> {
  const { config } = site;
  const wanted = wantedRedirects(site, ofVersions);
  const pages = [...site.pages, ...ofVersions];
  const byPermalink = new Map(pages.map((page) => [withoutTrailingSlash(page.permalink), page]));
  const context = { site, pages, byPermalink };
  const free = freeRedirects(wanted.value, context);
  const byKey = new Map(free.value.map((one) => [keyOf(one, config), one]));
  const diagnostics: Diagnostic[] = [...wanted.diagnostics, ...free.diagnostics];
  const ends = new Map<Wanted, End | 'none'>();
  for (const one of free.value) diagnostics.push(...resolveChain(one, byKey, ends, context));
  const redirects = free.value.flatMap((one): Redirect[] => {
    const end = ends.get(one);
    if (end === undefined || end === 'none') return [];
    const { isPrefix, takesRest, status, place } = one;
    const to = takesRest ? (`${end.to.replace(/\/?$/, '/')}` as Href) : end.to;
    const from = withoutTrailingSlash(toPermalink(config.basePath, one.from)) as Permalink;
    const outputPath = outputOf(one, config);
    return [{ ...end, to, from, isPrefix, takesRest, status, place, outputPath, isCovered: false }];
  });
  const sorted = redirects.sort((a, b) => compareStrings(a.from, b.from));
  return { value: sorted, diagnostics: [...diagnostics, ...hostLimits(sorted, config)] };
}

/** Matches names of files that are not pages, and so can't be HTML pages. */
const otherFile =
  /\.(?:php\d?|aspx?|jsp|cgi|xml|rss|atom|css|js|json|txt|md|pdf|zip|gz|png|jpe?g|gif|svg|webp|ico|csv|ya?ml)$/i;

function outputOf({ from, isPrefix }: Pick<Wanted, 'from' | 'isPrefix'>, config: Config) {
  if (isPrefix || otherFile.test(from)) return undefined;
  const folder = withoutIndex(from);
  if (folder !== from) return outputFile(folder === '' ? 'index.html' : `${folder}/index.html`);
  if (/\.html?$/i.test(from)) return outputFile(from);
  return toOutputPath(toPermalink(config.basePath, from, '/'), config);
}

/** Returns a key that is equal for URLs of the same file, ignoring case. */
function keyOf(one: Pick<Wanted, 'from' | 'isPrefix'>, config: Config): string {
  return caseFold(outputOf(one, config) ?? `${one.from}${one.isPrefix ? '/*' : ''}`);
}

/** Returns the redirects whose source URLs are free. Of several from one URL, the first is used, and one to itself is skipped. Diagnostics: DG512. */
function freeRedirects(wanted: readonly Wanted[], context: Context): Checked<readonly Wanted[]> {
  const { config } = context.site;
  const diagnostics: Diagnostic[] = [];
  const report = (redirect: Wanted, reason: string, file?: string) =>
    diagnostics.push(problem.redirectTaken({ from: shownFrom(redirect), file, reason }, redirect.place));
  const reasonAgainst = occupiedTest(context);
  const byUrl = new Map<string, Wanted>();
  for (const redirect of wanted) {
    const key = keyOf(redirect, config);
    const other = byUrl.get(key);
    const { page, fragment } = endOf(redirect, context) ?? {};
    const isOfPage = page !== undefined && !fragment && page.outputPath === outputOf(redirect, config);
    if (isOfPage || (other && isSameTarget(redirect, other))) continue;
    const reason = other ? 'another redirect starts there' : reasonAgainst(redirect);
    if (reason === undefined) byUrl.set(key, redirect);
    else report(redirect, reason, other?.place?.file);
  }
  // An HTML page of a redirect might need a folder with the name of another redirect's file.
  const htmlPageOf = (redirect: Wanted) => caseFold(outputOf(redirect, config) ?? '');
  const htmlPages = new Set([...byUrl.values()].map(htmlPageOf));
  const free = [...byUrl.values()].filter((redirect) => {
    const file = ancestorsOf(htmlPageOf(redirect)).find((folder) => htmlPages.has(folder));
    if (file !== undefined) report(redirect, folderNeeded(file));
    return file === undefined;
  });
  return { value: free, diagnostics };
}

/** Returns a function that tells why the site already uses the source URL of a redirect. Undefined if it is free. */
function occupiedTest({ pages, site: { config, statics } }: Context): (redirect: Wanted) => string | undefined {
  const isFile = fileTest(pages, config);
  const byOutput = new Map(pages.map((page) => [caseFold(page.outputPath), page]));
  const files = new Set([...statics.keys()].map(caseFold));
  const folders = new Set([...byOutput.keys(), ...files].flatMap(ancestorsOf));
  return (redirect) => {
    if (redirect.isPrefix) {
      const root = toPermalink(config.basePath, redirect.from);
      const covered = pages.filter(({ permalink }) => isBelow(permalink, root));
      return covered[0] && `it would cover ${covered.length} pages, such as \`${covered[0].permalink}\``;
    }
    const path = outputOf(redirect, config) ?? outputFile(redirect.from);
    const key = caseFold(path);
    const page = byOutput.get(key);
    if (page)
      return `the page \`${page.permalink}\` ${page.outputPath === path ? 'has this URL' : 'differs only in letter case'}`;
    if (files.has(key) || isFile(key)) return `the file \`${path}\` of the site has this URL`;
    if (folders.has(key)) return `the folder \`${path}\` of the site has this URL`;
    const file = ancestorsOf(key).find((folder) => files.has(folder) || isFile(folder));
    return file === undefined ? undefined : folderNeeded(file);
  };
}

const isBelow = (permalink: string, folder: string) => permalink.startsWith(folder.replace(/\/?$/, '/'));
const folderNeeded = (file: string) => `it needs a folder, but \`${file}\` is a file`;
const shownFrom = ({ from, isPrefix }: Wanted) => `/${from}${isPrefix ? '/*' : ''}`;

function isSameTarget(a: Wanted, b: Wanted): boolean {
  const plain = ({ target, status, takesRest }: Wanted) =>
    JSON.stringify(['page' in target ? target.page.permalink : target, status, takesRest]);
  return plain(a) === plain(b);
}

/** Resolves the target of a redirect through chains of redirects. `ends` has the targets that are already resolved. Diagnostics: DG513–DG515. */
function resolveChain(
  first: Wanted,
  byKey: ReadonlyMap<string, Wanted>,
  ends: Map<Wanted, End | 'none'>,
  context: Context,
): readonly Diagnostic[] {
  const { config, unsynced } = context.site;
  const nextOf = ({ isPrefix, target }: Wanted) =>
    isPrefix || !('path' in target) ? undefined : byKey.get(keyOf({ from: target.path, isPrefix }, config));
  const chain = new Set<Wanted>();
  let end: End | 'none' | undefined;
  for (let redirect: Wanted | undefined = first; redirect && end === undefined; redirect = nextOf(redirect)) {
    if (chain.has(redirect) || leadsIntoItself(redirect)) {
      const last = [...chain].at(-1);
      for (const each of [...chain, redirect]) ends.set(each, 'none');
      const through = last ? shownFrom(last) : shownTo(redirect);
      return [problem.redirectLoop({ from: shownFrom(redirect), through }, redirect.place)];
    }
    chain.add(redirect);
    end = ends.get(redirect) ?? endOf(redirect, context);
  }
  const unresolved = [...chain].filter((redirect) => !ends.has(redirect));
  return unresolved.flatMap((redirect) => {
    ends.set(redirect, end ?? 'none');
    const [from, to, { place }] = [shownFrom(redirect), shownTo(redirect), redirect];
    if (end !== undefined && end !== 'none')
      return endOf(redirect, context) ? [] : problem.redirectChain({ from, through: to, to: end.to }, place);
    const near = nearestPage(to, context.site)?.slice(config.basePath.length - 1); // written as `to` is
    const advice = { near, unsynced: unsynced(to), isNamed: isNamed(to, context.site) };
    return problem.redirectNowhere({ from, to, ...advice }, place);
  });
}

/** Whether the navigation of a project references the missing page at a URL. */
const isNamed = (to: string, { config, projects }: Site): boolean =>
  isMissingPage(projects, splitUrl(to).path.slice(toPermalink(config.routeBase, '/').length));

/** Whether a prefix redirect repeats forever, such as `/a/*` to `/a/b/*`. */
function leadsIntoItself({ from, isPrefix, target }: Wanted): boolean {
  return isPrefix && 'path' in target && isBelow(`/${target.path}/`, `/${from}`);
}

function shownTo({ target, takesRest }: Wanted): string {
  if ('url' in target) return target.url;
  return 'page' in target ? target.page.permalink : `/${target.path}${takesRest ? '/*' : ''}${target.suffix}`;
}

export function pageOfSource(path: string, { docBySource, pageByPermalink }: Site): Page | undefined {
  const doc = docBySource.get(toSourcePath(path));
  return doc && pageByPermalink.get(withoutTrailingSlash(doc.permalink));
}

/** Returns the URL of the page with the most similar source path. */
function nearestPage(path: string, site: Site): Permalink | undefined {
  const { config, nearestDoc } = site;
  const root = toPermalink(config.routeBase, '/');
  const source = `${path.startsWith(root) ? path.slice(root.length) : path}.md`;
  return pageOfSource(nearestDoc(source) ?? '', site)?.permalink;
}

/** Returns the page or URL at the target of a redirect, or undefined if only another redirect can match it. */
function endOf({ target, takesRest }: Wanted, context: Context): End | undefined {
  const { config, statics, isExternal } = context.site;
  if ('url' in target) return { to: target.url as Href, page: undefined, label: target.url, fragment: '' };
  if ('page' in target)
    return { to: pageHref(target.page.permalink, config), page: target.page, label: target.page.title, fragment: '' };
  const { path, suffix } = target;
  const permalink = withoutTrailingSlash(toPermalink(config.basePath, path)) as Permalink;
  const found = /\.mdx?$/i.test(path) ? pageOfSource(path, context.site) : context.byPermalink.get(permalink);
  const page = found?.kind === 'notFound' ? undefined : found;
  const fragment = decodeAddress(/#([\s\S]*)$/.exec(suffix)?.[1] ?? '');
  if (page) return { to: `${pageHref(page.permalink, config)}${suffix}` as Href, page, label: page.title, fragment };
  const label = `${permalink}${suffix}`;
  if (statics.has(path))
    return { to: `${outputHref(outputFile(path), config.basePath)}${suffix}` as Href, page, label, fragment: '' };
  const isThere =
    isExternal(permalink) || (takesRest && context.pages.some((each) => isBelow(each.permalink, permalink)));
  return isThere ? { to: `${toHref(permalink)}${suffix}` as Href, page, label, fragment: '' } : undefined;
}

const hosts = [
  { file: '_redirects', host: 'Cloudflare', limits: [2000, 100] },
  { file: 'vercel.json', host: 'Vercel', limits: [2048, 2048] },
];

/** Reports more redirects than hosts allow: fixed ones, with and without a trailing slash, and prefixes. */
function hostLimits(redirects: readonly Redirect[], { redirectsFile }: Config): readonly Diagnostic[] {
  const prefixes = redirects.filter(({ isPrefix }) => isPrefix).length;
  const counts = [(redirects.length - prefixes) * 2, prefixes];
  return hosts.flatMap(({ file, host, limits }) => {
    if (redirectsFile === 'none' || (host === 'Vercel' && redirectsFile !== 'vercel')) return [];
    const over = counts
      .map((count, kind) => ({ count, limit: limits[kind] ?? 0 }))
      .find(({ count, limit }) => count > limit);
    return over ? problem.redirectsHostLimit({ file, host, ...over }) : [];
  });
}

/**
 * Returns redirects from `latest`: one for all URLs below it, for hosts with redirects, and an HTML page per page of a section, for others. A section
 * gets none if a version, a page or a file has a URL at `latest` or below it.
 */
export function latestRedirects(
  main: Site,
  sections: readonly string[],
  ofVersions: readonly Page[],
): readonly Redirect[] {
  const pages = [...main.pages, ...ofVersions];
  const { config, redirects, statics } = main;
  const { basePath, routeBase } = config;
  const taken = [...pages.map(({ outputPath }) => outputPath), ...statics.keys()].map(caseFold);
  const old = new Set(redirects.flatMap(({ outputPath }) => outputPath ?? []).map(caseFold));
  const isFile = fileTest(pages, config);
  // Temporary (302), because another version will become the latest.
  const rest = { isPrefix: false, takesRest: false, status: 302, fragment: '', place: undefined } as const;
  return sections.flatMap((section): Redirect[] => {
    const front = toPermalink(basePath, routeBase, section, '/');
    const from = `${front}latest` as Permalink;
    const name = caseFold(from.slice(basePath.length));
    if (redirects.some((one) => one.isPrefix && one.from === from)) return [];
    if (taken.some((path) => path === name || path === `${name}.html` || path.startsWith(`${name}/`))) return [];
    const ofPages = main.pages.flatMap((page): Redirect[] => {
      const whole = `${withoutTrailingSlash(page.permalink)}/`;
      if (page.kind === 'notFound' || !whole.startsWith(front)) return [];
      const path = whole.slice(front.length);
      const own = withoutTrailingSlash(`${from}/${path}`) as Permalink;
      const outputPath = toOutputPath(`${own}${page.permalink.endsWith('/') ? '/' : ''}` as Permalink, config);
      const key = caseFold(outputPath);
      if (old.has(key) || isFile(key) || ancestorsOf(key).some((path) => old.has(path) || isFile(path))) return [];
      const to = pageHref(page.permalink, config);
      return [{ ...rest, from: own, to, page, label: page.title, outputPath, isCovered: path !== '' }];
    });
    const all = { ...rest, isPrefix: true, takesRest: true, from, to: toHref(front), page: undefined };
    return [...ofPages, { ...all, label: front, outputPath: undefined, isCovered: false }];
  });
}
