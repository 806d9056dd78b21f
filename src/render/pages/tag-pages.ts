// The pages of tags, and the links to them.
import type { IndexPageProps } from '../../../templates/props.js';
import type { BreadcrumbProps, LinkProps } from '../../../templates/types.js';
import { isKeptOut } from '../../model/config-file/address.js';
import type { Doc } from '../../model/docs/doc.js';
import { type Permalink, pageHref, toPermalink, withoutTrailingSlash } from '../../model/path.js';
import type { Page, TagPage, TagsPage } from '../../model/routes.js';
import type { Site } from '../../model/site.js';
import { shownLabel } from '../../model/tags/tags.js';
import type { Content } from '../output-file.js';
import { breadcrumbsOf } from './breadcrumbs.js';
import { titlesIn } from './cards.js';
import { describedList, documentOf } from './document.js';
import { versionOf } from './links/versions.js';
import type { PageContext } from './page-context.js';

/** The docs with a tag, as cards. */
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
  const sorted = byLabel(cards, site);
  return composeList(page, context, { description: tag.description ?? '', cards: sorted, noIndex: unlisted });
}

/** All tags but those of unlisted docs alone. */
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
  return composeList(page, context, { description: '', cards: byLabel(cards, site), noIndex: false });
}

/** In the order of the language of the pages, as Docusaurus lists tags and the docs of one. */
function byLabel<Card extends { readonly label: string }>(cards: readonly Card[], { config }: Site): Card[] {
  const { compare } = new Intl.Collator(config.lang);
  return cards.toSorted((a, b) => compare(a.label, b.label));
}

/** Links to the tags of a doc. */
export function tagLinks({ tags }: Doc, site: Site): LinkProps[] {
  return tags
    .filter(
      ({ permalink }, index) =>
        isPage(permalink, site) && tags.findIndex((tag) => tag.permalink === permalink) === index,
    )
    .map((tag) => ({ href: pageHref(tag.permalink, site.config), label: shownLabel(tag) }));
}

/** A tag has no page where a doc has its address. */
function isPage(permalink: Permalink, { pageByPermalink }: Site): boolean {
  return pageByPermalink.get(withoutTrailingSlash(permalink))?.kind === 'tag';
}

interface Listing extends Pick<IndexPageProps, 'description' | 'cards'> {
  readonly noIndex: boolean;
}

function composeList(page: Page, context: PageContext, { description, cards, noIndex }: Listing): Content {
  const { site, print } = context;
  const labels = cards.map(({ label }) => label);
  const shown = describedList(description, labels, page.title);
  return print('IndexPage', {
    document: documentOf(page, context, { description: shown, noIndex: noIndex || isKeptOut(site.config) }),
    version: versionOf(page, context),
    breadcrumbs: withTags(page, site),
    title: page.title,
    description,
    origins: [],
    cards,
    onePage: undefined,
    previous: undefined,
    next: undefined,
  });
}

/** From the front over the list of all tags. */
function withTags(page: Page, site: Site): BreadcrumbProps[] {
  const crumbs = breadcrumbsOf(page, site);
  const { basePath, routeBase, tagsBasePath } = site.config;
  const all = site.pageByPermalink.get(withoutTrailingSlash(toPermalink(basePath, routeBase, tagsBasePath)));
  if (page.kind !== 'tag' || all?.kind !== 'tags') return crumbs;
  return [
    ...crumbs.slice(0, -1),
    { href: pageHref(all.permalink, site.config), label: all.title },
    ...crumbs.slice(-1),
  ];
}
