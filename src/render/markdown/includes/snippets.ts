// Extracts the part of a file that an include selects, and creates the line with its source.
import type { Code, Paragraph, PhrasingContent } from 'mdast';
import type { CodeInclude } from '../../../model/content/parse/devsite.js';
import type { Snippet } from '../../../model/content/parse/imports.js';
import { encodePart } from '../../../model/types/path.js';

const regionMark = /\[[ \t]*(START|END)[ \t]+([^[\]\n]{1,1000})\]/;
const excludeMark = /\[[ \t]*(START|END)_EXCLUDE[ \t]*(silent)?[ \t]*\]/;

/** The code of a region, without marker lines, and the line, from 1, on which it starts. `[START_EXCLUDE]` to `[END_EXCLUDE]` becomes an ellipsis. */
export function cutSnippet(
  text: string,
  { region, isDedented }: Pick<CodeInclude, 'region' | 'isDedented'>,
): { readonly value: string; readonly line: number | undefined } | undefined {
  const lines: string[] = [];
  let line: number | undefined;
  let [isInside, isExcluded] = [region === undefined, false];
  for (const [index, one] of text.split('\n').entries()) {
    const [, exclude, silent] = excludeMark.exec(one) ?? [];
    const [, mark, names = ''] = exclude === undefined ? (regionMark.exec(one) ?? []) : [];
    if (exclude === 'START' && isInside && !isExcluded && silent === undefined)
      lines.push(one.replace(excludeMark, '...'));
    if (exclude !== undefined) isExcluded = exclude === 'START';
    else if (mark === undefined && isInside && !isExcluded) lines.push(one);
    if (mark === undefined || region === undefined || !names.split(/[\s,]+/).includes(region)) continue;
    isInside = mark === 'START';
    if (isInside) line ??= index + 2;
  }
  if (region !== undefined && line === undefined) return undefined;
  const value = (isDedented ? dedented(lines) : lines)
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  return { value, line };
}

const sectionMark =
  /(;?)-{1,20}8<-{1,20}[ \t]{1,100}\[[ \t]{0,100}(start|end)[ \t]{0,100}:[ \t]{0,100}([a-z][\w-]{0,200})[ \t]{0,100}\]/i;
const anchorMark = /ANCHOR(_END)?:\s{0,100}([\w-]{1,200})/;

/** A line with a marker starts or ends a part, or is hidden, and is never shown. */
interface Line {
  readonly text: string;
  readonly mark?: { readonly name: string; readonly isStart: boolean };
}

function readLine(text: string, { kind, path }: Snippet): Line {
  const found = (kind === 'mkdocs' ? sectionMark : anchorMark).exec(text);
  if (kind === 'mkdocs') {
    const [, semicolon, word = '', name = ''] = found ?? [];
    if (!found || !semicolon)
      return found ? { text, mark: { name, isStart: word.toLowerCase() === 'start' } } : { text };
    return { text: text.slice(0, found.index) + text.slice(found.index + 1) };
  }
  if (found) return { text, mark: { name: found[2] ?? '', isStart: found[1] === undefined } };
  const [, indent, next = '', rest] = (path.endsWith('.rs') && /^(\s*)#([# ]|$)(.*)$/.exec(text)) || [];
  if (indent === undefined) return { text };
  return next === '#' ? { text: `${indent}#${rest}` } : { text, mark: { name: '', isStart: false } };
}

/** The part of a file that a snippet selects, and its first line, from 1. */
export function cutPart(text: string, snippet: Snippet): { readonly value: string; readonly line: number } | undefined {
  const written = text.split('\n');
  const lines = written.map((line) => readLine(line, snippet));
  if (written.at(-1) === '') lines.pop();
  const name = /^(?!-?\d*(?:[:,]|$))[^:]+/.exec(snippet.part)?.[0];
  const ranges = name === undefined ? rangesOf(snippet, written.length) : sectionsOf(lines, name);
  const shown = (snippet.macro === 'rustdoc_include' || name === undefined ? ranges : ranges.slice(0, 1))
    .flatMap(([first, last]) => lines.slice(first - 1, last))
    .flatMap(({ text, mark }) => (mark ? [] : [text]));
  return shown.length === 0 && snippet.part !== '' ? undefined : { value: shown.join('\n'), line: ranges[0]?.[0] ?? 1 };
}

type Range = readonly [first: number, last: number];

function sectionsOf(lines: readonly Line[], name: string): readonly Range[] {
  const ranges: Range[] = [];
  let start: number | undefined;
  for (const [index, { mark }] of lines.entries()) {
    if (mark?.name !== name || mark.isStart === (start !== undefined)) continue;
    if (start !== undefined) ranges.push([start, index]);
    start = mark.isStart ? index + 2 : undefined;
  }
  return start === undefined ? ranges : [...ranges, [start, lines.length]];
}

/** A single number is one line in mdBook, and all lines from there on in MkDocs. MkDocs' negative numbers count from the end. */
function rangesOf({ kind, part }: Snippet, count: number): readonly Range[] {
  return part.split(',').map((range) => {
    const [from = '', to] = range.split(':');
    const back = (number: number) => (number < 0 ? count + 1 + number : number);
    const first = Math.max(1, back(Number(from) || 1));
    const isSingle = kind === 'mdbook' && to === undefined && from !== '';
    return [first, isSingle ? first : Math.max(0, to ? back(Number(to)) : count)];
  });
}

function dedented(lines: readonly string[]): readonly string[] {
  const starts = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  const shared = starts.reduce((one, other) => {
    let length = 0;
    while (length < one.length && one[length] === other[length]) length += 1;
    return one.slice(0, length);
  }, starts[0] ?? '');
  return lines.map((line) => (line.startsWith(shared) ? line.slice(shared.length) : line.trimStart()));
}

export function sourceLine(label: string, url: string | undefined, position: Code['position']): Paragraph {
  const at = position ? { position } : {};
  const name: PhrasingContent = { type: 'inlineCode', value: label, ...at };
  const shown: PhrasingContent = url === undefined ? name : { type: 'link', url, children: [name], ...at };
  return { type: 'paragraph', children: [{ type: 'text', value: 'Source: ', ...at }, shown], ...at };
}

/** `path` is `owner/repository/path`. */
export function newestAddress(path: string): string {
  const [owner = '', repository = '', ...file] = path.split('/').map(encodePart);
  return `https://github.com/${owner}/${repository}/blob/HEAD/${file.join('/')}`;
}
