// The short menu next to a page: its siblings, or on the page of a category its items. If there are many, those around the page.
import { memoize } from 'lodash-es';
import type { LevelLinkProps, LevelProps } from '../../../../templates/types.js';
import type { SidebarCategory, SidebarItem } from '../../../model/sidebar/sidebar-item.js';
import type { Site } from '../../../model/site/site.js';
import { allPagesHref, frontHref } from '../lists/all-pages.js';
import { categoryHref, firstLinks, itemHref } from '../lists/cards.js';

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
  const levelOf = memoize((category: SidebarCategory | undefined) => levelBelow(category, items, site));
  return ({ above, item }) => {
    const { links, indexOf, ...shared } = levelOf(above.at(-1));
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
    const href = itemHref(item, site) ?? (item.type === 'category' ? firstLinks(item, site)[0]?.href : undefined);
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
