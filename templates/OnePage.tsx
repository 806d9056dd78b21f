import { Html } from './Html.js';
import { useParts } from './parts.js';
import type { ChapterProps, ContentsEntryProps, OnePageProps } from './props.js';
import { Origins } from './Source.js';
import { Phrase, useWords } from './words.js';

/** The single-page view of a folder: all of its pages, to search with the browser and to print. */
export function OnePage(page: OnePageProps) {
  const { Breadcrumbs, Document, VersionNotice } = useParts();
  const words = useWords();
  return (
    <Document {...page.document}>
      <main id="docgen-main" className="one-page">
        <Breadcrumbs crumbs={page.breadcrumbs} />
        <VersionNotice siteTitle={page.document.siteTitle} version={page.version} />
        <article>
          <h1>{page.title}</h1>
          {page.description !== '' && <p className="lead">{page.description}</p>}
          <p className="how">{words.text('onePageLead', { pages: words.count('pages', page.count) })}</p>
          <nav className="contents" aria-labelledby="docgen-contents">
            <h2 id="docgen-contents">{words.text('contents')}</h2>
            <Contents entries={page.contents} />
          </nav>
          {page.chapters.map((chapter) => (
            <Chapter key={chapter.id} {...chapter} />
          ))}
        </article>
        <Origins sources={page.origins} />
      </main>
    </Document>
  );
}

function Contents({ entries }: { readonly entries: readonly ContentsEntryProps[] }) {
  return (
    <ul>
      {entries.map(({ href, label, entries: below }) => (
        <li key={href}>
          <a href={href}>{label}</a>
          {below.length > 0 && <Contents entries={below} />}
        </li>
      ))}
    </ul>
  );
}

function Chapter({ id, heading, description, cards, dir, body, elsewhere }: ChapterProps) {
  const { Cards } = useParts();
  const { text } = useWords();
  return (
    <section className="chapter" id={id} dir={dir}>
      {heading !== undefined && <h2>{heading}</h2>}
      {description !== '' && <p className="lead">{description}</p>}
      {cards.length > 0 && <Cards cards={cards} />}
      {body && <Html className="markdown" markup={body} />}
      {elsewhere && (
        <p>
          <Phrase label={text('leftOut')} values={{ page: <a href={elsewhere.href}>{elsewhere.label}</a> }} />
        </p>
      )}
    </section>
  );
}
