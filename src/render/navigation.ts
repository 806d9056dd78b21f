// Where a page stands in the hub, as props: the way to it, and what a category holds.
import type { BreadcrumbProps, CardProps } from '../../templates/types.js';
import { type Href, type Permalink, toHref, toPermalink, withoutTrailingSlash } from '../model/path.js';
import type { Page } from '../model/routes.js';
import type { SidebarCategory, SidebarItem } from '../model/sidebar.js';
import type { Site } from '../model/site.js';
import { directorySlug } from '../model/slug.js';
import { classify } from './markdown/refs.js';

/** Address of an item: a doc's own, one of the site, or one outside it whose scheme is allowed. */
export function itemHref(item: SidebarItem, basePath: string): Href | undefined {
  if (item.type === 'html' || item.href === undefined) return undefined;
  if (item.type === 'category' || item.docId !== undefined) return toHref(item.href as Permalink);
  const kind = classify(item.href, 'link');
  if (kind !== 'inside') return kind === 'outside' ? (item.href as Href) : undefined;
  const inSite = item.href.startsWith('/') && item.autoAddBaseUrl !== false && !item.href.startsWith(basePath);
  return (inSite ? toPermalink(basePath, item.href) : item.href) as string as Href;
}

/** A category's landing page, else the index of its folder, else none. */
export function categoryHref(category: SidebarCategory, site: Site): Href | undefined {
  if (category.href !== undefined && !category.linkUnlisted) return toHref(category.href as Permalink);
  const dir = site.sidebars.origins.get(category)?.dir;
  if (dir === undefined) return undefined;
  const { basePath, routeBase } = site.config;
  const page = site.pageByPermalink.get(withoutTrailingSlash(toPermalink(basePath, routeBase, directorySlug(dir))));
  return page && toHref(page.permalink);
}

/** From the hub's front over the categories above a page to the page itself. */
export function breadcrumbsOf(page: Page, site: Site): BreadcrumbProps[] {
  const { basePath, routeBase, title } = site.config;
  const above =
    page.kind === 'folderIndex' && page.category ? trailOfCategory(page.category, site) : trailOfPage(page, site);
  return [
    { href: toHref(toPermalink(basePath, routeBase, '/')), label: title },
    ...above.map((category) => ({ href: categoryHref(category, site), label: category.label })),
    { href: undefined, label: page.title },
  ];
}

function trailOfPage(page: Page, site: Site): readonly SidebarCategory[] {
  return site.trail.get(withoutTrailingSlash(page.permalink)) ?? [];
}

function trailOfCategory(category: SidebarCategory, site: Site): readonly SidebarCategory[] {
  return site.categoryTrail.get(category) ?? [];
}

/** One card for each listed item. */
export function cardsOf(items: readonly SidebarItem[], site: Site): CardProps[] {
  return items.flatMap((item): CardProps[] => {
    if (item.type === 'html' || (item.type === 'link' && item.unlisted)) return [];
    if (item.type === 'link') {
      const href = itemHref(item, site.config.basePath);
      const description = item.description ?? site.docs.get(item.docId ?? '')?.description ?? '';
      return [{ ...(href !== undefined && { href }), label: item.label, description, count: undefined }];
    }
    const origin = site.sidebars.origins.get(item);
    const description =
      item.description ?? origin?.generatedIndex?.description ?? site.docs.get(origin?.docId ?? '')?.description ?? '';
    const href = categoryHref(item, site);
    return [{ ...(href !== undefined && { href }), label: item.label, description, count: countPages([item]) }];
  });
}

/** Listed pages at and below the items. */
export function countPages(items: readonly SidebarItem[]): number {
  return items.reduce((sum, item) => {
    if (item.type === 'html') return sum;
    if (item.type === 'link') return sum + (item.unlisted ? 0 : 1);
    return sum + (item.href !== undefined && !item.linkUnlisted ? 1 : 0) + countPages(item.items);
  }, 0);
}
