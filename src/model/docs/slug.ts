// Computes URLs of docs and folders from their paths, by Docusaurus's rules.
import { posix } from 'node:path';
import { stripNumberPrefixes } from '../content/parse/number-prefix.js';
import { cleanName } from '../input/text.js';
import { fitSlug, isPathname, type Permalink, toPermalink } from '../types/path.js';

/** Location of a doc in its folders. `dir` is `.` at the root. */
export interface SlugInput {
  readonly dir: string;
  /** File name without extension, with its number prefix. */
  readonly baseName: string;
  readonly baseId: string;
  readonly frontMatterSlug: string | undefined;
  readonly parseNumberPrefixes: boolean;
  /** Folder of the hub at which the doc's content folder is mounted, '' for the root. */
  readonly root: string;
}

/** Whether a file is the doc of its folder: an index, a readme, or a file with the name of the folder. */
export function isCategoryIndex(path: string): boolean {
  return isIndexOf(posix.dirname(path), posix.basename(path, posix.extname(path)));
}

function isIndexOf(dir: string, baseName: string): boolean {
  const name = baseName.toLowerCase();
  return name === 'index' || name === 'readme' || name === posix.basename(dir).toLowerCase();
}

/** `01-a/b` → `/a/b/`; the root → `/`. */
function directorySlug(dir: string, parseNumberPrefixes = true): string {
  if (dir === '.') return '/';
  const clean = cleanName(dir).value;
  return `/${parseNumberPrefixes ? stripNumberPrefixes(clean) : clean}/`;
}

/** Returns the prefix of all slugs of a content folder that is mounted at `root`: '' for the root of the hub, `/a` for `01-a`. */
export function rootSlug(root: string, parseNumberPrefixes = true): string {
  return root === '' ? '' : directorySlug(root, parseNumberPrefixes).slice(0, -1);
}

/** Returns the permalinks of the pages of all folders. `slugOf` returns the URL of a folder by the rule of its generator. */
export function folderPermalinks(
  { basePath, routeBase }: { readonly basePath: string; readonly routeBase: string },
  slugOf: (dir: string) => string | undefined,
): (dir: string) => Permalink {
  return (dir) => toPermalink(basePath, routeBase, fitSlug(slugOf(dir) ?? directorySlug(dir)));
}

/** Returns the slug of a doc without a `slug` in front matter. */
export function defaultSlug({ dir, baseName, baseId, parseNumberPrefixes }: SlugInput): string {
  const folder = directorySlug(dir, parseNumberPrefixes);
  return isIndexOf(dir, baseName) ? folder : `${folder}${baseId}`;
}

/**
 * Returns the slug of a doc, or undefined if its front matter sets one that is not a path or leaves the doc's content folder.
 * Rule: Docusaurus's slug computation, with each content folder as an instance of the docs plugin: a slash at the beginning is
 * the folder's root. Unlike in Docusaurus, `..` above the root is an error and is not removed.
 */
export function computeSlug(input: SlugInput): string | undefined {
  const { frontMatterSlug: wanted, parseNumberPrefixes } = input;
  if (!wanted) return defaultSlug(input);
  const root = rootSlug(input.root, parseNumberPrefixes);
  const slug = wanted.startsWith('/')
    ? `${root}${wanted}`
    : resolveUrlPath(wanted, directorySlug(input.dir, parseNumberPrefixes));
  return slug?.startsWith(`${root}/`) && isPathname(slug) ? slug : undefined;
}

/** Resolves a path: `../x` in `/a/b/` → `/a/x`. Undefined above the root. If the last segment is `.`, `..` or empty, the result ends in a slash. */
function resolveUrlPath(path: string, from: string): string | undefined {
  const out: string[] = [];
  const segments = [...from.split('/').slice(1, -1), ...path.split('/')];
  for (const segment of segments) {
    if (segment === '..') {
      if (out.pop() === undefined) return undefined;
    } else if (segment !== '.') out.push(segment);
  }
  const last = segments.at(-1);
  const joined = `/${out.join('/')}`;
  return (last === '.' || last === '..') && !joined.endsWith('/') ? `${joined}/` : joined;
}
