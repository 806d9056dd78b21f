// Navigation of a page, as props: breadcrumbs, version menu and banner, the previous and next page.
import type { BreadcrumbProps, LinkProps, VersionChoiceProps, VersionProps } from '../../../templates/types.js';
import type { SidebarCategory } from '../../model/sidebar/sidebar.js';
import type { VersionChoice } from '../../model/site/hub.js';
import type { Page } from '../../model/site/routes.js';
import type { Site } from '../../model/site/site.js';
import { pageHref, toPermalink, withoutTrailingSlash } from '../../model/types/path.js';
import { allPagesHref } from './lists/all-pages.js';
import { categoryHref } from './lists/cards.js';

/** Returns the home page, the categories above a page, and the page itself. */
export function breadcrumbsOf(page: Page, site: Site): BreadcrumbProps[] {
  const { basePath, routeBase, title } = site.config;
  const category = page.kind === 'folderIndex' ? page.category : undefined;
  const above: readonly SidebarCategory[] | undefined = category
    ? site.categoryTrail.get(category)
    : site.trail.get(withoutTrailingSlash(page.permalink));
  return [
    { href: pageHref(toPermalink(basePath, routeBase, '/'), site.config), label: title },
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
export function versionOf(
  page: Page,
  { site, choicesOf }: { readonly site: Site; readonly choicesOf: (page: Page) => readonly VersionChoice[] },
): VersionProps {
  const { label, badge, banner } = site.config.version;
  const choices = choicesOf(page).map(
    ({ permalink, ...choice }): VersionChoiceProps => ({ ...choice, href: pageHref(permalink, site.config) }),
  );
  const here = choices.find(({ isHere }) => isHere);
  const latest = here?.isLast ? undefined : choices.find(({ isLast }) => isLast);
  return { label: here?.label ?? label, badge: badge && choices.length === 0, banner, latest, choices };
}

export function neighbourLinks(
  page: Page,
  site: Site,
): { previous: LinkProps | undefined; next: LinkProps | undefined } {
  const { previous, next } = site.neighbours(page);
  const toLink = (link: typeof next) => link && { href: pageHref(link.permalink, site.config), label: link.title };
  return { previous: toLink(previous), next: toLink(next) };
}
