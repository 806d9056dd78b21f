import { OnePageLink } from './OnePageLink.js';
import { useParts } from './parts.js';
import type { IndexPageProps } from './props.js';
import { Origins } from './Source.js';

/** The page of a category that lists its items: a generated index, or a folder without an index doc. */
export function IndexPage(page: IndexPageProps) {
  const { Breadcrumbs, Cards, Document, Pagination, VersionNotice } = useParts();
  return (
    <Document {...page.document}>
      <main id="docgen-main">
        <Breadcrumbs crumbs={page.breadcrumbs} />
        <VersionNotice siteTitle={page.document.siteTitle} version={page.version} />
        <article>
          <h1>{page.title}</h1>
          {page.description !== '' && <p className="lead">{page.description}</p>}
          <OnePageLink link={page.onePage} />
          <Cards cards={page.cards} />
        </article>
        <Origins sources={page.origins} />
        <Pagination previous={page.previous} next={page.next} />
      </main>
    </Document>
  );
}
