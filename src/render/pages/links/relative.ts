// Portable build: makes the URLs in pages relative and adds file names, so that the site opens from a folder, an archive or any path of a host. Leaves out metadata for
// link previews and search engines, which read the page at its canonical URL. Everything else stays byte for byte.
import { escape as escaped } from 'lodash-es';
import { type Attribute, type Tag, tokenizeTags } from '../../../markup/tags.js';
import type { Site } from '../../../model/site/site.js';
import {
  decodeAddress,
  type OutputPath,
  outputFile,
  outputHref,
  parseUrl,
  splitUrl,
  toHref,
  toPermalink,
} from '../../../model/types/path.js';
import { bytesOf, type OutputFile } from '../../base/output-file.js';

/** A file of the site: the encoded and the decoded segments of its path. */
interface Target {
  readonly segments: readonly string[];
  readonly names: readonly string[];
  readonly rest: string;
}

const maxRememberedUrls = 100_000;

const anyHost = 'https://docgen.invalid';

/** Makes the URLs in pages relative. `paths` are the files of the site except assets. */
export function relativePages(site: Pick<Site, 'config'>, paths: Iterable<string>): (file: OutputFile) => OutputFile {
  const { config } = site;
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

/** Resolves URLs to files of the site, or to absolute URLs. */
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
    const rest = splitUrl(address).suffix;
    const { pathname } = url;
    const isHere = pathname.startsWith(base) || `${pathname}/` === base;
    if (!isHere) return address.startsWith('/') && host !== '' ? host + pathname + rest : address;
    const local = pathname.slice(base.length);
    const path = local + ending(decodeAddress(local), paths);
    const segments = path.split('/');
    return segments.includes('') ? address : { segments, names: segments.map(decodeAddress), rest };
  };
}

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
export const fromStylesheet = (path: string): string => `..${outputHref(outputFile(path), '/')}`;

const addresses = new Set(['href', 'src', 'poster', 'xlink:href', 'cite', 'data', 'action', 'formaction']);
const imageLists = new Set(['srcset', 'imagesrcset']);
const microdata = new Set(['itemscope', 'itemtype', 'itemprop']);

/** Converts a page with a browser's tokenizer, in linear time. `rename` gets each decoded URL. */
export function copiedMarkup(html: string, rename: (address: string) => string): string {
  let [done, end] = ['', 0];
  const replace = (start: number, behind: number, text: string) => {
    done += html.slice(end, start) + text;
    end = behind;
  };
  const change = (tag: Tag, attribute: Attribute, renamed: (value: string) => string) => {
    const value = tag.valueOf(attribute);
    const wanted = renamed(value);
    if (wanted !== value) replace(attribute.valueStart, attribute.valueEnd, escaped(wanted)); // also for a value without quotes
  };
  const changeMeta = (tag: Tag) => {
    const content = tag.find('content');
    const isPreview = tag.get('property')?.startsWith('og:') && tag.get('name') === undefined;
    if (isPreview || tag.find('itemprop')) replace(tag.offset, tag.end, '');
    else if (content && tag.get('http-equiv')?.toLowerCase() === 'refresh')
      change(tag, content, (value) => renamedRefresh(value, rename));
  };
  tokenizeTags(html, {
    onTag(tag) {
      if (tag.name === 'meta') return changeMeta(tag);
      for (const attribute of tag.attributes) {
        if (addresses.has(attribute.name)) change(tag, attribute, rename);
        else if (imageLists.has(attribute.name)) change(tag, attribute, (value) => renamedList(value, rename));
        else if (microdata.has(attribute.name))
          replace(attribute.start - (/\s/.test(html[attribute.start - 1] ?? '') ? 1 : 0), attribute.end, '');
      }
    },
  });
  return done + html.slice(end);
}

/** Renames the URLs of a `srcset`. They start with a slash, and size descriptors don't. */
function renamedList(value: string, rename: (address: string) => string): string {
  return value.replace(/(?<=^|[\s,])\/\S*?(?=,?(?:\s|$))/g, rename);
}

function renamedRefresh(value: string, rename: (address: string) => string): string {
  return value.replace(/^(\s*[\d.]+\s*[;,]\s*url=)([\s\S]*)$/i, (_, before: string, to: string) => before + rename(to));
}
