import type { SidebarItem } from './sidebar-item.js';

/** Counts the listed pages below items, each time that they occur. */
export function countPages(items: readonly SidebarItem[]): number {
  return items.reduce((sum, item) => {
    if (item.type === 'html') return sum;
    if (item.type === 'link') return sum + (item.unlisted ? 0 : 1);
    return sum + (item.href !== undefined && !item.linkUnlisted ? 1 : 0) + countPages(item.items);
  }, 0);
}
