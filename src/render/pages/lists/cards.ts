// Cards for the items of a category, and the URLs of sidebar items.
import { orderBy, sumBy } from 'lodash-es';
import { maxCards } from '../../../../templates/Cards.js';
import type { CardProps, LinkProps } from '../../../../templates/types.js';
import { type Doc, dateOf } from '../../../model/docs/doc.js';
import { distinctTitles } from '../../../model/docs/titles.js';
import { allItems, listedHrefs, type SidebarCategory, type SidebarItem } from '../../../model/sidebar/sidebar-item.js';
import { groupByLetter } from '../../../model/site/pages/page-lists.js';
import type { Site } from '../../../model/site/site.js';
import { type Href, type Permalink, pageHref, toPermalink, withoutTrailingSlash } from '../../../model/types/path.js';
import { classify } from '../../body/html/refs.js';

/** Returns the URL of an item. External URLs need an allowed scheme. */
export function itemHref(item: SidebarItem, site: Site): Href | undefined {
  const { basePath } = site.config;
  if (item.type === 'category' && item.href === undefined) return categoryHref(item, site);
  if (item.type === 'html' || item.href === undefined) return undefined;
  if (item.type === 'category' || item.docId !== undefined) return pageHref(item.href as Permalink, site.config);
  const kind = classify(item.href, 'link');
  if (kind !== 'inside') return kind === 'outside' ? (item.href as Href) : undefined;
  const inSite = item.href.startsWith('/') && item.autoAddBaseUrl !== false && !item.href.startsWith(basePath);
  return (inSite ? toPermalink(basePath, item.href) : item.href) as string as Href;
}

/** Returns the URL of a category's page, or of the index of its folder, if there is one. */
export function categoryHref(category: SidebarCategory, site: Site): Href | undefined {
  if (category.href !== undefined && !category.linkUnlisted) return pageHref(category.href as Permalink, site.config);
  const page = site.folderPage.get(category);
  return page && pageHref(page.permalink, site.config);
}

/** Returns the permalinks of an item without a trailing slash: its own, and those of folders that are merged with it. */
export function linksIn(item: SidebarItem, { folderPage, foldedPages }: Site): string[] {
  if (item.type === 'html') return [];
  const permalink = item.href ?? (item.type === 'category' ? folderPage.get(item)?.permalink : undefined);
  const folded = (foldedPages.get(item) ?? []).map((page) => page.permalink);
  return [...(permalink === undefined ? [] : [permalink]), ...folded].map(withoutTrailingSlash);
}

/** Returns a card for each listed item. Many cards are grouped by letter. */
export function cardsOf(items: readonly SidebarItem[], site: Site): CardProps[] {
  return byLetters(rarePagesLast(items.flatMap((item) => cardOf(item, site))));
}

/** Moves pages that readers rarely look for to the end. */
const rarePagesLast = <Link extends { readonly label: string }>(links: readonly Link[]) =>
  links.toSorted((a, b) => Number(rareTitle.test(a.label)) - Number(rareTitle.test(b.label)));

const rareTitle = /^(?:change[ -]?log|release notes|pre-?install|post-?install)/i;

/** Groups many cards by their first letter, unless nearly all start with the same one. */
function byLetters(cards: readonly CardProps[]): CardProps[] {
  if (cards.length <= maxCards) return [...cards];
  const groups = groupByLetter(cards, ({ label }) => label);
  if (groups.length < minLetters) return [...cards];
  return groups.flatMap(([letter, group]) => group.map((card) => ({ ...card, letter })));
}

/** Minimum number of letters for grouping, because grouping changes the order of the list. */
const minLetters = 3;

function cardOf(item: SidebarItem, site: Site): CardProps[] {
  if (item.type === 'html' || (item.type === 'link' && item.unlisted)) return [];
  if (item.type === 'link') {
    const href = itemHref(item, site);
    const description = item.description ?? site.docs.get(item.docId ?? '')?.shown.description ?? '';
    return [{ label: item.label, description, count: undefined, ...(href !== undefined && { href }) }];
  }
  const origin = site.sidebars.origins.get(item);
  const description =
    item.description ??
    origin?.generatedIndex?.description ??
    site.docs.get(origin?.docId ?? '')?.shown.description ??
    '';
  const href = categoryHref(item, site);
  const links = firstLinks(item, site);
  const count = new Set(listedHrefs([item])).size; // a sidebar can list a page twice
  const pages = { kind: undefined, links, all: allIfMore(href, count, links) };
  return [{ ...(href !== undefined && { href }), label: item.label, description, count, pages }];
}

