// Where foreign syntax is not searched: escapes, inline code, HTML comments. In time linear in the text.

import { partitionPoint } from './partition.js';

/** Finds where such a span ends. */
export class Verbatim {
  readonly #text: string;
  /** Where runs of backticks begin, by their length. */
  #runs: Map<number, number[]> | undefined;
  #paragraphEnd = -1;
  #lastCommentEnd: number | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The offset past an escape, an inline code span or a comment that begins at an offset; the same offset where none does. */
  skip(offset: number): number {
    const text = this.#text;
    const char = text[offset];
    if (char === '\\' && text[offset + 1] !== '\n') return Math.min(offset + 2, text.length);
    if (char === '`') return this.#skipCode(offset);
    if (char === '<' && text.startsWith('<!--', offset)) return this.#skipComment(offset);
    return offset;
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

  #skipComment(offset: number): number {
    this.#lastCommentEnd ??= this.#text.lastIndexOf('-->');
    return offset + 4 > this.#lastCommentEnd ? offset : this.#text.indexOf('-->', offset + 4) + 3;
  }
}

/** An empty line, or one that begins with a fence, a heading, a list item or a row of a table. */
const paragraphEnd = /\n(?=[ \t>]*(?:\n|~{3}|`{3,}[^`\n]*(?:\n|$)|#{1,6}[ \t\n]|[-*+][ \t]|(?:\d{1,9}[.)])[ \t]|\|))/g;

function runsOf(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const match of text.matchAll(/`+/g)) {
    const list = runs.get(match[0].length);
    if (list) list.push(match.index);
    else runs.set(match[0].length, [match.index]);
  }
  return runs;
}
