// The headings and paragraphs of a text, in order, without a syntax tree: what a page says of itself. What is no text (comments, code,
// imports, template tags, tables, lists, HTML that frames) is skipped. Each line is looked at once.
import { endOfHtml, startsHtml } from './html-blocks.js';
import { type Block, Lines } from './lines.js';
import { endOfForeign } from './skipped.js';

const longestParagraph = 4_000;

const atxHeading = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;
const listItem = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const indentedCode = /^(?: {4}| {0,3}\t)/;
const rule = /^ {0,3}([-*_+=])[ \t]*(?:\1[ \t]*){2,}$/;
const callout =
  /^(?:\*\*|__)?(?:Note|Tip|Important|Key Point|Key Term|Caution|Warning|Danger|Attention|Info|Hint|Beta|Preview|Experimental|Deprecated)(?:\*\*|__)?:/i;

/** Reads the blocks of a text as they are asked for. */
export function* readBlocks(text: string, isMdx: boolean): Generator<Block> {
  const lines = new Lines(text);
  yield* blocksOf(lines, { isMdx, isAside: false });
}

interface State {
  readonly isMdx: boolean;
  readonly isAside: boolean;
}

function* blocksOf(lines: Lines, { isMdx, isAside }: State): Generator<Block> {
  /** Colons of the containers that are open. */
  const containers: number[] = [];
  const closings = new Set<string>();
  let isInHtml = false;
  while (lines.index < lines.length) {
    const line = lines.at(lines.index);
    const trimmed = line.trim();
    if (trimmed.startsWith(':::')) openOrClose(trimmed, containers);
    if (trimmed === '') isInHtml = false;
    const isCode = !isMdx && !isInHtml && indentedCode.test(line);
    if (trimmed === '' || trimmed.startsWith(':::') || isCode || rule.test(line)) {
      lines.index += 1;
      continue;
    }
    if (endOfForeign(lines, closings)) continue;
    if (trimmed.startsWith('>')) {
      const quoted = quoteAt(lines);
      if (!isAside) yield* blocksOf(new Lines(quoted), { isMdx, isAside: true });
      continue;
    }
    if (listItem.test(line)) {
      skipList(lines, closings);
      continue;
    }
    const html = startsHtml(trimmed) ? endOfHtml(lines, closings) : undefined;
    isInHtml ||= html !== undefined;
    const found = html ?? blockAt(lines);
    if (found === 'skipped') continue;
    if (found.kind === 'paragraph')
      yield { ...found, isAside: isAside || containers.length > 0 || callout.test(found.text) };
    else if (!isAside) yield found;
  }
}

function openOrClose(line: string, containers: number[]): void {
  const colons = /^:+/.exec(line)?.[0].length ?? 0;
  if (line.length > colons) containers.push(colons);
  else while (containers.length > 0 && (containers.pop() ?? 0) > colons);
}

/** A heading or a paragraph; a table is skipped. */
function blockAt(lines: Lines): Block | 'skipped' {
  const first = lines.at(lines.index);
  const marks = atxHeading.exec(first)?.[1];
  if (marks !== undefined) {
    lines.index += 1;
    return { kind: 'heading', level: marks.length, text: headingText(first.trim().slice(marks.length)) };
  }
  const text: string[] = [first.trim()];
  let length = first.length;
  for (lines.index += 1; lines.index < lines.length; lines.index += 1) {
    const line = lines.at(lines.index);
    const under = underline.exec(line)?.[1];
    if (under !== undefined) {
      lines.index += 1;
      return { kind: 'heading', level: under.startsWith('=') ? 1 : 2, text: headingText(text.join('\n')) };
    }
    if (text.length === 1 && isTableRule(line)) return skipToBlank(lines);
    if (interrupts(line)) break;
    length += line.length;
    if (length < longestParagraph) text.push((line.endsWith('\\') ? line.slice(0, -1) : line).trim());
  }
  return { kind: 'paragraph', text: text.join('\n').slice(0, longestParagraph), isAside: false };
}

/** The text of a heading without closing marks and attributes. */
function headingText(written: string): string {
  let text = written.trim();
  const closing = /#+$/.exec(text.slice(-100))?.[0] ?? '';
  if (closing !== '' && /[ \t]$|^$/.test(text.slice(0, -closing.length).slice(-1)))
    text = text.slice(0, -closing.length).trim();
  if (text.endsWith('}')) {
    const brace = text.lastIndexOf('{');
    if (/^\{(?::|[ \t]*[#.])/.test(text.slice(brace))) text = text.slice(0, brace).trim();
  }
  // An id before the badges of a heading.
  return text
    .slice(0, longestParagraph)
    .replace(/[ \t]?\{[ \t]?#[^\s{}]{1,200}[ \t]?\}(?=[ \t]{0,20}<[^{}]{0,500}>$)/, '');
}

const isTableRule = (line: string) => line.includes('|') && line.includes('-') && /^[\s|:-]+$/.test(line);

function skipToBlank(lines: Lines): 'skipped' {
  while (lines.index < lines.length && lines.at(lines.index).trim() !== '') lines.index += 1;
  return 'skipped';
}

/** True for a line that ends the paragraph above it. */
function interrupts(line: string): boolean {
  const trimmed = line.trim();
  if (trimmed === '') return true;
  if (/^[A-Za-z]/.test(trimmed)) return false;
  return (
    /^(?:`{3,}|~{3,}|>|:::|<!--|\{\/\*|\{%|#{1,6}[ \t])/.test(trimmed) ||
    /^ {0,3}(?:[-*+]|1[.)])[ \t]+\S/.test(line) ||
    rule.test(line) ||
    startsHtml(trimmed, true)
  );
}

/** The lines of a quote without their marks; those of an alert without its name. */
function quoteAt(lines: Lines): string {
  const quoted: string[] = [];
  for (; lines.index < lines.length; lines.index += 1) {
    const line = lines.at(lines.index).trim();
    if (line === '' || (!line.startsWith('>') && interrupts(line))) break;
    const inner = line.replace(/^> ?/, '');
    if (quoted.length > 0 || !/^\s*\[![A-Za-z]+\]/.test(inner)) quoted.push(inner);
  }
  return quoted.join('\n');
}

/** A list with everything that is indented below its items. */
function skipList(lines: Lines, closings: Set<string>): void {
  let wasBlank = false;
  while (lines.index < lines.length) {
    const line = lines.at(lines.index);
    const trimmed = line.trim();
    const isInside = listItem.test(line) || /^(?: {2}|\t)/.test(line);
    if (trimmed !== '' && !isInside && (wasBlank || interrupts(line))) return;
    wasBlank = trimmed === '';
    if (!/^(?:`{3}|~{3})/.test(trimmed) || !endOfForeign(lines, closings)) lines.index += 1;
  }
}
