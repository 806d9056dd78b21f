// Renders Markdown with remark only: its parser, GitHub's extensions and remark-html, with docgen's allowlist. Reference for texts without raw HTML and
// dialects.
import type { Element, Nodes, Root } from 'hast';
import { raw } from 'hast-util-raw';
import { toHtml } from 'hast-util-to-html';
import type { Root as MdastRoot } from 'mdast';
import { defaultHandlers, type Handler, type Handlers } from 'mdast-util-to-hast';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import remarkHtml from 'remark-html';
import type { Words } from '../../src/model/labels/ui-text.js';
import { visit } from '../../src/render/base/visit.js';
import { renderBody } from '../../src/render/body/body.js';
import { frameTables, markTasks, modernize } from '../../src/render/body/html/modern-html.js';
import { schema } from '../../src/render/body/print/allowlist.js';
import { fillFragment } from '../../src/render/body/print/fragment.js';
import { bodyInput, english } from './hub.js';

/** Returns remark-html's handler, followed by one of docgen's steps on its result. */
function then(handler: Handler, ...steps: ((tree: Root, words: Words) => void)[]): Handler {
  return (state, node, parent) => {
    const made = [handler(state, node, parent)].flat() as Element[];
    const tree: Root = { type: 'root', children: made };
    for (const step of steps) step(tree, english);
    return tree.children as Element[];
  };
}

const modern = (tree: Root, words: Words) => visit(tree, 'element', (node) => modernize(node, words));

const handlers: Handlers = {
  listItem: then(defaultHandlers.listItem, markTasks),
  table: then(defaultHandlers.table, frameTables, modern),
  link: then(defaultHandlers.link, modern),
  image: then(defaultHandlers.image, modern),
};

const line = remark().use(remarkGfm).use(remarkHtml, { sanitize: schema, handlers });

export function byRemark(text: string): string {
  return String(line.processSync(text));
}

/** Renders a text with docgen. */
export async function byDocgen(text: string): Promise<string> {
  const { html } = await renderBody(bodyInput(text));
  return comparable(
    fillFragment(html, ({ kind, url, attributes }) =>
      kind === 'link' ? ` href="${url}"` : `<img src="${url}"${attributes}>`,
    ),
  );
}

/** Whether a text has raw HTML, which remark-html removes. */
export function hasHtml(text: string): boolean {
  let found = false;
  visit(line.parse(text) as MdastRoot, 'html', () => {
    found = true;
  });
  return found;
}

/** Removes docgen's additions from markup: ids and links of headings, `rel`, tab stops and their names, lazy images, colors. */
export function comparable(html: string): string {
  const tree = raw({ type: 'root', children: [{ type: 'raw', value: html }] }) as Root;
  visit(tree, 'element', (node) => {
    node.children = node.children.filter(
      (child) => !(child.type === 'element' && child.properties['className']?.toString() === 'heading-anchor'),
    );
    const { ariaLabel, href, id, src } = node.properties;
    if (/^Table \d+$/.test(String(ariaLabel))) delete node.properties['ariaLabel'];
    const written = /^h[2-6]$/.exec(node.properties['className']?.toString() ?? '')?.[0];
    if (written !== undefined) node.tagName = written; // the heading's level before docgen closed a gap in the outline
    if (/^h[1-6]$/.test(node.tagName)) delete node.properties['id'];
    else if (typeof id === 'string') node.properties['id'] = id.replace(/^user-content-/, '');
    if (node.tagName === 'img') node.properties['alt'] ??= '';
    node.properties = Object.fromEntries(Object.entries(node.properties).sort(([a], [b]) => (a < b ? -1 : 1)));
    for (const name of ['rel', 'tabIndex', 'loading', 'referrerPolicy', 'className']) delete node.properties[name];
    // URLs inside the hub depend on other pages, so only their form is compared.
    if (typeof href === 'string') node.properties['href'] = plain(href).replace(/^#user-content-/, '#');
    if (typeof src === 'string') node.properties['src'] = plain(src);
  });
  visit(tree, 'element', (node) => {
    node.children = node.children.flatMap((child) => (isBare(child) ? child.children : [child]));
  });
  return toHtml(tree).replace(/\s+/g, ' ').replace(/> /g, '>').replace(/ </g, '<').trim();
}

function isBare(node: Nodes): node is Element {
  return node.type === 'element' && node.tagName === 'span' && Object.keys(node.properties).length === 0;
}

function plain(address: string): string {
  try {
    return decodeURI(address).trim();
  } catch {
    return address.trim();
  }
}
