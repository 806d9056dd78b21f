// Replaces includes by the syntax trees of the included files.
import type { Code, Nodes, Paragraph, PhrasingContent, Root, RootContent } from 'mdast';
import { type CodeInclude, includeCandidates, type Snippet } from '../../../model/content/parse/imports.js';
import type { NamedFile } from '../../../model/input/imports.js';
import { encodePart } from '../../../model/types/path.js';
import { replaceNodes, visit } from '../../base/visit.js';
import { component, isBlank, splitParagraph } from './containers.js';
import { importKey, maxIncludeDepth, maxIncludes, ownValue, type TextFiles } from './included-files.js';
import type { ParsedSyntax, Props } from './scan.js';

export interface IncludedFile {
  readonly path: string;
  readonly text: string;
  readonly chain: readonly string[];
  readonly isImport: boolean;
  readonly props: Props;
}

/** Location of an include in code: its line from the start of the code, and the end offset of the code. */
interface PlaceInCode {
  readonly below: number;
  readonly end: number | undefined;
}

export interface IncludeContext {
  readonly files: TextFiles;
  /** Remaining budget of a body. Each include counts, because a file is parsed each time. */
  readonly budget: { includes: number; characters: number };
  /** The files that are currently included, outermost first. */
  readonly chain: readonly string[];
  readonly parse: (file: IncludedFile) => Root;
  /** Reports a missing file. `reason` is set if the file exists but can't be included. */
  readonly onMissing: (
    file: { readonly path: string; readonly isCode?: boolean },
    offset: number | undefined,
    reason: string | undefined,
    inCode?: PlaceInCode,
  ) => void;
}

export function readIncludes(tree: Root, context: IncludeContext): void {
  const cut = new Set<Nodes>();
  replaceNodes(tree, 'placeholder', (node, parent) => {
    const children = childrenOf(node.placeholder.meaning, node.position, context);
    if (!children || node.isBlock) return children;
    const [only] = children;
    if (children.length === 1 && only?.type === 'paragraph') return only.children; // an include in a sentence
    if (parent.type === 'paragraph') for (const block of [parent, ...children]) cut.add(block);
    return children;
  });
  if (cut.size === 0) return;
  replaceNodes(tree, 'paragraph', (paragraph) =>
    cut.has(paragraph)
      ? splitParagraph(paragraph, cut as ReadonlySet<RootContent>).filter((node) => !isBlank(node))
      : undefined,
  );
}

type Position = Code['position'];

function childrenOf(meaning: ParsedSyntax, position: Position, context: IncludeContext): RootContent[] | undefined {
  switch (meaning.kind) {
    case 'include':
    case 'raw':
      return nodesOfFile(meaning, position, context);
    case 'snippet': {
      const { snippet, source } = snippetAt(meaning, position, context);
      const lang = /\.(\w+)$/.exec(meaning.path)?.[1] ?? '';
      return snippet === undefined ? [source] : [codeOf(snippet, { lang }, position), source];
    }
    case 'part': {
      const part = partAt(meaning.snippet, position?.start.offset, context);
      if (!part) return [];
      const { path, value, line } = part;
      const lang = meaning.snippet.macro.startsWith('play') ? 'rust' : meaning.lang;
      if (lang !== undefined) return [codeOf(value, { lang }, position)];
      const file = { path, text: '\n'.repeat(line - 1) + value, chain: [...context.chain, path] };
      return context.parse({ ...file, isImport: false, props: {} }).children;
    }
    case 'files': {
      const tabs = meaning.files.flatMap(({ label, meaning: file }) => {
        const children = childrenOf(file, position, context) ?? [];
        return children.length === 0 ? [] : [component('TabItem', { label }, children, position)];
      });
      return tabs.length > 1 ? [component('Tabs', {}, tabs, position)] : (tabs[0]?.children ?? []);
    }
    default:
      return undefined;
  }
}

