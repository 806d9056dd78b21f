// Raw HTML in a tree, parsed as a browser would. That takes ten times as long as all else, so only those blocks go through it that hold
// raw HTML, and only where what they open they also close: then nothing around them can come out differently.
import type { Comment, Element, Root, RootContent } from 'hast';
import { raw } from 'hast-util-raw';
import type { Html } from 'mdast';
import { defaultHandlers, type State } from 'mdast-util-to-hast';
import { VFile } from 'vfile';
import { print } from '../print/print.js';
import { element } from './element.js';
import { isComment, rawRanges } from './tags.js';

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

/** HTML of unknown origin as HTML that is safe to show. */
export function sanitizeHtml(html: string): string {
  return print(parse({ type: 'root', children: [{ type: 'raw', value: html }] }, html));
}

function parse(tree: Root, text: string): Root {
  return raw(tree, { file: new VFile(text) }) as Root;
}

/** Raw HTML of a Markdown tree in an HTML tree: what needs no parser (a comment, a line break), or what `parseRaw` parses. */
export function rawHandler(state: State, node: Html): ReturnType<typeof defaultHandlers.html> | Comment | Element {
  if (isComment(node.value)) return { type: 'comment', value: node.value.slice(4, -3) };
  if (/^<br ?\/?>$/.test(node.value)) return element('br', {});
  return defaultHandlers.html(state, node);
}
