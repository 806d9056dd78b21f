// Images and downloads that pages reference. Their names contain a hash of the content, so browsers can cache them forever. Their bytes determine whether they can
// be published. The model checks file names.
import { readFileSync, readSync } from 'node:fs';
import { posix } from 'node:path';
import { imageSize } from 'image-size';
import { memoize } from 'lodash-es';
import type { StaticFile } from '../../../model/content/read-hub.js';
import { type Diagnostic, type Place, problem } from '../../../model/diagnostics/diagnostic.js';
import { sha256 } from '../../../model/input/hash.js';
import { statSignature, withRegular } from '../../../model/input/regular-file.js';
import { publishedExtension } from '../../../model/site/publish-statics.js';
import type { Site } from '../../../model/site/site.js';
import { attempt } from '../../../model/types/attempt.js';
import { type Href, type OutputPath, outputFile, outputHref, type SourcePath } from '../../../model/types/path.js';
import type { FileVersion, OutputFile } from '../../base/output-file.js';
import { sanitizeSvg } from '../../svg/print.js';

/** A published file that pages reference: below `assets/`, or a static file. */
export interface Asset {
  readonly href: Href;
  /** Size in CSS pixels, if the file is an image with a known size. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
  /** The output file. Undefined for a static file, which is published separately. */
  readonly file: OutputFile | undefined;
}

export interface ContentAsset {
  readonly source: SourcePath;
  /** The file that was read. Undefined if its name was sufficient. */
  readonly version: FileVersion | undefined;
  readonly asset: Asset | undefined;
  /** Diagnostic if the file is not published, or not completely: DG301, DG305, DG604 or DG706. */
  readonly diagnose: ((place: Place) => Diagnostic) | undefined;
}

const maxAssetBytes = 100 * 1024 * 1024;

export function ownAsset(name: string, bytes: Uint8Array, basePath: string): Asset & { readonly file: OutputFile } {
  const path = assetPath(name, bytes);
  return { href: outputHref(path, basePath), size: undefined, file: { path, bytes } };
}

export function ownImage(name: string, bytes: Uint8Array, basePath: string): Asset & { readonly file: OutputFile } {
  return { ...ownAsset(name, bytes, basePath), size: sizeOf(bytes, posix.extname(name).toLowerCase()) };
}

/** Looks up assets of content files. Each file is read once, and its bytes are not kept in memory. */
export function contentAssets(site: Pick<Site, 'files' | 'statics' | 'config'>): (source: SourcePath) => ContentAsset {
  const { files, statics, config } = site;
  const published = new Map([...statics.values()].map((file) => [file.source, file]));
  return memoize((source) => {
    const inPlace = published.get(source);
    const { basePath } = config;
    return inPlace ? inPlaceAsset(inPlace, basePath) : readAsset(source, files.get(source) ?? '', basePath);
  });
}

function inPlaceAsset(file: StaticFile, basePath: string): ContentAsset {
  const href = outputHref(outputFile(file.path), basePath);
  const extension = posix.extname(file.path).toLowerCase();
  if (!file.isOwned) {
    const read = readAsset(file.source, file.file, basePath);
    return read.asset ? { ...read, asset: { href, size: read.asset.size, file: undefined } } : read;
  }
  const read = hasSize.test(extension) ? readRegularFile(file.source, file.file) : undefined;
  const size = read && 'bytes' in read ? sizeOf(read.bytes, extension) : undefined;
  return { source: file.source, version: read?.version, asset: { href, size, file: undefined }, diagnose: undefined };
}

/** Returns the output of a static file. Those in a configured `static` folder are published unchanged, others only without active content. */
export function staticOutput({ source, file, path, isOwned }: StaticFile): Omit<ContentAsset, 'asset'> & {
  readonly output: OutputFile | undefined;
} {
  const extension = publishedExtension(path) ?? '';
  const head = isOwned ? 0 : extension === '.svg' ? undefined : headSize;
  const read = readRegularFile(source, file, head);
  const { version } = read;
  if ('diagnose' in read) return { source, output: undefined, ...read };
  if (isOwned) return { source, version, output: { path: outputFile(path), copyOf: version }, diagnose: undefined };
  const content = safeContent(read.bytes, extension);
  const output = 'fault' in content ? undefined : outputOf(outputFile(path), content, { extension, version });
  return { source, version, output, diagnose: problemOf(path, content) };
}