export function nodesOfFile(
  meaning: Extract<ParsedSyntax, { kind: 'include' | 'raw' }>,
  position: Position,
  context: IncludeContext,
): RootContent[] {
  const { files, chain, parse, onMissing } = context;
  const isRaw = meaning.kind === 'raw';
  const { isImport = false, props = {} } = isRaw ? {} : meaning;
  const inHub = isRaw || isImport ? [] : includeCandidates(meaning.path, chain.at(-1) ?? '');
  const kind = isRaw ? 'raw' : isImport ? 'partial' : 'include';
  const path =
    inHub.find((candidate) => Object.hasOwn(files.partials, candidate)) ??
    importedPath({ kind, path: meaning.path }, context);
  const { text, fault } = load(path, isRaw ? files.wholeTexts : files.partials, context, props);
  if (path === undefined || text === undefined) onMissing(meaning, position?.start.offset, fault);
  else if (meaning.kind === 'raw') return [codeOf(text, meaning, position)];
  else {
    const part = textBetween(text, meaning.between);
    if (meaning.isCode) return [codeOf(part.replace(/^\n+/, '').trimEnd(), { lang: '' }, position)];
    const tree = parse({ path, text: part, chain: [...chain, path], isImport, props });
    const { below = 0 } = meaning;
    if (below > 0)
      visit(tree, 'heading', (node) => {
        node.depth = Math.min(6, node.depth + below) as typeof node.depth;
      });
    return tree.children;
  }
  return [];
}

/** Returns the text between two markers. Without one of them, the text from the start or to the end of the file. */
function textBetween(text: string, [start, end]: readonly (string | undefined)[] = []): string {
  const from = start && text.includes(start) ? text.indexOf(start) + start.length : 0;
  const to = end ? text.indexOf(end, from) : -1;
  return text.slice(0, from).replace(/[^\n]+/g, '') + text.slice(from, to === -1 ? undefined : to);
}

/** Returns included code, and a line with a link to the source: at the commit, or on the default branch of another repository. */
export function snippetAt(code: CodeInclude, position: Position, context: IncludeContext) {
  const { files, onMissing } = context;
  const path = importedPath({ kind: 'code', path: code.path }, context);
  if (path === undefined)
    return { snippet: undefined, source: sourceLine(code.path, newestAddress(code.path), position) };
  const { text, fault } = load(path, files.wholeTexts, context);
  const cut = text === undefined ? undefined : cutSnippet(text, code);
  if (!cut?.value) {
    const region = code.region === undefined ? 'it' : `its region \`${code.region}\``;
    const lack = cut ? `${region} is empty` : `${region} is not there`;
    onMissing({ ...code, isCode: true }, position?.start.offset, text === undefined ? fault : lack);
  }
  const line = cut?.line === undefined ? '' : `#L${cut.line}`;
  const address = ownValue(files.origins, path)?.address;
  return { snippet: cut?.value || undefined, source: sourceLine(code.path, address && `${address}${line}`, position) };
}

/** Returns a part of a file. If it is missing, reports that, `below` lines after the offset. */
export function partAt(snippet: Snippet, offset: number | undefined, context: IncludeContext, inCode?: PlaceInCode) {
  const path = importedPath(snippet, context) ?? '';
  // A page can show a part of its own text as code.
  const isOwnPart = inCode !== undefined && snippet.part !== '';
  const { text, fault } = load(path, context.files.partials, isOwnPart ? { ...context, chain: [] } : context);
  const cut = text === undefined ? undefined : cutPart(text, snippet);
  if (cut) return { path, ...cut };
  const reason = text === undefined ? fault : `it has no part \`${snippet.part}\``;
  context.onMissing({ path: snippet.path, isCode: true }, offset, reason, inCode);
  return undefined;
}

function importedPath(file: NamedFile, { files, chain }: IncludeContext): string | undefined {
  // Imports of included files that start with `@/` can be components of all pages, which are listed with the page's own imports.
  const froms = file.path.startsWith('@/') ? [chain.at(-1), chain[0]] : [chain.at(-1)];
  const found = froms.map((from = '') => ownValue(ownValue(files.imports, from) ?? {}, importKey(file)));
  return found.find((path) => path !== undefined);
}

