// The four spellings of where a thing is, and the only conversions between them. All decoding and encoding of addresses stands here:
// authors write what `URL` and `decodeURI` throw on, so none of these functions throws.

declare const brand: unique symbol;
type Brand<Name extends string> = string & { readonly [brand]: Name };

/** POSIX path from the content root, as on disk, the mount's prefix included. */
export type SourcePath = Brand<'SourcePath'>;
/** URL path that begins with the base path, as the records hold it: not percent-encoded. */
export type Permalink = Brand<'Permalink'>;
/** URL fit for an HTML attribute's value: percent-encoded. */
export type Href = Brand<'Href'>;
/** POSIX path of a file from the out folder. */
export type OutputPath = Brand<'OutputPath'>;

export function toSourcePath(path: string): SourcePath {
  return path as SourcePath;
}

/** `['/', 'docs', '/a//b/']` → `/docs/a/b/`: joined by one slash each, the last trailing slash kept. */
export function toPermalink(...parts: readonly string[]): Permalink {
  return `/${parts.join('/')}`.replace(/\/{2,}/g, '/') as Permalink;
}

/** The permalink as other tools may spell it: without the slash at its end, `/` for the root. */
export function withoutTrailingSlash(permalink: string): string {
  return permalink.length > 1 && permalink.endsWith('/') ? permalink.slice(0, -1) : permalink;
}

/** An address as a browser reads it, or undefined where it is not a valid URL. */
export function parseUrl(url: string, base?: string): URL | undefined {
  return URL.canParse(url, base) ? new URL(url, base) : undefined;
}

/** The scheme of an address as `URL` has it, with its colon; '' where it is not a valid URL. To ask whether it is one costs less than to parse it. */
export function protocolOf(url: string): string {
  const written = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0];
  if (written === undefined) return parseUrl(url)?.protocol ?? '';
  return URL.canParse(url) ? written.toLowerCase() : '';
}

