// Inline Markdown as the words that a reader sees, without a syntax tree: for titles and descriptions, which are on other pages than
// their own. Bounded by its callers: it sees a heading or a paragraph.
import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { nameToEmoji } from 'gemoji';
import { htmlTagNames } from 'html-tag-names';
import { decodeNumericCharacterReference } from 'micromark-util-decode-numeric-character-reference';
import { withVariables } from '../../content/devsite.js';
import { EmphasisMarks } from './emphasis.js';
import { endOfBraces, endOfTag, tagName } from './tags.js';

export interface PlainText {
  readonly text: string;
  /** The alternative texts of its images: the words of a heading that is a logo. */
  readonly alt: string;
  /** Characters of `text` that are the text of a link. */
  readonly linked: number;
}

export interface InlineOptions {
  readonly isMdx: boolean;
  /** Whether `{{variables}}` are words. */
  readonly hasVariables: boolean;
  /** Whether a text in brackets is the name of a link that is defined elsewhere. */
  readonly isDefined: (label: string) => boolean;
}

const htmlNames = new Set(htmlTagNames);
const punctuation = /[!-/:-@[-`{-~]/;
const entity = /&(?:#[xX]([0-9a-fA-F]{1,6})|#(\d{1,7})|([A-Za-z][A-Za-z0-9]{1,31}));/y;
const shortcode = /:(\+1|-1|[a-z0-9_]{1,40}):/y;
const autolink = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]+@[\w.-]+)>/y;
const literal = /\{\s*(?:'([^'{}]*)'|"([^"{}]*)"|`([^`{}$]*)`)\s*\}/y;
const templateString = /\{\{\s*(?:'[^'\n]*'|"[^"\n]*")\s*\}\}/y;
const plainWords = /[^\\`<&:{[!\]*_~]+/y;
const variable = /\{\{\s*[A-Za-z]\w*\s*\}\}/y;

function at(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/** What a bracket may turn out to be the beginning of. */
interface Opening {
  readonly part: number;
  readonly index: number;
  readonly isImage: boolean;
}

/** The words of inline Markdown: marks, tags, images and template tags are left out, entities and emoji names read. */
export function plainText(markdown: string, options: InlineOptions): PlainText {
  const reader = new InlineReader(markdown, options);
  return reader.read();
}

/** The value of the entities in a text that has no other markup. */
export function decodeEntities(text: string): string {
  return text.replace(new RegExp(entity.source, 'g'), (whole, hex?: string, decimal?: string, name?: string) =>
    decoded(whole, hex, decimal, name),
  );
}

function decoded(whole: string, hex?: string, decimal?: string, name?: string): string {
  if (hex !== undefined) return decodeNumericCharacterReference(hex, 16);
  if (decimal !== undefined) return decodeNumericCharacterReference(decimal, 10);
  return decodeNamedCharacterReference(name ?? '') || whole;
}

class InlineReader {
  readonly #text: string;
  readonly #options: InlineOptions;
  readonly #parts: string[] = [];
  readonly #brackets: Opening[] = [];
  readonly #emphasis = new EmphasisMarks(this.#parts);
  readonly #missingRuns = new Set<number>();
  readonly #alts: string[] = [];
  #linked = 0;

  constructor(text: string, options: InlineOptions) {
    this.#text = text;
    this.#options = options;
  }

  read(): PlainText {
    for (let index = 0; index < this.#text.length; ) index = this.#next(index);
    const tidy = (text: string) => text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
    return { text: tidy(this.#parts.join('')), alt: tidy(this.#alts.join(' ')), linked: this.#linked };
  }

  #next(index: number): number {
    const text = this.#text;
    switch (text[index]) {
      case '\\':
        return this.#escape(index);
      case '`':
        return this.#code(index);
      case '<':
        return this.#angle(index);
      case '&':
        return this.#entity(index);
      case ':':
        return this.#emoji(index);
      case '{':
        return this.#brace(index);
      case '[':
        return this.#open(index, false);
      case '!':
        return text[index + 1] === '[' ? this.#open(index + 1, true) : this.#put('!', index + 1);
      case ']':
        return this.#close(index);
      case '*':
      case '_':
      case '~':
        return this.#emphasis.read(text, index);
      default: {
        const [words = ''] = at(plainWords, text, index) ?? [];
        return this.#put(words, index + words.length);
      }
    }
  }

  #put(text: string, end: number): number {
    this.#parts.push(text);
    return end;
  }

  #escape(index: number): number {
    const next = this.#text[index + 1] ?? '';
    if (next === '\n') return this.#put(' ', index + 2);
    return punctuation.test(next) ? this.#put(next, index + 2) : this.#put('\\', index + 1);
  }

  #code(index: number): number {
    const text = this.#text;
    let end = index;
    while (text[end] === '`') end += 1;
    const length = end - index;
    for (let close = this.#missingRuns.has(length) ? -1 : text.indexOf('`', end); close !== -1; ) {
      let after = close;
      while (text[after] === '`') after += 1;
      if (after - close === length) return this.#put(text.slice(end, close), after);
      close = text.indexOf('`', after);
    }
    this.#missingRuns.add(length);
    return this.#put(text.slice(index, end), end);
  }

  #angle(index: number): number {
    const text = this.#text;
    if (text.startsWith('<!--', index)) {
      const end = text.indexOf('-->', index + 4);
      return end === -1 ? text.length : end + 3;
    }
    const link = at(autolink, text, index);
    if (link) {
      this.#linked += link[1]?.length ?? 0;
      return this.#put(link[1] ?? '', index + link[0].length);
    }
    const end = endOfTag(text, index);
    if (end === -1 || !this.#isTag(text.slice(index, end))) return this.#put('<', index + 1);
    return /^<br\b/i.test(text.slice(index, index + 4)) ? this.#put(' ', end) : end;
  }

  /** In plain Markdown `<T>` and `<project-id>` are words; with attributes, or closed somewhere, they are tags. */
  #isTag(tag: string): boolean {
    const name = tagName(tag);
    if (this.#options.isMdx || htmlNames.has(name.toLowerCase()) || tag.startsWith('</') || tag.endsWith('/>'))
      return true;
    return /\s[\w:-]+\s*=/.test(tag) || this.#text.includes(`</${name}>`);
  }

  #entity(index: number): number {
    const found = at(entity, this.#text, index);
    return found
      ? this.#put(decoded(found[0], found[1], found[2], found[3]), index + found[0].length)
      : this.#put('&', index + 1);
  }

  #emoji(index: number): number {
    const [whole, name = ''] = at(shortcode, this.#text, index) ?? [];
    if (whole === undefined || !Object.hasOwn(nameToEmoji, name)) return this.#put(':', index + 1);
    return this.#put(nameToEmoji[name] ?? '', index + whole.length);
  }

  /** Template tags, comments and attribute lists are left out; literals are text. */
  #brace(index: number): number {
    const text = this.#text;
    const pairs: Readonly<Record<string, string>> = { '{%': '%}', '{#': '#}', '{:': '}' };
    const closing =
      pairs[text.slice(index, index + 2)] ?? (/^\{\s*\/\*/.test(text.slice(index, index + 20)) ? '*/' : '');
    const end = closing === '' ? -1 : text.indexOf(closing, index + 2);
    if (end !== -1 && closing === '*/') return text.indexOf('}', end) + 1 || text.length;
    if (end !== -1) return end + closing.length;
    const string = at(templateString, text, index);
    if (string) return index + string[0].length;
    const named = at(variable, text, index);
    if (named)
      return this.#put(this.#options.hasVariables ? withVariables(named[0]) : named[0], index + named[0].length);
    const value = at(literal, text, index);
    if (value && this.#options.isMdx) return this.#put(value[1] ?? value[2] ?? value[3] ?? '', index + value[0].length);
    const close = this.#options.isMdx ? endOfBraces(text, index) : -1;
    return close === -1 ? this.#put('{', index + 1) : this.#put(text.slice(index, close), close);
  }

  #open(index: number, isImage: boolean): number {
    this.#brackets.push({ part: this.#parts.length, index, isImage });
    return this.#put(isImage ? '![' : '[', index + 1);
  }

  #close(index: number): number {
    const opening = this.#brackets.pop();
    if (!opening) return this.#put(']', index + 1);
    const isNote = this.#text[opening.index + 1] === '^';
    const end = isNote ? index + 1 : this.#endOfTarget(opening, index);
    if (end === -1) return this.#put(']', index + 1);
    if (opening.isImage || isNote) {
      if (!isNote) this.#alts.push(this.#parts.slice(opening.part + 1).join(''));
      this.#emphasis.drop(opening.part);
      this.#parts.length = opening.part;
      return end;
    }
    this.#parts[opening.part] = '';
    for (let part = opening.part; part < this.#parts.length; part += 1) this.#linked += this.#parts[part]?.length ?? 0;
    return end;
  }

  /** Where a link ends whose text ends at `index`; -1 where the brackets are plain text. */
  #endOfTarget({ index: start }: Opening, index: number): number {
    const text = this.#text;
    const label = text.slice(start + 1, index);
    if (text[index + 1] === '(') {
      const end = endOfDestination(text, index + 1);
      if (end !== -1) return end;
    }
    if (text[index + 1] === '[') {
      const close = text.indexOf(']', index + 2);
      const name = text.slice(index + 2, close);
      if (close !== -1 && this.#options.isDefined(name === '' ? label : name)) return close + 1;
    }
    return this.#options.isDefined(label) ? index + 1 : -1;
  }
}

const longestDestination = 2_000;

/** Where `(address "title")` ends; -1 where it is none. */
function endOfDestination(text: string, index: number): number {
  const last = Math.min(text.length, index + longestDestination);
  let depth = 0;
  for (let end = index; end < last; end += 1) {
    const char = text[end];
    if (char === '\\') end += 1;
    else if (char === '(') depth += 1;
    else if (char === ')' && --depth === 0) return end + 1;
    else if (char === '<' || ((char === '"' || char === "'") && /\s/.test(text[end - 1] ?? ''))) {
      const close = text.indexOf(char === '<' ? '>' : char, end + 1);
      if (close !== -1 && close < last) end = close;
    }
  }
  return -1;
}