export const includesItself = 'it includes itself';
export const overBudget = `the page includes more than ${maxIncludes.includes} files or ${maxIncludes.characters} characters`;

/** Subtracts the text of a file from the budget. Returns the reason if it exists but can't be included. */
function load(
  path: string | undefined,
  texts: Readonly<Record<string, string>>,
  { files, chain, budget }: IncludeContext,
  props: Props = {},
): { readonly text?: string | undefined; readonly fault?: string | undefined } {
  if (path === undefined) return {};
  if (chain.includes(path)) return { fault: includesItself };
  const text = ownValue(texts, path);
  if (text === undefined) return { fault: ownValue(files.origins, path)?.fault };
  if (chain.length > maxIncludeDepth) return { fault: `files include each other more than ${maxIncludeDepth} deep` };
  // Props add at most this many characters to a partial.
  const added = (text.split('props').length - 1) * JSON.stringify(props).length;
  if (budget.includes === 0 || text.length + added > budget.characters) return { fault: overBudget };
  budget.includes -= 1;
  budget.characters -= text.length + added;
  return { text };
}

function codeOf(text: string, { lang, meta = '' }: Pick<Code, 'lang' | 'meta'>, position: Position): Code {
  const value = text.replace(/^\ufeff/, '').replace(/\n$/, '');
  return { type: 'code', lang: lang || null, meta: meta || null, value, position };
}

const regionMark = /\[[ \t]*(START|END)[ \t]+([^[\]\n]{1,1000})\]/;
const excludeMark = /\[[ \t]*(START|END)_EXCLUDE[ \t]*(silent)?[ \t]*\]/;

/** Returns the code of a region, and the line, from 1, on which it starts. Excluded lines become an ellipsis. */
function cutSnippet(text: string, { region, isDedented }: Pick<CodeInclude, 'region' | 'isDedented'>) {
  let isExcluded = false;
  const lines = text.split('\n').map((line): Line => {
    const [, exclude, silent] = excludeMark.exec(line) ?? [];
    const [, mark, names = ''] = exclude === undefined ? (regionMark.exec(line) ?? []) : [];
    const isShown = exclude === 'START' && !isExcluded && silent === undefined;
    if (exclude !== undefined) isExcluded = exclude === 'START';
    if (isShown) return { text: line.replace(excludeMark, '...') };
    if (mark !== undefined) return { text: line, mark: { names: names.split(/[\s,]+/), isStart: mark === 'START' } };
    return exclude !== undefined || isExcluded ? { text: line, mark: hidden } : { text: line };
  });
  const ranges = region === undefined ? [[1, lines.length] as const] : sectionsOf(lines, region);
  if (ranges.length === 0) return undefined;
  const shown = shownIn(lines, ranges);
  const value = (isDedented ? dedented(shown) : shown)
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  return { value, line: region === undefined ? undefined : ranges[0]?.[0] };
}

const sectionMark =
  /(;?)-{1,20}8<-{1,20}[ \t]{1,100}\[[ \t]{0,100}(start|end)[ \t]{0,100}:[ \t]{0,100}([a-z][\w-]{0,200})[ \t]{0,100}\]/i;
