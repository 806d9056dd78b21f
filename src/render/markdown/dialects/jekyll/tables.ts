// Tables of kramdown that GitHub's Markdown does not have: without a header, with a line before it, with several bodies, or with pipes in code.
// The rules are those of `parse_table` in kramdown/parser/kramdown/table.rb.
import { CodeLines } from '../../syntax/code-lines.js';
import { joinLines, type RewrittenLines } from '../../syntax/generator-syntax.js';

/** Lines between rows, and between the bodies and the footer. */
const isSeparator = (line: string) => line.includes('-') && /^[+|: \t-]+$/.test(line);
/** Without spaces in a mark, as GitHub's has. */
const isPlainSeparator = (line: string) => isSeparator(line) && !/[:-][ \t]+[:-]|\+/.test(line);
const isFooterLine = (line: string) => line.includes('=') && /^[+|: \t=]+$/.test(line);
/** A list, a quote, a heading, HTML, a definition of a link, or an attribute list. */
const noTable = /^ {0,3}(?:[-*+>#<]\s|<|\d{1,9}[.)]\s|\[[^\]\n]{1,200}\]:|\{[:%])|^\s{4}/;
const [maxLine, maxColumns] = [4_000, 200];

/** Writes the tables as GitHub's. */
export function rewriteTables(text: string): RewrittenLines | undefined {
  if (!text.includes('|')) return undefined;
  const code = new CodeLines(false);
  const lines = text.split('\n');
  const isCode = lines.map((line) => code.follow(line).isCode);
  const isBoundary = (at: number) => /^\s*(?:\{:.*)?$/.test(lines[at] ?? '');
  const isRow = (at: number) =>
    !isCode[at] && (lines[at]?.length ?? 0) <= maxLine && cellsOf(lines[at] ?? '') !== undefined;
  /** Without a line between rows, the pipes can be those of a formula. */
  const canStart = (line = '', next = '') => !noTable.test(line) && (!line.includes('$') || isSeparator(next));
  const kept: { text: string; line: number }[] = [];
  let hasChanged = false;
  for (let at = 0; at < lines.length; ) {
    let end = at;
    if (isBoundary(at - 1) && canStart(lines[at], lines[at + 1])) while (end < lines.length && isRow(end)) end += 1;
    const own = lines.slice(at, Math.max(end, at + 1));
    const table = end > at && isBoundary(end) ? tableOf(own) : undefined;
    if (table) hasChanged = true;
    for (const [index, line] of own.entries()) if (!table) kept.push({ text: line, line: at + index });
    for (const { text, index } of table ?? []) kept.push({ text, line: at + index });
    at += own.length;
  }
  return hasChanged ? joinLines(kept) : undefined;
}

/** The cells of a row, undefined for a line without a pipe outside of code. Pipes in code are escaped, as GitHub's tables need it. */
function cellsOf(line: string): string[] | undefined {
  // The end of the code that begins with a run of backticks: the next run of the same length.
  const [ends, next] = [new Map<number, number>(), new Map<number, number>()];
  for (const { index, 0: run } of line.includes('`') ? [...line.matchAll(/`+/g)].reverse() : []) {
    ends.set(index, next.get(run.length) ?? index);
    next.set(run.length, index + run.length);
  }
  const cells = [''];
  let from = 0;
  for (const { index, 0: part } of line.matchAll(/\\.?|`+|\||[^\\`|]+/g)) {
    if (index < from) continue;
    from = Math.max(ends.get(index) ?? 0, index + part.length);
    if (part === '|') cells.push('');
    else cells.push((cells.pop() ?? '') + line.slice(index, from).replace(/(?<!\\)\|/g, '\\|'));
  }
  if (cells.length === 1) return undefined;
  if (/^\s*\|/.test(line)) cells.shift();
  if (cells.at(-1)?.trim() === '') cells.pop();
  return cells.map((cell) => cell.trim());
}

/** Returns the lines of a table, each with the number of the line that it comes from. Undefined for no table, and for one of GitHub's. */
function tableOf(lines: readonly string[]) {
  const rows: { readonly cells: readonly string[]; readonly index: number }[] = [];
  let [head, columns, isFooter, hasBody] = [0, 0, false, false];
  let marks: readonly string[] = [];
  for (const [index, line] of lines.entries()) {
    if (isSeparator(line) && rows.length > 0 && head === 0 && !isFooter && marks.length === 0)
      [head, marks] = [rows.length, line.match(/:?-+:?/g) ?? []];
    else if (isFooterLine(line)) isFooter = true;
    else if (!isSeparator(line)) {
      const cells = cellsOf(line) ?? [];
      rows.push({ cells, index });
      columns = Math.max(columns, cells.length);
      hasBody ||= !isFooter;
    }
  }
  const isPlain =
    head === 1 && isPlainSeparator(lines[1] ?? '') && rows.length === lines.length - 1 && !lines.some(hasCodePipe);
  const isWide = rows[0]?.cells.length === marks.length && columns === marks.length;
  if (!hasBody || (head > 0 && rows.length === head) || columns === 0 || columns > maxColumns || (isPlain && isWide))
    return undefined;
  const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const shown = rows.map(({ cells, index }) => ({ text: lineOf(cells), index }));
  const wide = Array.from({ length: columns }, () => '');
  const alignment = { text: lineOf(wide.map((_, at) => marks[at] ?? '-')), index: 0 };
  const first = [{ text: lineOf(Object.assign(wide, head > 0 ? rows[0]?.cells : [])), index: rows[0]?.index ?? 0 }];
  return [...first, alignment, ...shown.slice(head > 0 ? 1 : 0)];
}

const hasCodePipe = (line: string) => line.includes('`') && cellsOf(line)?.some((cell) => cell.includes('\\|'));
