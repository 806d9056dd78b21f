// Index pages: the generated page of a category, a folder or a tag, with its items as cards.
import type { IndexPageProps } from '../../../templates/props.js';
import type { FolderIndexPage, GeneratedIndexPage, Page } from '../../model/site/routes.js';
import type { Content } from '../base/output-file.js';
import { describedList, documentOf } from './document.js';
import { cardsOf } from './lists/cards.js';
import { breadcrumbsOf, neighbourLinks, versionOf } from './navigation.js';
import type { PageContext } from './page-context.js';
import { originsOf } from './provenance.js';

export function composeGeneratedIndex(page: GeneratedIndexPage, context: PageContext): Content {
  const { site } = context;
  const { description = '' } = page.index;
  return composeIndex(page, context, {
    ...ofFolder(page, context),
    description,
    cards: cardsOf(page.category.items, site),
  });
}

export function composeFolderIndex(page: FolderIndexPage, context: PageContext): Content {
  const { site } = context;
  const { description = '' } = page.category ?? {};
  return composeIndex(page, context, { ...ofFolder(page, context), description, cards: cardsOf(page.items, site) });
}

function ofFolder(page: Page, context: PageContext): Partial<IndexPageProps> {
  const { site, onePages } = context;
  return { origins: originsOf(page, site), onePage: onePages.ofFront(page), ...neighbourLinks(page, site) };
}

type IndexProps = Partial<IndexPageProps> & Pick<IndexPageProps, 'description' | 'cards'>;

/** Composes an index page. Without a description, its meta description lists its cards. */
export function composeIndex(page: Page, context: PageContext, props: IndexProps, noIndex?: boolean): Content {
  const labels = props.cards.map(({ label }) => label);
  const description = describedList(props.description, labels, page.title);
  return context.print('IndexPage', {
    document: documentOf(page, context, { description, ...(noIndex !== undefined && { noIndex }) }),
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
