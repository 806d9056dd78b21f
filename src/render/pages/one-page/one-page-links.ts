// Which pages lead to the page that holds them beside others.
import type { CurrentLinkProps } from '../../../../templates/types.js';
import { allChapters } from '../../../model/pages/one-page.js';
import { type Href, pageHref, withoutTrailingSlash } from '../../../model/path.js';
import { ancestorsOf, type OnePage, type Page } from '../../../model/routes.js';
import type { Site } from '../../../model/site.js';

export interface OnePageLinks {
  /** The page that holds a page, of several the one of the smallest folder. */
  readonly of: (page: Page) => CurrentLinkProps | undefined;
  /** The page that holds all of the folder whose front a page is. */
  readonly ofFront: (page: Page) => CurrentLinkProps | undefined;
}

export function onePageLinks({ pages, config }: Pick<Site, 'pages' | 'config'>): OnePageLinks {
  const all = pages
    .filter((page): page is OnePage => page.kind === 'onePage')
    .sort((a, b) => a.content.address.length - b.content.address.length);
  if (all.length === 0) return { of: () => undefined, ofFront: () => undefined };
  const byAddress = new Map<string, OnePage>();
  const byChapter = new Map<string, OnePage>();
  for (const page of all) {
    byAddress.set(withoutTrailingSlash(page.content.address), page);
    for (const chapter of allChapters(page.content.chapters))
      if (chapter.page) byChapter.set(withoutTrailingSlash(chapter.page.permalink), page);
  }
  const toLink = (found: OnePage | undefined, page: Page) =>
    found && { href: pageHref(found.permalink, config), label: found.title, isCurrent: found === page };
  return {
    of: (page) => {
      const address = withoutTrailingSlash(page.permalink);
      const above = [address, ...ancestorsOf(address)].find((path) => byAddress.has(path));
      return toLink(byChapter.get(address) ?? byAddress.get(above ?? ''), page);
    },
    ofFront: (page) => toLink(byAddress.get(withoutTrailingSlash(page.permalink)), page),
  };
}

/** Where the pages of a page are on it, by their addresses: ids of chapters, or of its beginning. */
export function placesOn({ content }: OnePage, { config, folderPage, foldedPages }: Site): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  const add = (page: { readonly permalink: Page['permalink'] } | undefined, id: string) => {
    const href: Href | undefined = page && pageHref(page.permalink, config);
    if (href !== undefined && !places.has(href)) places.set(href, id);
  };
  for (const { page, item, id } of allChapters(content.chapters)) {
    add(page, id);
    if (item?.type === 'category' && !page) add(folderPage.get(item), id);
    for (const folder of (item && foldedPages.get(item)) ?? []) if (folder.kind === 'folderIndex') add(folder, id);
  }
  add(content.index, beginning);
  add({ permalink: content.address }, beginning);
  return places;
}

/** The id of what a page begins with. */
export const beginning = 'docgen-main';
