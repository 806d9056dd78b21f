// Maps nodes of a tree to source files. Nodes of included files are in the same tree, each file with its own range of offsets.
import { type Place, type Point, pointsOf } from '../../../model/diagnostics/diagnostic.js';
import type { RewrittenLines } from './generator-syntax.js';
import type { Dedented, Scanned } from './scan.js';

interface MappedSource extends Dedented, Pick<Scanned, 'toSource'> {
  readonly file: string;
  /** Line of the file, from 1, on which the body starts. */
  readonly line: number;
  /** Source of each line, if the text was rewritten. */
  readonly origins?: RewrittenLines['origins'] | undefined;
}

/** Size of the offset range of one file. It exceeds the length of every text. */
const range = 2 ** 40;

export const isOfFirst = (offset: number | undefined): boolean => offset === undefined || offset < range;

export class SourceMap {
  readonly #sources: (MappedSource & { pointAt?: (offset: number) => Point })[] = [];

  /** Adds a file. Returns a function that maps its offsets to those of the combined tree. */
  add(source: MappedSource): (offset: number) => number {
    const base = (this.#sources.push({ ...source }) - 1) * range;
    return (offset) => base + offset;
  }

  /** Returns the location of an offset. Without an offset, returns the first file. */
  placeOf(offset: number | undefined): Place {
    const source = this.#sources[Math.floor((offset ?? 0) / range)];
    if (!source) throw new Error('an offset of no source');
    const { file, line, toSource, removed, origins } = source;
    if (offset === undefined) return { file };
    source.pointAt ??= pointsOf(source.scanned, '\n');
    const at = source.pointAt(toSource(offset % range));
    const origin = origins?.[at.line - 1] ?? { line: at.line - 1, column: 0 };
    const column = at.column + (removed[at.line - 1] ?? 0) + origin.column;
    return { file, start: { line: line + origin.line, column } };
  }
}
