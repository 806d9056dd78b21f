import type { BreadcrumbProps } from '../../../templates/types.js';
import { bareLabel } from '../../model/sidebar/shown-sidebars.js';
import type { Page } from '../../model/site/routes.js';
import type { Site } from '../../model/site/site.js';
import { pageHref, withoutTrailingSlash } from '../../model/types/path.js';
import { allPagesHref, frontHref } from './lists/all-pages.js';
import { categoryHref } from './lists/cards.js';

/** Returns the home page, and the categories above a page. Of two equal names in a row, only the first is shown. */
export function breadcrumbsOf(page: Page, site: Site): BreadcrumbProps[] {
  const category = page.kind === 'folderIndex' ? page.category : undefined;
  const above = category ? site.categoryTrail.get(category) : site.trail.get(withoutTrailingSlash(page.permalink));
  const folders = (page.kind === 'doc' && site.foldersOf.get(page.doc.id)) || [];
  const crumbs = [
    { href: frontHref(site), label: site.config.title },
    ...(page.kind === 'list' ? [{ href: allPagesHref(site), label: site.words.text('allPages') }] : []),
    ...(page.kind === 'onePage' && page.content.dir !== '.'
      ? [{ href: pageHref(page.content.address, site.config), label: page.content.label }]
      : []),
    ...(above ?? []).map((category) => ({ href: categoryHref(category, site), label: category.label })),
    ...folders.map(({ permalink, title }) => ({ href: pageHref(permalink, site.config), label: title })),
  ];
  return crumbs.filter(({ label }, index) => bareLabel(label) !== bareLabel(crumbs[index - 1]?.label ?? ''));
}
