// Tokenizes tags of raw HTML in Markdown like a browser, and finds the ends of elements.
import { htmlTagNames } from 'html-tag-names';
import { sumBy } from 'lodash-es';
import namesJson from './names.json' with { type: 'json' };
import { matchAt } from './search.js';

export const htmlNames: ReadonlySet<string> = new Set(htmlTagNames);

export const voidTags: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

export interface HtmlToken {
  /** Declarations and `<?…>` count as comments. An `unfinished` token would continue in the text after the HTML. */
  readonly kind: 'text' | 'comment' | 'open' | 'close' | 'unfinished';
  /** Name of a tag in lower case. '' for other tokens. */
  readonly name: string;
  readonly start: number;
  readonly source: string;
}

const blank = String.raw`[\t\n\f\r ]`;
const markupStart = /<(?:(\/?)([a-z][^\t\n\f\r />]*)|[!?/])/iy;
const comment = /<!--(?:-?>|[\s\S]*?--!?>)|<(?!!--)[^>]*>/y;
/** Matches an attribute. A quote starts a value only after `=`. If it isn't closed, nothing or an empty name matches. */
const attribute = new RegExp(
  String.raw`[\t\n\f\r /]*(?:(>)|=?[^\t\n\f\r />=]*` +
    String.raw`(?:${blank}*=${blank}*(?:"[^"]*"|'[^']*'|(?!["'])[^\t\n\f\r >]*)|(?!${blank}*=)))`,
  'y',
);

export function htmlTokens(html: string): HtmlToken[] {
  const tokens: HtmlToken[] = [];
  let end = 0;
  const add = (kind: HtmlToken['kind'], name: string, to: number) => {
    if (to > end) tokens.push({ kind, name, start: end, source: html.slice(end, to) });
    end = to;
  };
  for (let start = html.indexOf('<'); start !== -1; ) {
    const markup = matchAt(markupStart, html, start);
    if (!markup) {
      start = html.indexOf('<', start + 1);
      continue;
    }
    const [, slash, name] = markup;
    add('text', '', start);
    const next = name === undefined ? endOfComment(html, start) : endOfTag(html, markupStart.lastIndex);
    if (next === -1) {
      add('unfinished', '', html.length);
      return tokens;
    }
    if (name === undefined) add('comment', '', next);
    else add(slash === '' ? 'open' : 'close', name.toLowerCase(), next);
    start = html.indexOf('<', end);
  }
  add('text', '', html.length);
  return tokens;
}

const endOfComment = (html: string, start: number): number => (matchAt(comment, html, start) ? comment.lastIndex : -1);

function endOfTag(html: string, from: number): number {
  for (let at = from; ; at = attribute.lastIndex) {
    const found = matchAt(attribute, html, at);
    if (found?.[1]) return attribute.lastIndex;
    if (!found || attribute.lastIndex === at) return -1;
  }
}

/** Returns the number of elements that HTML opens and does not close. */
export const depthOf = (tokens: readonly HtmlToken[]): number =>
  sumBy(tokens, ({ kind, name, source }) =>
    kind === 'close' ? -1 : Number(kind === 'open' && !voidTags.has(name) && !source.endsWith('/>')),
  );

/** Matches the start of an element that contains Markdown. Its groups are the name and the attribute `markdown`. */
export const markdownTag = /^\s*<([a-z]\w*)\b[^<>]*?(\smarkdown\s*=\s*["'](?:1|block|span)["'])/i;

/** Matches the start of an element alone on a line, if its content is blocks of Markdown in Python-Markdown. */
export const markdownBlock =
  /^[ \t]*<(?:div|section|article|aside|details|center|blockquote)\b[^<>]{0,300}?\smarkdown(?:=["']?(?:1|block)["']?)?(?=[\s>])[^<>]{0,300}>[ \t]*$/i;

/** Matches the start of an element that contains Markdown. In Python-Markdown, the attribute needs no value. */
export const markdownElement = /^\s*<[a-z]\w*\b[^<>]*?\smarkdown(?:=["']?(?:1|block|span)["']?)?(?=[\s>])/i;

/** Matches the start of an element alone on a line, if its content is blocks. */
export const openBlock = /^[ \t]*<(?:div|section|article|aside|details|center|blockquote)\b[^<>]{0,300}>[ \t]*$/i;

const blockNames = `summary ${namesJson.facts.skippedElements} ${namesJson.facts.blockElements}`
  .split(' ')
  .filter((name) => !/^(?:pre|script|style)$/.test(name));
const blockTag = new RegExp(`^ {0,3}<(${blockNames.join('|')})\\b[^<>]*(>|$)`, 'i');

/**
 * Returns a function for the last line of the element that starts on a line, or -1. Unlike in CommonMark, an empty line doesn't end an element in
 * Python-Markdown and kramdown. Elements that contain Markdown are ignored: those that `hasMarkdown` matches.
 */
export function endsOfElements(lines: readonly string[], hasMarkdown = markdownTag): (line: number) => number {
  const unclosed = new Set<string>();
  return (start) => {
    const name = blockTag.exec(lines[start] ?? '')?.[1]?.toLowerCase();
    if (name === undefined || unclosed.has(name)) return -1;
    const tags = new RegExp(`<(/?)${name}\\b(?:[^<>]*/>)?`, 'gi');
    let depth = 0;
    for (let line = start; line < lines.length; line += 1) {
      const own = lines[line] ?? '';
      if (hasMarkdown.test(own)) return -1;
      for (const [whole, slash] of own.matchAll(tags)) depth += whole.endsWith('/>') ? 0 : slash ? -1 : 1;
      if (depth <= 0) return line;
    }
    unclosed.add(name);
    return -1;
  };
}

/** State of HTML that spans several lines. */
export class OpenHtml {
  #depth = 0;
  /** Start of a tag that continues on the next line. */
  #tag = '';
  /** Whether the first line starts an HTML block in every Markdown parser. */
  isBlock = false;

  get isOpen(): boolean {
    return this.#depth > 0 || this.#tag !== '';
  }

  follow(line: string): void {
    if (!this.isOpen) this.isBlock = blockTag.test(line);
    const html = this.#tag + line;
    const tokens = htmlTokens(html);
    const last = tokens.at(-1);
    this.#tag = last?.kind === 'unfinished' && html.length < 2_000 ? `${last.source}\n` : '';
    this.#depth += depthOf(tokens);
  }
}
