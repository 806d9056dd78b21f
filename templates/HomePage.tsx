import { OnePageLink } from './OnePageLink.js';
import { useParts } from './parts.js';
import type { HomePageProps } from './props.js';
import { Origins } from './Source.js';
import { useWords } from './words.js';

/** The home page of the hub: texts and links of the config, and the sections with their numbers of pages. */
export function HomePage({ document, version, tagline, hero, sections, count, onePage, origins }: HomePageProps) {
  const { Cards, Document, VersionNotice } = useParts();
  const words = useWords();
  const lead = hero?.lead ?? tagline;
  const counts = { sections: words.count('sections', sections.length), pages: words.count('pages', count) };
  return (
    <Document {...document}>
      <main id="docgen-main">
        <VersionNotice siteTitle={document.siteTitle} version={version} />
        <article className="home">
          <h1>{hero?.title ?? document.siteTitle}</h1>
          {lead !== '' && <p className="lead">{lead}</p>}
          {hero && hero.actions.length > 0 && (
            <p className="hero-actions">
              {hero.actions.map(({ href, label }, index) => (
                <a key={index.toString()} href={href}>
                  {label}
                </a>
              ))}
            </p>
          )}
          {hero && hero.features.length > 0 && <Cards cards={hero.features} />}
          <p>
            {words.text('homeCounts', counts)} <a href={document.allPages}>{words.text('allPagesLink')}</a>
          </p>
          <OnePageLink link={onePage} />
          <Cards cards={sections} />
        </article>
        <Origins sources={origins} />
      </main>
    </Document>
  );
}
