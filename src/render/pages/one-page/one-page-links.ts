// Links from pages to the single-page views that contain them.
import type { CurrentLinkProps } from '../../../../templates/types.js';
import { allChapters } from '../../../model/site/pages/one-page.js';
import type { OnePage, Page, Site } from '../../../model/site/site.js';
import { ancestorsOf, type Href, pageHref, withoutTrailingSlash } from '../../../model/types/path.js';

export function onePageLinks({ pages, config }: Pick<Site, 'pages' | 'config'>) {
  const all = pages
    .filter((page): page is OnePage => page.kind === 'onePage')
    .sort((a, b) => a.content.address.length - b.content.address.length);
  const byAddress = new Map<string, OnePage>();
  const byChapter = new Map<string, OnePage>();
  for (const page of all) {
    byAddress.set(withoutTrailingSlash(page.content.address), page);
    for (const chapter of allChapters(page.content.chapters))
      if (chapter.page) byChapter.set(withoutTrailingSlash(chapter.page.permalink), page);
  }
  const toLink = (found: OnePage | undefined, page: Page): CurrentLinkProps | undefined =>
    found && { href: pageHref(found.permalink, config), label: found.title, isCurrent: found === page };
  return {
    /** Returns the link to the view that contains a page. Of several, the one of the smallest folder. */
    of: (page: Page) => {
      const address = withoutTrailingSlash(page.permalink);
      const above = [address, ...ancestorsOf(address)].find((path) => byAddress.has(path));
      return toLink(byChapter.get(address) ?? byAddress.get(above ?? ''), page);
    },
    /** Returns the link to the view of a folder, for the home page of that folder. */
    ofFront: (page: Page) => toLink(byAddress.get(withoutTrailingSlash(page.permalink)), page),
  };
}

/** Returns the ids of chapters by the URLs of their pages. The folder's own page has the id of the start. */
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

export const beginning = 'docgen-main';
