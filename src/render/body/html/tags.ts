// The tags of raw HTML, followed without a parser: which blocks hold any, and what needs none.
import type { Nodes, Root } from 'hast';
import type { Html, Nodes as MdastNodes, Root as MdastRoot } from 'mdast';
import type { Raw } from 'mdast-util-to-hast';
import { voidTags } from '../../markdown/dialects/html-text.js';
import { matchAt } from '../../markdown/syntax/scan.js';

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

const piece = /[^<]+|<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9-]*)(?=[\s/>])(?:[^<>"']|=\s*"[^"]*"|=\s*'[^']*')*>/iy;
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
