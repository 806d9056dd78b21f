// The pages that list every page of the hub, as props: the front of the lists, and the list of a section or a letter.
import type { ListedPageProps, ListLinkProps, PageGroupProps, PaginationProps } from '../../../templates/props.js';
import type { ListedPage, PageList } from '../../model/pages/page.js';
import { byLetter, listedPages, mostListed } from '../../model/pages/page-lists.js';
import { type Href, pageHref, toPermalink, withoutTrailingSlash } from '../../model/path.js';
import { type ListPage, listName } from '../../model/routes.js';
import type { Site } from '../../model/site.js';
import { titlesIn } from './cards.js';

/** The page of all pages. */
export function allPagesHref({ config }: Site): Href {
  return pageHref(toPermalink(config.basePath, config.routeBase, '/all/'), config);
}

const trailOf = (page: ListedPage, site: Site) => site.trail.get(withoutTrailingSlash(page.permalink)) ?? [];

/** The lists of one kind, as links. */
export function listLinks(kind: PageList['kind'], site: Site): ListLinkProps[] {
  return listPages(site)
    .filter(({ list }) => list.kind === kind)
    .map(({ permalink, list }) => ({
      href: pageHref(permalink, site.config),
      label: listName(list, site.words),
      count: list.pages.length,
    }));
}

/** The address of the list of a section, or of its first part, by the section's label. */
export function sectionLists(site: Site): ReadonlyMap<string, Href> {
  const first = listPages(site).filter(({ list }) => list.kind === 'section' && list.part === 1);
  return new Map(first.map(({ list, permalink }) => [list.title, pageHref(permalink, site.config)]));
}

function listPages({ pages }: Site): ListPage[] {
  return pages.filter((page): page is ListPage => page.kind === 'list').sort((a, b) => a.list.index - b.list.index);
}

/** Pages of the whole hub. */
export const countListed = ({ pages }: Site): number => listedPages(pages).length;

/** Every page by the first letter of its title; none of a hub that has a list for each letter. */
export function pagesByLetter(site: Site): PageGroupProps[] {
  const listed = listedPages(site.pages);
  if (listed.length > mostListed) return [];
  const docs = listed.flatMap((page) => (page.kind === 'doc' ? page.doc : []));
  const titles = titlesIn(docs, site);
  const titleOf = new Map(docs.map((doc, index) => [doc.permalink, titles[index] ?? '']));
  return byLetter(listed).map(({ title, pages }) => ({
    title,
    links: pages.map((page) => {
      const section = trailOf(page, site)[0]?.label;
      return {
        href: pageHref(page.permalink, site.config),
        label: titleOf.get(page.permalink) ?? page.title,
        ...(section !== undefined && { section }),
      };
    }),
  }));
}

/** The pages of a list, each with what else a reader may look for. */
export function listedProps({ kind, pages }: PageList, site: Site): ListedPageProps[] {
  return pages.map((page) => {
    const { description, keywords } = wordsOf(page);
    const above = trailOf(page, site).map(({ label }) => label);
    return {
      href: pageHref(page.permalink, site.config),
      label: page.title,
      folder: (kind === 'section' ? above.slice(1) : above).join(' / '),
      // A letter has thousands of pages: their titles must do.
      description: kind === 'section' ? description : '',
      keywords: kind === 'section' ? clipped([...new Set(keywords)].join(', ')) : '',
    };
  });
}

/** What an author may write at any length. */
const clipped = (text: string) => text.slice(0, 300).toWellFormed();

function wordsOf(page: ListedPage): { description: string; keywords: readonly string[] } {
  if (page.kind === 'generatedIndex')
    return { description: clipped(page.index.description ?? ''), keywords: page.index.keywords };
  const { keywords = [] } = page.doc.frontMatter;
  const tags = page.doc.tags.map(({ label }) => label);
  return { description: page.doc.shown.description, keywords: [...keywords, ...tags] };
}

/** The parts of a list before and behind one of them. */
export function partsBeside({ list: { index, part, parts } }: ListPage, site: Site): PaginationProps {
  const lists = parts === 1 ? [] : listPages(site);
  const toLink = (page: ListPage | undefined) =>
    page && { href: pageHref(page.permalink, site.config), label: page.title };
  return {
    previous: part === 1 ? undefined : toLink(lists[index - 1]),
    next: part === parts ? undefined : toLink(lists[index + 1]),
  };
}
