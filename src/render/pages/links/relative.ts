// A site whose pages name everything from where they stand, files by their names: it opens from a folder, an archive or any path of a host.
import {
  decodeAddress,
  type OutputPath,
  outputFile,
  outputHref,
  parseUrl,
  toHref,
  toPermalink,
} from '../../../model/path.js';
import type { Site } from '../../../model/site.js';
import type { Content, OutputFile } from '../../output-file.js';
import { copiedMarkup } from './copied-markup.js';

/** A file of the site: the segments of its path as an address has them, and as they are on disk. */
interface Target {
  readonly segments: readonly string[];
  readonly names: readonly string[];
  /** Query and fragment. */
  readonly rest: string;
}

/** Addresses whose targets are remembered. */
const mostRemembered = 100_000;

const anyHost = 'https://docgen.invalid';

/** Makes the addresses in pages relative; what is no page is returned as it is. `paths` are the files of the site, but for assets. */
export function relativePages(
  { config }: Pick<Site, 'config'>,
  paths: Iterable<string>,
): (file: OutputFile) => OutputFile {
  const meaningOf = meanings(config, new Set(paths));
  const known = new Map<string, Target | string>();
  return (file) => {
    if (file.bytes === undefined || !/\.html?$/i.test(file.path)) return file;
    const folder = file.path.split('/').slice(0, -1);
    const rename = (address: string) => {
      const found = known.get(address) ?? meaningOf(address, file.path);
      if (address.startsWith('/') && known.size < mostRemembered) known.set(address, found);
      return typeof found === 'string' ? found : fromFolder(folder, found);
    };
    return { path: file.path, bytes: copiedMarkup(textOf(file.bytes), rename) };
  };
}

/** What an address in a page means: a file of the site, or an address that means the same everywhere. */
function meanings(
  { basePath, url: host }: Site['config'],
  paths: ReadonlySet<string>,
): (address: string, page: OutputPath) => Target | string {
  const base = toHref(toPermalink(basePath));
  return (address, page) => {
    if (/^(?:$|[#?])/.test(address)) return address;
    const url = parseUrl(address, anyHost + outputHref(page, basePath));
    if (!url) return address;
    // Browsers read `//host` in a file as one that is on another machine.
    if (url.origin !== anyHost) return /^[\\/]/.test(address) ? url.href : address;
    const rest = /[?#][\s\S]*$/.exec(address)?.[0] ?? '';
    const { pathname } = url;
    const isHere = pathname.startsWith(base) || `${pathname}/` === base;
    if (!isHere) return address.startsWith('/') && host !== '' ? host + pathname + rest : address;
    const local = pathname.slice(base.length);
    const path = local + ending(decodeAddress(local), paths);
    const segments = path.split('/');
    return segments.includes('') ? address : { segments, names: segments.map(decodeAddress), rest };
  };
}

/** What a host adds to a path to find the file. */
function ending(path: string, paths: ReadonlySet<string>): string {
  if (path === '' || path.endsWith('/')) return 'index.html';
  return ['', '.html', '/index.html'].find((end) => paths.has(path + end)) ?? '';
}

/** A first segment with a colon would be the scheme of the address. */
function fromFolder(folder: readonly string[], { segments, names, rest }: Target): string {
  const last = Math.min(folder.length, names.length - 1);
  let common = 0;
  while (common < last && folder[common] === names[common]) common += 1;
  const path = '../'.repeat(folder.length - common) + segments.slice(common).join('/') + rest;
  return /^[^/?#]*:/.test(path) ? `./${path}` : path;
}

function textOf(bytes: Content): string {
  if (typeof bytes === 'string') return bytes;
  const pieces = bytes instanceof Uint8Array ? [bytes] : bytes;
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as Uint8Array))).toString('utf8');
}

/** The address of a file in a stylesheet, which stands in `assets/`. */
export function fromStylesheet(path: string): string {
  return `..${outputHref(outputFile(path), '/')}`;
}
