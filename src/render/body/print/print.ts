// HTML trees as sanitized markup, by remark-html.
import type { Nodes, Root } from 'hast';
import type { Root as MdastRoot } from 'mdast';
import type { Handlers } from 'mdast-util-to-hast';
import { remark } from 'remark';
import remarkHtml from 'remark-html';
import { schema } from './sanitize.js';

/** A Markdown tree that docgen has converted: what its dialects and raw HTML need is done between remark-html's two steps. */
interface Converted extends MdastRoot {
  readonly html: Nodes;
}

const handlers = { root: (_state: unknown, { html }: Converted) => html } as unknown as Handlers;
const printer = remark().use(remarkHtml, { sanitize: schema, handlers }).freeze();

/**
 * The markup of a body, each block on a line of its own. `token`, which no author can write, is in the place of `<` in attributes: in
 * markup `<` only begins tags, so that it can be searched.
 */
export function printBody({ children }: Root, token: string): string {
  const lineBreak = { type: 'text', value: '\n' } as const;
  const lines = children.flatMap((child, index) => (index > 0 ? [lineBreak, child] : [child]));
  return print({ type: 'root', children: lines }).replaceAll(angleMark(token), '&lt;');
}

/** The markup of any tree. */
export function print(html: Nodes): string {
  return printer.stringify({ type: 'root', children: [], html } as Converted);
}

/** Is in the place of `<` in attributes. */
export const angleMark = (token: string): string => `${token}lt`;
