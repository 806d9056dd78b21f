// Where a node of a tree stands in what an author wrote. A tree may hold the trees of included files: each file has its own range of
// offsets.
import type { Place } from '../../../model/diagnostics/diagnostic.js';
import { partitionPoint } from './partition.js';

export interface MappedSource {
  readonly file: string;
  /** The body of the file. */
  readonly text: string;
  /** Line of the file, from 1, on which the body begins. */
  readonly line: number;
  /** From an offset in the parsed text to one in the scanned text. */
  readonly toSource: (offset: number) => number;
  /** Characters that were taken off the beginning of each line before it was scanned. */
  readonly removed: readonly number[];
}

/** Offsets of one file; no text is longer. */
const range = 2 ** 40;

/** Whether an offset of the whole tree is one of the first file: a node of an included file is not. */
export const isOfFirst = (offset: number | undefined): boolean => offset === undefined || offset < range;

export class SourceMap {
  readonly #sources: (MappedSource & { starts?: readonly number[] })[] = [];

  /** Adds a file; the result turns offsets of its tree into offsets of the whole. The first file's stay as they are. */
  add(source: MappedSource): (offset: number) => number {
    const base = (this.#sources.push({ ...source }) - 1) * range;
    return (offset) => base + offset;
  }

  /** The place of an offset of the whole tree; of a node without one, the first file. */
  placeOf(offset: number | undefined): Place {
    const source = this.#sources[Math.floor((offset ?? 0) / range)];
    if (!source) throw new Error('an offset of no source');
    const { file, line, text, toSource, removed } = source;
    if (offset === undefined) return { file };
    source.starts ??= lineStarts(text, removed);
    const { starts } = source;
    const scanned = toSource(offset % range);
    const index = partitionPoint(starts.length, (row) => (starts[row] ?? 0) <= scanned) - 1;
    return { file, start: { line: line + index, column: scanned - (starts[index] ?? 0) + (removed[index] ?? 0) + 1 } };
  }
}

/** Offset of each line of a text from which `removed` characters were taken off the lines. */
function lineStarts(text: string, removed: readonly number[]): number[] {
  const starts = [0];
  let offset = 0;
  for (let start = 0, end = text.indexOf('\n'); end !== -1; start = end + 1, end = text.indexOf('\n', start)) {
    offset += end + 1 - start - (removed[starts.length - 1] ?? 0);
    starts.push(offset);
  }
  return starts;
}
