// Splits a text into Liquid's tags and values, as tokens of liquidjs. Nothing is evaluated here.
import { type Context, type Liquid, TagToken, type Token, Tokenizer, type TopLevelToken } from 'liquidjs';
import { attempt } from '../../../../model/types/attempt.js';
import { CodeLines } from '../../syntax/code-lines.js';
import { indexOfClosing, matchAt } from '../../syntax/search.js';

/** Names of tags that have a closing tag. */
const blockNames = ['if', 'unless', 'case', 'for', 'tablerow', 'capture', 'highlight', 'macro', 'call'];
const branchNames = ['else', 'elsif', 'when'];

/** Maximum number of nested blocks, and of characters in a tag. */
const max = { depth: 50, characters: 4000 };

/** Translates a tag or value to Liquid. Returns undefined for text. */
export type Translate = (syntax: string) => string | undefined;

export class LiquidTokens {
  readonly tokens: TopLevelToken[] = [];
  /** Offsets of tags and values, with their original text. */
  readonly places = new Map<
    unknown,
    { readonly offset: number; readonly syntax: string; readonly isInCode: boolean }
  >();
  /** Closing tags of blocks, by the token of the opening. */
  readonly ends = new Map<Token, TopLevelToken>();
  /** Tags that can't be parsed. */
  readonly broken: { readonly syntax: string; readonly offset: number }[] = [];
  readonly #open: TagToken[] = [];

  /** Tokenizes a text. In code, only `raw` and includes are tags. A tag that isn't closed is text, and a block that isn't closed ends with the text. */
  constructor(
    private readonly text: string,
    private readonly options: Liquid['options'],
    { hasIndentedCode, translate }: { readonly hasIndentedCode: boolean; readonly translate?: Translate | undefined },
  ) {
    const isCode = codeTest(text, hasIndentedCode);
    let [plain, isTrimmed] = [0, false];
    for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', Math.max(at + 1, plain))) {
      const end = endOf(text, at, translate !== undefined);
      if (end === -1 || (text[at + 1] === '#' && !translate)) continue;
      const syntax = text.slice(at, end);
      const liquid = translate ? translate(syntax) : withoutBraces(syntax);
      if (translate && liquid === undefined) continue;
      const tokens = attempt(() =>
        liquid !== undefined
          ? new Tokenizer(liquid, options.operators).readTopLevelTokens(options)
          : [this.#from(at, end).readTopLevelToken(options)],
      ) as TagToken[] | undefined;
      const [token] = tokens ?? [];
      const name = text[at + 1] === '%' ? (token?.name ?? '') : undefined;
      const isVerbatim = name === 'raw' || name === 'comment';
      const last = isVerbatim ? verbatimAt(text, name, end) : undefined;
      const isInCode = isCode(at);
      if ((isInCode && !(tokens && inCode.test(name ?? ''))) || (isVerbatim && !last)) continue;
      this.#addText(plain, at, isTrimmed, token?.trimLeft && !isInCode);
      [plain, isTrimmed] = [last?.end ?? end, tokens?.at(-1)?.trimRight === true];
      if (!tokens) this.broken.push({ syntax, offset: at });
      else if (!last)
        for (const one of tokens) {
          this.places.set(one, { offset: at, syntax, isInCode });
          this.#add(one, name && one.name);
        }
      else if (name === 'raw') this.#addText(end, last.start);
    }
    this.#addText(plain, text.length, isTrimmed);
    this.#closeTo(0);
  }

