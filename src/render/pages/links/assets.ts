// Images and downloads that pages name, and the stylesheet: read once, kept until they are written, under names that hold a hash of their content,
// so that a changed file is a new address and the old one may be cached for ever.
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { imageSize } from 'image-size';
import type { Diagnostic, Place } from '../../../model/diagnostics/diagnostic.js';
import { activeContent } from '../../../model/diagnostics/links.js';
import { tooLarge, unreadable } from '../../../model/diagnostics/reading.js';
import { activeSvg } from '../../../model/diagnostics/rendering.js';
import { type Href, type OutputPath, outputFile, outputHref, type SourcePath } from '../../../model/path.js';
import { sha256 } from '../../hash.js';
import type { OutputFile } from '../page.js';
import { contentFault, publishedExtension } from './asset-kinds.js';

/** Whether a path of the out folder is one that assets are written to, or were by an earlier docgen: with any extension. */
export function isAssetPath(path: string): boolean {
  return /^assets\/[A-Za-z0-9_-]+\.[0-9a-f]{12}(?:\.[a-z0-9]+)?$/.test(path);
}

export interface Asset {
  readonly outputPath: OutputPath;
  readonly href: Href;
  /** In CSS pixels, where the file is an image that says so. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
}

const largestAsset = 100 * 1024 * 1024;

export class Assets {
  readonly #files: ReadonlyMap<SourcePath, string>;
  readonly #basePath: string;
  readonly #known = new Map<SourcePath, { asset?: Asset; problem?: (place: Place) => Diagnostic }>();
  readonly #paths = new Set<OutputPath>();
  #untaken: OutputFile[] = [];
  #named = new Set<OutputPath>();

  constructor(files: ReadonlyMap<SourcePath, string>, basePath: string) {
    this.#files = files;
    this.#basePath = basePath;
  }

  /** The asset of a content file, or why it is none. Diagnostics: DG301, DG305, DG604, DG706. */
  of(source: SourcePath, place: Place): { asset?: Asset; diagnostics: readonly Diagnostic[] } {
    let entry = this.#known.get(source);
    if (!entry) {
      entry = this.#load(source);
      this.#known.set(source, entry);
    }
    if (entry.asset) this.#named.add(entry.asset.outputPath);
    return { ...(entry.asset && { asset: entry.asset }), diagnostics: entry.problem ? [entry.problem(place)] : [] };
  }

  /** Adds a file of docgen's own. */
  add(name: string, bytes: Uint8Array): Asset {
    return this.#asset(name, bytes);
  }

  /** Paths of the assets that were named since this was asked last, also of those that others named before. */
  named(): readonly OutputPath[] {
    const named = [...this.#named];
    this.#named.clear();
    return named;
  }

  /** The files that were named since this was asked last, each file once. */
  take(): readonly OutputFile[] {
    const taken = this.#untaken;
    this.#untaken = [];
    return taken;
  }

  #load(source: SourcePath): { asset?: Asset; problem?: (place: Place) => Diagnostic } {
    const url = posix.basename(source);
    const refused = { problem: (place: Place) => activeContent({ url }, place) };
    const extension = publishedExtension(url);
    if (extension === undefined) return refused;
    let bytes: Buffer;
    try {
      bytes = readRegularFile(this.#files.get(source) ?? '');
    } catch (error) {
      if (error instanceof TooLarge) {
        const { size } = error;
        return { problem: (place) => tooLarge({ size, limit: largestAsset }, place) };
      }
      const reason = (error as NodeJS.ErrnoException).code ?? String(error);
      return { problem: (place) => unreadable({ reason: `${source}: ${reason}` }, place) };
    }
    switch (contentFault(bytes, extension)) {
      case 'markup':
        return refused;
      case 'active-svg':
        return { problem: (place) => activeSvg({ url }, place) };
      default:
        return { asset: this.#asset(url, bytes) };
    }
  }

  #asset(name: string, bytes: Uint8Array): Asset {
    const extension = posix.extname(name).toLowerCase();
    const stem = posix
      .basename(name, posix.extname(name))
      .replace(/[^A-Za-z0-9_-]+/g, '-')
      .slice(0, 60);
    const hash = sha256(bytes).slice(0, 12);
    const outputPath = outputFile(`assets/${stem || 'file'}.${hash}${extension}`);
    if (!this.#paths.has(outputPath)) this.#untaken.push({ path: outputPath, bytes });
    this.#paths.add(outputPath);
    this.#named.add(outputPath);
    return { outputPath, href: outputHref(outputPath, this.#basePath), size: sizeOf(bytes, extension) };
  }
}

class TooLarge extends Error {
  constructor(readonly size: number) {
    super('too large');
  }
}

function readRegularFile(path: string): Buffer {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw Object.assign(new Error('not a regular file'), { code: 'not a regular file' });
    if (stats.size > largestAsset) throw new TooLarge(stats.size);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
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
