// Navigation of a page, as props: breadcrumbs, version menu and banner, the previous and next page.
import type { PaginationProps } from '../../../templates/props.js';
import type { BreadcrumbProps, VersionChoiceProps, VersionProps } from '../../../templates/types.js';
import type { Page } from '../../model/site/routes.js';
import type { Site } from '../../model/site/site.js';
import { pageHref, withoutTrailingSlash } from '../../model/types/path.js';
import { allPagesHref, frontHref } from './lists/all-pages.js';
import { categoryHref } from './lists/cards.js';
import type { PageContext } from './page-context.js';

/** Returns the home page, the categories above a page, and the page itself. */
export function breadcrumbsOf(page: Page, site: Site): BreadcrumbProps[] {
  const category = page.kind === 'folderIndex' ? page.category : undefined;
  const above = category ? site.categoryTrail.get(category) : site.trail.get(withoutTrailingSlash(page.permalink));
  return [
    { href: frontHref(site), label: site.config.title },
    ...(page.kind === 'list' ? [{ href: allPagesHref(site), label: site.words.text('allPages') }] : []),
    ...(page.kind === 'onePage' && page.content.dir !== '.'
      ? [{ href: pageHref(page.content.address, site.config), label: page.content.label }]
      : []),
    ...(above ?? []).map((category) => ({ href: categoryHref(category, site), label: category.label })),
    { href: undefined, label: ownLabel(page, site) },
  ];
}

function ownLabel(page: Page, { foldedLabel }: Site): string {
  if (page.kind === 'list') return page.list.title;
  return (page.kind === 'doc' ? foldedLabel.get(page.doc.id) : undefined) ?? page.title;
}

/** Returns the version of a page, and links to the page in other versions. */
export function versionOf(page: Page, { site, choicesOf }: PageContext): VersionProps {
  const { label, badge, banner } = site.config.version;
  const choices = choicesOf(page).map(
    ({ permalink, ...choice }): VersionChoiceProps => ({ ...choice, href: pageHref(permalink, site.config) }),
  );
  const here = choices.find(({ isHere }) => isHere);
  const latest = here?.isLast ? undefined : choices.find(({ isLast }) => isLast);
  return { label: here?.label ?? label, badge: badge && choices.length === 0, banner, latest, choices };
}

export function neighbourLinks(page: Page, site: Site): PaginationProps {
  const { previous, next } = site.neighbours(page);
  const toLink = (link: typeof next) => link && { href: pageHref(link.permalink, site.config), label: link.title };
  return { previous: toLink(previous), next: toLink(next) };
}