  #from(start: number, end: number): Tokenizer {
    return new Tokenizer(this.text, {}, undefined, [start, end]);
  }

  #add(token: TagToken, name: string | undefined): void {
    if (name?.startsWith('end') && !/^endtabs?$/.test(name)) {
      const index = this.#open.findLastIndex((tag) => `end${tag.name}` === name);
      if (index !== -1) this.#closeTo(index);
    } else if (name === undefined || this.#open.length > 0 || !branchNames.includes(name)) {
      // In Ruby's Liquid, `{% else if x %}` is `{% else %}`.
      this.tokens.push(name === 'else' ? this.#tag('else') : token);
      if (name === undefined || !blockNames.includes(name)) return;
      if (this.#open.length < max.depth) this.#open.push(token);
      else token.name = ''; // an unknown tag, which is reported
    }
  }

  #tag(name: string): TagToken {
    const written = `{%${name}%}`;
    return new TagToken(written, 0, written.length, this.options);
  }

  #closeTo(count: number): void {
    while (this.#open.length > count) {
      const tag = this.#open.pop() as TagToken;
      const end = this.#tag(`end${tag.name}`);
      this.ends.set(tag, end);
      this.tokens.push(end);
    }
  }

  /** Adds a text. Removes space before a tag on its line, and after it. Lines of Markdown stay separate. */
  #addText(from: number, to: number, isTrimmed = false, isTrimmedAtEnd = false): void {
    const text = this.text.slice(from, to);
    const start = isTrimmed ? text.length - text.trimStart().length : 0;
    const lines = text.lastIndexOf('\n', start - 1) + 1;
    if (start > 0 && lines > 0) this.tokens.push(this.#from(from, from + lines).readHTMLToken([]));
    const end = isTrimmedAtEnd ? text.replace(/(?<![ \t])[ \t]+$/, '').length : text.length;
    if (end > start) this.tokens.push(this.#from(from + start, from + end).readHTMLToken([]));
  }
}

/** Removes braces around values in a condition, loop or assignment, because Ruby's Liquid parses `{% if {{x.y}} %}` as `{% if x.y %}`. */
function withoutBraces(syntax: string): string | undefined {
  if (!/^\{%-?\s*(?:if|elsif|unless|for|assign)\s/.test(syntax)) return undefined;
  const written = syntax.replace(/\{\{([\w.-]+)\}\}/g, '$1');
  return written === syntax ? undefined : written;
}

const inCode = /^(?:raw|include|include_relative)?$/;

const withQuotes = /(?:"(?:[^"\\]|\\.){0,1000}"|'(?:[^'\\]|\\.){0,1000}'|[^"']){0,4000}?[%}]\}/sy;

/** Returns the end of a tag or value. With `hasQuotes`, as in Jinja, quoted texts in it can contain the closing delimiter. */
function endOf(text: string, at: number, hasQuotes: boolean): number {
  const sign = { '%': '%}', '{': '}}', '#': '#}' }[text[at + 1] ?? ''];
  const close = sign === undefined ? -1 : indexOfClosing(text, sign, at + 2);
  if (close === -1 || close - at > max.characters) return -1;
  const quoted = hasQuotes && sign !== '#}' ? matchAt(withQuotes, text, at + 2) : null;
  return quoted?.[0].endsWith(sign ?? '') ? at + 2 + quoted[0].length : close + 2;
}

/** Returns the text up to `{% endraw %}` or `{% endcomment %}`. */
function verbatimAt(text: string, name: string, from: number) {
  const pattern = new RegExp(String.raw`\{%-?\s{0,20}end${name}\s{0,20}-?%\}`, 'y');
  const next = (at: number) => indexOfClosing(text, `end${name}`, at);
  for (let word = next(from); word !== -1; word = next(word + 1)) {
    const start = text.lastIndexOf('{%', word);
    const found = start >= from ? matchAt(pattern, text, start) : null;
    if (found) return { start, end: start + found[0].length };
  }
  return undefined;
}

const span = /``[^\n]{1,500}?``|`[^`\n]{1,500}`/g;

/** Returns a test for offsets on lines of code or in inline code. */
function codeTest(text: string, hasIndentedCode: boolean): (offset: number) => boolean {
  const code = new CodeLines(!hasIndentedCode);
  const ranges: (readonly [start: number, end: number])[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    if (code.follow(line).isCode) ranges.push([start, start + line.length]);
    else
      for (const { index, 0: whole } of line.matchAll(span)) ranges.push([start + index, start + index + whole.length]);
    start += line.length + 1;
  }
  let at = 0;
  // The test must be called with increasing offsets.
  return (offset) => {
    while (at < ranges.length && (ranges[at]?.[1] ?? 0) <= offset) at += 1;
    return (ranges[at]?.[0] ?? offset + 1) <= offset;
  };
}

/** Whether an output is a text in Markdown: that of a page in a list, the only values with a getter, or one with `markdownify`. */
export function isMarkdown(output: string, liquid: Liquid, context: Context): boolean {
  const [, owner] = /^(\w[\w.]*)\.(?:content|excerpt)$/.exec(output) ?? [];
  if (owner === undefined) return /\bmarkdownify$/.test(output);
  return Object.getOwnPropertyDescriptor(Object(liquid.evalValueSync(owner, context)), 'content')?.get !== undefined;
}
