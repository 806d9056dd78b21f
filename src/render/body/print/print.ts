// Serializes HTML trees as sanitized markup.
import type { Nodes, Root } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { schema } from './allowlist.js';

/** Serializes a body, each block on its own line. Replaces the placeholders of `<` in attributes, so that `<` only begins tags. */
export function printBody({ children }: Root, token: string): string {
  const lineBreak = { type: 'text', value: '\n' } as const;
  const lines: typeof children = [];
  for (const child of children) lines.push(lineBreak, child);
  return print({ type: 'root', children: lines.slice(1) }).replaceAll(anglePlaceholder(token), '&lt;');
}

/** The markup ends with a line break. */
export function print(html: Nodes): string {
  const markup = toHtml(sanitize(html, schema));
  return markup === '' || /[\r\n]$/.test(markup) ? markup : `${markup}\n`;
}

export const anglePlaceholder = (token: string): string => `${token}lt`;
