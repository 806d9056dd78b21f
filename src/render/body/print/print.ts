// Sanitizes and serializes HTML trees with remark-html.
import type { Nodes, Root } from 'hast';
import type { Root as MdastRoot } from 'mdast';
import type { Handlers } from 'mdast-util-to-hast';
import { remark } from 'remark';
import remarkHtml from 'remark-html';
import { schema } from './allowlist.js';

// remark-html converts Markdown to HTML, sanitizes and serializes it. docgen has already converted the tree, so `html` replaces its conversion.
type Converted = MdastRoot & { readonly html: Nodes };
const handlers = { root: (_state: unknown, { html }: Converted) => html } as unknown as Handlers;
const printer = remark().use(remarkHtml, { sanitize: schema, handlers }).freeze();

/** Serializes a body, each block on its own line. Restores `<` in attributes from placeholders, so that a `<` in the result only starts tags. */
export function printBody({ children }: Root, token: string): string {
  const lineBreak = { type: 'text', value: '\n' } as const;
  const lines: typeof children = [];
  for (const child of children) lines.push(lineBreak, child);
  return print({ type: 'root', children: lines.slice(1) }).replaceAll(anglePlaceholder(token), '&lt;');
}

export const print = (html: Nodes): string => printer.stringify({ type: 'root', children: [], html } as Converted);

export const anglePlaceholder = (token: string): string => `${token}lt`;
