// MDX without running any of it: import and export lines and comments are removed, elements become components with their literal
// props, an expression that is not a literal is shown as text.
import { closingBracket, openingBracket } from '../syntax/brackets.js';
import { indexOfClosing, parseLiteral } from '../syntax/literals.js';
import { drop, type Meaning, matchAt, type Props, type Reader } from '../syntax/scan.js';

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

/** A comment behind a heading that holds `#id` only is an explicit id. */
function headingId(text: string, offset: number, end: number): Meaning | undefined {
  const line = text.slice(text.lastIndexOf('\n', offset) + 1, offset);
  const id = /^\{\s*\/\*\s*#([\w-]+)\s*$/.exec(text.slice(offset, end))?.[1];
  return id !== undefined && /^\s*#{1,6}\s/.test(line) ? { kind: 'text', value: `{#${id}}` } : undefined;
}

// Each part is bounded: a text may hold as many beginnings of imports as it has lines.
const importLine =
  /import\s{0,100}(?:type\s{1,100})?(?:[\w$*{][\w\s$*{},]{0,1000}?from\s{0,100})?(['"])[^'"\n]{1,1000}\1(?:\s{1,100}with\s{0,100}\{[^}]{0,500}\})?;?[ \t]*(?=\n|$)/y;
const exportStart = /export\s+(?:default\b|(?:const|let|var|async|function|class|type|interface)\s|[{*])/y;

/** An `import` line; also in Markdown that is not MDX: prose does not look like it. */
export const imports: Reader = {
  first: 'i',
  atLineStart: true,
  read: (text, offset) => {
    const found = matchAt(importLine, text, offset);
    return found ? { end: offset + found[0].length, meaning: drop } : undefined;
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

/** `{expression}`: the value of a literal, else its source. */
export const expressions: Reader = {
  first: '{',
  read: (text, offset) => {
    const end = text[offset + 1] === '#' ? -1 : closingBracket(text, offset); // `{#id}` of a heading
    if (end === -1) return undefined;
    const source = text.slice(offset + 1, end - 1);
    if (source.trim() === '') return { end, meaning: drop };
    const literal = parseLiteral(source);
    const isText = literal !== undefined && typeof literal.value !== 'object';
    return { end, meaning: { kind: 'text', value: isText ? String(literal.value) : text.slice(offset, end) } };
  },
};

export interface Tag {
  readonly end: number;
  readonly name: string;
  readonly props: Props;
  readonly kind: 'open' | 'close' | 'element';
}

const tagStart = /<(\/?)([A-Za-z][\w.:-]*)?(?=[\s/>])/y;
const jsxAttribute =
  /\s*(?:\/\*[\s\S]*?\*\/\s*)*(?:([A-Za-z_][\w.:-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(?=(\{))))?|(\{))/y;
const tagEnd = /\s*(\/?)>/y;

/** The JSX tag that begins at an offset, its literal props read and all others left out. */
export function readTag(text: string, offset: number): Tag | undefined {
  const start = matchAt(tagStart, text, offset);
  if (!start) return undefined;
  const [opening, slash, name = ''] = start;
  const props: Record<string, unknown> = Object.create(null);
  let end = offset + opening.length;
  for (;;) {
    const close = matchAt(tagEnd, text, end);
    if (close) {
      const kind = slash ? 'close' : close[1] ? 'element' : 'open';
      return { end: end + close[0].length, name, props: { ...props }, kind };
    }
    const found = matchAt(jsxAttribute, text, end);
    if (!found || slash) return undefined;
    const [whole, key, double, single, expression, spread] = found;
    end += whole.length;
    if (expression || spread) {
      const closed = closingBracket(text, spread ? end - 1 : end);
      if (closed === -1) return undefined;
      const literal = key === undefined ? undefined : parseLiteral(text.slice(end + 1, closed - 1));
      if (key !== undefined && literal) props[key] = literal.value;
      end = closed;
    } else if (key !== undefined) props[key] = double ?? single ?? true;
    else return undefined;
  }
}

const voidElements = /^(?:area|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** Elements whose name is wanted; what is between the tags of a `CodeBlock` is not Markdown. */
export function elements(isWanted: (tag: Tag) => boolean): Reader {
  const read: Read = (text, offset) => {
    const tag = readTag(text, offset);
    if (!tag || !isWanted(tag)) return undefined;
    const { end, name, props, kind } = tag;
    if (name === '') return { end, meaning: drop }; // a fragment
    if (name === 'CodeBlock' && kind === 'open') return readCodeBlock(text, tag);
    if (kind === 'close') return { end, meaning: voidElements.test(name) ? drop : { kind, family: 'element', name } };
    if (kind === 'element' || voidElements.test(name)) return { end, meaning: { kind: 'element', name, props } };
    return { end, meaning: { kind, family: 'element', name, props } };
  };
  return { first: '<', read };
}

function readCodeBlock(text: string, { end, props }: Tag): ReturnType<Read> {
  const close = indexOfClosing(text, '</CodeBlock>', end);
  if (close === -1) return undefined;
  const inner = text.slice(end, close).trim();
  const literal = /^\{[\s\S]*\}$/.test(inner) ? parseLiteral(inner.slice(1, -1)) : { value: inner };
  const value = typeof literal?.value === 'string' ? literal.value : inner;
  const title = typeof props['title'] === 'string' ? `title=${JSON.stringify(props['title'])}` : '';
  const lines = props['showLineNumbers'] ? ' showLineNumbers' : '';
  const named = [props['language'], props['className']].find((prop) => typeof prop === 'string');
  const lang = (named ?? '').replace(/^language-/, '');
  return {
    end: close + '</CodeBlock>'.length,
    meaning: { kind: 'code', value: value.replace(/^\n|\n$/g, ''), lang, meta: title + lines },
  };
}

/**
 * MDX has no indented code: what stands in an element may be indented with it. Takes the indentation of the first line inside each
 * element off all its lines, fenced code included, and returns how many characters were removed from each line.
 */
export function dedent(
  text: string,
  isElement: (name: string) => boolean,
): { readonly text: string; readonly removed: readonly number[] } {
  const frames: { name: string; indent: number | undefined }[] = [];
  const removed: number[] = [];
  const lines = text.split('\n').map((line) => {
    const own = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    const body = line.slice(own);
    const closing = /^<\/([A-Za-z][\w.]*)\s*>/.exec(body)?.[1];
    if (closing !== undefined) {
      const index = frames.findLastIndex(({ name }) => name === closing);
      if (index !== -1) frames.length = index;
    }
    const frame = frames.at(-1);
    if (frame && body !== '') frame.indent ??= own;
    const cut = body === '' ? own : closing !== undefined ? own : Math.min(own, frame?.indent ?? 0);
    removed.push(cut);
    const opening = /^<([A-Za-z][\w.]*)(?=[\s>])(?![^\n]*\/>\s*$)(?![^\n]*<\/\1\s*>)/.exec(body)?.[1];
    if (opening !== undefined && !voidElements.test(opening) && isElement(opening))
      frames.push({ name: opening, indent: undefined });
    return line.slice(cut);
  });
  return { text: lines.join('\n'), removed };
}
