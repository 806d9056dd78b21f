// Tokenizers of MDX, which is not executed. Only literal props and expressions have values.
import { decodeHTMLStrict } from 'entities';
import { type Import, readImports } from '../../../model/input/imports.js';
import { closingBracket, openingBracket } from '../syntax/brackets.js';
import { CodeLines } from '../syntax/code-lines.js';
import { dedented } from '../syntax/includes.js';
import {
  type Dedented,
  drop,
  type ParsedSyntax,
  type Props,
  type SyntaxRule,
  type TokenMatch,
} from '../syntax/scan.js';
import { indexOfClosing, matchAt } from '../syntax/search.js';
import { voidTags } from '../syntax/tags.js';
import { filesIn, importOf, type PassedFile, parseLiteral, readValue, type Scope, textProp } from '../syntax/values.js';

const commentOpening = /\{\s*\/\*/y;
const commentClosing = /\*\/\s*\}/y;

export const comments: SyntaxRule = {
  first: '{',
  read: (text, offset) => {
    const open = matchAt(commentOpening, text, offset);
    if (!open) return undefined;
    let end = indexOfClosing(text, '*/', offset + open[0].length);
    for (; end !== -1; end = indexOfClosing(text, '*/', end + 2)) {
      const close = matchAt(commentClosing, text, end);
      if (close) return { end: end + close[0].length, meaning: headingId(text, offset, end) ?? drop };
    }
    return undefined;
  },
};

/** Maximum length of a heading to search for an id, because a line can contain many comments. */
const maxHeadingChars = 2_000;

