// What stands beside a page: the children of its category, or, on the front of a category, its own; of many, those around the page.
import type { LevelProps } from '../../../../templates/types.js';
import { type Href, pageHref, toPermalink } from '../../../model/path.js';
import type { SidebarItem } from '../../../model/sidebar/sidebar-item.js';
import type { Site } from '../../../model/site.js';
import { allPagesHref } from '../all-pages.js';
import { categoryHref, itemHref } from '../cards.js';
import type { Branch } from './branches.js';

/** Lines of a level, with the one that leads to the others. */
const mostLines = 24;

/** The level of the page at a branch of a sidebar. */
export function levelOf({ above, item: current }: Branch, items: readonly SidebarItem[], site: Site): LevelProps {
  const { basePath, routeBase, title } = site.config;
  const category = above.at(-1);
  const front = pageHref(toPermalink(basePath, routeBase, '/'), site.config);
  const lines = (category?.items ?? items).flatMap((item) => {
    const href = itemHref(item, site) ?? firstHref(item, site);
    if (href === undefined || item.type === 'html' || (item.type === 'link' && item.unlisted)) return [];
    return [{ href, label: item.label, isCurrent: item === current, isCategory: item.type === 'category' }];
  });
  const links = windowOf(
    lines,
    lines.findIndex(({ isCurrent }) => isCurrent),
  );
  const left = lines.length - links.length;
  return {
    label: category?.label ?? title,
    href: category ? categoryHref(category, site) : front,
    links,
    more:
      left === 0
        ? undefined
        : { href: (category && categoryHref(category, site)) ?? allPagesHref(site), label: `… ${left} more` },
  };
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

/** Lines around one of them; from the first where none is meant. */
function windowOf<Line>(lines: readonly Line[], index: number): readonly Line[] {
  if (lines.length <= mostLines) return lines;
  const shown = mostLines - 1;
  const start = Math.max(0, Math.min(index - Math.floor(shown / 2), lines.length - shown));
  return lines.slice(start, start + shown);
}
