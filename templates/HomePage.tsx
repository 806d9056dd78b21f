import { Cards, countOf } from './Cards.js';
import { Document } from './Document.js';
import type { CardProps, DocumentProps, VersionProps } from './types.js';
import { VersionNotice } from './VersionNotice.js';

export interface HomePageProps {
  readonly document: DocumentProps;
  readonly version: VersionProps;
  readonly tagline: string;
  readonly sections: readonly CardProps[];
  /** Pages of the whole hub. */
  readonly count: number;
}

/** The front of the hub: what its sections are and how much is in them. */
export function HomePage({ document, version, tagline, sections, count }: HomePageProps) {
  return (
    <Document {...document}>
      <main id="docgen-main">
        <VersionNotice siteTitle={document.siteTitle} version={version} />
        <article>
          <h1>{document.siteTitle}</h1>
          {tagline !== '' && <p className="lead">{tagline}</p>}
          <p>
            {sections.length === 1 ? '1 section' : `${sections.length} sections`}, {countOf(count)}.
          </p>
          <Cards cards={sections} />
        </article>
      </main>
    </Document>
  );
}
