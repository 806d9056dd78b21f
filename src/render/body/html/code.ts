// Code blocks: what stands behind the language of a fence (title, lines to mark, line numbers), comments that mark lines, colours.
import type { Element } from 'hast';
import type { Code } from 'mdast';
import { highlight, type Piece, splitLines, toMarkup } from '../../highlight/highlight.js';
import { element } from './element.js';
import { columnsOf } from './overflow.js';

export interface CodeMeta {
  readonly title: string | undefined;
  /** Line numbers, from 1. */
  readonly marked: ReadonlySet<number>;
  /** The number of the first line, or undefined where lines are not numbered. */
  readonly firstLine: number | undefined;
}

const mostLines = 10_000;

/** Columns of a line's number and the gap behind it. */
const numberColumns = 6;

declare module 'hast' {
  interface ElementData {
    /** Of a block of code, whose text is not in the tree: its longest line, and the pieces of it that are coloured apart. */
    columns?: number;
    tokens?: number;
  }
}

const noMeta: CodeMeta = { title: undefined, marked: new Set(), firstLine: undefined };

/** `title="x" {1,3-5} showLineNumbers` */
export function parseMeta(meta: string): CodeMeta {
  if (meta.trim() === '') return noMeta;
  const title = /(?:^|\s)(?:title|filename|file)=(?:"([^"]*)"|'([^']*)'|(\S+))/.exec(meta);
  const bare = meta.replace(/=(?:"[^"]*"|'[^']*')/g, '='); // a quoted value is no list
  const bracketed = /(?:^|\s)\[([^\]]+)\]/.exec(bare)?.[1];
  const marked = new Set<number>();
  for (const [, list = ''] of bare.matchAll(/\{([\d\s,-]+)\}/g)) {
    for (const range of list.split(',')) {
      const [from = 0, to = from] = range.split('-').map((number) => Number.parseInt(number, 10));
      for (let line = from; line <= Math.min(to, mostLines); line += 1) marked.add(line);
    }
  }
  const numbers = /(?:^|\s)showLineNumbers(?:=\{?(\d+)\}?)?/.exec(meta);
  return {
    title: title?.[1] ?? title?.[2] ?? title?.[3] ?? bracketed,
    marked,
    firstLine: numbers ? Math.min(Number(numbers[1] ?? 1), 1_000_000) : undefined,
  };
}

/** Words before `-next-line`, `-start` and `-end`: Docusaurus's own, and those that its sites add. */
const marks = 'highlight|error|warning|success|added?|removed?';
const magicComment = new RegExp(
  `^[ \\t]*(?://|#|--|;|%|/\\*|<!--|\\{/\\*|rem\\b)[ \\t]*(?:((?:${marks})-next-line|this will error|(?:add|remove) this line)|` +
    `((?:${marks})-start|(?:added|removed) lines start)|(?:${marks})-end|(?:added|removed) lines end)[ \\t]*(?:\\*/\\}|\\*/|-->)?[ \\t]*$`,
  'i',
);
const magicWord = /-next-line|-start|this will error|this line|lines start/i;

/** The code without the comments that mark lines, and those lines. */
export function readMagicComments(code: string): { readonly code: string; readonly marked: ReadonlySet<number> } {
  if (!magicWord.test(code)) return { code, marked: new Set() };
  const kept: string[] = [];
  const marked = new Set<number>();
  let isOpen = false;
  let isNext = false;
  for (const line of code.split('\n')) {
    const [comment, next, start] = magicComment.exec(line) ?? [];
    if (next !== undefined) isNext = true;
    else if (comment !== undefined) isOpen = start !== undefined;
    else {
      kept.push(line);
      if (isOpen || isNext) marked.add(kept.length);
      isNext = false;
    }
  }
  return { code: kept.join('\n'), marked };
}

const directionMarks = /[\u202a-\u202e\u2066-\u2069]/;
const allMarks = new RegExp(directionMarks, 'g');

/** The first character in code that turns the direction of text, if any (CVE-2021-42574). */
export function directionMark(code: string): number | undefined {
  return directionMarks.exec(code)?.[0].codePointAt(0);
}

function showDirectionMarks(code: string): string {
  return code.replace(allMarks, (char) => `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`);
}

const language = /^[A-Za-z0-9_+#.-]{1,40}$/;

/** `SnackPlayer name=X&ext=tsx`: a player is no language; it shows the one of its files. */
function languageOf(name: string, meta: string): string {
  const extension = /(?:^|[\s&?])ext=([\w+-]{1,20})/.exec(meta)?.[1];
  return extension ?? (name.toLowerCase() === 'snackplayer' ? 'jsx' : name);
}

export interface CodeBlock {
  /** The block with `mark` in the place of its code. */
  readonly block: Element;
  /** Markup of the code, coloured where its language is known; whatever an author wrote is escaped in it. */
  readonly markup: string;
}

/**
 * A code block. Its code is not part of the tree: it would be most of the nodes of many a page, and every step after this one only
 * has to hand it on. `mark` is a text that no author can write.
 */
export async function renderCode(
  { lang, meta, value }: Pick<Code, 'lang' | 'meta' | 'value'>,
  mark: string,
): Promise<CodeBlock> {
  // `js{1,3}` and `js:title.js` carry their meta behind the language, without a space.
  const [, name = '', attached = ''] = /^([^{:\s]*)(.*)$/s.exec(lang ?? '') ?? [];
  const shown = languageOf(language.test(name) ? name : '', meta ?? '');
  const { title, marked, firstLine } = parseMeta(`${attached.replace(/^:(\S+)$/, 'title="$1"')} ${meta ?? ''}`);
  const magic = readMagicComments(value);
  const visible = showDirectionMarks(magic.code);
  const pieces = await highlight(visible, shown);
  const lines = new Set([...marked, ...magic.marked]);
  const isPlain = lines.size === 0 && firstLine === undefined;
  const markup = isPlain ? `${toMarkup(pieces)}\n` : linesOf(pieces, lines, firstLine);
  const code = element('code', shown !== '' ? { className: [`language-${shown}`] } : {}, [
    { type: 'text', value: mark },
  ]);
  const columns = columnsOf(visible) + (firstLine === undefined ? 0 : numberColumns);
  const data = { columns, tokens: pieces.length };
  const pre: Element = { type: 'element', tagName: 'pre', properties: {}, children: [code], data };
  if (title === undefined || title === '') return { block: pre, markup };
  const caption = element('figcaption', {}, [{ type: 'text', value: title }]);
  return { block: element('figure', { className: ['code'] }, [caption, pre]), markup };
}

function linesOf(pieces: readonly Piece[], marked: ReadonlySet<number>, firstLine: number | undefined): string {
  const lines = splitLines(pieces).map((line, index) => {
    const number =
      firstLine === undefined ? '' : `<span class="line-number" aria-hidden="true">${firstLine + index}</span>`;
    const tag = marked.has(index + 1) ? 'mark' : 'span';
    return `<${tag} class="line">${number}${toMarkup(line)}\n</${tag}>`;
  });
  return lines.join('');
}
