import { countOf } from './Cards.js';
import { useParts } from './parts.js';
import type { HomePageProps } from './props.js';

/** The front of the hub: what its sections are and how much is in them. */
export function HomePage({ document, version, tagline, sections, count }: HomePageProps) {
  const { Cards, Document, VersionNotice } = useParts();
  return (
    <Document {...document}>
      <main id="docgen-main">
        <VersionNotice siteTitle={document.siteTitle} version={version} />
        <article>
          <h1>{document.siteTitle}</h1>
          {tagline !== '' && <p className="lead">{tagline}</p>}
          <p>
            {sections.length === 1 ? '1 section' : `${sections.length} sections`}, {countOf(count)}.{' '}
            <a href={document.allPages}>All pages, A to Z</a>
          </p>
          <Cards cards={sections} />
        </article>
      </main>
    </Document>
  );
}
