// Finds foreign syntax outside code before a text is parsed, and replaces it by placeholders: by a comment if it is alone on its lines, so that the
// next line can be Markdown, by a tag for an inline tag, because the parsing of `_` and `*` depends on adjacent characters, or by a word. Each contains a hash of
// the entire input, so no author can write one.
import { memoize, sortedIndex, sortedLastIndexBy } from 'lodash-es';
import type { CodeInclude, Snippet } from '../../../model/content/parse/imports.js';
import { groupBy } from '../../../model/types/group.js';
import { CodeLines } from './code-lines.js';
import { indexOfClosing, matchAt } from './search.js';

export type ParsedSyntax =
  /** `isUnread`: unsupported syntax that is removed, or only shown as text. It is reported. */
  | { readonly kind: 'drop'; readonly isUnread?: boolean }
  | { readonly kind: 'text'; readonly value: string; readonly isUnread?: boolean }
  /** `span`: inline code. */
  | { readonly kind: 'span'; readonly value: string }
  /** `hasTags`: the value contains tags, which are read too. */
  | { readonly kind: 'rewrite'; readonly value: string; readonly hasTags?: boolean }
  | { readonly kind: 'math'; readonly value: string; readonly isDisplay: boolean }
  | { readonly kind: 'code'; readonly value: string; readonly lang: string; readonly meta: string }
  | ({ readonly kind: 'open'; readonly family: Family; readonly title?: string } & Element)
  | { readonly kind: 'close'; readonly family: Family; readonly name: string }
  | ({ readonly kind: 'element' } & Element)
  /** Markdown of another file, or the lines of it between two texts. An import passes props to it. */
  | {
      readonly kind: 'include';
      readonly path: string;
      readonly isImport?: boolean;
      readonly props?: Props;
      readonly between?: readonly [start: string | undefined, end: string | undefined];
      /** Number of levels to lower its headings. */
      readonly below?: number;
      readonly isCode?: boolean;
    }
  | { readonly kind: 'files'; readonly files: readonly { readonly label: string; readonly meaning: ParsedSyntax }[] }
  | { readonly kind: 'raw'; readonly path: string; readonly lang: string; readonly meta: string }
  | ({ readonly kind: 'snippet' } & CodeInclude)
  | { readonly kind: 'part'; readonly snippet: Snippet; readonly lang?: string | undefined };

interface Element {
  readonly name: string;
  readonly props: Props;
}

export const drop: ParsedSyntax = { kind: 'drop' };

/** How closings match openings: directives by the number of colons, elements by name. */
type Family = 'directive' | 'element';
export type Props = Readonly<Record<string, unknown>>;

export interface Placeholder {
  readonly meaning: ParsedSyntax;
  readonly source: string;
}

export interface SyntaxRule {
  /** Possible first characters. Only `{`, `<` and `$` can start syntax in the middle of a line. */
  readonly first: string;
  readonly atLineStart?: boolean;
  readonly read: (text: string, offset: number) => TokenMatch | undefined;
}

export interface TokenMatch {
  readonly end: number;
  readonly meaning: ParsedSyntax;
}

export const patternReader = (
  start: Omit<SyntaxRule, 'read'>,
  pattern: RegExp,
  mean: (match: RegExpExecArray) => ParsedSyntax | undefined,
): SyntaxRule => ({
  ...start,
  read: (text, offset) => {
    const match = matchAt(pattern, text, offset);
    const meaning = match && mean(match);
    return meaning ? { end: pattern.lastIndex, meaning } : undefined;
  },
});

export interface Dedented {
  readonly scanned: string;
  /** Number of characters that were removed from the start of each line before scanning. */
  readonly removed: readonly number[];
}

export interface Scanned {
  readonly text: string;
  readonly placeholders: readonly Placeholder[];
  /** Maps an offset in `text` to the author's text. */
  readonly toSource: (offset: number) => number;
  /** Starts and ends of HTML comments in the author's text. */
  readonly comments: readonly (readonly [start: number, end: number])[];
}

interface Part {
  readonly start: number;
  readonly end: number;
  readonly meaning?: ParsedSyntax;
}

interface Line {
  /** Offset of the line. `start` is that of its content after the markers of quotes and list items. */
  readonly offset: number;
  readonly start: number;
  readonly parts: readonly Part[];
  readonly end: number;
}

