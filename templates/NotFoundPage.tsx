import { Html } from './Html.js';
import { useParts } from './parts.js';
import type { NotFoundPageProps } from './props.js';
import { Phrase, useWords } from './words.js';

/** `404.html`, which hosts show for unknown URLs. */
export function NotFoundPage({ document, text: own, sections }: NotFoundPageProps) {
  const { Cards, Document } = useParts();
  const { text } = useWords();
  const front = <a href={document.home}>{text('notFoundFront')}</a>;
  const all = <a href={document.allPages}>{text('notFoundAll')}</a>;
  return (
    <Document {...document}>
      <main id="docgen-main">
        <article>
          <h1>{document.title}</h1>
          {own ? (
            <Html className="markdown" markup={own} />
          ) : (
            <p className="lead">
              <Phrase label={text('notFoundText')} values={{ front, all }} />
            </p>
          )}
          <Cards cards={sections} />
        </article>
      </main>
    </Document>
  );
}
