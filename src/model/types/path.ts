// Types of paths and URLs, and all of their conversions. These never throw, unlike `URL` and `decodeURI` on authors' texts.
import { trimEnd } from 'lodash-es';
import { attempt } from './attempt.js';

declare const brand: unique symbol;
type Brand<Name extends string> = string & { readonly [brand]: Name };

/** POSIX path from the content root, as on disk, the mount's prefix included. */
export type SourcePath = Brand<'SourcePath'>;
/** URL path that starts with the base path, as in Docusaurus's metadata: not percent-encoded. */
export type Permalink = Brand<'Permalink'>;
/** URL for an HTML attribute: percent-encoded. */
export type Href = Brand<'Href'>;
/** POSIX path of a file from the output folder. */
export type OutputPath = Brand<'OutputPath'>;

export const toSourcePath = (path: string): SourcePath => path as SourcePath;

/** Whether a path is a folder or below it; '' is the root. */
export const within = (path: string, folder: string) =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);
export const below = (path: string, folder: string) => (folder === '' ? path : path.slice(folder.length + 1));
export const joined = (folder: string, path: string) => toSourcePath(folder === '' ? path : `${folder}/${path}`);

/** Returns the folder before the first part of a glob with a wildcard, ending in a slash. */
export const folderOfGlob = (glob: string): string => glob.slice(0, glob.search(/[^/]*(?:[*?[{(!]|$)/));

/** `['/', 'docs', '/a//b/']` → `/docs/a/b/`: joined by one slash each, the last trailing slash kept. */
export function toPermalink(...parts: readonly string[]): Permalink {
  return `/${parts.join('/')}`.replace(/\/{2,}/g, '/') as Permalink;
}

export function withoutTrailingSlash(permalink: string): string {
  return permalink.length > 1 && permalink.endsWith('/') ? permalink.slice(0, -1) : permalink;
}

/** Returns possible names of a script, in the order of precedence. */
export const scriptNames = (name: string): readonly string[] =>
  ['ts', 'mts', 'mjs', 'js', 'cts', 'cjs'].map((ending) => `${name}.${ending}`);

/** `a/index.html` → `a`, `index.html` → ''. */
export const withoutIndex = (path: string): string => path.replace(/(?:^|\/)index\.html?$/i, '');

export function parseUrl(url: string, base?: string): URL | undefined {
  return URL.canParse(url, base) ? new URL(url, base) : undefined;
}

/** Splits a URL, without decoding. `query` starts with `?`, `fragment` is what follows `#`. `suffix` is both as written. */
export function splitUrl(url: string) {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(?:#([\s\S]*))?$/.exec(url) ?? [];
  return { path, query, fragment, suffix: url.slice(path.length) };
}

/** Decodes percent escapes. A text with a `%` outside an escape is returned unchanged. */
export function decodeAddress(text: string): string {
  return text.includes('%') ? (attempt(() => decodeURIComponent(text)) ?? text) : text;
}

/** Encodes a path or URL, except its delimiters. */
export const encodeAddress = (path: string): string => encodeURI(path.toWellFormed());

/** Encodes one segment, query value or fragment, including delimiters. */
export const encodePart = (text: string): string => encodeURIComponent(text.toWellFormed());

export const anchorHref = (id: string): Href => `#${encodePart(id)}` as Href;

/** Encodes a fragment, but keeps slashes and colons, which separate its words. */
export const readableAnchor = (id: string): Href => anchorHref(id).replace(/%(?:2F|3A)/g, decodeAddress) as Href;

/** Resolves a path in a page of the hub as a browser does, from the root of the host: `../x` in `/a/b/` → `/a/x`. */
export function resolvePath(path: string, from: string): string | undefined {
  const base = parseUrl(encodeAddress(from), anyHost);
  const url = base && parseUrl(encodeAddress(path), base.href);
  return url?.origin === anyHost ? url.pathname : undefined;
}

/** Whether a URL parser returns a path unchanged: no query, fragment, host or dot segments. */
export function isPathname(path: string): boolean {
  const url = parseUrl(path, anyHost);
  return url?.origin === anyHost && (url.pathname === path || url.pathname === encodeAddress(path));
}

const anyHost = 'https://docgen.invalid';

/** Matches texts without characters to encode. Most permalinks are such texts. */
const isUnreserved = /^[\w\-.~/]*$/;

/** Percent-encodes a permalink (escapes that an author wrote are not encoded twice), with an optional `#fragment`. */
export function toHref(permalink: Permalink, fragment = ''): Href {
  if (fragment === '' && isUnreserved.test(permalink)) return permalink as string as Href;
  const path = permalink
    .split('/')
    .map((segment) => encodePart(decodeAddress(segment)).replace(/%(?:40|3A|24|2B|2C|3B|3D)/g, decodeAddress))
    .join('/');
  return (fragment === '' ? path : `${path}#${encodeAddress(decodeAddress(fragment)).replaceAll('&', '%26')}`) as Href;
}

/** Form of pages: folders, whose URLs end in a slash, or files. With `.html`, permalinks that end in a slash are folders, others files with this ending. */
interface PageForm {
  readonly basePath: string;
  readonly trailingSlash: boolean | 'record' | '.html';
}

const isFile = (permalink: Permalink, { trailingSlash }: PageForm) =>
  trailingSlash === false || (trailingSlash === '.html' && !permalink.endsWith('/'));

/** Returns the output path of a page: `/base/docs/x` and `/base/docs/x/` → `docs/x/index.html`, or `docs/x.html`. */
export function toOutputPath(permalink: Permalink, form: PageForm): OutputPath {
  const { basePath } = form;
  const local = permalink.startsWith(basePath) ? permalink.slice(basePath.length) : permalink;
  const segments = local.split('/').filter((segment) => segment !== '');
  const path = segments.map((segment) => decodeAddress(segment).toWellFormed()).join('/');
  if (path === '') return 'index.html' as OutputPath;
  return (isFile(permalink, form) ? `${path}.html` : `${path}/index.html`) as OutputPath;
}

/** Returns the URL of a page that a static host serves without a redirect. Permalinks in `VersionMetadata` are Docusaurus's. */
export function pageHref(permalink: Permalink, form: PageForm): Href {
  const bare = withoutTrailingSlash(permalink);
  if (bare === '/') return toHref(bare as Permalink);
  if (bare === withoutTrailingSlash(form.basePath) || !isFile(permalink, form)) return toHref(`${bare}/` as Permalink);
  return toHref(`${bare}${form.trailingSlash || ''}` as Permalink);
}

/** Returns the URL of a page for search engines: that of its links, or its permalink. */
export function canonicalHref(permalink: Permalink, form: PageForm): Href {
  return form.trailingSlash === 'record' ? toHref(permalink) : pageHref(permalink, form);
}

/** Returns the output path of a file that is not a page. */
export const outputFile = (path: string): OutputPath => path as OutputPath;

export const frontFile = outputFile('index.html');

/** Whether this docgen or an earlier one writes assets to an output path, with any extension. */
export function isAssetPath(path: string): boolean {
  return /^assets\/[A-Za-z0-9_-]+\.[0-9a-f]{12}(?:\.[a-z0-9]+)?$/.test(path);
}

export const outputHref = (path: OutputPath, basePath: string): Href => toHref(toPermalink(basePath, path));

const windowsDevice = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
const gitFolder = /^\.git$|^git~\d+$/;
// Characters that HFS+ ignores in names, so that `.g<ZWNJ>it` is `.git` there.
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
/** Maximum segment of a path, in UTF-8 bytes, on every common file system. */
const maxSegmentBytes = 255;
/**
 * Maximum slug, in UTF-8 bytes. File systems accept paths of 1,024 (macOS) or 4,096 bytes (Linux), including the output folder.
 * Percent-encoded, a slug has at most three times as many characters, which every server accepts.
 */
const maxSlugBytes = 800;

/** Fast path: most segments match. */
const isPlain = /^[\w-]{1,255}$/;

export type SegmentFault = 'escapes' | 'too-long' | 'reserved';

/**
 * Returns why a segment of a permalink can't be a folder name, or undefined. `escapes`: it leaves its folder, or file systems or Git
 * treat it specially; `too-long`: over 255 bytes; `reserved`: invalid on Windows only.
 */
export function segmentFault(segment: string): SegmentFault | undefined {
  if (isPlain.test(segment)) return windowsDevice.test(segment) ? 'reserved' : undefined;
  const written = decodeAddress(segment);
  const name = written.normalize('NFC');
  const folded = trimEnd(name.replace(ignorable, '').toLowerCase(), '. ');
  if (name === '.' || name === '..' || /[\p{Cc}\p{Noncharacter_Code_Point}/\\]/u.test(name) || gitFolder.test(folded))
    return 'escapes';
  if (Math.max(Buffer.byteLength(written), Buffer.byteLength(name)) > maxSegmentBytes) return 'too-long';
  if (/[:*?"<>|]/.test(name) || /[. ]$/.test(name) || windowsDevice.test(name)) return 'reserved';
  return undefined;
}

/** Whether a path has a segment that leaves its folder, or that no page can be named. */
export function hasEscape(path: string): boolean {
  return path.split('/').some((segment) => segment !== '' && segmentFault(segment) === 'escapes');
}

/** Whether a name is valid for a folder on every system. */
export function isFolderName(name: unknown): boolean {
  return typeof name === 'string' && name !== '' && !name.includes('/') && segmentFault(name) === undefined;
}

/** Matches text that a config path can't contain if it becomes part of URLs: delimiters, spaces, `..` segments. */
export const notInPath = /[\\?#%"<>\s\p{Cc}]|(?:^|\/)\.\.?(?:\/|$)/u;

/** Cuts a slug and its segments so that file systems accept them. Shortened names end with a checksum of the original. */
export function fitSlug(slug: string): string {
  if (slug.length <= maxSlugBytes && slug.split('/').every((name) => name === '' || isPlain.test(name))) return slug;
  const fitted = slug
    .split('/')
    .map((segment) => (segmentFault(segment) === 'too-long' ? shorten(segment, segment, maxSegmentBytes) : segment))
    .join('/');
  if (bytesOf(fitted) <= maxSlugBytes) return fitted;
  const end = fitted.endsWith('/') ? '/' : '';
  const kept = ['']; // the path starts with a slash
  let length = end.length + checksum(slug).length + 1;
  for (const segment of fitted.split('/').filter(Boolean)) {
    length += bytesOf(segment) + 1;
    if (length > maxSlugBytes) break;
    kept.push(segment);
  }
  return `${kept.join('/')}/${checksum(slug).slice(1)}${end}`;
}

function bytesOf(segment: string): number {
  return Math.max(Buffer.byteLength(segment), Buffer.byteLength(decodeAddress(segment).normalize('NFC')));
}

/** Cuts a name to a number of bytes. It ends with a checksum of the original, so that two long names stay different. */
export function shorten(name: string, whole: string, maxBytes: number): string {
  const mark = checksum(whole);
  let bytes = mark.length;
  let cut = '';
  for (const char of name) {
    bytes += Math.max(Buffer.byteLength(char), Buffer.byteLength(char.normalize('NFC')));
    if (bytes > maxBytes) break;
    cut += char;
  }
  return cut + mark;
}

function checksum(text: string): string {
  let sum = 0;
  for (const char of text) sum = (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
  return `-${sum.toString(16).padStart(8, '0')}`;
}

/** Returns a key that is equal for output paths that are the same on a file system that ignores case or Unicode form. */
export function caseFold(path: string): string {
  if (isUnreserved.test(path)) return path.toLowerCase();
  return path.normalize('NFC').toLowerCase();
}

/** List of the files of a site except assets (recognized by their names), one path per line. A folder that contains it was built by docgen. */
export const manifestName = '.docgen-manifest';

/** Whether a relative path stays below its folder: names with slashes between them. */
export function isSitePath(path: unknown): path is string {
  return typeof path === 'string' && !/^$|[\0\\]/.test(path) && !path.split('/').some((part) => /^\.{0,2}$/.test(part));
}

/** Whether a path contains a hidden name: one that starts with a dot, except `.` and `..`. */
export const isHidden = (path: string): boolean => /(?:^|\/)\.(?!\.?(?:\/|$))/.test(path);

/** Returns the folders above a path, nearest first. */
export function ancestorsOf(path: string): string[] {
  const ancestors: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    ancestors.push(path.slice(0, end));
  return ancestors;
}

/** Returns the paths below a folder, from there. */
export const pathsBelow = (paths: readonly string[], folder: string): readonly string[] =>
  folder === '' ? paths : paths.flatMap((path) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : []));

/** Whether a link leads to another site, or starts with a protocol. */
export const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]*:|^\/\//i.test(text);

/** Returns the URL of a folder from the address of an editor, in which `:path` or `{path}` can be the path of a page. Undefined if it has another form. */
export function editUrlOf(address: unknown, folder = ''): string | undefined {
  const url = typeof address === 'string' ? address.replace(/(?::path|\{path\})$/, '') : undefined;
  return url !== undefined && /^https?:\/\/[^\s{}?#]+$/.test(url)
    ? `${trimEnd(url, '/')}/${folder}`.replace(/\/$/, '')
    : undefined;
}
