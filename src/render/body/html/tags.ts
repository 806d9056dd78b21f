// The tags of raw HTML, followed without a parser: which blocks hold any, and what needs none.
import type { Nodes, Root } from 'hast';
import type {} from 'mdast-util-to-hast';
import { voidTags } from '../../markdown/dialects/html-text.js';
import { matchAt } from '../../markdown/syntax/scan.js';

/** Children of the root from `start` up to `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The shortest ranges of a tree that hold all raw HTML and close what they open; undefined where there are none such. */
export function rawRanges({ children }: Root): Range[] | undefined {
  const ranges: Range[] = [];
  const open: string[] = [];
  let start: number | undefined;
  for (const [index, child] of children.entries()) {
    const found = readTags(child, open, child.type === 'raw' ? 0 : open.length);
    if (found === 'unbalanced') return undefined;
    if (found === 'none' && start === undefined) continue;
    start ??= index;
    if (open.length > 0) continue;
    ranges.push({ start, end: index + 1 });
    start = undefined;
  }
  return open.length === 0 ? ranges : undefined;
}

type Found = 'none' | 'some' | 'unbalanced';

/** Follows the tags of raw HTML in a node. `open` has the elements that are open; those below `floor` are not its to close. */
function readTags(node: Nodes, open: string[], floor: number): Found {
  if (node.type === 'raw') return readRaw(node.value, open, floor) ? 'some' : 'unbalanced';
  if (!('children' in node)) return 'none';
  const depth = open.length;
  let all: Found = 'none';
  for (const child of node.children) {
    const found = readTags(child, open, depth);
    if (found === 'unbalanced') return found;
    if (found === 'some') all = found;
  }
  return open.length === depth ? all : 'unbalanced';
}

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
