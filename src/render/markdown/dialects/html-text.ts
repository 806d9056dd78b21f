// Markdown in the text of raw HTML: `<td>**bold**</td>`, `<p>[a link](b.md)</p>` without an empty line, as MDX and most writers have it.
import type { Html, PhrasingContent, Root, RootContent } from 'mdast';
import type { Point, Position } from 'unist';
import { matchAt } from '../syntax/scan.js';
import { replaceChild, SKIP, visit } from '../visit.js';

/** Inline Markdown between two tags of one block of raw HTML. */
export interface HtmlText {
  type: 'htmlText';
  children: PhrasingContent[];
  position?: Position;
}

declare module 'mdast' {
  interface RootContentMap {
    htmlText: HtmlText;
  }
}

const piece =
  /((?:[^<]|<(?=[\s\d=]))+)|<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9-]*)(?=[\s/>])(?:[^<>"']|=\s*"[^"]*"|=\s*'[^']*')*>/iy;

/** What is Markdown beyond doubt: code, a link or an image, bold. A lone `*` or `_` in HTML may mean itself. */
const markdown = /`[^`\n]{1,500}`|\]\([^()\s]{1,1000}(?:\s"[^"\n]{0,500}")?\)|\*\*(?! )[^*\n]{1,500}\*\*/;

/** Elements whose text is what it is. */
const verbatim = new Set('a code kbd math pre samp script style svg template textarea title xmp'.split(' '));
/** Elements that are never closed. */
export const voidTags = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** Gives Markdown of a line as nodes; `offset` is where it stands. */
type ParseInline = (text: string, offset: number | undefined) => PhrasingContent[];

/** Reads the text in blocks of raw HTML. */
export function readHtmlText(tree: Root, parseInline: ParseInline): void {
  visit(tree, 'html', (node, index, parent) => {
    if (!parent || index === undefined || parent.type === 'paragraph' || !markdown.test(node.value)) return undefined;
    const nodes = split(node, parseInline);
    return nodes && [SKIP, replaceChild(parent, index, nodes)];
  });
}

/** The node with its Markdown as nodes of their own; undefined where it has none, or tags that cannot be followed. */
function split(node: Html, parseInline: ParseInline): RootContent[] | undefined {
  const { value, position } = node;
  const nodes: RootContent[] = [];
  const open: string[] = [];
  let [start, point] = [0, position?.start];
  const passTo = (end: number) => {
    if (point) point = pointBehind(point, value.slice(start, end));
    start = end;
  };
  const keep = (end: number) => {
    if (end > start) nodes.push({ type: 'html', value: value.slice(start, end), ...placed(point, position) });
    passTo(end);
  };
  for (let offset = 0; offset < value.length; offset = piece.lastIndex) {
    const found = matchAt(piece, value, offset);
    if (!found) return undefined;
    const [, text, slash, tag] = found;
    if (tag !== undefined) follow(tag.toLowerCase(), slash === '/', open);
    if (text === undefined || !markdown.test(text) || open.length > 0) continue;
    const before = offset + (/^\s*/.exec(text)?.[0].length ?? 0);
    keep(before);
    nodes.push({ type: 'htmlText', children: parseInline(text.trim(), point?.offset), ...placed(point, position) });
    passTo(before + text.trim().length);
  }
  if (nodes.length === 0) return undefined;
  keep(value.length);
  return nodes;
}

/** `open` has the elements from the outermost verbatim one on; the others are of no interest. */
function follow(name: string, isClosing: boolean, open: string[]): void {
  if (voidTags.has(name) || (open.length === 0 && !verbatim.has(name))) return;
  if (!isClosing) open.push(name);
  else {
    const at = open.slice(-mostNested).lastIndexOf(name);
    if (at !== -1) open.length += at - Math.min(open.length, mostNested);
  }
}

/** Elements that a closing tag is looked for among. */
const mostNested = 50;

function placed(start: Point | undefined, { end }: Partial<Position> = {}): { position?: Position } {
  return start && end ? { position: { start, end } } : {};
}

function pointBehind({ line, column, offset }: Point, text: string): Point {
  const lines = text.split('\n');
  const last = lines.at(-1)?.length ?? 0;
  return {
    line: line + lines.length - 1,
    column: lines.length === 1 ? column + last : last + 1,
    ...(offset !== undefined && { offset: offset + text.length }),
  };
}