/** Parses the explicit id of a heading: a comment after it that only contains `#id`. */
function headingId(text: string, offset: number, end: number): ParsedSyntax | undefined {
  const before = text.slice(Math.max(0, offset - maxHeadingChars), offset);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const id = /^\{\s*\/\*\s*#([\w-]+)\s*$/.exec(text.slice(offset, end))?.[1];
  return id !== undefined && /^\s*#{1,6}\s/.test(line) ? { kind: 'text', value: `{#${id}}` } : undefined;
}

const exportStart = /export\s+(?:default\b|(?:const|let|var|async|function|class|type|interface)\s|[{*])/y;

/** Matches an `import` line, also in Markdown that is not MDX, because prose doesn't look like it. */
export const imports: SyntaxRule = {
  first: 'i',
  atLineStart: true,
  read: (text, offset) => {
    const found = readImports(text, offset);
    return found && { end: found.end, meaning: drop };
  },
};

const nextBlank = /\n[ \t]*(?:\n|$)|$/g;

/** Matches an `export` up to its closing bracket, or up to the next empty line, as in MDX. */
export const exports: SyntaxRule = {
  first: 'e',
  atLineStart: true,
  read: (text, offset) => {
    if (!matchAt(exportStart, text, offset)) return undefined;
    let end = matchAt(nextBlank, text, offset)?.index ?? text.length;
    for (let index = offset; index < end; ) {
      const bracket = openingBracket(text, index, end);
      const closed = bracket === -1 ? -1 : closingBracket(text, bracket, 200_000);
      if (closed === -1) break;
      index = closed;
      if (closed <= end) continue;
      end = matchAt(nextBlank, text, closed)?.index ?? text.length;
    }
    return { end, meaning: drop };
  },
};

/** Matches a function, such as the content of `<BrowserOnly>`. A function has no output by itself. */
const isFunction = /^\s*(?:async\s+)?(?:function\b|(?:\([^()]{0,200}\)|[\w$]+)\s*=>)/;

/** Parses `{expression}`. Its output is a literal, a prop, the text of a file, or its source. */
export const expressions = (scope: Scope): SyntaxRule => ({
  first: '{',
  read: (text, offset) => {
    const isId = /^\{[ \t]*#/.test(text.slice(offset, offset + 20)); // the id of a heading
    const end = isId ? -1 : closingBracket(text, offset);
    if (end === -1) return undefined;
    const source = text.slice(offset + 1, end - 1);
    if (source.trim() === '' || isFunction.test(source)) return { end, meaning: drop };
    const file = importOf(source, scope);
    if (file?.kind === 'raw') return { end, meaning: rawFile(file, {}) };
    const known = file ? undefined : readValue(source, scope);
    if (known?.value === null || typeof known?.value === 'boolean') return { end, meaning: drop };
    const isText = known !== undefined && typeof known.value !== 'object';
    return { end, meaning: { kind: 'text', value: isText ? String(known.value) : text.slice(offset, end) } };
  },
});

export interface Tag {
  readonly end: number;
  readonly name: string;
  readonly props: Props;
  readonly kind: 'open' | 'close' | 'element';
  readonly raws: ReadonlyMap<string, Import>;
  readonly passed: readonly PassedFile[];
}

const maxMapChars = 20_000;

const tagStart = /<(\/?)([A-Za-z][\w.:-]*)?(?=[\s/>])/y;
// Comments have a maximum length and only one way to match, so that a mismatch doesn't cause backtracking. Vue's names begin with `:`, `@` or `#`.
const jsxAttribute =
  /\s*(?:\/\*(?:[^*]|\*(?!\/)){0,2000}\*\/\s*){0,20}(?:([:@#]?[A-Za-z_][\w.:-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(?=(\{))))?|(\{))/y;
const tagEnd = /\s*(\/?)>/y;

export function readTag(text: string, offset: number, scope: Scope, longest?: number): Tag | undefined {
  const start = matchAt(tagStart, text, offset);
  if (!start) return undefined;
  const [opening, slash, written = ''] = start;
  const name = scope.nameOf(written);
  const props: Record<string, unknown> = Object.create(null);
  const raws = new Map<string, Import>();
  const passed: PassedFile[] = [];
  /** Sets an attribute whose value is code, or the props that a component spreads. Returns whether the value is known. */
  const setCode = (key: string | undefined, source: string): boolean => {
    const file = importOf(source, scope);
    if (key !== undefined && file?.kind === 'raw') raws.set(key, file);
    const known = readValue(source, scope) ?? (key === 'code' && codeNames.test(name) && templateSource(source));
    if (key !== undefined && known) props[key] = known.value;
    else if (componentName.test(name) || key?.startsWith('set:')) props[key ?? '...'] = undefined;
    return key !== undefined && Boolean(known);
  };
  let end = offset + opening.length;
  for (;;) {
    const close = matchAt(tagEnd, text, end);
    if (close) {
      const kind = slash ? 'close' : close[1] ? 'element' : 'open';
      return { end: end + close[0].length, name, props: { ...props }, kind, raws, passed };
    }
    const found = matchAt(jsxAttribute, text, end);
    if (!found || slash) return undefined;
    const [whole, key, double, single, expression, spread] = found;
    const quoted = double ?? single;
    end += whole.length;
    if (expression || spread) {
      const closed = closingBracket(text, spread ? end - 1 : end, longest);
      if (closed === -1) return undefined;
      const source = text.slice(end + 1, closed - 1);
      const isKnown = setCode(key, source);
      if (!isKnown && name === 'TOCInline' && key === 'toc') props[key] = source;
      else if (!isKnown && scope.names.size > 0 && source.length < maxMapChars) passed.push(...filesIn(source, scope));
      end = closed;
    } else if (key === undefined) return undefined;
    else if (key.startsWith(':')) setCode(key.slice(1), quoted ?? '');
    else if (!/^(?:[@#]|v-)/.test(key)) props[key] = quoted === undefined ? true : decodeHTMLStrict(quoted);
  }
}

export const componentName = /^[A-Z_$]/;

/** Matches a tag with attributes on separate lines or in braces, such as the data of a table. Only some tags of a text can be that long. */
const longTag = /^<[A-Z][\w.]*\s*(?:\n|\s[\w:-]+=\{)/;
const maxLongTags = 50;

const maxIndent = 200;

export function isAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - maxIndent), start);
  const behind = text.slice(end, end + maxIndent);
  return /(?:^|\n)[ \t]*$/.test(before) && /^[ \t\r]*(?:\n|$)/.test(behind);
}

export function elements(
  isWanted: (tag: Tag, text: string, offset: number) => boolean,
  isKnown: (name: string) => boolean,
  scope: Scope,
): SyntaxRule {
  let left = maxLongTags;
  const read = (text: string, offset: number): TokenMatch | undefined => {
    let tag = readTag(text, offset, scope);
    if (!tag && left > 0 && longTag.test(text.slice(offset, offset + 100))) {
      left -= 1;
      tag = readTag(text, offset, scope, 200_000);
    }
    if (!tag || !isWanted(tag, text, offset)) return undefined;
    const { end, name, props, kind, raws, passed } = tag;
    if (name === '') return { end, meaning: drop }; // a fragment
    const isComponent = componentName.test(name);
    const file = isComponent ? scope.names.get(name) : undefined;
    if (file) return { end, meaning: kind === 'close' ? drop : fileElement(file, props) };
    if (name === 'CodeBlock' && kind === 'open') return readCodeBlock(text, tag, scope);
    if (kind === 'close') return { end, meaning: voidTags.has(name) ? drop : { kind, family: 'element', name } };
    if (kind === 'open' && !voidTags.has(name)) return { end, meaning: { kind, family: 'element', name, props } };
    const code = kind === 'element' && !isKnown(name) && isAlone(text, offset, end) ? codeOf(name, props) : undefined;
    if (code) return { end, meaning: code };
    const [raw] = kind === 'element' ? raws.values() : [];
    if (raw && codeNames.test(name)) return { end, meaning: rawFile(raw, props) };
    if (raw?.path.endsWith('.svg') && !isKnown(name))
      return { end, meaning: fileElement({ ...raw, kind: 'file' }, props) };
    if (passed.length === 0 || isKnown(name) || !isComponent) return { end, meaning: { kind: 'element', name, props } };
    // An unknown component can show files, such as an example in several languages.
    return {
      end,
      meaning: { kind: 'files', files: passed.map(({ label, file }) => ({ label, meaning: fileElement(file, {}) })) },
    };
  };
  return { first: '<', read };
}

function fileElement({ kind, path }: Import, props: Props): ParsedSyntax {
  if (kind === 'partial') return { kind: 'include', path, isImport: true, props };
  if (kind === 'raw') return rawFile({ path }, props);
  return {
    kind: 'element',
    name: 'img',
    props: { ...props, src: path, alt: textProp(props, 'alt', 'title', 'caption') ?? '' },
  };
}

const codeNames = /^(?:CodeBlock|Code|CodeSnippet|CodeFromFile)$/;
const snippetNames = /^(?:Code|CodeBlock|Command|Shell|Terminal)?(?:Snippet|Block|Line)?$/;
/** Returns a template literal with the source of its computed parts. */
const templateSource = (expression: string) => parseLiteral(expression.replace(/(?<!\\)\$(?=\{)/g, '\\$'));

const proseNames = /^(?:alt|caption|children|content|desc|description|summary|text|title)$/i;

function codeOf(name: string, props: Props): ParsedSyntax | undefined {
  if (!snippetNames.test(name)) {
    if (/Tabs$/.test(name)) return undefined; // they have a label per prop
    // A multi-line text, such as the settings of `<ConfigVariants settings={`…`} />`, is code in most components.
    const texts = Object.entries(props).flatMap(([key, value]) =>
      typeof value === 'string' && /\S.*\n.*\S/s.test(value) && !proseNames.test(key)
        ? [dedented(value.replace(/^\s*\n|\s+$/g, '').split('\n')).join('\n')]
        : [],
    );
    return texts.length === 0 ? undefined : { kind: 'code', value: texts.join('\n\n'), ...codeInfo(props) };
  }
  const given = [props['code'], props['text'], props['command'], props['value']].find((value) => value !== undefined);
  const lines = Array.isArray(given) ? given : [given];
  if (!lines.every((line) => typeof line === 'string') || lines.join('').trim() === '') return undefined;
  return { kind: 'code', value: lines.join('\n'), ...codeInfo(props) };
}

function rawFile({ path }: Pick<Import, 'path'>, props: Props): ParsedSyntax {
  const { lang, meta } = codeInfo(props);
  return { kind: 'raw', path, lang: lang || (/\.(\w+)$/.exec(path)?.[1] ?? ''), meta };
}

function codeInfo(props: Props): { readonly lang: string; readonly meta: string } {
  const title = typeof props['title'] === 'string' ? `title=${JSON.stringify(props['title'])}` : '';
  const lines = props['showLineNumbers'] ? ' showLineNumbers' : '';
  const lang = textProp(props, 'language', 'lang', 'className') ?? '';
  return { lang: lang.replace(/^language-/, ''), meta: title + lines };
}

function readCodeBlock(text: string, { end: start, props }: Tag, scope: Scope): TokenMatch | undefined {
  const close = indexOfClosing(text, '</CodeBlock>', start);
  if (close === -1) return undefined;
  const inner = text.slice(start, close).trim();
  const end = close + '</CodeBlock>'.length;
  const expression = /^\{[\s\S]*\}$/.test(inner) ? inner.slice(1, -1) : undefined;
  const file = expression === undefined ? undefined : importOf(expression, scope);
  if (file?.kind === 'raw') return { end, meaning: rawFile(file, props) };
  const known = expression && (readValue(expression, scope) ?? templateSource(expression));
  const value = known && typeof known.value === 'string' ? known.value : inner;
  return { end, meaning: { kind: 'code', value: value.replace(/^\n|\n$/g, ''), ...codeInfo(props) } };
}

const blanksOf = (line: string) => /^[ \t]*/.exec(line)?.[0].length ?? 0;

/** Returns the end of the white space at the start of a line, or the position at which it reaches a column. */
function indentTo(line: string, width = Number.POSITIVE_INFINITY): { readonly end: number; readonly column: number } {
  let [end, column] = [0, 0];
  for (; column < width && (line[end] === ' ' || line[end] === '\t'); end += 1)
    column += line[end] === '\t' ? 4 - (column % 4) : 1;
  return { end, column };
}

/** Returns the maximum number of characters to remove from the white space at the start of a line so that the rest still reaches a column. */
function beyond(line: string, column: number): number {
  const blanks = blanksOf(line);
  let at = blanks;
  while (at > 0 && indentTo(line.slice(at, blanks)).column < column) at -= 1;
  return at;
}

const openingLine = /^<([A-Za-z][\w.]*)(?=[\s>])(?![^\n]*\/>\s*$)(?![^\n]*<\/\1\s*>)/;

/** Minimum indentation of code in Markdown, in columns. */
const codeColumns = 4;

interface OpenElement {
  readonly name: string;
  /** Column of its tag, without the indentation that was removed. */
  readonly base: number;
  /** Indentation of its first line. */
  indent: number | undefined;
}

/** Removes the indentation of an element's first line from all lines in the element, because MDX has no indented code. */
export function dedent(text: string, isElement: (name: string) => boolean, isMdx: boolean): Dedented {
  const elements: OpenElement[] = [];
  const code = new CodeLines(isMdx);
  /** White space that was removed before the opening of the current fence. */
  let beforeFence = '';
  /** Returns the number of characters to remove from a line of fenced code. Undefined for other lines. */
  const cutInFence = (line: string): number | undefined => {
    const hasSame = line.startsWith(beforeFence);
    const start = hasSame ? beforeFence.length : indentTo(line, indentTo(beforeFence).column).end;
    const inside = line.slice(start);
    if (!code.isInFence(inside)) return undefined;
    const { column } = code.follow(inside);
    return isMdx && code.fence === '' ? start + beyond(inside, column) : start;
  };
  const cutOf = (line: string): number => {
    const own = blanksOf(line);
    const closing = /^<\/([A-Za-z][\w.]*)\s*>/.exec(line.slice(own))?.[1];
    const closed = closing === undefined ? -1 : elements.findLastIndex(({ name }) => name === closing);
    const isEnd = closed !== -1;
    const [element = elements.at(-1)] = isEnd ? elements.splice(closed) : [];
    if (element && !isEnd && own < line.length) element.indent ??= own;
    const { base = 0, indent = 0 } = element ?? {};
    const outer = Math.max(0, (isEnd ? own : Math.min(own, indent)) - base);
    const { isCode, start, column } = code.follow(line.slice(outer));
    const rest = line.slice(outer, own);
    const excess = indentTo(rest).column - column;
    const isIndented = excess >= codeColumns || (excess > 0 && rest.includes('\t'));
    const cut = isMdx && isIndented && start === own - outer ? outer + beyond(rest, column) : outer;
    beforeFence = line.slice(0, cut);
    if (isCode) return cut;
    const isQuoted = line.slice(0, outer + start).includes('>');
    const opening = isQuoted ? undefined : openingLine.exec(line.slice(outer + start))?.[1];
    if (opening !== undefined && !voidTags.has(opening) && isElement(opening))
      elements.push({ name: opening, base: column, indent: undefined });
    return closing !== undefined && !isEnd ? Math.max(cut, own - column) : cut;
  };
  const lines = text.split('\n');
  const removed = lines.map((line) => cutInFence(line) ?? cutOf(line));
  return { scanned: lines.map((line, index) => line.slice(removed[index])).join('\n'), removed };
}
