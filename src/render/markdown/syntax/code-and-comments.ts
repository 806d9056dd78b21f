// Finds escapes, inline code and HTML comments, in which foreign syntax is not searched. Takes linear time.

import { indexOfClosing, partitionPoint } from './search.js';

export class Verbatim {
  readonly #text: string;
  /** Offsets of runs of backticks, by length. */
  #runs: Map<number, number[]> | undefined;
  #paragraphEnd = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The offset after the escape, inline code or comment at an offset, or the same offset. */
  skip(offset: number): number {
    const text = this.#text;
    const char = text[offset];
    if (char === '\\' && text[offset + 1] !== '\n') return Math.min(offset + 2, text.length);
    if (char === '`') return this.#skipCode(offset);
    if (char !== '<' || !text.startsWith('<!--', offset)) return offset;
    const end = indexOfClosing(text, '-->', offset + 4);
    return end === -1 ? offset : end + 3;
  }

  #skipCode(offset: number): number {
    let end = offset;
    while (this.#text[end] === '`') end += 1;
    this.#runs ??= runsOf(this.#text);
    const starts = this.#runs.get(end - offset) ?? [];
    const next = starts[partitionPoint(starts.length, (index) => (starts[index] ?? 0) < end)];
    return next !== undefined && next < this.#endOfParagraph(end) ? next + end - offset : end;
  }

  #endOfParagraph(offset: number): number {
    if (offset > this.#paragraphEnd) {
      paragraphEnd.lastIndex = offset;
      this.#paragraphEnd = paragraphEnd.exec(this.#text)?.index ?? this.#text.length;
    }
    return this.#paragraphEnd;
  }
}

/** Matches an empty line, or one that starts with a fence, a heading, a list item or a table row. */
const paragraphEnd = /\n(?=[ \t>]*(?:\n|~{3}|`{3,}[^`\n]*(?:\n|$)|#{1,6}[ \t\n]|[-*+][ \t]|(?:\d{1,9}[.)])[ \t]|\|))/g;

function runsOf(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const starts = runs.get(run.length) ?? [];
    runs.set(run.length, starts);
    starts.push(index);
  }
  return runs;
}
