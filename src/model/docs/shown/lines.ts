// The lines of a text for its readers, and what they find.

export interface HeadingBlock {
  readonly kind: 'heading';
  /** 1 to 6. */
  readonly level: number;
  /** Inline Markdown. */
  readonly text: string;
  /** True where it is written as a tag. */
  readonly isHtml?: boolean;
}
export interface ParagraphBlock {
  readonly kind: 'paragraph';
  /** Inline Markdown, its lines joined by line breaks. */
  readonly text: string;
  /** True in a quote or a callout: not the page's own beginning. */
  readonly isAside: boolean;
}
export type Block = HeadingBlock | ParagraphBlock;

const longestRead = 200_000;
const longestLine = 10_000;
/** Of lines joined: what is written over several is short. */
const longestJoined = 6_000;

/** The lines of a text as the reader goes over them; a line may be replaced by what is left of it. */
export class Lines {
  readonly #lines: string[];
  index = 0;

  constructor(text: string) {
    this.#lines = text.slice(0, longestRead).split('\n');
  }

  get length(): number {
    return this.#lines.length;
  }

  at(index: number): string {
    const line = this.#lines[index] ?? '';
    return line.length > longestLine ? line.slice(0, longestLine) : line.endsWith('\r') ? line.slice(0, -1) : line;
  }

  /** Goes on behind the first `length` characters of line `index`. */
  cut(index: number, length: number): void {
    const rest = this.at(index).slice(length).trimStart();
    this.#lines[index] = rest;
    this.index = rest === '' ? index + 1 : index;
  }

  /** Lines from the current one on, joined, for what may be written over several. */
  joined(): string {
    const lines: string[] = [];
    for (let line = this.index, length = 0; line < this.length && length < longestJoined; line += 1) {
      lines.push(this.at(line));
      length += this.at(line).length + 1;
    }
    return lines.join('\n').slice(0, longestJoined);
  }

  /** Goes on behind the first `length` characters of the joined lines. */
  skip(length: number): void {
    let rest = length;
    let line = this.index;
    for (; line < this.length && rest > this.at(line).length; line += 1) rest -= this.at(line).length + 1;
    this.cut(line, Math.max(0, rest));
  }
}
