// Parses raw HTML in a tree as browsers do. Parsing is slow, so only ranges of blocks whose tags match are parsed if possible.
import type { Comment, Element, ElementContent, Nodes, Root, RootContent } from 'hast';
import { raw } from 'hast-util-raw';
import type { Html } from 'mdast';
import { defaultHandlers, type State } from 'mdast-util-to-hast';
import { VFile } from 'vfile';
import { visit } from '../../base/visit.js';
import { htmlTokens, voidTags } from '../../markdown/syntax/tags.js';
import { print } from '../print/print.js';
import { element } from './element.js';

/** Returns a tree with elements instead of raw HTML. `text` is its source. Authors can't write the `token`, so no closing tag can end the element around a range. */
export function parseRaw(tree: Root, text: string, token: string): Root {
  const ranges = rawRanges(tree);
  if (ranges === undefined) return parse(tree, text);
  if (ranges.length === 0) return tree;
  // Each range is in an unknown element, which doesn't change the parser's state.
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

export const sanitizeHtml = (html: string): string => print(fragment(html));

const fragment = (html: string) => parse({ type: 'root', children: [{ type: 'raw', value: html }] }, html);

const parse = (tree: Root, text: string): Root => raw(tree, { file: new VFile(text) }) as Root;

/** Converts raw HTML of a Markdown tree. Comments and line breaks need no parser, `parseRaw` parses the rest. */
export function rawHandler(state: State, node: Html): ReturnType<typeof defaultHandlers.html> | Nodes[] | Comment {
  if (node.data?.isComplete) {
    const tree = fragment(node.value);
    visit(tree, 'element', (child) => state.patch(node, child));
    return tree.children;
  }
  if (isComment(node.value)) return { type: 'comment', value: node.value.slice(4, -3) };
  if (/^<br ?\/?>$/.test(node.value)) return element('br', {});
  return defaultHandlers.html(state, node);
}

/** Returns the shortest ranges of children that contain all raw HTML and close all elements that they open. Undefined if there are none. */
function rawRanges({ children }: Root): { readonly start: number; readonly end: number }[] | undefined {
  const ranges: { readonly start: number; readonly end: number }[] = [];
  const open: string[] = [];
  let hasRaw = false;
  /** Checks the tags of a node. They must match, and not close the first `floor` elements of `open`. */
  const areBalanced = (node: Nodes, floor: number): boolean => {
    if (node.type === 'raw') {
      hasRaw = true;
      return readRaw(node.value, open, floor);
    }
    const depth = open.length;
    return (
      !('children' in node) || (node.children.every((child) => areBalanced(child, depth)) && open.length === depth)
    );
  };
  let start: number | undefined;
  for (const [index, child] of children.entries()) {
    hasRaw = false;
    if (!areBalanced(child, child.type === 'raw' ? 0 : open.length)) return undefined;
    if (!hasRaw && start === undefined) continue;
    start ??= index;
    if (open.length > 0) continue;
    ranges.push({ start, end: index + 1 });
    start = undefined;
  }
  return open.length === 0 ? ranges : undefined;
}

/** Whether raw HTML is a single comment in every parser. */
function isComment(html: string): boolean {
  return /^<!--(?!-?>)/.test(html) && html.indexOf('-->', 4) === html.length - 3 && !html.includes('--!>');
}

/** Elements that change the mode of an HTML parser. */
const special = new Set(
  'body frame frameset head html iframe math noembed noframes noscript plaintext script select style svg template textarea title xmp'.split(
    ' ',
  ),
);

/** Checks the tags of one raw text. Returns false if they don't match, or if only a parser can determine that. */
function readRaw(text: string, open: string[], floor: number): boolean {
  for (const { kind, name } of htmlTokens(text)) {
    if (kind === 'unfinished' || special.has(name)) return false;
    if (name === '' || voidTags.has(name)) continue;
    if (kind === 'open') open.push(name);
    else if (open.length <= floor || open.pop() !== name) return false;
  }
  return true;
}

/** Replaces the temporary elements around Markdown in raw HTML by their content, without line breaks between blocks. */
export function placeHtmlText(tree: Root, tagName: string): void {
  const isText = (node: ElementContent | undefined): node is Element =>
    node?.type === 'element' && node.tagName === tagName;
  const isBreak = (node: ElementContent) => node.type === 'text' && node.value === '\n';
  visit(tree, (node) => {
    if (!('children' in node)) return;
    const children = node.children as ElementContent[];
    if (!children.some(isText)) return;
    node.children = children
      .filter((child, at) => !(isBreak(child) && (isText(children[at - 1]) || isText(children[at + 1]))))
      .flatMap((child) => (isText(child) ? child.children : [child]));
  });
}
