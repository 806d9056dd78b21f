// Images and downloads that pages name. A file is published under a name that holds a hash of its content, so that a changed file is a
// new address and the old one may be cached for ever.
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { posix } from 'node:path';
import { imageSize } from 'image-size';
import type { StaticFile } from '../../../model/content/named-files.js';
import { publishedExtension } from '../../../model/content/published-names.js';
import type { Diagnostic, Place } from '../../../model/diagnostics/diagnostic.js';
import { activeContent } from '../../../model/diagnostics/links.js';
import { tooLarge, unreadable } from '../../../model/diagnostics/reading.js';
import { activeSvg } from '../../../model/diagnostics/rendering.js';
import { type Href, type OutputPath, outputFile, outputHref, type SourcePath } from '../../../model/path.js';
import { readOnly, stampOf } from '../../../model/regular-file.js';
import type { Site } from '../../../model/site.js';
import { sha256 } from '../../hash.js';
import type { FileVersion, OutputFile } from '../../output-file.js';
import { type ContentFault, type SafeContent, safeContent } from './asset-kinds.js';

/** A file that pages name: below `assets/` in the out folder, or a static file in its place. */
export interface Asset {
  readonly href: Href;
  /** In CSS pixels, where the file is an image that says so. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
  /** Undefined for a static file, which is published by itself. */
  readonly file: OutputFile | undefined;
}

/** What a content file is as an asset. */
export interface ContentAsset {
  readonly source: SourcePath;
  /** The file that was read; undefined where its name alone decided. */
  readonly version: FileVersion | undefined;
  /** Undefined where it is not published. */
  readonly asset: Asset | undefined;
  /** Why it is not published, or not whole: DG301, DG305, DG604 or DG706. */
  readonly problem: ((place: Place) => Diagnostic) | undefined;
}

const largestAsset = 100 * 1024 * 1024;

/** An asset of docgen's own. */
export function ownAsset(name: string, bytes: Uint8Array, basePath: string): Asset & { readonly file: OutputFile } {
  const path = assetPath(name, bytes);
  return { href: outputHref(path, basePath), size: undefined, file: { path, bytes } };
}

/** An image of the owner's, with its size. */
export function imageAsset(name: string, bytes: Uint8Array, basePath: string): Asset & { readonly file: OutputFile } {
  return { ...ownAsset(name, bytes, basePath), size: sizeOf(bytes, posix.extname(name).toLowerCase()) };
}

/** Gives the asset that a content file becomes; each file is read once, and its bytes are not held. */
export function contentAssets({
  files,
  statics,
  config,
}: Pick<Site, 'files' | 'statics' | 'config'>): (source: SourcePath) => ContentAsset {
  const known = new Map<SourcePath, ContentAsset>();
  const published = new Map([...statics.values()].map((file) => [file.source, file]));
  return (source) => {
    const inPlace = published.get(source);
    const asset =
      known.get(source) ??
      (inPlace ? inPlaceAsset(inPlace, config.basePath) : readAsset(source, files.get(source) ?? '', config.basePath));
    known.set(source, asset);
    return asset;
  };
}

/** A static file as pages name it. */
function inPlaceAsset(file: StaticFile, basePath: string): ContentAsset {
  const href = outputHref(outputFile(file.path), basePath);
  const extension = posix.extname(file.path).toLowerCase();
  if (!file.isOwned) {
    const read = readAsset(file.source, file.file, basePath);
    return read.asset ? { ...read, asset: { href, size: read.asset.size, file: undefined } } : read;
  }
  const read = hasSize.test(extension) ? readRegularFile(file.source, file.file) : undefined;
  const size = read && 'bytes' in read ? sizeOf(read.bytes, extension) : undefined;
  return { source: file.source, version: read?.version, asset: { href, size, file: undefined }, problem: undefined };
}

