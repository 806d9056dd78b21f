// The sidebar is the same on every page but for where the reader is. React renders it once, with a mark on each item; a page's
// tree is that markup with a few attributes put in. The result is the same, byte for byte, as React per page.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Parts, PartsContext } from '../../../../templates/parts.js';
import { type Permalink, withoutTrailingSlash } from '../../../model/path.js';
import type { SidebarItem } from '../../../model/sidebar/sidebar.js';
import { sanitizeHtml } from '../../body/sanitize.js';
import { sha256 } from '../../hash.js';
import { tidyMarkup } from '../markup.js';
import { itemHref } from '../navigation.js';

export interface Tree {
  /** The markup, in UTF-8, with the current page and the categories above it marked; `permalink` undefined marks nothing. */
  readonly fill: (permalink: Permalink | undefined) => readonly Uint8Array[];
  /** True where the tree has an entry for a page. */
  readonly has: (permalink: Permalink) => boolean;
}

export interface TreeOptions {
  readonly basePath: string;
  /** The branch of the current page is open. */
  readonly expandCurrent: boolean;
  readonly parts: Parts;
}

/** The id of the current page's entry; a link to it makes the browser open every category above it. */
export const hereId = 'docgen-here';

export type Attributes = Readonly<Record<string, string>>;

/** Attributes of the entry that is the current page (its first one has the id), and of the categories above it. */
export const currentPage: Attributes = { 'aria-current': 'page' };
export const currentBranch: Attributes = { 'data-current': 'branch' };
export const isOpen: Attributes = { open: '' };

interface Mark {
  /** In bytes. */
  readonly offset: number;
  readonly attributes: Attributes;
}

/** Where in the markup, in bytes, attributes of an item's name, and of a category's `<details>`, are put. */
interface Offsets {
  readonly name: ReadonlyMap<SidebarItem, number>;
  readonly details: ReadonlyMap<SidebarItem, number>;
}

/** Renders a sidebar once. */
export function renderTree(items: readonly SidebarItem[], options: TreeOptions): Tree {
  const token = tokenOf(items);
  const order: [SidebarItem, keyof Offsets][] = [];
  const mark = (item: SidebarItem, part: keyof Offsets) => ({
    'data-mark': `${token}-${order.push([item, part]) - 1}`,
  });
  const marked = renderItems(items, options, {
    name: (item) => mark(item, 'name'),
    details: (item) => mark(item, 'details'),
  });

  const offsets = { name: new Map<SidebarItem, number>(), details: new Map<SidebarItem, number>() };
  const pieces: Uint8Array[] = [];
  let length = 0;
  let end = 0;
  for (const match of marked.matchAll(new RegExp(` data-mark="${token}-(\\d+)"`, 'g'))) {
    const piece = Buffer.from(marked.slice(end, match.index));
    pieces.push(piece);
    length += piece.length;
    end = match.index + match[0].length;
    const [item, part] = order[Number(match[1])] ?? [];
    if (item && part) offsets[part].set(item, length);
  }
  const markup = Buffer.concat([...pieces, Buffer.from(marked.slice(end))]);

  const marks = marksByPage(items, offsets, options.expandCurrent);
  return {
    fill: (permalink) =>
      insert(markup, permalink === undefined ? [] : (marks.get(withoutTrailingSlash(permalink)) ?? [])),
    has: (permalink) => marks.has(withoutTrailingSlash(permalink)),
  };
}

/** The sidebar by React alone, with the attributes that the caller wants on each item. */
export function renderItems(
  items: readonly SidebarItem[],
  { basePath, parts }: TreeOptions,
  attributes: { readonly name: (item: SidebarItem) => Attributes; readonly details: (item: SidebarItem) => Attributes },
): string {
  const safe = new Map<string, string>();
  const props = {
    items,
    hrefOf: (item: SidebarItem) => itemHref(item, basePath),
    attrsOf: attributes.name,
    detailsOf: attributes.details,
    htmlOf: (value: string) => {
      const html = safe.get(value) ?? sanitizeHtml(value);
      safe.set(value, html);
      return { html };
    },
  };
  const element = createElement(PartsContext.Provider, { value: parts }, createElement(parts.SidebarTree, props));
  return tidyMarkup(renderToStaticMarkup(element));
}

/** For each page of the tree, by permalink without its last slash: what is put where, in the order of the markup. */
function marksByPage(items: readonly SidebarItem[], offsets: Offsets, expandCurrent: boolean): Map<string, Mark[]> {
  const marks = new Map<string, Mark[]>();
  const openMark = (item: SidebarItem): Mark[] => {
    const offset = expandCurrent ? offsets.details.get(item) : undefined;
    return offset === undefined ? [] : [{ offset, attributes: isOpen }];
  };
  const walk = (list: readonly SidebarItem[], above: readonly Mark[]) => {
    for (const item of list) {
      const offset = offsets.name.get(item);
      if (item.type === 'html' || offset === undefined) continue;
      const open = item.type === 'category' ? openMark(item) : [];
      if (item.href !== undefined) {
        const key = withoutTrailingSlash(item.href);
        const isFirst = !marks.has(key);
        const own = { offset, attributes: isFirst ? { ...currentPage, id: hereId } : currentPage };
        marks.set(key, [...(marks.get(key) ?? []), ...(isFirst ? [...above, ...open] : []), own]);
      }
      if (item.type === 'category') walk(item.items, [...above, ...open, { offset, attributes: currentBranch }]);
    }
  };
  walk(items, []);
  return marks;
}

function insert(markup: Uint8Array, marks: readonly Mark[]): Uint8Array[] {
  const filled: Uint8Array[] = [];
  let end = 0;
  for (const { offset, attributes } of [...marks].sort((a, b) => a.offset - b.offset)) {
    filled.push(markup.subarray(end, offset), Buffer.from(written(attributes)));
    end = offset;
  }
  return [...filled, markup.subarray(end)];
}

/** A mark that stands in no sidebar, since it would have to hold its own hash. */
export function tokenOf(items: readonly SidebarItem[]): string {
  return sha256(JSON.stringify(items)).slice(0, 32);
}

/** Attributes as they stand in a tag. */
export function written(attributes: Attributes = {}): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${value}"`))
    .join('');
}
