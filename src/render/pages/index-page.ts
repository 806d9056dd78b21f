import type { FolderIndexPage, GeneratedIndexPage, Page } from '../../model/routes.js';
import type { SidebarItem } from '../../model/sidebar/sidebar-item.js';
import type { Content } from '../output-file.js';
import { breadcrumbsOf } from './breadcrumbs.js';
import { cardsOf } from './cards.js';
import { describedList, documentOf } from './document.js';
import { versionOf } from './links/versions.js';
import { neighbourLinks, type PageContext } from './page-context.js';
import { originsOf } from './provenance.js';

/** The page of a category: what it holds, as cards. */
export function composeGeneratedIndex(page: GeneratedIndexPage, context: PageContext): Content {
  return composeIndex(page, context, { description: page.index.description ?? '', items: page.category.items });
}

/** The plain page of a folder that has no page of its own. */
export function composeFolderIndex(page: FolderIndexPage, context: PageContext): Content {
  return composeIndex(page, context, { description: page.category?.description ?? '', items: page.items });
}

interface Listing {
  readonly description: string;
  readonly items: readonly SidebarItem[];
}

function composeIndex(page: Page, context: PageContext, { description, items }: Listing): Content {
  const { site, print } = context;
  const cards = cardsOf(items, site);
  const labels = cards.map(({ label }) => label);
  const props = {
    document: documentOf(page, context, { description: describedList(description, labels, page.title) }),
    version: versionOf(page, context),
    breadcrumbs: breadcrumbsOf(page, site),
    title: page.title,
    description,
    origins: originsOf(page, site),
    cards,
    onePage: context.onePages.ofFront(page),
    ...neighbourLinks(page, site),
  };
  return print('IndexPage', props);
}
