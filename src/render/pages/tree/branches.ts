// Where pages are in a sidebar.
import type { SidebarCategory, SidebarItem } from '../../../model/sidebar/sidebar-item.js';
import type { Site } from '../../../model/site.js';
import { entriesOf } from '../cards.js';

/** Where a page is in a sidebar. */
export interface Branch {
  /** The categories above it, outermost first; the last is its own where it is the page of a category. */
  readonly above: readonly SidebarCategory[];
  /** The item of the page; undefined where it is in no tree. */
  readonly item: SidebarItem | undefined;
}

/** By permalink without its last slash; the first entry of a page counts. */
export function branchesOf(items: readonly SidebarItem[], site: Site): Map<string, Branch> {
  const branches = new Map<string, Branch>();
  const walk = (list: readonly SidebarItem[], above: readonly SidebarCategory[]) => {
    for (const item of list) {
      if (item.type === 'html') continue;
      const inside = item.type === 'category' ? [...above, item] : above;
      for (const key of entriesOf(item, site)) if (!branches.has(key)) branches.set(key, { above: inside, item });
      if (item.type === 'category') walk(item.items, inside);
    }
  };
  walk(items, []);
  return branches;
}
