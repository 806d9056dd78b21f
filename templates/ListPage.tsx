import { useParts } from './parts.js';
import type { ListEntryProps, ListPageProps } from './props.js';
import { useWords } from './words.js';

/** Lists all pages of a section, or of a letter, with descriptions and keywords, so that readers can search them with the browser. */
export function ListPage({ document, breadcrumbs, title, count, entries, previous, next }: ListPageProps) {
  const { Breadcrumbs, Document, ListEntry, Pagination } = useParts();
  const words = useWords();
  return (
    <Document {...document}>
      <main id="docgen-main">
        <Breadcrumbs crumbs={breadcrumbs} />
        <article>
          <h1>{title}</h1>
          <p className="lead">{words.text('listLead', { pages: words.count('pages', count) })}</p>
          <ul className="listed">
            {entries.map((entry, index) => (
              <ListEntry key={index.toString()} entry={entry} />
            ))}
          </ul>
        </article>
        <Pagination previous={previous} next={next} />
      </main>
    </Document>
  );
}

/** An entry in the list. */
export function ListEntry({ entry: { href, label, folder, description, keywords } }: ListEntryProps) {
  return (
    <li>
      <a href={href}>{label}</a>
      {folder !== '' && <small> {folder}</small>}
      {description !== '' && <p>{description}</p>}
      {keywords !== '' && (
        <p>
          <small>{keywords}</small>
        </p>
      )}
    </li>
  );
}
