import { Breadcrumbs } from './Breadcrumbs.js';
import { Document } from './Document.js';
import { Html } from './Html.js';
import { Pagination, type PaginationProps } from './Pagination.js';
import { TableOfContents } from './TableOfContents.js';
import type { BreadcrumbProps, DocumentProps, HeadingProps, HtmlString, VersionProps } from './types.js';
import { VersionNotice } from './VersionNotice.js';

export interface DocPageProps extends PaginationProps {
  readonly document: DocumentProps;
  readonly version: VersionProps;
  readonly breadcrumbs: readonly BreadcrumbProps[];
  /** The title to show above the body; undefined where the body has its own or the author hides it. */
  readonly heading: string | undefined;
  readonly unlisted: boolean;
  readonly body: HtmlString;
  readonly headings: readonly HeadingProps[];
  readonly editUrl: string | undefined;
  readonly lastUpdate: { readonly date: string | undefined; readonly author: string | undefined } | undefined;
}

/** A page that an author wrote. */
export function DocPage(page: DocPageProps) {
  const { date, author } = page.lastUpdate ?? {};
  return (
    <Document {...page.document}>
      <main id="docgen-main">
        <Breadcrumbs crumbs={page.breadcrumbs} />
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
      <TableOfContents headings={page.headings} />
    </Document>
  );
}
