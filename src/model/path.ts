// The four spellings of where a thing is, and the only conversions between them.

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

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // a lone `%` in a file name stands for itself
  }
}

/** Percent-encodes a permalink (escapes that an author wrote are not encoded twice), with an optional `#fragment`. */
export function toHref(permalink: Permalink, fragment = ''): Href {
  const path = permalink
    .split('/')
    .map((segment) =>
      encodeURIComponent(decodeSegment(segment)).replace(/%(?:40|3A|24|2B|2C|3B|3D)/g, decodeURIComponent),
    )
    .join('/');
  return (fragment === '' ? path : `${path}#${encodeURI(decodeSegment(fragment)).replaceAll('&', '%26')}`) as Href;
}

/** Where the page of a permalink is written: `/base/docs/x` and `/base/docs/x/` → `docs/x/index.html`. */
export function toOutputPath(permalink: Permalink, basePath: string): OutputPath {
  const local = permalink.startsWith(basePath) ? permalink.slice(basePath.length) : permalink;
  const segments = local.split('/').filter((segment) => segment !== '');
  return [...segments.map(decodeSegment), 'index.html'].join('/') as OutputPath;
}

/** A file that is no page, by its path from the out folder: `assets/styles.css`. */
export function outputFile(path: string): OutputPath {
  return path as OutputPath;
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
export const longestSegment = 255;

export type SegmentFault = 'escapes' | 'too-long' | 'reserved';

/**
 * Why a segment of a permalink cannot be a folder name, or undefined. `escapes`: it leaves its folder or names something that the
 * file system or git treats specially; `too-long`: over 255 bytes; `reserved`: Windows cannot hold it, other systems can.
 */
export function segmentFault(segment: string): SegmentFault | undefined {
  const name = decodeSegment(segment).normalize('NFC');
  const folded = name
    .replace(ignorable, '')
    .toLowerCase()
    .replace(/[. ]+$/, '');
  if (name === '.' || name === '..' || /[\u0000-\u001f\u007f-\u009f/\\]/.test(name) || gitFolder.test(folded))
    return 'escapes';
  if (Buffer.byteLength(name) > longestSegment) return 'too-long';
  if (/[:*?"<>|]/.test(name) || /[. ]$/.test(name) || windowsDevice.test(name)) return 'reserved';
  return undefined;
}

/** The key under which two output paths meet on a disk that ignores case or Unicode form. */
export function caseFold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
