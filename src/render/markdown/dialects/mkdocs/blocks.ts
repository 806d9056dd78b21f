// Rewrites MkDocs' blocks with an indented body (`!!! note`, `??? note`, `=== "Tab"`, `:   definition`) and blocks between two lines `///`. Removes the
// indentation of their bodies, and writes a marker line with data at the start and end of each block.
import { includeLine } from '../../../../model/content/parse/imports.js';
import { calloutKind } from '../../syntax/callouts.js';
import { CodeLines } from '../../syntax/code-lines.js';
import { joinLines, type RewrittenLines, type SourceLine } from '../../syntax/generator-syntax.js';
import type { Props } from '../../syntax/scan.js';
import { endsOfElements, markdownBlock, markdownElement, openBlock } from '../../syntax/tags.js';
import { hookHeading } from './hooks.js';
import { mkdocstrings, plain, unquoted } from './values.js';

interface Opening {
  readonly name: string;
  readonly props?: Props;
  readonly title?: string;
}

interface Block extends Opening {
  /** Columns of the block's marker and of its body. The body of a block between `///` lines has the column of its marker. */
  readonly column: number;
  readonly body: number;
  /** Number of slashes, for a block between two lines of slashes. */
  readonly slashes?: number | undefined;
}

/** An open block, with the state of the enclosing lines. */
interface OpenBlock extends Block {
  readonly outer: { readonly item: number | undefined; readonly code: CodeLines };
}

