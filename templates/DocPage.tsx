import { Html } from './Html.js';
import type { PaginationProps } from './Pagination.js';
import { useParts } from './parts.js';
import { Origins, SourceLine } from './Source.js';
import type {
  BreadcrumbProps,
  CardProps,
  DocumentProps,
  HeadingProps,
  HtmlString,
  SourceProps,
  VersionProps,
} from './types.js';

export interface DocPageProps extends PaginationProps {
  readonly document: DocumentProps;
  readonly version: VersionProps;
  readonly breadcrumbs: readonly BreadcrumbProps[];
  /** The title to show above the body; undefined where the body has its own or the author hides it. */
  readonly heading: string | undefined;
  readonly unlisted: boolean;
  readonly body: HtmlString;
  readonly headings: readonly HeadingProps[];
  /** The pages of the category that this page leads to; empty for any other page. */
  readonly cards: readonly CardProps[];
  /** Where the page was gathered from; undefined for a page of the hub's own. */
  readonly source: SourceProps | undefined;
  /** The repositories of the section that this page is the front of. */
  readonly origins: readonly SourceProps[];
  readonly editUrl: string | undefined;
  readonly lastUpdate: { readonly date: string | undefined; readonly author: string | undefined } | undefined;
}

/** A page that an author wrote. */
export function DocPage(page: DocPageProps) {
  const { Breadcrumbs, Cards, Document, Pagination, TableOfContents, VersionNotice } = useParts();
  const { date, author } = page.lastUpdate ?? {};
  return (
    <Document {...page.document}>
      <TableOfContents headings={page.headings} />
      <main id="docgen-main">
        <Breadcrumbs crumbs={page.breadcrumbs} here={page.document.here} />
        <VersionNotice siteTitle={page.document.siteTitle} version={page.version} />
        {page.unlisted && (
          <p className="banner" role="note">
            This page is unlisted: only readers with its address find it.
          </p>
        )}
        <article>
          {page.heading !== undefined && <h1>{page.heading}</h1>}
          <Html className="markdown" markup={page.body} />
        </article>
        {page.cards.length > 0 && (
          <section className="children" aria-labelledby="docgen-children">
            <h2 id="docgen-children">In this section</h2>
            <Cards cards={page.cards} />
          </section>
        )}
        <Origins sources={page.origins} />
        {page.source && <SourceLine source={page.source} />}
        {(page.editUrl !== undefined || page.lastUpdate !== undefined) && (
          <p className="provenance">
            {page.editUrl !== undefined && (
              <a href={page.editUrl} rel="noopener noreferrer">
                Edit this page
              </a>
            )}
            {page.lastUpdate !== undefined && (
              <span>
                Last updated{date !== undefined && ` on ${date}`}
                {author !== undefined && ` by ${author}`}
              </span>
            )}
          </p>
        )}
        <Pagination previous={page.previous} next={page.next} />
      </main>
    </Document>
  );
}
