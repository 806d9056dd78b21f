import { Hero } from './Hero.js';
import { Html } from './Html.js';
import { OnePageLink } from './OnePageLink.js';
import { useParts } from './parts.js';
import type { DocPageProps } from './props.js';
import { Origins, SourceLine } from './Source.js';
import { useWords, type Words } from './words.js';

/** The page of a doc. */
export function DocPage(page: DocPageProps) {
  const { Breadcrumbs, Cards, Document, PageEntry, Pagination, TableOfContents, VersionNotice } = useParts();
  const words = useWords();
  return (
    <Document {...page.document}>
      <main id="docgen-main" className={page.headings.length > 0 ? 'has-toc' : undefined}>
        <Breadcrumbs crumbs={page.breadcrumbs} />
        <VersionNotice siteTitle={page.document.siteTitle} version={page.version} />
        {page.unlisted && (
          <p className="banner" role="note">
            {words.text('unlisted')}
          </p>
        )}
        <article className={page.hero && 'home'} dir={page.dir}>
          {page.hero ? <Hero {...page.hero} /> : page.heading !== undefined && <h1>{page.heading}</h1>}
          <Html className="markdown" markup={page.body} />
        </article>
        <OnePageLink link={page.onePage} />
        {page.cards.length > 0 && (
          <section className="children" aria-labelledby="docgen-children">
            <h2 id="docgen-children">{words.text('inThisSection')}</h2>
            <Cards cards={page.cards} />
          </section>
        )}
        {page.tags.length > 0 && (
          <section className="tags" aria-labelledby="docgen-tags">
            <h2 id="docgen-tags">{words.text('tags')}</h2>
            <ul>
              {page.tags.map(({ href, label }) => (
                <li key={href}>
                  <a href={href}>{label}</a>
                </li>
              ))}
            </ul>
          </section>
        )}
        {page.seeAlso.length > 0 && (
          <section className="see-also" aria-labelledby="docgen-see-also">
            <h2 id="docgen-see-also">{words.text('seeAlso')}</h2>
            <ul>
              {page.seeAlso.map((link, index) => (
                <PageEntry key={index.toString()} link={link} />
              ))}
            </ul>
          </section>
        )}
        <Origins sources={page.origins} />
        {page.source && <SourceLine source={page.source} />}
        {(page.editUrl !== undefined || page.lastUpdate !== undefined) && (
          <p className="provenance">
            {page.editUrl !== undefined && (
              <a href={page.editUrl} rel="noopener noreferrer">
                {words.text('editThisPage')}
              </a>
            )}
            {page.lastUpdate !== undefined && <span>{updateText(page.lastUpdate, words)}</span>}
          </p>
        )}
        <Pagination previous={page.previous} next={page.next} />
      </main>
      <TableOfContents headings={page.headings} />
    </Document>
  );
}

function updateText({ date, author }: NonNullable<DocPageProps['lastUpdate']>, { text }: Words): string {
  if (date === undefined) return author === undefined ? text('updated') : text('updatedBy', { author });
  return author === undefined ? text('updatedOn', { date }) : text('updatedOnBy', { date, author });
}
