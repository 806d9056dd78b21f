// Tag pages, and links to them.
import type { BreadcrumbProps, LinkProps } from '../../../templates/types.js';
import { isKeptOut } from '../../model/config/address.js';
import type { Doc } from '../../model/docs/doc.js';
import { shownLabel } from '../../model/docs/tags.js';
import type { TagPage, TagsPage } from '../../model/site/routes.js';
import type { Site } from '../../model/site/site.js';
import { type Permalink, pageHref, toPermalink, withoutTrailingSlash } from '../../model/types/path.js';
import type { Content } from '../base/output-file.js';
import { composeIndex } from './index-page.js';
import { titlesIn } from './lists/cards.js';
import { breadcrumbsOf } from './navigation.js';
import type { PageContext } from './page-context.js';

/** Composes the page of a tag: its docs as cards. */
export function composeTag(page: TagPage, context: PageContext): Content {
  const { site } = context;
  const { tag, docs, unlisted } = page.group;
  const titles = titlesIn(docs, site);
  const cards = docs.map((doc, index) => ({
    href: pageHref(doc.permalink, site.config),
    label: titles[index] ?? '',
    description: doc.shown.description,
    count: undefined,
  }));
  const props = { description: tag.description ?? '', cards: byLabel(cards, site), breadcrumbs: withTags(page, site) };
  return composeIndex(page, context, props, unlisted || isKeptOut(site.config));
}

/** Composes the list of all tags, without tags that only unlisted docs have. */
export function composeTags(page: TagsPage, context: PageContext): Content {
  const { site } = context;
  const cards = page.groups
    .filter(({ tag, unlisted }) => !unlisted && isPage(tag.permalink, site))
    .map(({ tag, docs }) => ({
      href: pageHref(tag.permalink, site.config),
      label: shownLabel(tag),
      description: tag.description ?? '',
      count: docs.length,
    }));
  return composeIndex(page, context, { description: '', cards: byLabel(cards, site) });
}

/** Sorts cards by the rules of the pages' language, as Docusaurus does. */
function byLabel<Card extends { readonly label: string }>(cards: readonly Card[], { config }: Site): Card[] {
  const { compare } = new Intl.Collator(config.lang);
  return cards.toSorted((a, b) => compare(a.label, b.label));
}

export function tagLinks({ tags }: Doc, site: Site): LinkProps[] {
  return tags
    .filter(
      ({ permalink }, index) =>
        isPage(permalink, site) && tags.findIndex((tag) => tag.permalink === permalink) === index,
    )
    .map((tag) => ({ href: pageHref(tag.permalink, site.config), label: shownLabel(tag) }));
}

/** Whether a permalink is that of a tag page. If a doc has the URL, the tag has no page. */
function isPage(permalink: Permalink, { pageByPermalink }: Site): boolean {
  return pageByPermalink.get(withoutTrailingSlash(permalink))?.kind === 'tag';
}

function withTags(page: TagPage, site: Site): BreadcrumbProps[] {
  const crumbs = breadcrumbsOf(page, site);
  const { basePath, routeBase, tagsBasePath } = site.config;
  const all = site.pageByPermalink.get(withoutTrailingSlash(toPermalink(basePath, routeBase, tagsBasePath)));
  if (all?.kind !== 'tags') return crumbs;
  return [
    ...crumbs.slice(0, -1),
    { href: pageHref(all.permalink, site.config), label: all.title },
    ...crumbs.slice(-1),
  ];
}
