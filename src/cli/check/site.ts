// A built folder: its files, the URL at which it is served, and the facts of its pages.
import { accessSync, constants, type Dirent, readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { countBy, maxBy, pickBy } from 'lodash-es';
import { readCss } from '../../markup/read-css.js';
import { compareStrings } from '../../model/diagnostics/diagnostic.js';
import { ownText } from '../../model/input/regular-file.js';
import { attempt } from '../../model/types/attempt.js';
import { manifestName, parseUrl, splitUrl } from '../../model/types/path.js';
import {
  addressOf,
  bareAddress,
  openResolver,
  type Resolver,
  readRules,
  type SiteData,
  type Target,
} from './addresses.js';
import { type PageText, type Ref, readPage } from './read-page.js';

export interface SiteFile {
  readonly path: string;
  readonly bytes: number;
}

const skipped = ['.git', 'node_modules'];

/** Limits. `bytes`: size of a page or stylesheet. `sample`: pages from which the site's URL is guessed. `refs`: per kind and page. `turn`: pages per turn. */
const max = { bytes: 64 * 1024 * 1024, sample: 40, refs: 1000, turn: 50, baseSegments: 3 };

/** Lists regular files by path, and entries that can't be read. Doesn't follow symbolic links to folders. */
export function filesOf(dir: string) {
  const files: SiteFile[] = [];
  const unread: { readonly path: string; readonly reason: string }[] = [];
  const add = (path: string, entry?: Dirent) => {
    try {
      if (entry && !entry.isDirectory()) return addFile(path);
      for (const child of readdirSync(join(dir, path), { withFileTypes: true }))
        if (!child.isDirectory() || !skipped.includes(child.name)) add(posix.join(path, child.name), child);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      unread.push({ path, reason: code ?? message });
    }
  };
  const addFile = (path: string) => {
    const stats = statSync(join(dir, path));
    if (stats.isDirectory()) return;
    if (!stats.isFile()) throw new Error('not a regular file');
    files.push({ path, bytes: stats.size });
    if (!isPage(path) && !isStyle(path)) return;
    accessSync(join(dir, path), constants.R_OK);
    if (stats.size > max.bytes) throw new Error(`over ${max.bytes / 1024 / 1024} MB`);
  };
  add('');
  return { files: files.sort((a, b) => compareStrings(a.path, b.path)), unread };
}

export const isPage = (path: string) => /\.html?$/i.test(path);
const isStyle = (path: string) => /\.css$/i.test(path);

/** Returns the text of a file, or '' if it can't be read or is over the limit. */
export const textOf = (dir: string, path: string): string =>
  attempt(() => ownText(join(dir, path), max.bytes).replace(/^\ufeff/, '')) ?? '';

export type BuiltFolder = ReturnType<typeof openFolder>;

/** Opens a folder and guesses the URL at which it is served from some of its pages. */
export function openFolder(
  dir: string,
  known: Pick<SiteData, 'origin' | 'foreign'> & { readonly base: string | undefined },
) {
  const { files, unread } = filesOf(dir);
  const paths = files.map(({ path }) => path);
  const redirects = readRules(paths.includes('_redirects') ? textOf(dir, '_redirects') : '');
  const isKnown = known.base !== undefined && known.origin !== undefined;
  const sample = (isKnown ? [] : sampleOf(paths)).map((path) => ({ path, ...readPage(textOf(dir, path)) }));
  const guessed = guessOriginAndBase(paths, sample);
  const { base = guessed.base, origin = guessed.origin, foreign } = known;
  const site: SiteData = { files: paths, base, origin, rules: redirects.rules, foreign };
  const isBuiltByDocgen = paths.includes(manifestName);
  return { dir, files, unread, site, resolve: openResolver(site), redirects, isBuiltByDocgen };
}

/** Returns the home page, and other pages at equal distances in the list. */
function sampleOf(paths: readonly string[]): readonly string[] {
  const pages = paths.filter(isPage);
  const step = Math.max(1, Math.floor(pages.length / max.sample));
  return pages.filter((path, index) => path === 'index.html' || index % step === 0).slice(0, max.sample + 1);
}

/** Returns origin and base path: the most frequent ones in canonical URLs, except in previews, else the base path under which most links work. */
function guessOriginAndBase(files: readonly string[], sample: readonly (PageText & { readonly path: string })[]) {
  const indexed = sample.filter(({ isNoIndex }) => !isNoIndex);
  const sites = countBy(indexed.flatMap(({ path, canonical = '' }) => sitesOf(path, canonical)));
  const url = parseUrl(maxBy(Object.keys(sites), (site) => sites[site]) ?? '');
  return url ? { base: url.pathname, origin: url.origin } : { base: baseByLinks(files, sample), origin: undefined };
}

/** Returns the possible URLs of the site if a page has this canonical URL. */
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
    const slashes = [...splitUrl(url).path.matchAll(/\//g)].slice(1, max.baseSegments + 1);
    return slashes.map(({ index }) => url.slice(0, index + 1));
  });
  // Requires half of the URLs, so that a single broken link doesn't determine the base path.
  const frequent = Object.keys(pickBy(countBy(starts), (count) => count * 2 >= urls.length));
  const countLinks = (base: string) => {
    const resolve = openResolver({ files, base, origin: undefined, rules: [], foreign: [] });
    const below = urls.filter((url) => base === '/' || (url !== base && `${url}/` !== base));
    return below.filter((url) => resolve(url, 'index.html').kind === 'file').length;
  };
  return maxBy(['/', ...frequent], countLinks) ?? '/';
}