const ofRegion = /^[ \t]*(?:\/\/|<!--|\{?\/\*|--|::|@?REM\b|[#;%])[ \t]*#?(end ?)?region\b[ \t]{0,20}([\w*-]{0,200})/i;
const anchorMark = /ANCHOR(_END)?:\s{0,100}([\w-]{1,200})/;

/** A line of a file. A line with a marker starts or ends a part, or hides others. It is never shown. */
interface Line {
  readonly text: string;
  readonly mark?: { readonly names: readonly string[]; readonly isStart: boolean };
}

const hidden = { names: [], isStart: false };

function readLine(text: string, { kind, path, part, macro }: Snippet): Line {
  if (macro === 'region') {
    if (part === '') return { text };
    const [, end, name = ''] = ofRegion.exec(text) ?? [];
    return name === '' && end === undefined ? { text } : { text, mark: { names: [name], isStart: end === undefined } };
  }
  const found = (kind === 'mkdocs' ? sectionMark : anchorMark).exec(text);
  if (kind === 'mkdocs') {
    const [, semicolon, word = '', name = ''] = found ?? [];
    if (!found || !semicolon)
      return found ? { text, mark: { names: [name], isStart: word.toLowerCase() === 'start' } } : { text };
    return { text: text.slice(0, found.index) + text.slice(found.index + 1) };
  }
  if (found) return { text, mark: { names: [found[2] ?? ''], isStart: found[1] === undefined } };
  const [, indent, next = '', rest] = (path.endsWith('.rs') && /^(\s*)#([# ]|$)(.*)$/.exec(text)) || [];
  if (indent === undefined) return { text };
  return next === '#' ? { text: `${indent}#${rest}` } : { text, mark: hidden };
}

/** Returns the lines of a part, and the number of its first line, from 1. */
function cutPart(text: string, snippet: Snippet): { readonly value: string; readonly line: number } | undefined {
  const written = text.split('\n');
  const lines = written.map((line) => readLine(line, snippet));
  if (written.at(-1) === '') lines.pop();
  const name = /^(?!-?\d*(?:[:,]|$))[^:]+/.exec(snippet.part)?.[0];
  const ranges = name === undefined ? rangesOf(snippet, written.length) : sectionsOf(lines, name);
  const isWhole = snippet.macro === 'rustdoc_include' || name === undefined;
  const shown = shownIn(lines, isWhole ? ranges : ranges.slice(0, 1));
  return shown.length === 0 && snippet.part !== '' ? undefined : { value: shown.join('\n'), line: ranges[0]?.[0] ?? 1 };
}

type Range = readonly [first: number, last: number];

const shownIn = (lines: readonly Line[], ranges: readonly Range[]): string[] =>
  ranges.flatMap(([first, last]) => lines.slice(first - 1, last).flatMap(({ text, mark }) => (mark ? [] : [text])));

function sectionsOf(lines: readonly Line[], name: string): readonly Range[] {
  const ranges: Range[] = [];
  let start: number | undefined;
  for (const [index, { mark }] of lines.entries()) {
    if (!mark?.names.includes(name) || mark.isStart === (start !== undefined)) continue;
    if (start !== undefined) ranges.push([start, index]);
    start = mark.isStart ? index + 2 : undefined;
  }
  return start === undefined ? ranges : [...ranges, [start, lines.length]];
}

/** Returns ranges of lines. A single number is one line in mdBook, and all lines from there on in MkDocs. Negative numbers count from the end. */
function rangesOf({ kind, part }: Snippet, count: number): readonly Range[] {
  return part.split(',').map((range) => {
    const [from = '', to] = range.split(':');
    const back = (number: number) => (number < 0 ? count + 1 + number : number);
    const first = Math.max(1, back(Number(from) || 1));
    const isSingle = kind === 'mdbook' && to === undefined && from !== '';
    return [first, isSingle ? first : Math.max(0, to ? back(Number(to)) : count)];
  });
}

/** Removes the white space that all lines share at their start. */
export function dedented(lines: readonly string[]): readonly string[] {
  const starts = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  const shared = starts.reduce((one, other) => {
    let length = 0;
    while (length < one.length && one[length] === other[length]) length += 1;
    return one.slice(0, length);
  }, starts[0] ?? '');
  return lines.map((line) => (line.startsWith(shared) ? line.slice(shared.length) : line.trimStart()));
}

function sourceLine(label: string, url: string | undefined, position: Position): Paragraph {
  const name: PhrasingContent = { type: 'inlineCode', value: label, position };
  const shown: PhrasingContent = url === undefined ? name : { type: 'link', url, children: [name], position };
  return { type: 'paragraph', children: [{ type: 'text', value: 'Source: ', position }, shown], position };
}

function newestAddress(path: string): string {
  const [owner = '', repository = '', ...file] = path.split('/').map(encodePart);
  return `https://github.com/${owner}/${repository}/blob/HEAD/${file.join('/')}`;
}
