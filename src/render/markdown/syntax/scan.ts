// Finds foreign syntax in a text before it is parsed, outside code, and puts a placeholder in its place: a comment where it stands
// alone on its lines (so that Markdown on the next line is Markdown), a word where it stands in a sentence. Any CommonMark parser
// keeps both in place; placeholders.ts turns them into nodes. Nothing that an author writes can be taken for a placeholder: it holds a
// hash of the whole input.

import type { CodeInclude } from '../../../model/content/devsite.js';
import type { Snippet } from '../../../model/content/imports.js';
import { Verbatim } from './code-and-comments.js';
import { CodeLines } from './code-lines.js';
import { partitionPoint } from './partition.js';

/** What foreign syntax means. */
export type Meaning =
  | { readonly kind: 'drop' }
  | { readonly kind: 'text'; readonly value: string }
  /** Markdown that is parsed in its place. */
  | { readonly kind: 'rewrite'; readonly value: string }
  | { readonly kind: 'math'; readonly value: string; readonly isDisplay: boolean }
  | { readonly kind: 'code'; readonly value: string; readonly lang: string; readonly meta: string }
  | {
      readonly kind: 'open';
      readonly family: Family;
      readonly name: string;
      readonly props: Props;
      readonly title?: string;
    }
  | { readonly kind: 'close'; readonly family: Family; readonly name: string }
  | { readonly kind: 'element'; readonly name: string; readonly props: Props }
  /** Markdown of another file; of an import, with the props that it gets. */
  | { readonly kind: 'include'; readonly path: string; readonly isImport?: boolean; readonly props?: Props }
  /** Files that a component shows beside each other. */
  | { readonly kind: 'files'; readonly files: readonly { readonly label: string; readonly meaning: Included }[] }
  /** Another file, shown as it is. */
  | { readonly kind: 'raw'; readonly path: string; readonly lang: string; readonly meta: string }
  /** Code of a repository, or a part of it. */
  | ({ readonly kind: 'snippet' } & CodeInclude)
  /** Markdown of a part of a file. */
  | { readonly kind: 'part'; readonly snippet: Snippet };

/** A file that stands in the place of its include. */
export type Included = Extract<Meaning, { kind: 'include' | 'raw' | 'snippet' | 'part' }>;

/** Syntax without meaning for a reader: it is removed. */
export const drop: Meaning = { kind: 'drop' };

/** Which openings a closing may close: directives by their number of colons, elements by their name. */
export type Family = 'directive' | 'element';
export type Props = Readonly<Record<string, unknown>>;

export interface Placeholder {
  readonly meaning: Meaning;
  /** The syntax as the author wrote it. */
  readonly source: string;
  /** Where it stands in the scanned text. */
  readonly offset: number;
}

/** Reads one kind of foreign syntax. */
export interface Reader {
  /** Characters with which it can begin; `{`, `<` or `$` where it need not be at the beginning of a line. */
  readonly first: string;
  /** True where it must stand at the beginning of a line. */
  readonly atLineStart?: boolean;
  readonly read: (text: string, offset: number) => { readonly end: number; readonly meaning: Meaning } | undefined;
}

export interface Scanned {
  /** The text with placeholders. */
  readonly text: string;
  readonly placeholders: readonly Placeholder[];
  /** Offset in the author's text of an offset in `text`. */
  readonly toSource: (offset: number) => number;
}

interface Part {
  readonly start: number;
  readonly end: number;
  readonly meaning?: Meaning;
}

/** What a pattern matches at an offset (flag `y`), or from there on (flag `g`). */
export function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}

export function placeholderWord(token: string, index: number): string {
  return `m${token}n${index}m`;
}

/** Scans a text with the readers given; the first that reads wins. */
export function scan(text: string, readers: readonly Reader[], token: string, isMdx: boolean): Scanned {
  const output = new ScannedText(text, token);
  const verbatim = new Verbatim(text);
  const lines = new CodeLines(isMdx);
  /** Offsets at which a fence is open; many openings may have the same end. */
  const inFences = new Set<number>();
  let lineEnd = 0;
  const isOutside = (end: number) => {
    if (end > lineEnd && !inFences.has(end) && endsInFence(text, lineEnd, end, lines)) inFences.add(end);
    return !inFences.has(end);
  };
  const context = { readers, verbatim, isOutside };
  for (let offset = 0, end = 0; offset < text.length; offset = end) {
    lineEnd = endOfLine(text, offset);
    const { isCode, start } = lines.follow(lineAt(text, offset, lineEnd));
    if (isCode) {
      end = lineEnd;
      output.copy(offset, end);
      continue;
    }
    const line = readLine(text, offset + start, context);
    end = line.end;
    if (output.line({ offset, start: offset + start, ...line })) lines.endParagraph();
  }
  return output.finish();
}

/** A line without its line break. */
const lineAt = (text: string, start: number, end: number) => text.slice(start, text[end - 1] === '\n' ? end - 1 : end);

/** Whether a fence that is opened after `start` is still open at `end`. */
function endsInFence(text: string, start: number, end: number, before: CodeLines): boolean {
  const between = text.slice(start, end);
  if (!fenceLine.test(between)) return false;
  const lines = before.copy();
  for (const line of between.split('\n')) lines.follow(line);
  return lines.isFenceOpen;
}

