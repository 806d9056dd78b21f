// How many links the tree of a page may have. Above some thousands of pages their trees are most of a site's bytes.
import type { Config } from '../config/config.js';
import type { Checked } from '../diagnostics/diagnostic.js';
import { problem } from '../diagnostics/problem.js';
import type { SidebarItem, Sidebars } from '../sidebar/sidebar.js';
import type { Page } from './routes.js';

/** Where the config says nothing: at most, and however many pages there are. */
const [usual, minLinks] = [1000, 50];

/** Bytes of the trees of all pages: with 15 KB of its own on each of 25,000 pages a site stays below the gigabyte that GitHub Pages takes. */
const maxBytes = 600_000_000;

/** Bytes of markup around the address and the label of a link, on average. */
const markupBytes = 60;

type Input = { readonly config: Pick<Config, 'sidebar'>; readonly sidebars: Sidebars; readonly pages: readonly Page[] };

/** Links in the tree of a page at most: as the config says, or as many as keep the site small. Diagnostics: DG510 where that is few. */
export function treeLinks({ config, sidebars, pages }: Input): Checked<number> {
  const { maxLinks } = config.sidebar;
  if (maxLinks !== undefined) return { value: maxLinks, diagnostics: [] };
  const { links, bytes } = sizeOf([...sidebars.byName.values()].flat());
  const fitting = Math.floor((maxBytes * links) / (bytes * pages.length) / 10) * 10;
  const value = links === 0 ? usual : Math.min(usual, Math.max(minLinks, fitting));
  const isShortened = value < usual && links > value;
  return { value, diagnostics: isShortened ? [problem.treeShortened({ links: value, pages: pages.length })] : [] };
}

function sizeOf(items: readonly SidebarItem[]): { links: number; bytes: number } {
  let [links, bytes] = [0, 0];
  for (const item of items) {
    if (item.type === 'html') continue;
    const label = markupBytes + Buffer.byteLength(item.label);
    links += 1;
    bytes += label + Buffer.byteLength(item.href ?? '');
    if (item.type !== 'category') continue;
    const below = sizeOf(item.items);
    links += below.links;
    bytes += below.bytes + label; // what opens it
  }
  return { links, bytes };
}