/** Matches raw HTML that is indented after an empty line, which CommonMark parses as code. */
const htmlAsCode = /^[ \t]*\n {4,}</m;
const suspect =
  /^[ \t]*(?:(?:>[ \t]*)+(?:#{1,6}[ \t]+)?:::[ \t]|#{1,6}(?:[ \t]+(?:<!--|:::)|[^#\s]|\u00a0)|!!!|\?\?\?|===|\/\/\/|:[ \t]|:::[ \t]|\{[!*%]|<[^\n]*>[ \t]*\n(?: {0,3}[^\s<]|[ \t]*(?:`{3}|~{3}))|<\w[^>\n]*\smarkdown\b)/m;
/** Matches the marker of a list item whose text starts right of the column from which Python-Markdown includes lines in the item. */
const deepItem = /^ {1,3}(?:[-*+]|\d{1,9}[.)]) {1,4}(?<=^.{5,18})(?=\S)/m;
/** Matches a link definition, which ends a paragraph in MkDocs. */
const target = /^ {0,3}\[[^\]^\n]{1,200}\]:[ \t]+\S+[ \t]*(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\))?[ \t]*$/m;
const documented = /^(?:>[ \t]*)*(?:#{1,6}[ \t]*)?:::[ \t]+[\w.-]+[ \t]*$/;
const bodyIndent = 4;
const maxBlocks = 50;
const rest = String.raw`(?:[ \t]+("[^\n]*"|“[^”]*”))?[ \t]*$`;
const admonition = new RegExp(String.raw`^(!!!|\?\?\?\+?)[ \t]*([\w-]+(?:[ \t]+[\w-]+)*)?${rest}`);
const tab = new RegExp(`^===[!+]*${rest}`);
const slashed = /^(\/{3,})[ \t]*(?:([\w-]+)[ \t]*(?:\|[ \t]*(.*))?)?$/;
const definition = /^:[ \t]+(?=\S)/;
const blockLine = /^[ \t]*!!![+-]/;

/** Rewrites the blocks of a text. Returns undefined if it has none. */
export function rewriteBlocks(text: string, appended: string, hasHooks: boolean): RewrittenLines | undefined {
  if (![suspect, htmlAsCode, deepItem, target].some((pattern) => pattern.test(text)) && appended === '')
    return undefined;
  return new BlockLines(appended === '' ? text : `${text}\n\n${appended}`, hasHooks).rewritten();
}

class BlockLines {
  readonly #lines: readonly string[];
  readonly #out: SourceLine[] = [];
  readonly #blocks: OpenBlock[] = [];
  /** Column of the list item around the next line. Undefined outside lists, where a marker with this indentation is code. */
  #item: number | undefined;
  /** Column of list items whose indentation before the marker is removed, so that their other lines are part of them. */
  #deep = 0;
  #code = new CodeLines(false);
  #index = 0;
  /** Last line of the most recent element of raw HTML, and whether its lines stay unchanged. */
  #html = { end: -1, isWhole: false };
  readonly #endOfElement: (line: number) => number;
  readonly #unread: NonNullable<RewrittenLines['unread']>[number][] = [];

  constructor(
    text: string,
    private readonly hasHooks: boolean,
  ) {
    this.#lines = text.split('\n').map((line) => line.replace(includeLine, snippetOf));
    this.#endOfElement = endsOfElements(this.#lines, markdownElement);
  }

  rewritten(): RewrittenLines {
    for (; this.#index < this.#lines.length; this.#index += 1) {
      const line = this.#lines[this.#index] ?? '';
      const spaced = line.replace(/^[ \t]+/, (space) => space.replaceAll('\t', '    '));
      this.#read(spaced, line);
    }
    this.#closeTo(0);
    return { ...joinLines(this.#out), unread: this.#unread };
  }

  get #removed(): number {
    return this.#blocks.reduce((sum, { body, column }) => sum + body - column, 0);
  }

  /** Whether a link definition on this line would end a paragraph, or follows an element. In raw HTML and formulas it is text. */
  #isInText(): boolean {
    const first = this.#out[this.#out.findLastIndex(({ text }) => text.trim() === '') + 1]?.text ?? '';
    return !/^\s*(?:<|\$\$|\\\[|$)/.test(first) || /^\s*<\/[\w-]+>\s*$/.test(this.#last ?? '');
  }

  /** Rewrites a line. `written` is the line with its original tabs. */
  #read(line: string, written = line): void {
    if (this.#isHtml(line, written)) return;
    if (line.trim() === '') {
      this.#code.follow('');
      this.#put('');
      return;
    }
    const marker = line.trimStart();
    const column = line.length - marker.length;
    // In Python-Markdown, an element of raw HTML ends with its closing tag.
    const isAfterHtml = this.#index > 0 && this.#index === this.#html.end + 1 && /^ {0,3}[^\s<]/.test(line);
    if (isAfterHtml && this.#last !== '') this.#put('');
    this.#leave(column, marker);
    const text = line.slice(this.#removed);
    const wasInFence = this.#code.fence !== '';
    const around = this.#blocks.findLast(({ body, column }) => body > column)?.body ?? 0;
    const { isCode } = this.#code.follow(line.slice(around));
    const startsFence = !wasInFence && this.#code.fence !== '';
    // Code in raw HTML, and Markdown blocks in it, need no empty line before them.
    const needsEmpty = startsFence
      ? /^[ \t]*<\/?[a-z]/i.test(this.#last ?? '')
      : !isCode && this.#startsBlock(text, column);
    if (needsEmpty) this.#put('');
    // CommonMark and Python-Markdown parse a line as code if it is more than five columns right of a list item's marker.
    const isDeep = this.#item === undefined || column - this.#item > 5;
    const canOpen = !wasInFence && !(isCode && isDeep);
    if (canOpen && (this.#skips(marker, column) || this.#opens(marker, column) || this.#marksHook(line))) return;
    const own = this.#removed === 0 ? written : text;
    if (isCode) return void this.#put(own);
    if (this.#item === undefined) this.#deep = deepItem.test(text) ? column : 0;
    if (/^(?:[-*+]|\d{1,9}[.)])[ \t]/.test(marker)) this.#item = column;
    else if (this.#item !== undefined && column <= this.#item && this.#last === '') this.#item = undefined;
    if (target.test(text) && this.#isInText()) this.#put('');
    const isInDeep = this.#deep > 0 && column === this.#deep && deepItem.test(text);
    if (isInDeep) this.#put(marker, column);
    // In Python-Markdown, the `#` of a heading needs no space after it.
    else this.#put(own.replace(/^(#{1,6})(?:\u00a0|(?=[^#\s]))/, '$1 '));
  }

  get #last(): string | undefined {
    return this.#out.at(-1)?.text;
  }

  /** Whether a line starts a Markdown block in raw HTML. Python-Markdown parses the content of an element that is indented by four columns. */
  #startsBlock(text: string, column: number): boolean {
    const before = this.#last ?? '';
    const isIndented =
      column >= bodyIndent && this.#index > this.#html.end && openBlock.test(before) && !/^\s*</.test(text);
    return (isIndented || markdownBlock.test(before)) && text.search(/\S/) < before.search(/\S/) + 4;
  }

  /** Whether a line is a heading that a hook makes a target. A link definition is added after it. */
  #marksHook(line: string): boolean {
    const name = this.hasHooks && line.startsWith('#') ? hookHeading.exec(line)?.[1] : undefined;
    if (name === undefined) return false;
    for (const one of [line, '', `[${name}]: #${name}`, '']) this.#put(one);
    return true;
  }

  /** Whether a line is `::: module` or its options. Only a program has the output, so they are removed and reported. */
  #skips(text: string, column: number): boolean {
    if (!documented.test(text)) return false;
    const [quote = ''] = /^[> \t]*/.exec(text) ?? [];
    const place = { syntax: text.slice(quote.length), line: this.#index, column: column + quote.length + 1 };
    this.#unread.push({ ...mkdocstrings, ...place, isContainer: false, isDropped: true });
    for (; this.#index < this.#lines.length; this.#index += 1) {
      const next = this.#lines[this.#index + 1]?.slice(column);
      if (!next?.startsWith(quote) || !/^(?:[ \t]{4}|\t)[ \t]*\S/.test(next.slice(quote.length))) break;
    }
    this.#put(quote && ' '.repeat(Math.max(0, column - this.#removed)) + quote);
    return true;
  }

  /** Whether a line continues an HTML element that CommonMark would split, because an empty line ends HTML and indentation starts code there. */
  #isHtml(line: string, written: string): boolean {
    const isOutside = this.#index > this.#html.end && this.#blocks.length === 0 && this.#code.fence === '';
    if (isOutside && /^ {0,3}<[a-z]/i.test(line)) {
      const end = this.#endOfElement(this.#index);
      const whole = this.#lines.slice(this.#index, end + 1).join('\n');
      this.#html = { end, isWhole: htmlAsCode.test(whole) && !/^[ \t]*(?:`{3}|~{3})|<pre\b/im.test(whole) };
    }
    if (this.#index > this.#html.end || !this.#html.isWhole) return false;
    if (line.trim() !== '') this.#put(written);
    if (this.#index === this.#html.end) this.#put('');
    return true;
  }

  /** Closes blocks that end before a line, and a group of tabs or definitions that the line doesn't continue. */
  #leave(column: number, text: string): void {
    const ended = this.#blocks.findIndex(({ body, slashes }) => slashes === undefined && column < body);
    if (ended !== -1) this.#closeTo(ended);
    const name = this.#blocks.at(-1)?.name;
    const isOver =
      (name === 'Tabs' && !tab.test(text) && !/^\/{3,}[ \t]*tab\b/.test(text)) ||
      (name === 'dl' && !this.#isDefined(text));
    if (isOver) this.#closeTo(this.#blocks.length - 1);
  }

  /** Whether a line is a definition, or the term of one. */
  #isDefined(text: string): boolean {
    if (definition.test(text)) return true;
    const after = this.#lines.slice(this.#index + 1, this.#index + 12);
    const end = after.findIndex((line) => line.trim() === '' || definition.test(line.trimStart()));
    const next = after[end]?.trim() === '' ? after[end + 1] : after[end];
    return end !== -1 && next !== undefined && definition.test(next.trimStart());
  }

  #opens(text: string, column: number): boolean {
    if (this.#blocks.length >= maxBlocks) return false;
    const body = column + bodyIndent;
    const [, sign, kind = '', title] = admonition.exec(text) ?? [];
    const label = tab.exec(text)?.[1];
    const isCallout = sign !== undefined && (kind !== '' || title !== undefined);
    if (isCallout || label !== undefined) {
      const own = isCallout ? calloutOf(kind.split(/[ \t]/)[0] ?? '', unquoted(title), sign) : tabOf(unquoted(label));
      this.#open({ ...own, column, body });
      return true;
    }
    if (text.startsWith('{*')) return this.#showFile(text, column);
    // The place of the footnotes, which docgen shows at the end of the page.
    if (text.trim() === '///Footnotes Go Here///') return true;
    if (definition.test(text)) return this.#define(text, column);
    const [line, slashes, name, value = ''] = slashed.exec(text) ?? [];
    if (line === undefined || slashes === undefined) return false;
    return name === undefined
      ? this.#closeSlashed(slashes.length)
      : this.#openSlashed(name, value, slashes.length, column);
  }

  /** Shows a file as code for `{* path ln[3:5] hl[4] *}`. `ln[0]` is the whole file. */
  #showFile(text: string, column: number): boolean {
    const [[, , , , path, options = ''] = []] = text.matchAll(includeLine);
    if (path === undefined) return false;
    const option = (name: string) => new RegExp(`\\b${name}\\[([^\\]]*)\\]`).exec(options)?.[1] ?? '';
    const marked = option('hl').replaceAll(':', '-').replaceAll(',', ' ');
    const fence = `\`\`\`${/\.(\w+)$/.exec(path)?.[1] ?? ''}${marked === '' ? '' : ` hl_lines="${marked}"`}`;
    for (const line of [fence, snippetLine(path, option('ln').replace(/^0$/, '')), '```'])
      this.#put(`${' '.repeat(Math.max(0, column - this.#removed))}${line}`);
    return true;
  }

  /** Opens a definition. The lines above it are its terms. */
  #define(text: string, column: number): boolean {
    if (this.#blocks.at(-1)?.name !== 'dl') {
      const end = this.#out.findLastIndex(({ text }) => text !== '') + 1;
      const isBefore = ({ text }: SourceLine, at: number) => at < end && (text.trim() === '' || blockLine.test(text));
      const start = this.#out.findLastIndex(isBefore) + 1;
      if (start === end) return false;
      const terms = this.#out.splice(start);
      this.#open({ name: 'dl', column, body: column });
      if (/^[ \t]*\[\^/.test(terms[0]?.text ?? ''))
        this.#out.splice(-1, 0, ...terms); // a footnote
      else this.#terms(terms.slice(0, end - start), column);
    } else {
      const last = this.#out.findLastIndex(({ text }) => blockLine.test(text));
      const terms = this.#out.splice(last + 1).filter(({ text }) => text !== '');
      if (terms.length > 0) this.#terms(terms, column);
    }
    this.#open({ name: 'dd', column, body: column + bodyIndent });
    this.#read(`${' '.repeat(column + bodyIndent)}${text.replace(definition, '')}`);
    return true;
  }

  #terms(lines: readonly SourceLine[], column: number): void {
    const space = ' '.repeat(Math.max(0, column - this.#removed));
    for (const line of lines) {
      this.#put(`${space}!!!+${JSON.stringify({ name: 'dt' })}`);
      this.#out.push(line);
      this.#put(`${space}!!!-dt`);
    }
  }

  /** Opens a block with slashes. Its options are indented on the following lines. */
  #openSlashed(name: string, value: string, slashes: number, column: number): boolean {
    const options = new Map<string, string>();
    for (;;) {
      const [, key, text = ''] = /^ {4,}([\w-]+):[ \t]*(.*)$/.exec(this.#lines[this.#index + 1] ?? '') ?? [];
      if (key === undefined) break;
      options.set(key, text);
      this.#index += 1;
    }
    const title = value.trim() === '' ? undefined : value.trim();
    const type = options.get('type');
    const sign = options.get('open') === 'True' ? '???+' : '???';
    const own = () => (name === 'details' ? calloutOf(type ?? '', title, sign) : calloutOf(type ?? name, title, '!!!'));
    const opening = name === 'tab' ? tabOf(title) : /^html$|caption$/.test(name) ? { name: 'div' } : own();
    this.#open({ ...opening, column, body: column, slashes });
    return true;
  }

  #closeSlashed(slashes: number): boolean {
    const index = this.#blocks.findLastIndex((block) => block.slashes !== undefined && block.slashes <= slashes);
    if (index === -1) return false;
    this.#closeTo(index);
    return true;
  }

  /** Opens a block, and a group for the first of several tabs. */
  #open({ column, body, slashes, ...opening }: Block): void {
    if (opening.name === 'TabItem' && this.#blocks.at(-1)?.name !== 'Tabs')
      this.#open({ name: 'Tabs', column, body: column });
    const space = ' '.repeat(Math.max(0, column - this.#removed));
    this.#put(`${space}!!!+${JSON.stringify(opening)}`);
    this.#blocks.push({ ...opening, column, body, slashes, outer: { item: this.#item, code: this.#code } });
    if (body === column) return; // the lines inside belong to the same list
    this.#item = undefined;
    this.#code = new CodeLines(false);
  }

  #closeTo(count: number): void {
    while (this.#blocks.length > count) {
      if (this.#code.fence !== '') this.#put(this.#code.fence); // closes a fence that the author did not close, because the block ends
      const { name, column, outer } = this.#blocks.pop() as OpenBlock;
      this.#item = outer.item;
      this.#code = outer.code;
      this.#put(`${' '.repeat(Math.max(0, column - this.#removed))}!!!-${name}`);
    }
  }

  #put(text: string, column = this.#removed): void {
    this.#out.push({ text, line: this.#index, column });
  }
}

const snippetLine = (path: string, lines: string) =>
  `--8<-- "${path}${lines === '' ? '' : `:${lines.replaceAll('-', ':').replace(/(?<![\d:])(\d+)(?![\d:])/g, '$1:$1')}`}"`;

/** Returns `{!> path!}` as a snippet, also in code. */
const snippetOf = (whole: string, space: string, path: string | undefined, lines = '') =>
  path === undefined ? whole : space + snippetLine(path, lines);

const tabOf = (label: string | undefined): Opening => ({ name: 'TabItem', props: { label: plain(label) } });

/** Returns the callout of a kind. An unknown kind becomes a note with the kind as its title. */
function calloutOf(kind: string, title: string | undefined, sign: string): Opening {
  const own = calloutKind(kind);
  const name = kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ');
  const shown = title ?? (own === kind ? undefined : name);
  const titled = shown === undefined || shown === '' ? {} : { title: shown };
  if (sign === '!!!') return { name: 'Admonition', props: { type: own ?? 'note' }, ...titled };
  return { name: 'Details', props: sign === '???+' ? { open: true } : {}, title: shown || name };
}
