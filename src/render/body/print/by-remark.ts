// A finished HTML tree as remark prints it, by remark-html: the same bytes as print.ts gives.
import type { Root } from 'hast';
import type { Root as MdastRoot } from 'mdast';
import type { Handlers } from 'mdast-util-to-hast';
import { remark } from 'remark';
import remarkHtml from 'remark-html';
import { visit } from '../../markdown/visit.js';
import { schema } from './sanitize.js';

/** Sanitised markup by remark-html, to which docgen's conversion is the handler of the root. The token is one that no author can write. */
export function printByRemark(mdast: MdastRoot, tree: Root, token: string): string {
  const angle = `${token}lt`;
  visit(tree, 'element', ({ properties }) => {
    for (const [name, value] of Object.entries(properties)) {
      if (typeof value === 'string') properties[name] = value.replaceAll('<', angle);
      if (Array.isArray(value)) properties[name] = value.map((one) => String(one).replaceAll('<', angle));
    }
  });
  const lineBreak = { type: 'text', value: '\n' } as const;
  const children = tree.children.flatMap((child, index) => (index > 0 ? [lineBreak, child] : [child]));
  const root = (): Root => ({ type: 'root', children });
  const html = remark()
    .use(remarkHtml, { sanitize: schema, handlers: { root } as unknown as Handlers })
    .stringify(mdast);
  return String(html).replaceAll(angle, '&lt;');
}