/** Replaces foreign syntax in a text by placeholders. The first rule that matches applies. */
export function scan(text: string, rules: readonly SyntaxRule[], token: string, isMdx: boolean): Scanned {
  const output = new ScannedText(text, token);
  const verbatim = new Verbatim(text);
  const lines = new CodeLines(isMdx);
  const rulesAt = memoize((char: string) => rules.filter(({ first }) => first.includes(char)));
  /** Offsets of openings in fences. Cached because many openings can have the same end. */
  const inFences = new Set<number>();
  let lineEnd = 0;
  /** Whether an offset is outside code. Syntax that ends in code is ignored. */
  const isOutside = (end: number) => {
    if (end > lineEnd && !inFences.has(end) && endsInFence(text, lineEnd, end, lines)) inFences.add(end);
    return !inFences.has(end);
  };
  const firsts = rules.map(({ first }) => first).join('');
  let [copied, special] = [0, -1];
  for (let offset = 0, end = 0; offset < text.length; offset = end) {
    const lineBreak = text.indexOf('\n', offset);
    lineEnd = lineBreak === -1 ? text.length : lineBreak + 1;
    end = lineEnd;
    const { isCode, start, column } = lines.follow(text.slice(offset, lineBreak === -1 ? lineEnd : lineBreak));
    if (special < offset) special = matchAt(midLine, text, offset)?.index ?? text.length;
    if (isCode || (special >= lineEnd && !firsts.includes(text.charAt(offset + start)))) continue;
    output.copy(copied, offset);
    const read = readLine(text, offset + start, { rulesAt, verbatim, isOutside });
    end = read.end;
    copied = end;
    // A more indented placeholder continues the paragraph or HTML around it.
    if (output.line({ offset, start: offset + start, ...read }) && start - column < 4) lines.isParagraph = false;
  }
  output.copy(copied, text.length);
  return { ...output.finish(), comments: verbatim.comments };
}

function endsInFence(text: string, start: number, end: number, before: CodeLines): boolean {
  const between = text.slice(start, end);
  if (!fenceLine.test(between)) return false;
  const lines = before.copy();
  for (const line of between.split('\n')) lines.follow(line);
  return lines.fence !== '';
}

