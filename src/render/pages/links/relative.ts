// Portable build: makes the URLs in pages relative and adds file names, so that the site opens from a folder, an archive or any path of a host.

import type { Site } from '../../../model/site/site.js';
import {
  decodeAddress,
  type OutputPath,
  outputFile,
  outputHref,
  parseUrl,
  toHref,
  toPermalink,
} from '../../../model/types/path.js';
import { bytesOf, type OutputFile } from '../../base/output-file.js';
import { copiedMarkup } from './copied-markup.js';

/** A file of the site: the encoded and the decoded segments of its path. */
interface Target {
  readonly segments: readonly string[];
  readonly names: readonly string[];
  /** Query and fragment. */
  readonly rest: string;
}

/** Maximum number of cached targets. */
const maxRememberedUrls = 100_000;

const anyHost = 'https://docgen.invalid';

/** Returns a function that makes the URLs in pages relative and returns other files unchanged. `paths` are the files of the site except assets. */
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
      if (address.startsWith('/') && known.size < maxRememberedUrls) known.set(address, found);
      return typeof found === 'string' ? found : fromFolder(folder, found);
    };
    return { path: file.path, bytes: copiedMarkup(bytesOf(file.bytes).toString(), rename) };
  };
}

/** Returns a function that resolves a URL: to a file of the site, or to an absolute URL. */
function meanings(
  { basePath, url: host }: Site['config'],
  paths: ReadonlySet<string>,
): (address: string, page: OutputPath) => Target | string {
  const base = toHref(toPermalink(basePath));
  return (address, page) => {
    if (/^(?:$|[#?])/.test(address)) return address;
    const url = parseUrl(address, anyHost + outputHref(page, basePath));
    if (!url) return address;
    // In a page from a disk, browsers resolve `//host` to a file on another machine.
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

/** Returns the suffix that a host adds to a path to find the file. */
function ending(path: string, paths: ReadonlySet<string>): string {
  if (path === '' || path.endsWith('/')) return 'index.html';
  return ['', '.html', '/index.html'].find((end) => paths.has(path + end)) ?? '';
}

/** Returns the relative URL of a target. If the first segment contains a colon, adds `./`, because it would be parsed as a scheme. */
function fromFolder(folder: readonly string[], { segments, names, rest }: Target): string {
  const last = Math.min(folder.length, names.length - 1);
  let common = 0;
  while (common < last && folder[common] === names[common]) common += 1;
  const path = '../'.repeat(folder.length - common) + segments.slice(common).join('/') + rest;
  return /^[^/?#]*:/.test(path) ? `./${path}` : path;
}

/** Returns the URL of a file for a stylesheet in `assets/`. */
export function fromStylesheet(path: string): string {
  return `..${outputHref(outputFile(path), '/')}`;
}
