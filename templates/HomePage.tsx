import { Hero } from './Hero.js';
import { OnePageLink } from './OnePageLink.js';
import { useParts } from './parts.js';
import type { HomePageProps } from './props.js';
import { Origins } from './Source.js';
import { useWords } from './words.js';

/** The home page of the hub: texts and links of the config, and the sections with their numbers of pages. */
export function HomePage({ document, version, hero, sections, count, onePage, origins }: HomePageProps) {
  const { Cards, Document, VersionNotice } = useParts();
  const words = useWords();
  const folders = sections.filter((card) => card.count !== undefined).length;
  const counts = { sections: words.count('sections', folders), pages: words.count('pages', count) };
  return (
    <Document {...document}>
      <main id="docgen-main">
        <VersionNotice siteTitle={document.siteTitle} version={version} />
        <article className="home">
          <Hero {...hero} />
          <p>
            {folders === 0 ? counts.pages : words.text('homeCounts', counts)}{' '}
            <a href={document.allPages}>{words.text('allPagesLink')}</a>
          </p>
          <OnePageLink link={onePage} />
          <Cards cards={sections} />
        </article>
        <Origins sources={origins} />
      </main>
    </Document>
  );
}
