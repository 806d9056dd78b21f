// Markdown in the text of raw HTML without empty lines: `<td>**bold**</td>`, `<p>[a link](b.md)</p>`. MDX and most authors expect it to work.
import type { Html, PhrasingContent, Root, RootContent } from 'mdast';
import type { Position } from 'unist';
import { replaceNodes } from '../../base/visit.js';
import { htmlTokens, voidTags } from '../syntax/tags.js';

/** Inline Markdown between two tags of one block of raw HTML. */
export interface HtmlText {
  type: 'htmlText';
  children: PhrasingContent[];
  position?: Position | undefined;
}

declare module 'mdast' {
  interface RootContentMap {
    htmlText: HtmlText;
  }
}

/** Code, a link or an image, bold. A single `*` or `_` in HTML might be literal. */
const markdown = /`[^`\n]{1,500}`|\]\([^()\s]{1,1000}(?:\s"[^"\n]{0,500}")?\)|\*\*(?! )[^*\n]{1,500}\*\*/;

const verbatim = new Set('a code kbd math pre samp script style svg template textarea title xmp'.split(' '));

type ParseInline = (text: string, offset: number | undefined) => PhrasingContent[];

export function readHtmlText(tree: Root, parseInline: ParseInline): void {
  replaceNodes(tree, 'html', (node, parent) =>
    parent.type === 'paragraph' || !markdown.test(node.value) ? undefined : split(node, parseInline),
  );
}

/** Returns undefined without Markdown, or if the tags are not well-formed. */
function split({ value, position }: Html, parseInline: ParseInline): RootContent[] | undefined {
  const nodes: RootContent[] = [];
  const open: string[] = [];
  let start = 0;
  const placed = (offset: number): Pick<Html, 'position'> => {
    if (position?.start.offset === undefined) return { position };
    return { position: { ...position, start: { ...position.start, offset: position.start.offset + offset } } };
  };
  const keep = (end: number) => {
    if (end > start) nodes.push({ type: 'html', value: value.slice(start, end), ...placed(start) });
  };
  for (const { kind, name, source, start: offset } of htmlTokens(value)) {
    if (kind === 'unfinished') return undefined;
    if (name !== '') follow(name, kind === 'close', open);
    if (kind !== 'text' || !markdown.test(source) || open.length > 0) continue;
    const text = source.trim();
    const before = offset + source.indexOf(text);
    keep(before);
    const at = placed(before);
    nodes.push({ type: 'htmlText', children: parseInline(text, at.position?.start.offset), ...at });
    start = before + text.length;
  }
  if (nodes.length === 0) return undefined;
  keep(value.length);
  return nodes;
}

/** Maximum number of open elements to search. */
const maxNested = 50;

/** `open` contains the elements from the outermost one with literal text on. */
function follow(name: string, isClosing: boolean, open: string[]): void {
  if (voidTags.has(name) || (open.length === 0 && !verbatim.has(name))) return;
  if (!isClosing) open.push(name);
  else {
    const at = open.slice(-maxNested).lastIndexOf(name);
    if (at !== -1) open.length += at - Math.min(open.length, maxNested);
  }
}
