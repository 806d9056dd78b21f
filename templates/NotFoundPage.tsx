import { Cards } from './Cards.js';
import { Document } from './Document.js';
import type { CardProps, DocumentProps } from './types.js';

/** What a host shows for an address that no page has. */
export function NotFoundPage({ document, sections }: { document: DocumentProps; sections: readonly CardProps[] }) {
  return (
    <Document {...document}>
      <main id="docgen-main">
        <article>
          <h1>Page not found</h1>
          <p className="lead">
            No page has this address. It may have moved: look in the tree, begin at the{' '}
            <a href={document.home}>front of the hub</a>, or choose a section.
          </p>
          <Cards cards={sections} />
        </article>
      </main>
    </Document>
  );
}
