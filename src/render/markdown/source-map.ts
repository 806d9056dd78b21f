// Where a node of a tree stands in what an author wrote. A tree may hold the trees of included files: each file has its own range of
// offsets.
import type { Place } from '../../model/diagnostic.js';

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

/** No text is longer. */
const range = 2 ** 40;

export class SourceMap {
  readonly #sources: MappedSource[] = [];

  /** Adds a file; the result turns offsets of its tree into offsets of the whole. The first file's stay as they are. */
  add(source: MappedSource): (offset: number) => number {
    const base = (this.#sources.push(source) - 1) * range;
    return (offset) => base + offset;
  }

  /** The place of an offset of the whole tree. */
  placeOf(offset: number | undefined): Place | undefined {
    if (offset === undefined) return undefined;
    const source = this.#sources[Math.floor(offset / range)];
    if (!source) return undefined;
    const { file, text, line, toSource, removed } = source;
    const scanned = toSource(offset % range);
    if (removed.length === 0) return { file, start: pointAt(text, scanned, line) };
    let rest = scanned;
    for (const [index, row] of text.split('\n').entries()) {
      const length = row.length - (removed[index] ?? 0) + 1;
      if (rest < length) return { file, start: { line: line + index, column: rest + (removed[index] ?? 0) + 1 } };
      rest -= length;
    }
    return { file };
  }
}

function pointAt(text: string, offset: number, firstLine: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lines = before.split('\n');
  return { line: firstLine + lines.length - 1, column: (lines.at(-1)?.length ?? 0) + 1 };
}
