// Liquid's tags and values as a tree. Nothing is evaluated here.
import { CodeLines } from '../../syntax/code-lines.js';
import { indexOfClosing, matchAt } from '../../syntax/search.js';

export type LiquidNode =
  | { readonly kind: 'text'; readonly value: string; readonly offset: number }
  | {
      readonly kind: 'value';
      readonly inner: string;
      readonly source: string;
      readonly offset: number;
      readonly isInCode: boolean;
    }
  | (LiquidTag & { readonly kind: 'tag' })
  | (LiquidTag & { readonly kind: 'block'; readonly branches: readonly Branch[] });

interface LiquidTag {
  readonly name: string;
  /** The text behind the name. */
  readonly rest: string;
  readonly source: string;
  readonly offset: number;
}

/** A part of a block: that of its tag, or behind `else`, `elsif` and `when`. */
interface Branch extends Pick<LiquidTag, 'name' | 'rest'> {
  readonly children: readonly LiquidNode[];
}

const blockNames = new Set(['if', 'unless', 'case', 'for', 'tablerow', 'capture', 'highlight']);
const branchNames = new Set(['else', 'elsif', 'when']);

/** Maximum number of nested blocks, and of characters in a tag. */
const most = { depth: 50, characters: 4000 };

interface Frame {
  readonly tag: LiquidTag;
  readonly branches: Branch[];
  readonly outer: LiquidNode[];
}

/** Parses a text. In code, only `raw` is a tag. A tag that is not closed is text; a block that is not closed ends with the text. */
export function parseLiquid(text: string): readonly LiquidNode[] {
  const isCode = codeTest(text);
  const root: LiquidNode[] = [];
  const frames: Frame[] = [];
  let children = root;
  let [plain, isTrimmed] = [0, false];
  const addText = (from: number, to: number, isTrimmedAtEnd = false) => {
    let value = text.slice(from, to);
    let offset = from;
    // Only in the line of the tag: the lines of Markdown stay apart.
    const space = isTrimmed ? (/^[ \t]*/.exec(value)?.[0].length ?? 0) : 0;
    [value, offset] = [value.slice(space), from + space];
    if (isTrimmedAtEnd) value = value.replace(/(?<![ \t])[ \t]+$/, '');
    if (value !== '') children.push({ kind: 'text', value, offset });
    isTrimmed = false;
  };
  const close = () => {
    const frame = frames.pop();
    if (!frame) return;
    children = frame.outer;
    children.push({ kind: 'block', ...frame.tag, branches: frame.branches });
  };
  const open = (tag: LiquidTag) => {
    const frame: Frame = { tag, branches: [], outer: children };
    frames.push(frame);
    children = [];
    frame.branches.push({ name: tag.name, rest: tag.rest, children });
  };
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', Math.max(at + 1, plain))) {
    const token = tokenAt(text, at);
    if (!token) continue;
    const { inner, end, isTag } = token;
    const [, name = '', rest = ''] = /^(\w*)\s*([\s\S]*)$/.exec(inner) ?? [];
    const verbatim = isTag && (name === 'raw' || name === 'comment') ? verbatimAt(text, name, end) : undefined;
    const isInCode = isCode(at);
    if (isInCode && (isTag ? name !== 'raw' : false)) continue;
    if (isTag && (name === 'raw' || name === 'comment') && !verbatim) continue;
    addText(plain, at, token.isTrimmed[0]);
    plain = verbatim?.end ?? end;
    const tag = { name, rest, source: text.slice(at, end), offset: at };
    if (!isTag) children.push({ kind: 'value', inner, source: tag.source, offset: at, isInCode });
    else if (verbatim) {
      if (name === 'raw') children.push({ kind: 'text', value: text.slice(end, verbatim.start), offset: end });
    } else if (blockNames.has(name) && frames.length < most.depth) open(tag);
    else if (name.startsWith('end') && blockNames.has(name.slice(3))) {
      if (frames.some((frame) => frame.tag.name === name.slice(3))) {
        while (frames.at(-1)?.tag.name !== name.slice(3)) close();
        close();
      }
    } else if (branchNames.has(name) && frames.length > 0) {
      children = [];
      frames.at(-1)?.branches.push({ name, rest, children });
    } else children.push({ kind: 'tag', ...tag });
    isTrimmed = token.isTrimmed[1];
  }
  addText(plain, text.length);
  while (frames.length > 0) close();
  return root;
}

function tokenAt(text: string, at: number) {
  const isTag = text[at + 1] === '%';
  if (!isTag && text[at + 1] !== '{') return undefined;
  const close = indexOfClosing(text, isTag ? '%}' : '}}', at + 2);
  if (close === -1 || close - at > most.characters) return undefined;
  const inner = text.slice(at + 2, close);
  const isTrimmed = [inner.startsWith('-'), inner.length > 1 && inner.endsWith('-')] as const;
  return {
    isTag,
    isTrimmed,
    end: close + 2,
    inner: inner.slice(isTrimmed[0] ? 1 : 0, isTrimmed[1] ? -1 : undefined).trim(),
  };
}

/** The text up to `{% endraw %}` or `{% endcomment %}`. */
function verbatimAt(text: string, name: string, from: number) {
  const pattern = new RegExp(String.raw`\{%-?\s{0,20}end${name}\s{0,20}-?%\}`, 'y');
  for (
    let word = indexOfClosing(text, `end${name}`, from);
    word !== -1;
    word = indexOfClosing(text, `end${name}`, word + 1)
  ) {
    const start = text.lastIndexOf('{%', word);
    const found = start >= from ? matchAt(pattern, text, start) : null;
    if (found) return { start, end: start + found[0].length };
  }
  return undefined;
}

const span = /``[^\n]{1,500}?``|`[^`\n]{1,500}`/g;

/** Whether an offset is in a line or in a span of code. */
function codeTest(text: string): (offset: number) => boolean {
  const code = new CodeLines(false);
  const ranges: (readonly [start: number, end: number])[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    if (code.follow(line).isCode) ranges.push([start, start + line.length]);
    else
      for (const { index, 0: whole } of line.matchAll(span)) ranges.push([start + index, start + index + whole.length]);
    start += line.length + 1;
  }
  let at = 0;
  // Offsets are asked for in order.
  return (offset) => {
    while (at < ranges.length && (ranges[at]?.[1] ?? 0) < offset) at += 1;
    return (ranges[at]?.[0] ?? offset + 1) <= offset;
  };
}
