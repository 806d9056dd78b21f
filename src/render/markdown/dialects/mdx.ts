// MDX without running any of it: import and export lines and comments are removed, elements become components with their literal
// props, an expression that is not a literal is shown as text.
import { type Import, readImports } from '../../../model/content/imports.js';
import { closingBracket, openingBracket } from '../syntax/brackets.js';
import { CodeLines } from '../syntax/code-lines.js';
import { indexOfClosing } from '../syntax/literals.js';
import { drop, type Included, type Meaning, matchAt, type Props, type Reader } from '../syntax/scan.js';
import { filesIn, importOf, type PassedFile, readValue, type Scope } from '../syntax/values.js';

type Read = Reader['read'];

const commentOpening = /\{\s*\/\*/y;
const commentClosing = /\*\/\s*\}/y;

/** A comment in braces, as JavaScript writes it, in any Markdown. */
export const mdxComments: Reader = {
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

/** Characters before the comment; a line may hold as many comments as a text. */
const longestHeading = 2_000;

/** A comment behind a heading that holds `#id` only is an explicit id. */
function headingId(text: string, offset: number, end: number): Meaning | undefined {
  const before = text.slice(Math.max(0, offset - longestHeading), offset);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const id = /^\{\s*\/\*\s*#([\w-]+)\s*$/.exec(text.slice(offset, end))?.[1];
  return id !== undefined && /^\s*#{1,6}\s/.test(line) ? { kind: 'text', value: `{#${id}}` } : undefined;
}

const exportStart = /export\s+(?:default\b|(?:const|let|var|async|function|class|type|interface)\s|[{*])/y;

/** An `import` line; also in Markdown that is not MDX: prose does not look like it. */
export const imports: Reader = {
  first: 'i',
  atLineStart: true,
  read: (text, offset) => {
    const found = readImports(text, offset);
    return found && { end: found.end, meaning: drop };
  },
};

const nextBlank = /\n[ \t]*(?:\n|$)|$/g;

/** An `export` statement: to the bracket that closes it, else to the next empty line, as MDX does. */
export const exports: Reader = {
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

/** `{expression}`: the value of a literal or a prop, the text of a file, else its source. */
export const expressions = (scope: Scope): Reader => ({
  first: '{',
  read: (text, offset) => {
    const isId = /^\{[ \t]*#/.test(text.slice(offset, offset + 20)); // of a heading
    const end = isId ? -1 : closingBracket(text, offset);
    if (end === -1) return undefined;
    const source = text.slice(offset + 1, end - 1);
    if (source.trim() === '') return { end, meaning: drop };
    const file = importOf(source, scope);
    if (file?.kind === 'raw') return { end, meaning: rawFile(file, {}) };
    const known = file ? undefined : readValue(source, scope);
    if (known?.value === null) return { end, meaning: drop };
    const isText = known !== undefined && typeof known.value !== 'object';
    return { end, meaning: { kind: 'text', value: isText ? String(known.value) : text.slice(offset, end) } };
  },
});

export interface Tag {
  readonly end: number;
  readonly name: string;
  readonly props: Props;
  readonly kind: 'open' | 'close' | 'element';
  /** Files whose text a prop is, by the name of the prop. */
  readonly raws: ReadonlyMap<string, Import>;
  /** Other files that its props pass on. */
  readonly passed: readonly PassedFile[];
}

/** Characters of an expression in which files are looked for. */
const longestMap = 20_000;

const tagStart = /<(\/?)([A-Za-z][\w.:-]*)?(?=[\s/>])/y;
// Comments are bounded, and can be read in one way only: what is no tag in the end is not tried again and again.
const jsxAttribute =
  /\s*(?:\/\*(?:[^*]|\*(?!\/)){0,2000}\*\/\s*){0,20}(?:([A-Za-z_][\w.:-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(?=(\{))))?|(\{))/y;
const tagEnd = /\s*(\/?)>/y;

/** The JSX tag that begins at an offset, its literal props read and all others left out. */
export function readTag(text: string, offset: number, scope: Scope, longest?: number): Tag | undefined {
  const start = matchAt(tagStart, text, offset);
  if (!start) return undefined;
  const [opening, slash, name = ''] = start;
  const props: Record<string, unknown> = Object.create(null);
  const raws = new Map<string, Import>();
  const passed: PassedFile[] = [];
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
    end += whole.length;
    if (expression || spread) {
      const closed = closingBracket(text, spread ? end - 1 : end, longest);
      if (closed === -1) return undefined;
      const source = text.slice(end + 1, closed - 1);
      const file = key === undefined ? undefined : importOf(source, scope);
      if (key !== undefined && file?.kind === 'raw') raws.set(key, file);
      const known = key === undefined ? undefined : readValue(source, scope);
      if (key !== undefined && known) props[key] = known.value;
      else if (scope.names.size > 0 && source.length < longestMap) passed.push(...filesIn(`{${source}}`, scope));
      end = closed;
    } else if (key !== undefined) props[key] = double ?? single ?? true;
    else return undefined;
  }
}

const voidElements = /^(?:area|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** Of an element that stands for what the text gives this name; all others are HTML's. */
export const componentName = /^[A-Z_$]/;

export interface ElementContext {
  readonly isKnown: (name: string) => boolean;
  readonly scope: Scope;
}

/** Whether a tag that stands at an offset is an element. */
export type IsWanted = (tag: Tag, text: string, offset: number) => boolean;

/** A component whose attributes begin on lines of their own, such as one that has a table's data; how many of a text may be long. */
const longTag = /^<[A-Z][\w.]*\s*\n/;
const mostLong = 50;

const longestIndent = 200;

/** True where nothing stands beside a part of a text on its lines. */
export function isAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - longestIndent), start);
  const behind = text.slice(end, end + longestIndent);
  return /(?:^|\n)[ \t]*$/.test(before) && /^[ \t\r]*(?:\n|$)/.test(behind);
}

/** Elements whose name is wanted; what is between the tags of a `CodeBlock` is not Markdown. */
export function elements(isWanted: IsWanted, { isKnown, scope }: ElementContext): Reader {
  let left = mostLong;
  const tagAt = (text: string, offset: number) => {
    const tag = readTag(text, offset, scope);
    if (tag || left === 0 || !longTag.test(text.slice(offset, offset + 100))) return tag;
    left -= 1;
    return readTag(text, offset, scope, 200_000);
  };
  const read: Read = (text, offset) => {
    const tag = tagAt(text, offset);
    if (!tag || !isWanted(tag, text, offset)) return undefined;
    const { end, name, props, kind, raws, passed } = tag;
    if (name === '') return { end, meaning: drop }; // a fragment
    const file = componentName.test(name) ? scope.names.get(name) : undefined;
    if (file) return { end, meaning: kind === 'close' ? drop : fileElement(file, props) };
    if (name === 'CodeBlock' && kind === 'open') return readCodeBlock(text, tag, scope);
    const code = kind === 'element' && !isKnown(name) && isAlone(text, offset, end) ? codeOf(name, props) : undefined;
    if (code) return { end, meaning: code };
    const [raw] = codeNames.test(name) && kind === 'element' ? raws.values() : [];
    if (raw) return { end, meaning: rawFile(raw, props) };
    if (kind === 'close') return { end, meaning: voidElements.test(name) ? drop : { kind, family: 'element', name } };
    if (kind === 'element' || voidElements.test(name)) {
      const shown = isKnown(name) || !componentName.test(name) ? undefined : (filesOf(passed) ?? imageOf(props));
      return { end, meaning: shown ?? { kind: 'element', name, props } };
    }
    return { end, meaning: { kind, family: 'element', name, props } };
  };
  return { first: '<', read };
}

/** An element whose name stands for a file: the text of a partial, an image. */
function fileElement({ kind, path }: Import, props: Props): Meaning {
  if (kind === 'partial') return { kind: 'include', path, isImport: true, props };
  if (kind === 'raw') return rawFile({ path }, props);
  return { kind: 'element', name: 'img', props: { ...props, src: path, alt: altOf(props) } };
}

/** A component of somebody's own that shows other files, such as one example in several languages: those. */
function filesOf(passed: readonly PassedFile[]): Meaning | undefined {
  if (passed.length === 0) return undefined;
  const files = passed.map(({ label, file }) => ({
    label,
    meaning:
      file.kind === 'raw'
        ? rawFile(file, {})
        : ({ kind: 'include', path: file.path, isImport: true, props: {} } as const),
  }));
  return { kind: 'files', files };
}

const codeNames = /^(?:CodeBlock|Code|CodeSnippet|CodeFromFile)$/;
const snippetNames = /^(?:Code|CodeBlock|Command|Shell|Terminal)?(?:Snippet|Block|Line)?$/;

/** A component of somebody's own that is given a line of code. */
function codeOf(name: string, props: Props): Meaning | undefined {
  if (!snippetNames.test(name)) return undefined;
  const given = [props['code'], props['text'], props['command'], props['value']].find((value) => value !== undefined);
  const lines = Array.isArray(given) ? given : [given];
  if (!lines.every((line) => typeof line === 'string') || lines.join('').trim() === '') return undefined;
  return { kind: 'code', value: lines.join('\n'), ...codeInfo(props) };
}

const imageName = /\.(?:png|jpe?g|gif|webp|avif|svg)(?:[?#].*)?$/i;

/** A component of somebody's own that shows an image: the image. */
function imageOf(props: Props): Meaning | undefined {
  const sources = typeof props['sources'] === 'object' && props['sources'] !== null ? (props['sources'] as Props) : {};
  const src = [props['src'], props['img'], props['image'], props['srcLight'], props['lightSrc'], sources['light']].find(
    (value) => typeof value === 'string' && imageName.test(value),
  );
  return src === undefined
    ? undefined
    : {
        kind: 'element',
        name: 'img',
        props: { src, alt: altOf(props), width: props['width'], height: props['height'] },
      };
}

const altOf = (props: Props) =>
  [props['alt'], props['title'], props['caption']].find((value) => typeof value === 'string') ?? '';

/** The name of the language in a file's name is that of its extension. */
function rawFile({ path }: Pick<Import, 'path'>, props: Props): Included {
  const extension = /\.(\w+)$/.exec(path)?.[1] ?? '';
  const { lang, meta } = codeInfo(props);
  return { kind: 'raw', path, lang: lang === '' ? extension : lang, meta };
}

function codeInfo(props: Props): { readonly lang: string; readonly meta: string } {
  const title = typeof props['title'] === 'string' ? `title=${JSON.stringify(props['title'])}` : '';
  const lines = props['showLineNumbers'] ? ' showLineNumbers' : '';
  const named = [props['language'], props['lang'], props['className']].find((prop) => typeof prop === 'string');
  return { lang: (named ?? '').replace(/^language-/, ''), meta: title + lines };
}

function readCodeBlock(text: string, { end, props }: Tag, scope: Scope): ReturnType<Read> {
  const close = indexOfClosing(text, '</CodeBlock>', end);
  if (close === -1) return undefined;
  const inner = text.slice(end, close).trim();
  const behind = close + '</CodeBlock>'.length;
  const expression = /^\{[\s\S]*\}$/.test(inner) ? inner.slice(1, -1) : undefined;
  const file = expression === undefined ? undefined : importOf(expression, scope);
  if (file?.kind === 'raw') return { end: behind, meaning: rawFile(file, props) };
  const known = expression === undefined ? { value: inner } : readValue(expression, scope);
  const value = typeof known?.value === 'string' ? known.value : inner;
  return { end: behind, meaning: { kind: 'code', value: value.replace(/^\n|\n$/g, ''), ...codeInfo(props) } };
}

/** The blanks at the beginning of a line. */
const blanksOf = (line: string) => /^[ \t]*/.exec(line)?.[0].length ?? 0;

const openingLine = /^<([A-Za-z][\w.]*)(?=[\s>])(?![^\n]*\/>\s*$)(?![^\n]*<\/\1\s*>)/;

/**
 * MDX has no indented code: what stands in an element may be indented with it. Takes the indentation of the first line inside each
 * element off all its lines, but for that of the list item it stands in, and returns how many characters were removed from each line.
 * A fence is moved as a whole: its code keeps its indentation, whatever is in it.
 */
export function dedent(
  text: string,
  isElement: (name: string) => boolean,
  isMdx: boolean,
): { readonly text: string; readonly removed: readonly number[] } {
  const frames: { name: string; base: number; indent: number | undefined }[] = [];
  const code = new CodeLines(isMdx);
  const removed: number[] = [];
  let fenceCut = 0;
  const cutOf = (line: string): number => {
    const own = blanksOf(line);
    const inFence = Math.min(own, fenceCut);
    if (code.isInFence(line.slice(inFence))) {
      code.follow(line.slice(inFence));
      return inFence;
    }
    const body = line.slice(own);
    const closing = /^<\/([A-Za-z][\w.]*)\s*>/.exec(body)?.[1];
    const closed = closing === undefined ? -1 : frames.findLastIndex(({ name }) => name === closing);
    const isEnd = closed !== -1;
    const frame = isEnd ? frames[closed] : frames.at(-1);
    if (isEnd) frames.length = closed;
    else if (frame && body !== '') frame.indent ??= own;
    const cut = Math.max(0, (isEnd ? own : Math.min(own, frame?.indent ?? 0)) - (frame?.base ?? 0));
    const { isCode, start, column } = code.follow(line.slice(cut));
    const isQuoted = line.slice(0, cut + start).includes('>');
    fenceCut = cut;
    if (isCode) return cut;
    const opening = isQuoted ? undefined : openingLine.exec(line.slice(cut + start))?.[1];
    if (opening !== undefined && !voidElements.test(opening) && isElement(opening))
      frames.push({ name: opening, base: column, indent: undefined });
    return closing !== undefined && !isEnd ? Math.max(cut, own - column) : cut;
  };
  const lines = text.split('\n').map((line) => {
    const cut = cutOf(line);
    removed.push(cut);
    return line.slice(cut);
  });
  return { text: lines.join('\n'), removed };
}
