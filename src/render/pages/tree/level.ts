// The short menu next to a page: its siblings, or on the page of a category its items. If there are many, those around the page.
import type { LevelLinkProps, LevelProps } from '../../../../templates/types.js';
import type { SidebarCategory, SidebarItem } from '../../../model/sidebar/sidebar-item.js';
import type { Site } from '../../../model/site/site.js';
import type { Href } from '../../../model/types/path.js';
import { allPagesHref, frontHref } from '../lists/all-pages.js';
import { categoryHref, itemHref } from '../lists/cards.js';

export interface Branch {
  /** Categories above the page, outermost first. If it is the page of a category, that category is the last. */
  readonly above: readonly SidebarCategory[];
  readonly item: SidebarItem;
}

/** Maximum number of lines, including the link to the other items. */
const maxLinks = 24;

interface Level extends Omit<LevelProps, 'links'> {
  readonly links: readonly LevelLinkProps[];
  readonly indexOf: ReadonlyMap<SidebarItem, number>;
}

/** Returns the menus of pages by their locations in the sidebar. Each menu is created once. */
export function levelsOf(items: readonly SidebarItem[], site: Site): (branch: Branch) => LevelProps {
  const levels = new Map<SidebarCategory | undefined, Level>();
  return ({ above, item }) => {
    const category = above.at(-1);
    const level = levels.get(category) ?? levelBelow(category, items, site);
    levels.set(category, level);
    const { links, indexOf, ...shared } = level;
    const at = indexOf.get(item);
    const length = links.length <= maxLinks ? maxLinks : maxLinks - 1;
    const start = Math.max(0, Math.min((at ?? -1) - Math.floor(length / 2), links.length - length));
    const shown = links.slice(start, start + length);
    const current = at === undefined ? undefined : links[at];
    return {
      links: current && at !== undefined ? shown.with(at - start, { ...current, isCurrent: true }) : shown,
      ...shared,
    };
  };
}

function levelBelow(category: SidebarCategory | undefined, items: readonly SidebarItem[], site: Site): Level {
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
  const href = category ? categoryHref(category, site) : frontHref(site);
  const left = links.length <= maxLinks ? 0 : links.length - maxLinks + 1;
  const more =
    left === 0 ? undefined : { href: (category && href) ?? allPagesHref(site), label: site.words.count('more', left) };
  return { label: category?.label ?? site.config.title, href, links, more, indexOf };
}

function firstHref(item: SidebarItem, site: Site): Href | undefined {
  if (item.type !== 'category') return undefined;
  for (const child of item.items) {
    const href = itemHref(child, site) ?? firstHref(child, site);
    if (href !== undefined) return href;
  }
  return undefined;
}
