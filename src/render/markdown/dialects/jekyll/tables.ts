// Converts tables of kramdown that GitHub's Markdown doesn't support: without a header, with a line before it, with several bodies, or with pipes in code.
// The rules are those of `parse_table` in kramdown/parser/kramdown/table.rb.
import { CodeLines } from '../../syntax/code-lines.js';
import { cellsOf, isSeparator, joinLines, type RewrittenLines } from '../../syntax/generator-syntax.js';

/** Whether a separator is valid in GitHub's Markdown: without spaces within a column's dashes. */
const isPlainSeparator = (line: string) => isSeparator(line) && !/[:-][ \t]+[:-]|\+/.test(line);
const isFooterLine = (line: string) => line.includes('=') && /^[+|: \t=]+$/.test(line);
/** Matches lines that can't be rows: a list, a quote, a heading, HTML, a link definition, or an attribute list. */
const noTable = /^ {0,3}(?:[-*+>#<]\s|<|\d{1,9}[.)]\s|\[[^\]\n]{1,200}\]:|\{[:%])|^\s{4}/;
const [maxLine, maxColumns] = [4_000, 200];

/** Rewrites the tables in GitHub's syntax. */
export function rewriteTables(text: string): RewrittenLines | undefined {
  if (!text.includes('|')) return undefined;
  const code = new CodeLines(false);
  const lines = text.split('\n');
  const isCode = lines.map((line) => code.follow(line).isCode);
  const isBoundary = (at: number) => /^\s*(?:\{:.*)?$/.test(lines[at] ?? '');
  const isRow = (at: number) =>
    !isCode[at] && (lines[at]?.length ?? 0) <= maxLine && cellsOf(lines[at] ?? '') !== undefined;
  /** Whether a line can start a table. Without a separator, pipes might be part of a formula. */
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

/** Returns the lines of a table, each with the number of its original line. Undefined for text that is not a table, and for GitHub's tables. */
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