function readAsset(source: SourcePath, file: string, basePath: string): ContentAsset {
  const name = posix.basename(source);
  const none = { source, version: undefined, asset: undefined };
  const extension = publishedExtension(name);
  if (extension === undefined) return { ...none, diagnose: (place) => problem.activeContent({ url: name }, place) };
  const read = readRegularFile(source, file);
  if ('diagnose' in read) return { ...none, ...read };
  const { version } = read;
  const content = safeContent(read.bytes, extension);
  const diagnose = problemOf(name, content);
  if ('fault' in content) return { ...none, version, diagnose };
  const path = assetPath(name, content.bytes);
  const output = outputOf(path, content, { extension, version });
  const asset = { href: outputHref(path, basePath), size: sizeOf(content.bytes, extension), file: output };
  return { source, version, asset, diagnose };
}

function outputOf(
  path: OutputPath,
  { bytes }: SafeContent,
  { extension, version }: { readonly extension: string; readonly version: FileVersion },
): OutputFile {
  return extension === '.svg' ? { path, bytes } : { path, copyOf: version };
}

function problemOf(url: string, content: SafeContent | ContentFault): ContentAsset['diagnose'] {
  if ('fault' in content) {
    const { fault, isMarkup } = content;
    return (place) =>
      isMarkup ? problem.activeContent({ url }, place) : problem.activeSvg({ url, fault, dropped: [] }, place);
  }
  const { dropped } = content;
  return dropped.length === 0 ? undefined : (place) => problem.activeSvg({ url, fault: undefined, dropped }, place);
}

/** Returns the path of an asset: `assets/`, the shortened and cleaned name, and a hash of the content. */
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
  | { readonly diagnose: (place: Place) => Diagnostic }
);

/** Number of bytes that determine the kind of a file. */
const headSize = 4096;

/** Reads a file, or its first `head` bytes. If `head` is 0, the file can have any size. */
function readRegularFile(source: SourcePath, file: string, head?: number): ReadFile {
  try {
    return withRegular(file, (descriptor, stats): ReadFile => {
      const { size } = stats;
      const version = { source, file, signature: statSignature(stats) };
      if (size > maxAssetBytes && head !== 0)
        return { version, diagnose: (place) => problem.tooLarge({ size, limit: maxAssetBytes }, place) };
      if (head === undefined) return { version, bytes: readFileSync(descriptor) };
      const bytes = Buffer.alloc(Math.min(head, size));
      return { version, bytes: bytes.subarray(0, head === 0 ? 0 : readSync(descriptor, bytes, 0, bytes.length, 0)) };
    });
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    // No file has an empty signature, so the next build tries again.
    return {
      version: { source, file, signature: '' },
      diagnose: (place) => problem.unreadable({ reason: `${source}: ${reason}` }, place),
    };
  }
}

const hasSize = /^\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico)$/;

function sizeOf(bytes: Uint8Array, extension: string): Asset['size'] {
  const { width = 0, height = 0 } = (hasSize.test(extension) && attempt(() => imageSize(bytes))) || {};
  return width > 0 && height > 0 ? { width: Math.round(width), height: Math.round(height) } : undefined;
}

export interface SafeContent {
  /** The bytes of the file, or a sanitized SVG. */
  readonly bytes: Uint8Array;
  readonly dropped: readonly string[];
}

/** Why a file is not published: it starts as markup, or is an invalid SVG. */
export interface ContentFault {
  readonly fault: string;
  readonly isMarkup: boolean;
}

export function safeContent(bytes: Uint8Array, extension: string): SafeContent | ContentFault {
  if (extension === '.svg') {
    const printed = sanitizeSvg(bytes);
    if ('fault' in printed) return { fault: printed.fault, isMarkup: false };
    return { bytes: Buffer.from(printed.svg), dropped: printed.dropped };
  }
  return beginsAsMarkup(bytes) ? { fault: 'starts with markup', isMarkup: true } : { bytes, dropped: [] };
}

/** Whether a browser might sniff the content as HTML or XML. Skips NUL bytes, so it works for UTF-8 and UTF-16. */
export function beginsAsMarkup(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  return /^(?:[\s\p{Cc}]|\xef\xbb\xbf|\xff\xfe|\xfe\xff)*<\0*[a-z!?/]/iu.test(start);
}
