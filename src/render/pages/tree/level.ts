// What stands beside a page: the children of its category, or, on the front of a category, its own; of many, those around the page.
import type { LevelLinkProps, LevelProps } from '../../../../templates/types.js';
import { type Href, pageHref, toPermalink } from '../../../model/path.js';
import type { SidebarCategory, SidebarItem } from '../../../model/sidebar/sidebar-item.js';
import type { Site } from '../../../model/site.js';
import { allPagesHref } from '../all-pages.js';
import { categoryHref, itemHref } from '../cards.js';
import type { Branch } from './branches.js';

/** Lines of a level, with the one that leads to the others. */
const mostLines = 24;

/** What all pages of a level show alike. */
interface Level extends Omit<LevelProps, 'links'> {
  readonly links: readonly LevelLinkProps[];
  /** Where in `links` an item is. */
  readonly indexOf: ReadonlyMap<SidebarItem, number>;
}

/** Gives the level of the page at a branch of a sidebar; a level is put together once for all its pages. */
export function levelsOf(items: readonly SidebarItem[], site: Site): (branch: Branch) => LevelProps {
  const levels = new Map<SidebarCategory | undefined, Level>();
  return ({ above, item }) => {
    const category = above.at(-1);
    const level = levels.get(category) ?? levelBelow(category, items, site);
    levels.set(category, level);
    const { links, indexOf, ...shared } = level;
    const at = item && indexOf.get(item);
    const start = windowStart(links.length, at ?? -1);
    const shown = links.slice(start, start + (links.length <= mostLines ? mostLines : mostLines - 1));
    const current = at === undefined ? undefined : links[at];
    return {
      ...shared,
      links: current && at !== undefined ? shown.with(at - start, { ...current, isCurrent: true }) : shown,
    };
  };
}

function levelBelow(category: SidebarCategory | undefined, items: readonly SidebarItem[], site: Site): Level {
  const { basePath, routeBase, title } = site.config;
  const links: LevelLinkProps[] = [];
  const indexOf = new Map<SidebarItem, number>();
  for (const item of category?.items ?? items) {
    const href = itemHref(item, site) ?? firstHref(item, site);
    if (href === undefined || item.type === 'html' || (item.type === 'link' && item.unlisted)) continue;
    indexOf.set(
      item,
      links.push({ href, label: item.label, isCategory: item.type === 'category', isCurrent: false }) - 1,
    );
  }
  const href = category ? categoryHref(category, site) : pageHref(toPermalink(basePath, routeBase, '/'), site.config);
  const left = links.length <= mostLines ? 0 : links.length - mostLines + 1;
  const more =
    left === 0 ? undefined : { href: (category && href) ?? allPagesHref(site), label: site.words.count('more', left) };
  return { label: category?.label ?? title, href, links, more, indexOf };
}

/** The address of the first page in a category without one. */
function firstHref(item: SidebarItem, site: Site): Href | undefined {
  if (item.type !== 'category') return undefined;
  for (const child of item.items) {
    const href = itemHref(child, site) ?? firstHref(child, site);
    if (href !== undefined) return href;
  }
  return undefined;
}

/** Where the lines around one of them begin; with the first where none is meant, or all are shown. */
function windowStart(count: number, index: number): number {
  if (count <= mostLines) return 0;
  const shown = mostLines - 1;
  return Math.max(0, Math.min(index - Math.floor(shown / 2), count - shown));
}
