// Renders code blocks with their title, marked lines, line numbers and colors.
import type { Element } from 'hast';
import { escapeRegExp, memoize } from 'lodash-es';
import type { Code } from 'mdast';
import type { CodeOptions } from '../../../model/config/schema/config.js';
import { unicodeName } from '../../../model/diagnostics/diagnostic.js';
import { type HighlightSpan, highlight, splitLines, toMarkup } from '../../highlight/highlight.js';
import { element, text } from './element.js';
import { columnsOf } from './overflow.js';

const maxNumberedLines = 10_000;

const numberColumns = 6;

declare module 'hast' {
  interface ElementData {
    /** Columns of the longest line of a code block, and number of its colored spans. Kept here because the tree doesn't contain the code itself. */
    columns?: number;
    tokens?: number;
  }
}

/** Parses `title="x" {1,3-5} showLineNumbers`, `hl_lines="1 3-5" linenums="1"`, `{linenos=inline, hl_lines=[1]}`. `marked` are line numbers from 1, `firstLine` is the number to show for the first line. */
function parseMeta(meta: string) {
  const title = /(?:^|[\s{])(?:title|filename|file)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s}]+))/.exec(meta);
  const bare = meta.replace(/=(?:"[^"]*"|'[^']*')/g, '='); // a quoted value is not a list of lines
  const bracketed = /(?:^|\s)\[([^\]]+)\]/.exec(bare)?.[1];
  const marked = new Set<number>();
  const [, ...ofKey] = /hl_lines=(?:"([\d\s-]+)"|'([\d\s-]+)'|\[([\d\s,"'-]+)\]|([\d\s-]+))/i.exec(meta) ?? [];
  const lists = [...bare.matchAll(/\{([\d\s,-]+)\}/g)].map(([, list = '']) => list.split(','));
  for (const ranges of [...lists, ofKey.join('').split(/[\s,"']+/)]) {
    for (const range of ranges) {
      const [from = 0, to = from] = range.split('-').map((number) => Number.parseInt(number, 10));
      for (let line = from; line <= Math.min(to, maxNumberedLines); line += 1) marked.add(line);
    }
  }
  const [numbered, first] =
    /(?:^|[\s{,])(?:showLineNumbers|linenums|linenos=(?!["']?false))(?:=["{]?(\d+))?/.exec(meta) ?? [];
  return {
    title: title?.[1] ?? title?.[2] ?? title?.[3] ?? bracketed,
    marked,
    firstLine:
      numbered === undefined
        ? undefined
        : Math.min(Number(first ?? /linenostart=(\d+)/i.exec(meta)?.[1] ?? 1), 1_000_000),
  };
}

/** Names of comments before `-next-line`, `-start` and `-end`, including common ones of Docusaurus sites. */
const marks = 'highlight|error|warning|success|added?|removed?';
const before = '^[ \\t]*(?://|#|--|;|%|/\\*|<!--|\\{/\\*|rem\\b)[ \\t]*';
const after = '[ \\t]*(?:\\*/\\}|\\*/|-->)?[ \\t]*$';
const magicComment = new RegExp(
  `${before}(?:((?:${marks})-next-line|this will error|(?:add|remove) this line)|` +
    `((?:${marks})-start|(?:added|removed) lines start)|(?:${marks})-end|(?:added|removed) lines end)${after}`,
  'i',
);
const magicWord = /-next-line|-start|this will error|this line|lines start/i;

/** Returns a pattern for the comments in the config, with the same groups as `magicComment`. */
const ownComment = memoize((comments: NonNullable<CodeOptions['magicComments']>): RegExp => {
  const any = (words: readonly (string | undefined)[]) =>
    `(?:${words.flatMap((one) => (one === undefined ? [] : escapeRegExp(one))).join('|') || '(?!)'})`;
  const [next, start] = [any(comments.map(({ line }) => line)), any(comments.map(({ block }) => block?.start))];
  const end = any(comments.map(({ block }) => block?.end));
  return new RegExp(`${before}(?:(${next})|(${start})|${end})${after}`);
}, JSON.stringify);

/** Finds and removes the comments that mark lines. */
function readMagicComments(code: string, own: CodeOptions['magicComments']) {
  if (!own && !magicWord.test(code)) return { code, marked: [] };
  const comments = own ? ownComment(own) : magicComment;
  const kept: string[] = [];
  const marked: number[] = [];
  let [isOpen, isNext] = [false, false];
  for (const line of code.split('\n')) {
    const [comment, next, start] = comments.exec(line) ?? [];
    if (next !== undefined) isNext = true;
    else if (comment !== undefined) isOpen = start !== undefined;
    else {
      kept.push(line);
      if (isOpen || isNext) marked.push(kept.length);
      isNext = false;
    }
  }
  return { code: kept.join('\n'), marked };
}

const directionMarks = /[\u202a-\u202e\u2066-\u2069]/;

/** Returns the first character in code that changes the direction of text (CVE-2021-42574). */
export const directionMark = (code: string): number | undefined => directionMarks.exec(code)?.[0].codePointAt(0);

const showDirectionMarks = (code: string) =>
  code.replace(new RegExp(directionMarks, 'g'), (char) => `[${unicodeName(char.charCodeAt(0))}]`);

const language = /^[A-Za-z0-9_+#.-]{1,40}$/;

/** Returns the language of a code player by its file names: `SnackPlayer name=X&ext=tsx`. */
function languageOf(name: string, meta: string): string {
  const extension = /(?:^|[\s&?])ext=([\w+-]{1,20})/.exec(meta)?.[1];
  return extension ?? (name.toLowerCase() === 'snackplayer' ? 'jsx' : name);
}

/** Renders a code block as an element with a placeholder, and the markup of its code separately, because code would be most of the nodes of many pages. */
export async function renderCode(
  { lang, meta, value }: Pick<Code, 'lang' | 'meta' | 'value'>,
  placeholder: string,
  { magicComments }: Pick<CodeOptions, 'magicComments'>,
): Promise<{ readonly block: Element; readonly markup: string }> {
  // Attributes of MkDocs and Pandoc: `{ .js #id title="x" }`.
  const [list = '', byClass] = /^\{:?[ \t]*(?:\.([\w+#-]+))?[^}]*/.exec(`${lang ?? ''} ${meta ?? ''}`) ?? [];
  const id = /\s#([\w:.-]+)/.exec(list)?.[1];
  // `js{1,3}` and `js:title.js` have no space before their meta string, and `title="x"` can be without a language.
  const [, name = byClass ?? '', attached = ''] = /^((?!\w+=)[^{:\s]+)?(.*)$/s.exec(lang ?? '') ?? [];
  const shown = languageOf(language.test(name) ? name : '', meta ?? '');
  const { title, marked, firstLine } = parseMeta(`${attached.replace(/^:(\S+)$/, 'title="$1"')} ${meta ?? ''}`);
  const magic = readMagicComments(value, magicComments);
  const visible = showDirectionMarks(magic.code);
  const pieces = await highlight(visible, shown);
  const lines = new Set([...marked, ...magic.marked]);
  const isPlain = lines.size === 0 && firstLine === undefined;
  const markup = isPlain ? `${toMarkup(pieces)}\n` : linesOf(pieces, lines, firstLine);
  const code = element('code', shown !== '' ? { className: [`language-${shown}`] } : {}, [text(placeholder)]);
  const columns = columnsOf(visible) + (firstLine === undefined ? 0 : numberColumns);
  const data = { columns, tokens: pieces.length };
  const pre = { ...element('pre', id === undefined ? {} : { id }, [code]), data };
  if (title === undefined || title === '') return { block: pre, markup };
  const caption = element('figcaption', {}, [text(title)]);
  return { block: element('figure', { className: ['code'] }, [caption, pre]), markup };
}

function linesOf(pieces: readonly HighlightSpan[], marked: ReadonlySet<number>, firstLine: number | undefined): string {
  const lines = splitLines(pieces).map((line, index) => {
    const number =
      firstLine === undefined ? '' : `<span class="line-number" aria-hidden="true">${firstLine + index}</span>`;
    const tag = marked.has(index + 1) ? 'mark' : 'span';
    return `<${tag} class="line">${number}${toMarkup(line)}\n</${tag}>`;
  });
  return lines.join('');
}
