// How many links the tree of a page may have. Above some thousands of pages their trees are most of a site's bytes.
import type { Config } from '../config.js';
import type { Checked } from '../diagnostics/diagnostic.js';
import { treeShortened } from '../diagnostics/routes.js';
import type { Page } from '../routes.js';
import type { SidebarItem, Sidebars } from './sidebar.js';

/** Where the config says nothing: at most, and however many pages there are. */
const [usual, least] = [1000, 50];

/** Bytes of the trees of all pages: with 15 KB of its own on each of 25,000 pages a site stays below the gigabyte that GitHub Pages takes. */
const mostBytes = 600_000_000;

/** Bytes of markup around the address and the label of a link, on average. */
const markupBytes = 60;

export interface TreeLinksInput {
  readonly config: Pick<Config, 'sidebar'>;
  readonly sidebars: Sidebars;
  readonly pages: readonly Page[];
}

/** Links in the tree of a page at most: as the config says, or as many as keep the site small. Diagnostics: DG510 where that is few. */
export function treeLinks({ config, sidebars, pages }: TreeLinksInput): Checked<number> {
  const { maxLinks } = config.sidebar;
  if (maxLinks !== undefined) return { value: maxLinks, diagnostics: [] };
  const { links, bytes } = sizeOf([...sidebars.byName.values()].flat());
  const fitting = Math.floor((mostBytes * links) / (bytes * pages.length) / 10) * 10;
  const value = links === 0 ? usual : Math.min(usual, Math.max(least, fitting));
  const isShortened = value < usual && links > value;
  return { value, diagnostics: isShortened ? [treeShortened({ links: value, pages: pages.length })] : [] };
}

function sizeOf(items: readonly SidebarItem[]): { links: number; bytes: number } {
  const size = { links: 0, bytes: 0 };
  for (const item of items) {
    if (item.type === 'html') continue;
    size.links += 1;
    size.bytes += markupBytes + Buffer.byteLength(item.href ?? '') + Buffer.byteLength(item.label);
    if (item.type !== 'category') continue;
    size.bytes += markupBytes + Buffer.byteLength(item.label); // what opens it
    const below = sizeOf(item.items);
    size.links += below.links;
    size.bytes += below.bytes;
  }
  return size;
}