interface ResolvedRef extends Ref {
  readonly target: Target;
}

export type BuiltPage = ReturnType<typeof readBuiltPage>;
export type BuiltStyle = Pick<BuiltPage, 'path' | 'refs'>;
export type BuiltSite = Awaited<ReturnType<typeof readFolder>>;

interface ReadOptions {
  readonly withExternal: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

export async function readFolder(builtFolder: BuiltFolder, { withExternal, signal, onProgress }: ReadOptions) {
  const { dir, site, unread, resolve } = builtFolder;
  const isUnread = new Set(unread.map(({ path }) => path));
  const paths = site.files.filter((path) => isPage(path) && !isUnread.has(path));
  const pages: BuiltPage[] = [];
  /** Paths of pages that other pages link to. */
  const linked = new Set<string>();
  for (const path of paths) {
    pages.push(readBuiltPage(path, readPage(textOf(dir, path)), { resolve, linked, withExternal }));
    if (pages.length % max.turn > 0 && pages.length < paths.length) continue;
    onProgress(pages.length, paths.length);
    await setImmediate(undefined, { signal });
  }
  const styles = site.files.filter(isStyle).map((path): BuiltStyle => {
    const text = textOf(dir, path);
    const refs = readCss(text).references.map(({ url, start, end }): ResolvedRef => {
      const offset = start + Math.max(0, text.slice(start, end).indexOf(url));
      return { kind: 'file', url, offset, target: resolve(url, path) };
    });
    return { path, refs: refs.filter(({ url, target }) => url !== '' && target.kind === 'missing') };
  });
  return { pages, styles, linked };
}

/** Returns the facts of a page, without the URLs that are correct. */
function readBuiltPage(
  path: string,
  page: PageText,
  { resolve, linked, withExternal }: { resolve: Resolver; linked: Set<string>; withExternal: boolean },
) {
  const counts = { file: 0, missing: 0 };
  const resolved = (ref: Ref): ResolvedRef => ({ ...ref, target: resolve(ref.url, path, page.base) });
  const isKept = ({ kind, target }: ResolvedRef): boolean => {
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
  const refs = page.refs.map(resolved).filter(isKept);
  // A copy: slices would keep the page in memory.
  return structuredClone({ ...page, path, refs, refresh: page.refresh && resolved(page.refresh) });
}