const fenceLine = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:`{3}|~{3})/m;

interface LineContext {
  /** Returns the rules for a character, in order. */
  readonly rulesAt: (char: string) => readonly SyntaxRule[];
  readonly verbatim: Verbatim;
  readonly isOutside: (end: number) => boolean;
}

/** Splits a line at foreign syntax. Syntax over several lines counts as one line. */
function readLine(text: string, start: number, { rulesAt, verbatim, isOutside }: LineContext) {
  const parts: Part[] = [];
  let plain = start;
  let offset = start;
  while (offset < text.length && text[offset] !== '\n') {
    const skipped = verbatim.skip(offset);
    const found = skipped > offset ? undefined : readAt(text, offset, offset === start, rulesAt);
    if (found && isOutside(found.end)) {
      if (offset > plain) parts.push({ start: plain, end: offset });
      for (const meaning of withTags(found.meaning, rulesAt)) parts.push({ start: offset, end: found.end, meaning });
      offset = found.end;
      plain = offset;
    } else offset = skipped > offset ? skipped : (matchAt(specialCharacter, text, offset + 1)?.index ?? text.length);
  }
  const end = Math.min(offset + 1, text.length);
  if (end > plain) parts.push({ start: plain, end });
  return { parts, end };
}

/** Splits a rewritten text at its tags. */
function withTags(meaning: ParsedSyntax, rulesAt: LineContext['rulesAt']): readonly ParsedSyntax[] {
  if (meaning.kind !== 'rewrite' || !meaning.hasTags) return [meaning];
  const { value } = meaning;
  const parts: ParsedSyntax[] = [];
  let plain = 0;
  for (let at = value.indexOf('<'); at !== -1; at = value.indexOf('<', Math.max(plain, at + 1))) {
    const found = readAt(value, at, false, rulesAt);
    if (!found) continue;
    parts.push({ kind: 'rewrite', value: value.slice(plain, at) }, found.meaning);
    plain = found.end;
  }
  return [...parts, { kind: 'rewrite', value: value.slice(plain) }];
}

/** Matches a character within a line at which foreign syntax, inline code or an escape can start. */
const midLine = /[\\`<{$]/g;
const specialCharacter = /[\\`<{$\n]/g;

function readAt(text: string, offset: number, isLineStart: boolean, rulesAt: LineContext['rulesAt']) {
  for (const { atLineStart, read } of rulesAt(text.charAt(offset))) {
    if (atLineStart && !isLineStart) continue;
    const found = read(text, offset);
    if (found) return found;
  }
  return undefined;
}

const wordSigns = ['m', 'm'] as const;
const tagSigns = ['<t', 't>'] as const;
const commentSigns = ['<!--c', 'c-->'] as const;

/** Matches a placeholder. Its groups are the kind and the number. */
export const placeholderPattern = (token: string) => new RegExp(`(<!--c|<t|m)${token}n(\\d+)(?:c-->|t>|m)`, 'g');

class ScannedText {
  readonly #placeholders: Placeholder[] = [];
  readonly #ranges: { out: number; source: number }[] = [];
  #text = '';

  constructor(
    private readonly source: string,
    private readonly token: string,
  ) {}

  copy(start: number, end: number): void {
    this.#add(this.source.slice(start, end), start);
  }

  /** Returns whether a line only contains placeholders, and so is not a paragraph. */
  line({ offset, start, parts, end }: Line): boolean {
    if (parts.every(({ meaning }) => meaning === undefined)) {
      this.copy(offset, end);
      return false;
    }
    const isAlone = parts.every(({ meaning, ...part }) => {
      const isText = meaning === undefined || ['text', 'span', 'rewrite'].includes(meaning.kind);
      return !isText || this.source.slice(part.start, part.end).trim() === '';
    });
    if (!isAlone) {
      this.copy(offset, start);
      for (const part of parts) this.#put(part, this.source[part.start] === '<' ? tagSigns : wordSigns);
      return false;
    }
    let prefix = this.source.slice(offset, start);
    for (const part of parts) {
      if (part.meaning === undefined) continue;
      this.#add(prefix, offset);
      this.#put(part, commentSigns);
      this.#add('\n', part.end);
      prefix = prefix.replace(/[^>\s]/g, ' '); // the next placeholder gets a separate line with the same indentation
    }
    return true;
  }

  #put({ start, end, meaning }: Part, [before, after]: readonly [string, string]): void {
    if (!meaning) this.copy(start, end);
    else if (meaning.kind === 'rewrite') this.#add(meaning.value, start);
    else {
      const index = this.#placeholders.push({ meaning, source: this.source.slice(start, end) }) - 1;
      this.#add(`${before}${this.token}n${index}${after}`, start);
    }
  }

  #add(value: string, source: number): void {
    const out = this.#text.length;
    const last = this.#ranges.at(-1);
    if (!last || last.source - last.out !== source - out) this.#ranges.push({ out, source });
    this.#text += value;
  }

  finish(): Omit<Scanned, 'comments'> {
    const ranges = this.#ranges;
    return {
      text: this.#text,
      placeholders: this.#placeholders,
      toSource: (offset) => {
        const range = ranges[sortedLastIndexBy(ranges, { out: offset, source: 0 }, ({ out }) => out) - 1];
        return range ? range.source + offset - range.out : offset;
      },
    };
  }
}

/** Skips escapes, inline code and HTML comments, in linear time. */
class Verbatim {
  readonly comments: (readonly [start: number, end: number])[] = [];
  #runs: ReturnType<typeof runsOf> | undefined;
  #paragraphEnd = -1;

  constructor(private readonly text: string) {}

  skip(offset: number): number {
    const { text } = this;
    const char = text[offset];
    if (char === '\\' && text[offset + 1] !== '\n') return Math.min(offset + 2, text.length);
    if (char === '`') return this.#skipCode(offset);
    if (char !== '<' || !text.startsWith('<!--', offset)) return offset;
    const end = indexOfClosing(text, '-->', offset + 4);
    if (end === -1) return offset;
    this.comments.push([offset, end + 3]);
    return end + 3;
  }

  #skipCode(offset: number): number {
    let end = offset;
    while (this.text[end] === '`') end += 1;
    this.#runs ??= runsOf(this.text);
    const starts = this.#runs.get(end - offset) ?? [];
    const next = starts[sortedIndex(starts, end)];
    return next !== undefined && next < this.#endOfParagraph(end) ? next + end - offset : end;
  }

  #endOfParagraph(offset: number): number {
    if (offset > this.#paragraphEnd) {
      paragraphEnd.lastIndex = offset;
      this.#paragraphEnd = paragraphEnd.exec(this.text)?.index ?? this.text.length;
    }
    return this.#paragraphEnd;
  }
}

/** Matches an empty line, or one that starts with a fence, a heading, a list item or a table row. */
const paragraphEnd = /\n(?=[ \t>]*(?:\n|~{3}|`{3,}[^`\n]*(?:\n|$)|#{1,6}[ \t\n]|[-*+][ \t]|(?:\d{1,9}[.)])[ \t]|\|))/g;

/** Returns the offsets of runs of backticks, by length. */
function runsOf(text: string): ReadonlyMap<number, readonly number[]> {
  const groups = groupBy([...text.matchAll(/`+/g)], ([run]) => run.length);
  return new Map([...groups].map(([length, runs]) => [length, runs.map(({ index }) => index)]));
}
