// Index pages: the page of a category, a folder or a tag, with its items as cards.
import type { IndexPageProps } from '../../../templates/props.js';
import type { BreadcrumbProps, LinkProps } from '../../../templates/types.js';
import { isNoIndex } from '../../model/config/address.js';
import type { Doc } from '../../model/docs/doc.js';
import { shownLabel } from '../../model/docs/tags.js';
import type { FolderIndexPage, GeneratedIndexPage, Page, Site, TagPage, TagsPage } from '../../model/site/site.js';
import { type Permalink, pageHref, toPermalink, withoutTrailingSlash } from '../../model/types/path.js';
import type { Content } from '../base/output-file.js';
import { breadcrumbsOf } from './breadcrumbs.js';
import { listDocument, neighbourLinks, originsOf, type TreeDocumentProps, versionOf } from './document.js';
import { cardsOf, titlesIn } from './lists/cards.js';
import type { PageContext } from './page-context.js';

/** Composes the page of a category or a folder. */
export function composeFolder(page: GeneratedIndexPage | FolderIndexPage, context: PageContext): Content {
  const { site, onePages } = context;
  const isFolder = page.kind === 'folderIndex';
  const { description = '' } = (isFolder ? page.category : page.index) ?? {};
  const { items } = isFolder ? page : page.category;
  const own = { origins: originsOf(page, site), onePage: onePages.ofFront(page), ...neighbourLinks(page, site) };
  return composeIndexPage(page, context, { ...own, description, cards: cardsOf(items, site) });
}

/** Composes an index page. Without a description, its meta description lists its cards. */
function composeIndexPage(
  page: Page,
  context: PageContext,
  props: Partial<IndexPageProps> & Pick<IndexPageProps, 'description' | 'cards'>,
  more: Partial<TreeDocumentProps> = {},
): Content {
  const { cards: entries, description } = props;
  return context.print('IndexPage', {
    document: listDocument(page, context, { ...more, entries, description }),
    version: versionOf(page, context),
    breadcrumbs: breadcrumbsOf(page, context.site),
    title: page.title,
    origins: [],
    onePage: undefined,
    previous: undefined,
    next: undefined,
    ...props,
  });
}

export function composeTag(page: TagPage, context: PageContext): Content {
  const { site } = context;
  const { tag, docs, unlisted } = page.group;
  const titleOf = titlesIn(docs, site);
  const cards = docs.map((doc) => ({
    href: pageHref(doc.permalink, site.config),
    label: titleOf(doc),
    description: doc.shown.description,
    count: undefined,
  }));
  const props = { description: tag.description ?? '', cards: byLabel(cards, site), breadcrumbs: withTags(page, site) };
  return composeIndexPage(page, context, props, { noIndex: unlisted || isNoIndex(site.config) });
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
  return composeIndexPage(page, context, { description: '', cards: byLabel(cards, site) });
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

/** If a doc has the URL, the tag has no page. */
function isPage(permalink: Permalink, { pageByPermalink }: Site): boolean {
  return pageByPermalink.get(withoutTrailingSlash(permalink))?.kind === 'tag';
}

function withTags(page: TagPage, site: Site): BreadcrumbProps[] {
  const crumbs = breadcrumbsOf(page, site);
  const { basePath, routeBase, tagsBasePath } = site.config;
  const all = site.pageByPermalink.get(withoutTrailingSlash(toPermalink(basePath, routeBase, tagsBasePath)));
  if (all?.kind !== 'tags') return crumbs;
  return [...crumbs, { href: pageHref(all.permalink, site.config), label: all.title }];
}
