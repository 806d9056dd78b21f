// Where a page stands in the hub, as props: the way to it, and what a category holds.
import type { PageGroupProps } from '../../../templates/props.js';
import type { BreadcrumbProps, CardProps } from '../../../templates/types.js';
import { compareStrings } from '../../model/diagnostics/diagnostic.js';
import type { Doc } from '../../model/docs/doc.js';
import { folderPermalink } from '../../model/docs/slug.js';
import { groupBy } from '../../model/group.js';
import { type Href, type Permalink, toHref, toPermalink, withoutTrailingSlash } from '../../model/path.js';
import type { Page } from '../../model/routes.js';
import type { SidebarCategory, SidebarItem } from '../../model/sidebar/sidebar.js';
import type { Site } from '../../model/site.js';
import { classify } from '../body/html/refs.js';
import { dateOf } from './dates.js';

/** Address of an item: a doc's own, one of the site, or one outside it whose scheme is allowed. */
export function itemHref(item: SidebarItem, basePath: string): Href | undefined {
  if (item.type === 'html' || item.href === undefined) return undefined;
  if (item.type === 'category' || item.docId !== undefined) return toHref(item.href as Permalink);
  const kind = classify(item.href, 'link');
  if (kind !== 'inside') return kind === 'outside' ? (item.href as Href) : undefined;
  const inSite = item.href.startsWith('/') && item.autoAddBaseUrl !== false && !item.href.startsWith(basePath);
  return (inSite ? toPermalink(basePath, item.href) : item.href) as string as Href;
}

/** The page of all pages. */
export function allPagesHref({ config }: Site): Href {
  return toHref(toPermalink(config.basePath, config.routeBase, '/all/'));
}

/** A category's landing page, else the index of its folder, else none. */
export function categoryHref(category: SidebarCategory, site: Site): Href | undefined {
  if (category.href !== undefined && !category.linkUnlisted) return toHref(category.href as Permalink);
  const dir = site.sidebars.origins.get(category)?.dir;
  if (dir === undefined) return undefined;
  const page = site.pageByPermalink.get(withoutTrailingSlash(folderPermalink(dir, site.config)));
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

/** The cards of the hub's front: each section with some of its pages, the latest where their dates are known. */
export function sectionCards(items: readonly SidebarItem[], site: Site): CardProps[] {
  return items.flatMap((item): CardProps[] => {
    const [card] = cardsOf([item], site);
    if (!card || item.type !== 'category') return card ? [card] : [];
    const docs = docsOf([item], site);
    const dated = docs.filter((doc) => dateOf(doc) !== undefined);
    const latest = [...dated].sort(
      (a, b) => compareStrings(dateOf(b) ?? '', dateOf(a) ?? '') || compareStrings(a.id, b.id),
    );
    const shown = (latest.length > 0 ? latest : docs).slice(0, 3);
    const links = shown.map((doc) => ({ href: toHref(doc.permalink), label: doc.title }));
    return [{ ...card, pages: { title: latest.length > 0 ? 'Latest' : 'Begin with', links } }];
  });
}

/** Listed docs at and below the items, in their order. */
function docsOf(items: readonly SidebarItem[], site: Site): Doc[] {
  return items.flatMap((item) => {
    if (item.type === 'html') return [];
    const doc =
      item.type === 'link'
        ? site.docs.get(item.docId ?? '')
        : site.docs.get(site.sidebars.origins.get(item)?.docId ?? '');
    const own = doc && !doc.unlisted ? [doc] : [];
    return item.type === 'category' ? [...own, ...docsOf(item.items, site)] : own;
  });
}

const listedDocs = (site: Site) => [...site.docs.values()].filter(({ unlisted }) => !unlisted);

const sectionOf = (doc: Doc, site: Site) => site.trail.get(withoutTrailingSlash(doc.permalink))?.[0]?.label;

/** Every listed doc by the first letter of its title; what begins with no letter is under `#`. */
export function pagesByLetter(site: Site): PageGroupProps[] {
  const key = (title: string) => title.normalize('NFD').toLowerCase();
  const docs = listedDocs(site).sort(
    (a, b) => compareStrings(key(a.title), key(b.title)) || compareStrings(a.id, b.id),
  );
  const letterOf = ({ title }: Doc) => {
    const letter = key(title)
      .replace(/[^\p{L}\p{N}]+/gu, '')
      .charAt(0)
      .toUpperCase();
    return /\p{L}/u.test(letter) ? letter : '#';
  };
  const groups = grouped(docs, letterOf, (doc) => sectionOf(doc, site));
  return groups.sort((a, b) => compareStrings(a.title, b.title));
}

/** Every listed doc by the top-level category that it is in, in the order of the tree; what is in none comes last. */
export function pagesBySection(site: Site): PageGroupProps[] {
  const docs = listedDocs(site);
  const inSection = docs.filter((doc) => sectionOf(doc, site) !== undefined);
  const rest = docs.filter((doc) => sectionOf(doc, site) === undefined);
  const order = [...site.sidebars.byName.values()].flat().map((item) => (item.type === 'html' ? '' : item.label));
  const placed = grouped(inSection, (doc) => sectionOf(doc, site) ?? '');
  placed.sort((a, b) => order.indexOf(a.title) - order.indexOf(b.title));
  return rest.length === 0 ? placed : [...placed, ...grouped(rest, () => 'Other pages')];
}

function grouped(
  docs: readonly Doc[],
  titleOf: (doc: Doc) => string,
  detailOf: (doc: Doc) => string | undefined = () => undefined,
): PageGroupProps[] {
  const linkOf = (doc: Doc) => {
    const section = detailOf(doc);
    return { href: toHref(doc.permalink), label: doc.title, ...(section !== undefined && { section }) };
  };
  return [...groupBy(docs, titleOf)].map(([title, list]) => ({ title, links: list.map(linkOf) }));
}
