// Props of the pages that list all pages of the hub: the overview, and the list of a section or a letter.
import type { ListedPageProps, ListLinkProps, PageGroupProps, PaginationProps } from '../../../../templates/props.js';
import type { ListedPage, PageList } from '../../../model/site/pages/page.js';
import { byLetter, listedPages, maxTitles } from '../../../model/site/pages/page-lists.js';
import { type ListPage, listName } from '../../../model/site/routes.js';
import type { Site } from '../../../model/site/site.js';
import { type Href, type OutputPath, pageHref, toPermalink, withoutTrailingSlash } from '../../../model/types/path.js';

export function frontHref({ config }: Site): Href {
  return pageHref(toPermalink(config.basePath, config.routeBase, '/'), config);
}

export function allPagesHref({ config }: Site): Href {
  return pageHref(toPermalink(config.basePath, config.routeBase, '/all/'), config);
}

/** Returns the URL of the page with the complete sidebar, or of the list of all pages. */
export function wholeTreeHref(site: Site): Href {
  const { config, pageByPermalink } = site;
  const page = pageByPermalink.get(toPermalink(config.basePath, config.routeBase, '/tree'));
  return page?.kind === 'tree' ? pageHref(page.permalink, config) : allPagesHref(site);
}

export function listLinks(kind: PageList['kind'], site: Site): ListLinkProps[] {
  return listPages(site)
    .filter(({ list }) => list.kind === kind)
    .map(({ permalink, list }) => ({
      href: pageHref(permalink, site.config),
      label: listName(list, site.words),
      count: list.pages.length,
    }));
}

/** Returns the URL of each section's list, or of its first part, by the label of the section. */
export function sectionLists(site: Site): ReadonlyMap<string, Href> {
  const first = listPages(site).filter(({ list }) => list.kind === 'section' && list.part === 1);
  return new Map(first.map(({ list, permalink }) => [list.title, pageHref(permalink, site.config)]));
}

function listPages({ pages }: Site): ListPage[] {
  return pages.filter((page): page is ListPage => page.kind === 'list').sort((a, b) => a.list.index - b.list.index);
}

export const countListed = ({ pages }: Site): number => listedPages(pages).length;

/** Groups all pages by first letter, unless the hub has a separate list for each letter. */
export function pagesByLetter(site: Site, titleNames: ReadonlyMap<OutputPath, readonly string[]>): PageGroupProps[] {
  const listed = listedPages(site.pages);
  if (listed.length > maxTitles) return [];
  return byLetter(listed).map(({ title, pages }) => ({
    title,
    links: pages.map((page) => {
      const names = (titleNames.get(page.outputPath) ?? []).toReversed().join(' / ');
      return {
        href: pageHref(page.permalink, site.config),
        label: page.title,
        ...(names !== '' && { section: names }),
      };
    }),
  }));
}

/** Returns the pages of a list, with the text that readers might search for. */
export function listedProps({ kind, pages }: PageList, site: Site): ListedPageProps[] {
  return pages.map((page) => {
    const { description, keywords } = wordsOf(page);
    const above = (site.trail.get(withoutTrailingSlash(page.permalink)) ?? []).map(({ label }) => label);
    return {
      href: pageHref(page.permalink, site.config),
      label: page.title,
      folder: (kind === 'section' ? above.slice(1) : above).join(' / '),
      // The list of a letter can have thousands of pages, so it only contains titles.
      description: kind === 'section' ? description : '',
      keywords: kind === 'section' ? clipped([...new Set(keywords)].join(', ')) : '',
    };
  });
}

const clipped = (text: string) => text.slice(0, 300).toWellFormed();

function wordsOf(page: ListedPage): { description: string; keywords: readonly string[] } {
  if (page.kind === 'generatedIndex')
    return { description: clipped(page.index.description ?? ''), keywords: page.index.keywords };
  const { keywords = [] } = page.doc.frontMatter;
  const tags = page.doc.tags.map(({ label }) => label);
  return { description: page.doc.shown.description, keywords: [...keywords, ...tags] };
}

export function adjacentLists({ list: { index, part, parts } }: ListPage, site: Site): PaginationProps {
  const lists = parts === 1 ? [] : listPages(site);
  const toLink = (page: ListPage | undefined) =>
    page && { href: pageHref(page.permalink, site.config), label: page.title };
  return {
    previous: part === 1 ? undefined : toLink(lists[index - 1]),
    next: part === parts ? undefined : toLink(lists[index + 1]),
  };
}