const fenceLine = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:`{3}|~{3})/m;

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

interface LineContext {
  readonly readers: readonly Reader[];
  readonly verbatim: Verbatim;
  /** Whether syntax that ends at an offset ends outside of code; what ends in code is none. */
  readonly isOutside: (end: number) => boolean;
}

/** The parts of a line, and where it ends; lines that foreign syntax spans count as one. */
function readLine(
  text: string,
  start: number,
  { readers, verbatim, isOutside }: LineContext,
): { parts: Part[]; end: number } {
  const parts: Part[] = [];
  let plain = start;
  let offset = start;
  while (offset < text.length && text[offset] !== '\n') {
    const skipped = verbatim.skip(offset);
    if (skipped > offset) {
      offset = skipped;
      continue;
    }
    const found = readAt(text, offset, offset === start, readers);
    if (!found || !isOutside(found.end)) {
      offset = nextSpecial(text, offset + 1);
      continue;
    }
    if (offset > plain) parts.push({ start: plain, end: offset });
    parts.push({ start: offset, end: found.end, meaning: found.meaning });
    offset = found.end;
    plain = offset;
  }
  const end = Math.min(offset + 1, text.length);
  if (end > plain) parts.push({ start: plain, end });
  return { parts, end };
}

/** Characters at which something can begin that is not at the beginning of a line; between them nothing is looked at. */
const specialCharacter = /[\\`<{$\n]/g;

function nextSpecial(text: string, offset: number): number {
  specialCharacter.lastIndex = offset;
  return specialCharacter.exec(text)?.index ?? text.length;
}

function readAt(text: string, offset: number, isLineStart: boolean, readers: readonly Reader[]) {
  const char = text[offset] ?? '';
  for (const { first, atLineStart, read } of readers) {
    if (!first.includes(char) || (atLineStart && !isLineStart)) continue;
    const found = read(text, offset);
    if (found) return found;
  }
  return undefined;
}

/** The scanned text as it grows, with the source offset of each range of it. */
class ScannedText {
  readonly #token: string;
  readonly #placeholders: Placeholder[] = [];
  readonly #ranges: { out: number; source: number }[] = [];
  readonly #source: string;
  /** What was put out, and behind it a range of the source that is copied when something else comes. */
  #text = '';
  #copied = { start: 0, end: 0 };

  constructor(source: string, token: string) {
    this.#source = source;
    this.#token = token;
  }

  copy(start: number, end: number): void {
    if (start !== this.#copied.end) {
      this.#flush();
      this.#copied.start = start;
    }
    this.#copied.end = end;
  }

  #flush(): void {
    const { start, end } = this.#copied;
    if (end > start) {
      this.#ranges.push({ out: this.#text.length, source: start });
      this.#text += this.#source.slice(start, end);
    }
    this.#copied = { start: end, end };
  }

  /** Puts a line out; true if it has nothing but placeholders, which are no paragraph. */
  line(line: { offset: number; start: number; parts: readonly Part[]; end: number }): boolean {
    const text = this.#source;
    const marked = line.parts.filter(({ meaning }) => meaning !== undefined);
    if (marked.length === 0) {
      this.copy(line.offset, line.end);
      return false;
    }
    const isAlone = line.parts.every(
      ({ start, end, meaning }) =>
        (meaning !== undefined && meaning.kind !== 'text' && meaning.kind !== 'rewrite') ||
        text.slice(start, end).trim() === '',
    );
    if (!isAlone) {
      this.copy(line.offset, line.start);
      for (const part of line.parts) {
        if (part.meaning) this.#put(part, (index) => placeholderWord(this.#token, index));
        else this.copy(part.start, part.end);
      }
      return false;
    }
    const prefix = text.slice(line.offset, line.start);
    for (const [index, part] of marked.entries()) {
      // The second placeholder of a line stands on a line of its own, as deep as the first.
      this.#literal(index === 0 ? prefix : prefix.replace(/[^>\s]/g, ' '), line.offset);
      this.#put(part, (number) => `<!--${placeholderWord(this.#token, number)}-->`);
      this.#literal('\n', part.end);
    }
    return true;
  }

  finish(): Scanned {
    this.#flush();
    const ranges = this.#ranges;
    return {
      text: this.#text,
      placeholders: this.#placeholders,
      toSource: (offset) => {
        const range = ranges[partitionPoint(ranges.length, (index) => (ranges[index]?.out ?? 0) <= offset) - 1];
        return range ? range.source + offset - range.out : offset;
      },
    };
  }

  #literal(value: string, source: number): void {
    this.#flush();
    this.#ranges.push({ out: this.#text.length, source });
    this.#text += value;
  }

  #put(part: Part, placeholder: (index: number) => string): void {
    if (!part.meaning) return;
    if (part.meaning.kind === 'rewrite') {
      this.#literal(part.meaning.value, part.start);
      return;
    }
    const index =
      this.#placeholders.push({
        meaning: part.meaning,
        source: this.#source.slice(part.start, part.end),
        offset: part.start,
      }) - 1;
    this.#literal(placeholder(index), part.start);
  }
}
