// What is no text of a page, by the line on which it begins: code, comments, imports, template tags, definitions, includes.
import type { Lines } from './lines.js';

const fence = /^(`{3,}|~{3,})/;
const importStart = /^import\s{0,10}(?:["'{*]|[\w$]+(?:\s{0,10},|\s{1,10}from\s)|type\s)/;
const importEnd = /["']\s*(?:with\s*\{[^{}]*\}\s*)?;?\s*(?:\/\/.*)?$/;
const exportStart = /^export\s+(?:default\b|(?:const|let|var|async|function|class|type|interface)\s|[{*])/;
const singleLine: readonly RegExp[] = [
  /^(?:\[\[_?toc_?\]\]|\[toc\]|\{\{\s*toc\s*\}\}|\$\{toc\}|\{:toc\}|@\[toc\])$/i,
  /^\{:[^{}]*\}$/, // attributes of the block beside it
  /^\{\{[^{}]*\}\}$/,
  /^<<[^<>]+>>$/,
  /^(?:-{1,2}8<-{1,2}|@include)\b/,
  /^\[[^\]\n]{1,500}\]:\s*\S/, // a link's definition
  /^\*\[[^\]\n]{1,500}\]:/,
  /^(?:!!!|\?\?\?\+?|===)\s+\S/, // MkDocs: what is in it is indented
];
const longestStatement = 100;
/** What any of these begins with. */
const firstCharacters = '`~$<{PBie[*-@!?=';

/** Goes on behind what begins on the current line and is no text; false where it is text. `closings` remembers what is never closed. */
export function endOfForeign(lines: Lines, closings: Set<string>): boolean {
  const line = lines.at(lines.index);
  const trimmed = line.trim();
  if (!firstCharacters.includes(trimmed.charAt(0))) return false;
  const mark = fence.exec(trimmed)?.[1];
  if (mark !== undefined && !(mark.startsWith('`') && trimmed.slice(mark.length).includes('`'))) {
    endFence(lines, mark);
    return true;
  }
  if (trimmed.startsWith('$$')) return endMath(lines, trimmed, closings);
  if (trimmed.startsWith('<!--')) return skipTo(lines, '<!--', '-->', closings);
  if (trimmed.startsWith('{%')) return endTag(lines, trimmed, closings);
  if (/^\{#[\s#]/.test(trimmed)) return skipTo(lines, '{#', '#}', closings);
  if (/^\{\s*\/\*/.test(trimmed)) return endBraced(lines, closings);
  if (/^(?:Project|Book): \S/.test(trimmed)) return endHead(lines);
  if (importStart.test(trimmed)) return endImport(lines);
  if (exportStart.test(trimmed)) return endExport(lines);
  if (!singleLine.some((pattern) => pattern.test(trimmed))) return false;
  lines.index += 1;
  return true;
}

function endFence(lines: Lines, mark: string): void {
  for (lines.index += 1; lines.index < lines.length; lines.index += 1) {
    const line = lines.at(lines.index).trim();
    if (line.startsWith(mark) && new Set(line).size === 1) break;
  }
  lines.index += 1;
}

/** Goes on behind the next `closing`; where there is none, behind the line, or with a comment at the end. */
function skipTo(lines: Lines, opening: string, closing: string, closings: Set<string>): boolean {
  if (closings.has(closing)) {
    lines.index += 1;
    return true;
  }
  for (let index = lines.index; index < lines.length; index += 1) {
    const line = lines.at(index);
    const from = index === lines.index ? line.indexOf(opening) + opening.length : 0;
    const end = line.indexOf(closing, from);
    if (end === -1) continue;
    lines.cut(index, end + closing.length);
    return true;
  }
  closings.add(closing);
  lines.index = opening === '<!--' ? lines.length : lines.index + 1;
  return true;
}

/** `{/* … *\/}` */
function endBraced(lines: Lines, closings: Set<string>): boolean {
  skipTo(lines, '/*', '*/', closings);
  const rest = lines.at(lines.index);
  if (rest.startsWith('}')) lines.cut(lines.index, 1);
  return true;
}

const pairs: Readonly<Record<string, string>> = { comment: 'endcomment', setvar: 'endsetvar' };

/** A template tag; of those that come in pairs everything between them. */
function endTag(lines: Lines, trimmed: string, closings: Set<string>): boolean {
  const name = /^\{%-?\s*(\w+)/.exec(trimmed)?.[1] ?? '';
  const pair = Object.hasOwn(pairs, name) && !/^[^%]*=/.test(trimmed) ? pairs[name] : undefined;
  if (pair !== undefined && !closings.has(pair)) {
    for (let index = lines.index; index < lines.length; index += 1) {
      const found = lines.at(index).indexOf(pair);
      if (found === -1) continue;
      const end = lines.at(index).indexOf('%}', found);
      lines.cut(index, end === -1 ? lines.at(index).length : end + 2);
      return true;
    }
    closings.add(pair);
  }
  return skipTo(lines, '{%', '%}', closings);
}

function endMath(lines: Lines, trimmed: string, closings: Set<string>): boolean {
  if (trimmed.length > 4 && trimmed.endsWith('$$')) lines.index += 1;
  else return skipTo(lines, '$$', '$$', closings);
  return true;
}

/** `Project:`/`Book:` and the keys below them. */
function endHead(lines: Lines): boolean {
  lines.index += 1;
  while (/^(?:Project|Book|[a-z_]+): /.test(lines.at(lines.index))) lines.index += 1;
  return true;
}

/** An import, over several lines where its braces are; false for prose that begins with the word. */
function endImport(lines: Lines): boolean {
  const first = lines.index;
  for (let index = first; index < lines.length && index < first + longestStatement; index += 1) {
    const line = lines.at(index);
    if (importEnd.test(line)) {
      lines.index = index + 1;
      return true;
    }
    if (line.trim() === '') return false;
  }
  return false;
}

/** An export: to the empty line behind the bracket that closes it. */
function endExport(lines: Lines): boolean {
  let depth = 0;
  for (; lines.index < lines.length; lines.index += 1) {
    const line = lines.at(lines.index);
    if (depth <= 0 && line.trim() === '') return true;
    for (const char of line) {
      if ('{(['.includes(char)) depth += 1;
      else if ('})]'.includes(char)) depth -= 1;
    }
  }
  return true;
}
