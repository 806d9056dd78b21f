// The sidebar is the same on every page but for where the reader is. React renders it once, with a mark on each item; a page's
// tree is that markup with a few attributes put in. The result is the same, byte for byte, as React per page.
import { createHash } from 'node:crypto';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SidebarTree } from '../../templates/SidebarTree.js';
import { type Permalink, withoutTrailingSlash } from '../model/path.js';
import type { SidebarItem } from '../model/sidebar.js';
import { sanitizeHtml } from './markdown/sanitize.js';
import { itemHref } from './navigation.js';

export interface Tree {
  /** The markup with the current page and the categories above it marked; `permalink` undefined marks nothing. */
  readonly fill: (permalink: Permalink | undefined) => string;
}

/** Attributes of the item that is the current page, and of the categories above it. */
export const currentPage = { 'aria-current': 'page' } as const;
export const currentBranch = { 'data-current': 'branch' } as const;

interface Mark {
  readonly offset: number;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Renders a sidebar once. */
export function renderTree(items: readonly SidebarItem[], basePath: string): Tree {
  const token = createHash('sha256').update(JSON.stringify(items)).digest('hex').slice(0, 32);
  const order: SidebarItem[] = [];
  const marked = renderItems(items, basePath, (item) => ({ 'data-mark': `${token}-${order.push(item) - 1}` }));

  const offsets = new Map<SidebarItem, number>();
  let markup = '';
  let end = 0;
  for (const match of marked.matchAll(new RegExp(` data-mark="${token}-(\\d+)"`, 'g'))) {
    markup += marked.slice(end, match.index);
    end = match.index + match[0].length;
    const item = order[Number(match[1])];
    if (item) offsets.set(item, markup.length);
  }
  markup += marked.slice(end);

  const marks = marksByPage(items, offsets);
  return {
    fill: (permalink) =>
      insert(markup, permalink === undefined ? [] : (marks.get(withoutTrailingSlash(permalink)) ?? [])),
  };
}

/** The sidebar by React alone, with the attributes that the caller wants on each item. */
export function renderItems(
  items: readonly SidebarItem[],
  basePath: string,
  attrsOf: (item: SidebarItem) => Readonly<Record<string, string>>,
): string {
  const htmlOf = (value: string) => ({ html: sanitizeHtml(value) });
  return renderToStaticMarkup(
    createElement(SidebarTree, { items, hrefOf: (item) => itemHref(item, basePath), attrsOf, htmlOf }),
  );
}

/** For each page of the tree, by permalink without its last slash: what is put where, in the order of the markup. */
function marksByPage(items: readonly SidebarItem[], offsets: ReadonlyMap<SidebarItem, number>): Map<string, Mark[]> {
  const marks = new Map<string, Mark[]>();
  const walk = (list: readonly SidebarItem[], above: readonly Mark[]) => {
    for (const item of list) {
      const offset = offsets.get(item);
      if (item.type === 'html' || offset === undefined) continue;
      if (item.href !== undefined) {
        const key = withoutTrailingSlash(item.href);
        const own = [...(marks.has(key) ? [] : above), { offset, attributes: currentPage }];
        marks.set(key, [...(marks.get(key) ?? []), ...own]);
      }
      if (item.type === 'category') walk(item.items, [...above, { offset, attributes: currentBranch }]);
    }
  };
  walk(items, []);
  return marks;
}

function insert(markup: string, marks: readonly Mark[]): string {
  let filled = '';
  let end = 0;
  for (const { offset, attributes } of [...marks].sort((a, b) => a.offset - b.offset)) {
    filled += markup.slice(end, offset);
    for (const [name, value] of Object.entries(attributes)) filled += ` ${name}="${value}"`;
    end = offset;
  }
  return filled + markup.slice(end);
}
