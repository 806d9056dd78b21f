// A Markdown tree as sanitised markup, in two ways that give the same bytes: directly, and as remark does it, by remark-html.
import type { Root } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import type { Root as MdastRoot } from 'mdast';
import type { Handlers } from 'mdast-util-to-hast';
import { remark } from 'remark';
import remarkHtml from 'remark-html';
import { schema } from './sanitize.js';

/** Turns a Markdown tree into an HTML tree, and says what is known of it. */
type Convert<Finished extends { readonly tree: Root }> = (mdast: MdastRoot) => Finished;

interface Printed<Finished> {
  readonly html: string;
  readonly finished: Finished;
}

/** Converts, sanitises, prints. */
export function print<Finished extends { readonly tree: Root }>(
  mdast: MdastRoot,
  convert: Convert<Finished>,
): Printed<Finished> {
  const finished = convert(mdast);
  const html = toHtml(sanitize(finished.tree, schema));
  return { html: html === '' || /[\r\n]$/.test(html) ? html : `${html}\n`, finished };
}

/** The same by remark-html, to which docgen's conversion is the handler of the root. */
export function printByRemark<Finished extends { readonly tree: Root }>(
  mdast: MdastRoot,
  convert: Convert<Finished>,
): Printed<Finished> {
  const seen: Finished[] = [];
  const root = (_state: unknown, node: MdastRoot): Root => {
    const finished = convert(node);
    seen.push(finished);
    return finished.tree;
  };
  const html = remark()
    .use(remarkHtml, { sanitize: schema, handlers: { root } as unknown as Handlers })
    .stringify(mdast);
  const [finished] = seen;
  if (finished === undefined) throw new Error('remark-html has converted no root');
  return { html: String(html), finished };
}