/** What is published of a static file: all of its owner's, else what is neither markup nor an active image. */
export function staticOutput({ source, file, path, isOwned }: StaticFile): Omit<ContentAsset, 'asset'> & {
  readonly output: OutputFile | undefined;
} {
  const extension = publishedExtension(path) ?? '';
  const head = isOwned ? 0 : extension === '.svg' ? undefined : headSize;
  const read = readRegularFile(source, file, head);
  const { version } = read;
  if ('problem' in read) return { source, version, output: undefined, problem: read.problem };
  if (isOwned) return { source, version, output: { path: outputFile(path), copyOf: version }, problem: undefined };
  const content = safeContent(read.bytes, extension);
  const output = 'fault' in content ? undefined : outputOf(outputFile(path), content, { extension, version });
  return { source, version, output, problem: problemOf(path, content) };
}

function readAsset(source: SourcePath, file: string, basePath: string): ContentAsset {
  const name = posix.basename(source);
  const without = (problem: ContentAsset['problem'], version?: FileVersion): ContentAsset => ({
    source,
    version,
    asset: undefined,
    problem,
  });
  const extension = publishedExtension(name);
  if (extension === undefined) return without((place) => activeContent({ url: name }, place));
  const read = readRegularFile(source, file);
  const { version } = read;
  if ('problem' in read) return without(read.problem, version);
  const { bytes } = read;
  const content = safeContent(bytes, extension);
  const problem = problemOf(name, content);
  if ('fault' in content) return without(problem, version);
  const path = assetPath(name, content.bytes);
  const output = outputOf(path, content, { extension, version });
  const asset = { href: outputHref(path, basePath), size: sizeOf(content.bytes, extension), file: output };
  return { source, version, asset, problem };
}

/** An SVG is published as it was printed anew, any other file as a copy. */
function outputOf(
  path: OutputPath,
  { bytes }: SafeContent,
  { extension, version }: { readonly extension: string; readonly version: FileVersion },
): OutputFile {
  return extension === '.svg' ? { path, bytes } : { path, copyOf: version };
}

function problemOf(url: string, content: SafeContent | ContentFault): ContentAsset['problem'] {
  if ('fault' in content) {
    const { fault, isMarkup } = content;
    return (place) => (isMarkup ? activeContent({ url }, place) : activeSvg({ url, fault, dropped: [] }, place));
  }
  const { dropped } = content;
  return dropped.length === 0 ? undefined : (place) => activeSvg({ url, fault: undefined, dropped }, place);
}

/** `assets/` and the name, cut and cleaned, with a hash of the content in it. */
function assetPath(name: string, bytes: Uint8Array): OutputPath {
  const extension = posix.extname(name);
  const stem = posix
    .basename(name, extension)
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, 60);
  return outputFile(`assets/${stem || 'file'}.${sha256(bytes).slice(0, 12)}${extension.toLowerCase()}`);
}

type ReadFile = { readonly version: FileVersion } & (
  | { readonly bytes: Buffer }
  | { readonly problem: (place: Place) => Diagnostic }
);

/** Bytes from which a file's kind is told. */
const headSize = 4096;

/** Reads a file, or its beginning; with a beginning of no bytes any size is right. */
function readRegularFile(source: SourcePath, file: string, head?: number): ReadFile {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, readOnly);
    const stats = fstatSync(descriptor);
    const { size } = stats;
    const version = { source, file, stamp: stampOf(stats) };
    if (!stats.isFile()) throw Object.assign(new Error(), { code: 'not a regular file' });
    if (size > largestAsset && head !== 0)
      return { version, problem: (place) => tooLarge({ size, limit: largestAsset }, place) };
    if (head === undefined) return { version, bytes: readFileSync(descriptor) };
    const bytes = Buffer.alloc(Math.min(head, size));
    return { version, bytes: bytes.subarray(0, head === 0 ? 0 : readSync(descriptor, bytes, 0, bytes.length, 0)) };
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    // No file has that stamp: the next build tries again.
    return {
      version: { source, file, stamp: '' },
      problem: (place) => unreadable({ reason: `${source}: ${reason}` }, place),
    };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

const hasSize = /^\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico)$/;

function sizeOf(bytes: Uint8Array, extension: string): Asset['size'] {
  if (!hasSize.test(extension)) return undefined;
  try {
    const { width, height } = imageSize(bytes);
    return width > 0 && height > 0 ? { width: Math.round(width), height: Math.round(height) } : undefined;
  } catch {
    return undefined;
  }
}
