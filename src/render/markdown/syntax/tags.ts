// Tags of raw HTML in Markdown, as the tokenizer of a browser splits it, and where elements end.
import { htmlTagNames } from 'html-tag-names';
import { sumBy } from 'lodash-es';
import namesJson from './names.json' with { type: 'json' };
import { matchAt } from './search.js';

export const htmlNames: ReadonlySet<string> = new Set(htmlTagNames);

export const voidTags: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

export interface HtmlToken {
  /** Declarations and `<?…>` are comments. An `unfinished` token continues in the text that follows the HTML. */
  readonly kind: 'text' | 'comment' | 'open' | 'close' | 'unfinished';
  /** The name of a tag in lower case; empty for other tokens. */
  readonly name: string;
  readonly start: number;
  readonly source: string;
}

const blank = String.raw`[\t\n\f\r ]`;
const markupStart = /<(?:(\/?)([a-z][^\t\n\f\r />]*)|[!?/])/iy;
const comment = /<!--(?:-?>|[\s\S]*?--!?>)|<(?!!--)[^>]*>/y;
/** A quote opens a value only after `=`; if it isn't closed, nothing or an empty name matches. */
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

/** The number of elements that HTML opens and does not close. */
export const depthOf = (tokens: readonly HtmlToken[]): number =>
  sumBy(tokens, ({ kind, name, source }) =>
    kind === 'close' ? -1 : Number(kind === 'open' && !voidTags.has(name) && !source.endsWith('/>')),
  );

/** Matches the start of an element with Markdown in it: its name, and the attribute. */
export const markdownTag = /^\s*<([a-z]\w*)\b[^<>]*?(\smarkdown\s*=\s*["'](?:1|block|span)["'])/i;

/** Matches a line with the start of an element alone, whose content is blocks of Markdown for Python-Markdown. */
export const markdownBlock =
  /^[ \t]*<(?:div|section|article|aside|details|center|blockquote)\b[^<>]{0,300}?\smarkdown(?:=["']?(?:1|block)["']?)?(?=[\s>])[^<>]{0,300}>[ \t]*$/i;

const blockNames = `summary ${namesJson.facts.skippedElements} ${namesJson.facts.blockElements}`
  .split(' ')
  .filter((name) => !/^(?:pre|script|style)$/.test(name));
const blockTag = new RegExp(`^ {0,3}<(${blockNames.join('|')})\\b[^<>]*(>|$)`, 'i');

/**
 * Returns the line on which the element ends that begins on a line, or -1. In Python-Markdown and kramdown, empty lines do not end it as in CommonMark. An
 * element with Markdown in it does not count.
 */
export function endsOfElements(lines: readonly string[]): (line: number) => number {
  const unclosed = new Set<string>();
  return (start) => {
    const name = blockTag.exec(lines[start] ?? '')?.[1]?.toLowerCase();
    if (name === undefined || unclosed.has(name)) return -1;
    const tags = new RegExp(`<(/?)${name}\\b(?:[^<>]*/>)?`, 'gi');
    let depth = 0;
    for (let line = start; line < lines.length; line += 1) {
      const own = lines[line] ?? '';
      if (markdownTag.test(own)) return -1;
      for (const [whole, slash] of own.matchAll(tags)) depth += whole.endsWith('/>') ? 0 : slash ? -1 : 1;
      if (depth <= 0) return line;
    }
    unclosed.add(name);
    return -1;
  };
}

/** Follows HTML from its first line. */
export class OpenHtml {
  #depth = 0;
  /** Start of a tag that goes on on the next line. */
  #tag = '';
  /** Whether the first line starts a block in any Markdown. */
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