/** Percent escapes as what they stand for; a text with a `%` outside an escape is returned unchanged. */
export function decodeAddress(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A path, or a whole address, with its delimiters kept. */
export function encodeAddress(path: string): string {
  return encodeURI(path.toWellFormed());
}

/** One segment, query value or fragment: delimiters are encoded as well. */
export function encodePart(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The address of an element of the page that it stands in. */
export function anchorHref(id: string): Href {
  return `#${encodePart(id)}` as Href;
}

/** The same for a fragment in which slashes and colons part its words. */
export function readableAnchor(id: string): Href {
  return anchorHref(id).replace(/%(?:2F|3A)/g, decodeAddress) as Href;
}

/** The address that a browser makes of a path in a page of the hub, from the root of the host: `../x` in `/a/b/` → `/a/x`. */
export function resolvePath(path: string, from: string): string | undefined {
  const base = parseUrl(encodeAddress(from), anyHost);
  const url = base && parseUrl(encodeAddress(path), base.href);
  return url?.origin === anyHost ? url.pathname : undefined;
}

/** True for a path that a URL parser gives back as it is: no query, fragment, host or dot segments. */
export function isPathname(path: string): boolean {
  const url = parseUrl(path, anyHost);
  return url?.origin === anyHost && (url.pathname === path || url.pathname === encodeAddress(path));
}

const anyHost = 'https://docgen.invalid';

/** Characters that stand for themselves in every part of an address: most permalinks have no others. */
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

/** How pages are written and named: as folders, with a slash at the end of their addresses, or as files. */
export interface PageForm {
  readonly basePath: string;
  readonly trailingSlash: boolean;
}

/** Where the page of a permalink is written: `/base/docs/x` and `/base/docs/x/` → `docs/x/index.html`, or `docs/x.html`. */
export function toOutputPath(permalink: Permalink, { basePath, trailingSlash }: PageForm): OutputPath {
  const local = permalink.startsWith(basePath) ? permalink.slice(basePath.length) : permalink;
  const segments = local.split('/').filter((segment) => segment !== '');
  const path = segments.map((segment) => decodeAddress(segment).toWellFormed()).join('/');
  if (path === '') return 'index.html' as OutputPath;
  return (trailingSlash ? `${path}/index.html` : `${path}.html`) as OutputPath;
}

/** The address of a page, as a static host serves it without a redirect. The records' permalinks are as Docusaurus has them. */
export function pageHref(permalink: Permalink, { basePath, trailingSlash }: PageForm): Href {
  const bare = withoutTrailingSlash(permalink);
  const isRoot = bare === '/' || bare === withoutTrailingSlash(basePath);
  return toHref((bare !== '/' && (trailingSlash || isRoot) ? `${bare}/` : bare) as Permalink);
}

/** A file that is not a page, by its path from the out folder: `assets/styles.css`. */
export function outputFile(path: string): OutputPath {
  return path as OutputPath;
}

/** The page at the root of the site. */
export const frontFile = outputFile('index.html');

/** Whether a path of the out folder is one that assets are written to, or were by an earlier docgen: with any extension. */
export function isAssetPath(path: string): boolean {
  return /^assets\/[A-Za-z0-9_-]+\.[0-9a-f]{12}(?:\.[a-z0-9]+)?$/.test(path);
}

/** The URL of a file of the out folder. */
export function outputHref(path: OutputPath, basePath: string): Href {
  return toHref(toPermalink(basePath, path));
}

const windowsDevice = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
const gitFolder = /^\.git$|^git~\d+$/;
// Characters that HFS+ ignores in names, so that `.g<ZWNJ>it` is `.git` there.
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
/** Longest segment of a path, in UTF-8 bytes, that every common file system takes. */
const longestSegment = 255;
/**
 * Longest slug, in UTF-8 bytes as its file is named. Systems take whole paths of 1,024 (macOS) or 4,096 bytes (Linux), of which the out
 * folder needs its part; percent-encoded the slug has at most three times as many characters, which every server takes.
 */
const longestSlug = 800;

/** Most segments are such ones. */
const isPlain = /^[\w-]{1,255}$/;

export type SegmentFault = 'escapes' | 'too-long' | 'reserved';

/**
 * Why a segment of a permalink cannot be a folder name, or undefined. `escapes`: it leaves its folder or names something that the
 * file system or git treats specially; `too-long`: over 255 bytes; `reserved`: Windows cannot hold it, other systems can.
 */
export function segmentFault(segment: string): SegmentFault | undefined {
  if (isPlain.test(segment)) return windowsDevice.test(segment) ? 'reserved' : undefined;
  const written = decodeAddress(segment);
  const name = written.normalize('NFC');
  const folded = name
    .replace(ignorable, '')
    .toLowerCase()
    .replace(/[. ]+$/, '');
  if (name === '.' || name === '..' || /[\p{Cc}\p{Noncharacter_Code_Point}/\\]/u.test(name) || gitFolder.test(folded))
    return 'escapes';
  if (Math.max(Buffer.byteLength(written), Buffer.byteLength(name)) > longestSegment) return 'too-long';
  if (/[:*?"<>|]/.test(name) || /[. ]$/.test(name) || windowsDevice.test(name)) return 'reserved';
  return undefined;
}

/** True where a segment of a path leaves its folder, or names what no page may be. */
export function hasEscape(path: string): boolean {
  return path.split('/').some((segment) => segment !== '' && segmentFault(segment) === 'escapes');
}

/** True for a name that a folder can have on every system. */
export function isFolderName(name: unknown): boolean {
  return typeof name === 'string' && name !== '' && !name.includes('/') && segmentFault(name) === undefined;
}

/** What no path of a config that becomes a part of addresses may hold: delimiters, spaces, segments that climb. */
export const notInPath = /[\\?#%"<>\s\p{Cc}]|(?:^|\/)\.\.?(?:\/|$)/u;

/** A slug that file systems accept: segments and the whole are cut where they are too long, with a checksum of the original. */
export function fitSlug(slug: string): string {
  if (slug.length <= longestSlug && slug.split('/').every((name) => name === '' || isPlain.test(name))) return slug;
  const fitted = slug
    .split('/')
    .map((segment) => (segmentFault(segment) === 'too-long' ? shorten(segment, segment, longestSegment) : segment))
    .join('/');
  if (bytesOf(fitted) <= longestSlug) return fitted;
  const end = fitted.endsWith('/') ? '/' : '';
  const kept = ['']; // before the first slash
  let length = end.length + checksum(slug).length + 1;
  for (const segment of fitted.split('/').filter(Boolean)) {
    length += bytesOf(segment) + 1;
    if (length > longestSlug) break;
    kept.push(segment);
  }
  return `${kept.join('/')}/${checksum(slug).slice(1)}${end}`;
}

function bytesOf(segment: string): number {
  return Math.max(Buffer.byteLength(segment), Buffer.byteLength(decodeAddress(segment).normalize('NFC')));
}

/** A name cut to a number of bytes, with the checksum of the original at its end, so that two long names stay different. */
export function shorten(name: string, whole: string, most: number): string {
  const mark = checksum(whole);
  let bytes = mark.length;
  let cut = '';
  for (const char of name) {
    bytes += Math.max(Buffer.byteLength(char), Buffer.byteLength(char.normalize('NFC')));
    if (bytes > most) break;
    cut += char;
  }
  return cut + mark;
}

function checksum(text: string): string {
  let sum = 0;
  for (const char of text) sum = (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
  return `-${sum.toString(16).padStart(8, '0')}`;
}

/** The same key for output paths that are one on a file system that ignores case or Unicode form. */
export function caseFold(path: string): string {
  if (isUnreserved.test(path)) return path.toLowerCase();
  return path.normalize('NFC').toLowerCase();
}

/** List of the files of a site but its assets, whose names tell them, one path a line; a folder that holds it was made by docgen. */
export const manifestName = '.docgen-manifest';

/** True for the path of a file that stays below the folder it is taken from: names, with slashes between them. */
export function isSitePath(path: unknown): path is string {
  return typeof path === 'string' && !/^$|[\0\\]/.test(path) && !path.split('/').some((part) => /^\.{0,2}$/.test(part));
}
