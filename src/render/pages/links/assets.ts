// Images and downloads that pages name. A file is published under a name that holds a hash of its content, so that a changed file is a
// new address and the old one may be cached for ever.
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { imageSize } from 'image-size';
import type { Diagnostic, Place } from '../../../model/diagnostics/diagnostic.js';
import { activeContent } from '../../../model/diagnostics/links.js';
import { tooLarge, unreadable } from '../../../model/diagnostics/reading.js';
import { activeSvg } from '../../../model/diagnostics/rendering.js';
import { type Href, type OutputPath, outputFile, outputHref, type SourcePath } from '../../../model/path.js';
import { sha256 } from '../../hash.js';
import type { FileVersion, OutputFile } from '../../output-file.js';
import { contentFault, publishedExtension } from './asset-kinds.js';

/** A file below `assets/` in the out folder. */
export interface Asset {
  readonly href: Href;
  /** In CSS pixels, where the file is an image that says so. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
  readonly file: OutputFile;
}

/** What a content file is as an asset. */
export interface ContentAsset {
  readonly source: SourcePath;
  /** The file that was read; undefined where its name alone decided. */
  readonly version: FileVersion | undefined;
  /** Undefined where it is not published. */
  readonly asset: Asset | undefined;
  /** Why it is not published: DG301, DG305, DG604 or DG706. */
  readonly problem: ((place: Place) => Diagnostic) | undefined;
}

const largestAsset = 100 * 1024 * 1024;

/** An asset of docgen's own. */
export function ownAsset(name: string, bytes: Uint8Array, basePath: string): Asset {
  const path = assetPath(name, bytes);
  return { href: outputHref(path, basePath), size: undefined, file: { path, bytes } };
}

/** Gives the asset that a content file becomes; each file is read once, and its bytes are not held. */
export function contentAssets(
  files: ReadonlyMap<SourcePath, string>,
  basePath: string,
): (source: SourcePath) => ContentAsset {
  const known = new Map<SourcePath, ContentAsset>();
  return (source) => {
    const asset = known.get(source) ?? readAsset(source, files.get(source) ?? '', basePath);
    known.set(source, asset);
    return asset;
  };
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
  switch (contentFault(bytes, extension)) {
    case 'markup':
      return without((place) => activeContent({ url: name }, place), version);
    case 'active-svg':
      return without((place) => activeSvg({ url: name }, place), version);
    default: {
      const path = assetPath(name, bytes);
      const asset = {
        href: outputHref(path, basePath),
        size: sizeOf(bytes, extension),
        file: { path, copyOf: version },
      };
      return { source, version, asset, problem: undefined };
    }
  }
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

function readRegularFile(source: SourcePath, file: string): ReadFile {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(descriptor);
    const { size, mtimeMs: mtime } = stats;
    const version = { source, file, size, mtime };
    if (!stats.isFile()) throw Object.assign(new Error(), { code: 'not a regular file' });
    if (size > largestAsset) return { version, problem: (place) => tooLarge({ size, limit: largestAsset }, place) };
    return { version, bytes: readFileSync(descriptor) };
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    // A version that no file has: the next build tries again.
    return {
      version: { source, file, size: -2, mtime: -2 },
      problem: (place) => unreadable({ reason: `${source}: ${reason}` }, place),
    };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function sizeOf(bytes: Uint8Array, extension: string): Asset['size'] {
  if (!/^\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico)$/.test(extension)) return undefined;
  try {
    const { width, height } = imageSize(bytes);
    return width > 0 && height > 0 ? { width: Math.round(width), height: Math.round(height) } : undefined;
  } catch {
    return undefined;
  }
}
