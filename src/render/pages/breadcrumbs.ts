import type { BreadcrumbProps } from '../../../templates/types.js';
import type { Page } from '../../model/site/routes.js';
import type { Site } from '../../model/site/site.js';
import { pageHref, withoutTrailingSlash } from '../../model/types/path.js';
import { allPagesHref, frontHref } from './lists/all-pages.js';
import { categoryHref } from './lists/cards.js';

/** Returns the home page, the categories above a page, and the page itself. */
export function breadcrumbsOf(page: Page, site: Site): BreadcrumbProps[] {
  const category = page.kind === 'folderIndex' ? page.category : undefined;
  const above = category ? site.categoryTrail.get(category) : site.trail.get(withoutTrailingSlash(page.permalink));
  const folders = (page.kind === 'doc' && site.foldersOf.get(page.doc.id)) || [];
  return [
    { href: frontHref(site), label: site.config.title },
    ...(page.kind === 'list' ? [{ href: allPagesHref(site), label: site.words.text('allPages') }] : []),
    ...(page.kind === 'onePage' && page.content.dir !== '.'
      ? [{ href: pageHref(page.content.address, site.config), label: page.content.label }]
      : []),
    ...(above ?? []).map((category) => ({ href: categoryHref(category, site), label: category.label })),
    ...folders.map(({ permalink, title }) => ({ href: pageHref(permalink, site.config), label: title })),
    { href: undefined, label: ownLabel(page, site) },
  ];
}

function ownLabel(page: Page, { frontLabel }: Site): string {
  if (page.kind === 'list') return page.list.title;
  return (page.kind === 'doc' ? frontLabel.get(page.doc.id) : undefined) ?? page.title;
}