/** Returns a link to all pages of a category, if its card doesn't list all of them. */
function allIfMore(href: Href | undefined, count: number, { length }: readonly LinkProps[]) {
  return href !== undefined && count > length ? { href } : undefined;
}

/** Maximum number of pages on a card, unless all titles together are shorter than this many characters. A taller card would leave others in its row half empty. */
const [maxNamedPages, maxTitleChars] = [5, 160];

export function firstLinks({ items }: SidebarCategory, site: Site): LinkProps[] {
  const links = items.flatMap((item) => listedLink(item, site) ?? []);
  const isShort = sumBy(links, ({ label }) => label.length + 2) < maxTitleChars;
  return rarePagesLast(links).slice(0, isShort ? links.length : maxNamedPages);
}

/** Returns the link to the page of an item, or to the first listed page in it. */
export function listedLink(item: SidebarItem, site: Site): LinkProps | undefined {
  if (item.type === 'html' || (item.type === 'link' && item.unlisted)) return undefined;
  const href = itemHref(item, site) ?? (item.type === 'category' ? firstLinks(item, site)[0]?.href : undefined);
  return href === undefined ? undefined : { href, label: item.label };
}

/** Returns the titles of docs in a list, with folders for equal ones. */
export function titlesIn(docs: readonly Doc[], { folderLabel }: Site): (doc: Doc) => string {
  const named = docs.map(({ shown, source }) => ({ title: shown.title, source }));
  const titles = new Map(distinctTitles(named, folderLabel).map((title, index) => [docs[index], title]));
  return (doc) => titles.get(doc) ?? doc.shown.title;
}

/** Matches titles of introductory pages. */
const beginning = /^(?:get(?:ting)? started|quick[ -]?start|overview|introduction|intro|install(?:ation|ing)?)\b/i;

/** Returns a card per section, with its latest pages if dates are known, else introductory or first pages, and a link to its list (`lists`, by label). */
export function sectionCards(
  items: readonly SidebarItem[],
  site: Site,
  lists: ReadonlyMap<string, Href> = new Map(),
): CardProps[] {
  const cards = items.flatMap((item): CardProps[] => {
    const [card] = cardOf(item, site);
    if (!card || item.type !== 'category') return card ? [card] : [];
    const { kind, links } = chosenPages(item, site) ?? { kind: undefined, links: card.pages?.links ?? [] };
    return [{ ...card, pages: { kind, links, all: allIfMore(lists.get(item.label), card.count ?? 0, links) } }];
  });
  return byLetters(cards);
}

/** Returns links to three pages of a section: the latest if dates are known, else introductory ones. Undefined if there are none. */
function chosenPages(section: SidebarCategory, site: Site) {
  const docs = docsOf([section], site);
  const dated = docs.filter((doc) => dateOf(doc) !== undefined);
  const latest = orderBy(dated, [dateOf, 'id'], ['desc', 'asc']);
  const introductory = docs.filter(({ shown: { title } }) => beginning.test(title));
  const shown = (latest.length > 0 ? latest : introductory).slice(0, 3);
  if (shown.length === 0) return undefined;
  const titleOf = titlesIn(shown, site);
  const links = shown.map((doc) => ({ href: pageHref(doc.permalink, site.config), label: titleOf(doc) }));
  return { kind: latest.length > 0 ? ('latest' as const) : ('beginWith' as const), links };
}

/** Returns a link to an introductory page by its title, or to the first page. With several sections, the label is that of the section. */
export function firstStep(items: readonly SidebarItem[], site: Site, from?: Doc): LinkProps[] {
  const isOther = (doc: Doc) => doc !== from;
  const pages = items.flatMap((item) =>
    docsOf([item], site)
      .filter(isOther)
      .map((doc) => ({ doc, item })),
  );
  const first = pages.find(({ doc }) => beginning.test(doc.shown.title)) ?? pages[0];
  if (!first) return [];
  const { title } = first.doc.shown;
  const section = first.item.type === 'category' && items.length > 1 && !from ? first.item.label : title;
  const label = section === title ? title : `${title} · ${section}`;
  return [{ href: pageHref(first.doc.permalink, site.config), label }];
}

function docsOf(items: readonly SidebarItem[], site: Site): Doc[] {
  return allItems(items).flatMap((item) => {
    const { docId = '' } = (item.type === 'category' ? site.sidebars.origins.get(item) : 'docId' in item && item) || {};
    const doc = site.docs.get(docId);
    return doc && !doc.unlisted ? doc : [];
  });
}
