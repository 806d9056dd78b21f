import { useParts } from './parts.js';
import type { NotFoundPageProps } from './props.js';

/** What a host shows for an unknown address. */
export function NotFoundPage({ document, sections }: NotFoundPageProps) {
  const { Cards, Document } = useParts();
  return (
    <Document {...document}>
      <main id="docgen-main">
        <article>
          <h1>Page not found</h1>
          <p className="lead">
            No page has this address. It may have moved: look in the tree, begin at the{' '}
            <a href={document.home}>front of the hub</a>, search the list of <a href={document.allPages}>all pages</a>{' '}
            with the browser’s own find, or choose a section.
          </p>
          <Cards cards={sections} />
        </article>
      </main>
    </Document>
  );
}
