// Raw HTML in a tree, parsed as a browser would. That takes ten times as long as all else, so only those blocks go through it that hold
// raw HTML, and only where what they open they also close: then nothing around them can come out differently.
import type { Comment, Element, Nodes, Root, RootContent } from 'hast';
import { raw } from 'hast-util-raw';
import type { Html, Nodes as MdastNodes, Root as MdastRoot } from 'mdast';
import { defaultHandlers, type Raw, type State } from 'mdast-util-to-hast';
import { VFile } from 'vfile';
import { matchAt } from '../syntax/scan.js';
import { element } from './element.js';

/**
 * The tree with its raw HTML as elements; `text` is the source that its positions mean, `token` is one that no author can write: a
 * closing tag of an author's must not end what holds a range.
 */
export function parseRaw(tree: Root, text: string, token: string): Root {
  const ranges = rawRanges(tree);
  if (ranges === undefined) return parse(tree, text);
  if (ranges.length === 0) return tree;
  // Each in an element that HTML does not know, which is like none at all to a parser that is in the middle of a body.
  const held = ranges.map(({ start, end }) =>
    element(`docgen-range-${token}`, {}, tree.children.slice(start, end) as Element['children']),
  );
  const parsed = parse({ ...tree, children: held }, text).children as Element[];
  const parts: RootContent[][] = [];
  let next = 0;
  for (const [index, { start, end }] of ranges.entries()) {
    parts.push(tree.children.slice(next, start), parsed[index]?.children ?? []);
    next = end;
  }
  return { ...tree, children: [...parts.flat(), ...tree.children.slice(next)] };
}

function parse(tree: Root, text: string): Root {
  return raw(tree, { file: new VFile(text) }) as Root;
}

/** Children of the root from `start` up to `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The shortest ranges of a tree that hold all raw HTML and close what they open; undefined where there are none such. */
export function rawRanges({ children }: Root | MdastRoot): Range[] | undefined {
  const ranges: Range[] = [];
  const open: string[] = [];
  let start: number | undefined;
  for (const [index, child] of children.entries()) {
    const found = readTags(child, open, isRaw(child) ? 0 : open.length);
    if (found === 'unbalanced') return undefined;
    if (found === 'none' && start === undefined) continue;
    start ??= index;
    if (open.length > 0) continue;
    ranges.push({ start, end: index + 1 });
    start = undefined;
  }
  return open.length === 0 ? ranges : undefined;
}

/** Raw HTML is `raw` in an HTML tree, `html` in one of Markdown. */
const isRaw = (node: Nodes | MdastNodes): node is Raw | Html => node.type === 'raw' || node.type === 'html';

const isPhrases = ({ type }: Nodes | MdastNodes) => type === 'paragraph' || type === 'heading' || type === 'tableCell';

type Found = 'none' | 'some' | 'unbalanced';

/** Follows the tags of raw HTML in a node. `open` has the elements that are open; those below `floor` are not its to close. */
function readTags(node: Nodes | MdastNodes, open: string[], floor: number): Found {
  if (isRaw(node) && isComment(node.value)) return 'none';
  if (isRaw(node)) return readRaw(node.value, open, floor) ? 'some' : 'unbalanced';
  if (!('children' in node)) return 'none';
  const depth = open.length;
  let all: Found = 'none';
  for (const [index, child] of node.children.entries()) {
    if (child.type === 'html' && isPhrases(node) && simpleHtml(node.children, index)) continue;
    const found = readTags(child, open, depth);
    if (found === 'unbalanced') return found;
    if (found === 'some') all = found;
  }
  return open.length === depth ? all : 'unbalanced';
}

/** Raw HTML in a sentence that needs no parser: comments, line breaks, and old-style anchors, which hold nothing. */
export type Simple = { readonly kind: 'nothing' | 'break' } | { readonly kind: 'anchor'; readonly id: string };

/** What raw HTML among phrases is; an anchor is two nodes, of which the second is nothing. Undefined for what must be parsed. */
export function simpleHtml(nodes: readonly (Nodes | MdastNodes)[], index: number): Simple | undefined {
  const valueAt = (at: number) => {
    const node = nodes[at];
    return node?.type === 'html' ? node.value : '';
  };
  const html = valueAt(index);
  if (html === '</a>') return idOf(valueAt(index - 1)) === undefined ? undefined : { kind: 'nothing' };
  if (/^<br ?\/?>$/.test(html)) return { kind: 'break' };
  const id = valueAt(index + 1) === '</a>' ? idOf(html) : undefined;
  if (id !== undefined) return { kind: 'anchor', id };
  return isComment(html) ? { kind: 'nothing' } : undefined;
}

const idOf = (html: string) => /^<a (?:name|id)="([\w.:/-]+)">$/.exec(html)?.[1];

/** True for raw HTML that is one comment: no parser makes anything else of it. */
export function isComment(html: string): boolean {
  return /^<!--(?!-?>)/.test(html) && html.indexOf('-->', 4) === html.length - 3 && !html.includes('--!>');
}

/** Raw HTML of a Markdown tree in an HTML tree: a comment, or what `parseRaw` parses. */
export function rawHandler(state: State, node: Html): ReturnType<typeof defaultHandlers.html> | Comment {
  return isComment(node.value)
    ? { type: 'comment', value: node.value.slice(4, -3) }
    : defaultHandlers.html(state, node);
}

const piece = /[^<]+|<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9-]*)(?=[\s/>])(?:[^<>"']|=\s*"[^"]*"|=\s*'[^']*')*>/iy;
/** Elements that are never closed. */
export const voidTags = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** Elements after which a parser reads on in another way. */
const special = new Set(
  'body frame frameset head html iframe math noembed noframes noscript plaintext script select style svg template textarea title xmp'.split(
    ' ',
  ),
);

/** Follows the tags of one raw text; false where they do not match, or cannot be followed by so little. */
function readRaw(text: string, open: string[], floor: number): boolean {
  for (let offset = 0; offset < text.length; offset = piece.lastIndex) {
    const found = matchAt(piece, text, offset);
    if (!found) return false;
    const name = found[2]?.toLowerCase();
    if (name === undefined || voidTags.has(name)) continue;
    if (special.has(name)) return false;
    if (found[1] === '') open.push(name);
    else if (open.length <= floor || open.pop() !== name) return false;
  }
  return true;
}
