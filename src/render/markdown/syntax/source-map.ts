// Maps nodes of a tree to source files. The tree can contain those of included files, each with its own range of offsets.
import { sortedLastIndex } from 'lodash-es';
import type { Place } from '../../../model/diagnostics/diagnostic.js';
import type { RewrittenLines } from './generator-syntax.js';
import type { Dedented, Scanned } from './scan.js';

interface MappedSource extends Dedented, Pick<Scanned, 'toSource'> {
  readonly file: string;
  /** Line of the file, from 1, on which the body starts. */
  readonly line: number;
  /** Where the lines come from, if the text was rewritten. */
  readonly origins?: RewrittenLines['origins'] | undefined;
}

/** Returns the offsets at which the lines of a text start. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}

/** Size of the offset range of one file. No text is longer. */
const range = 2 ** 40;

export const isOfFirst = (offset: number | undefined): boolean => offset === undefined || offset < range;

export class SourceMap {
  readonly #sources: (MappedSource & { starts?: readonly number[] })[] = [];

  /** Returns a function to offsets of the combined tree. */
  add(source: MappedSource): (offset: number) => number {
    const base = (this.#sources.push({ ...source }) - 1) * range;
    return (offset) => base + offset;
  }

  /** Without an offset, it is the first file. */
  placeOf(offset: number | undefined): Place {
    const source = this.#sources[Math.floor((offset ?? 0) / range)];
    if (!source) throw new Error('an offset of no source');
    const { file, line, toSource, removed, origins } = source;
    if (offset === undefined) return { file };
    source.starts ??= lineStarts(source.scanned);
    const { starts } = source;
    const scanned = toSource(offset % range);
    const index = sortedLastIndex(starts, scanned) - 1;
    const column = scanned - (starts[index] ?? 0) + (removed[index] ?? 0) + 1;
    const origin = origins?.[index] ?? { line: index, removed: 0 };
    return { file, start: { line: line + origin.line, column: column + origin.removed } };
  }
}
