// The way from the hub's front to a page, as props.
import type { BreadcrumbProps } from '../../../templates/types.js';
import { pageHref, toPermalink, withoutTrailingSlash } from '../../model/path.js';
import type { Page } from '../../model/routes.js';
import type { SidebarCategory } from '../../model/sidebar/sidebar.js';
import type { Site } from '../../model/site.js';
import { allPagesHref } from './all-pages.js';
import { categoryHref } from './cards.js';

/** From the hub's front over the categories above a page to the page itself. */
export function breadcrumbsOf(page: Page, site: Site): BreadcrumbProps[] {
  const { basePath, routeBase, title } = site.config;
  const above =
    page.kind === 'folderIndex' && page.category ? trailOfCategory(page.category, site) : trailOfPage(page, site);
  return [
    { href: pageHref(toPermalink(basePath, routeBase, '/'), site.config), label: title },
    ...(page.kind === 'list' ? [{ href: allPagesHref(site), label: site.words.text('allPages') }] : []),
    ...(page.kind === 'onePage' && page.content.dir !== '.'
      ? [{ href: pageHref(page.content.address, site.config), label: page.content.label }]
      : []),
    ...above.map((category) => ({ href: categoryHref(category, site), label: category.label })),
    { href: undefined, label: ownLabel(page, site) },
  ];
}

function ownLabel(page: Page, { foldedLabel }: Site): string {
  if (page.kind === 'list') return page.list.title;
  return foldedLabel.get(withoutTrailingSlash(page.permalink)) ?? page.title;
}

function trailOfPage(page: Page, site: Site): readonly SidebarCategory[] {
  return site.trail.get(withoutTrailingSlash(page.permalink)) ?? [];
}

function trailOfCategory(category: SidebarCategory, site: Site): readonly SidebarCategory[] {
  return site.categoryTrail.get(category) ?? [];
}
