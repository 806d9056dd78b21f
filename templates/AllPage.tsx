import { useParts } from './parts.js';
import type { AllPageProps, ListLinkProps, PageEntryProps } from './props.js';
import { useWords } from './words.js';

/** Lists all pages of the hub by title, so that readers can search them with the browser, and links to lists with more details. */
export function AllPage({ document, breadcrumbs, count, sections, letters, letterLists }: AllPageProps) {
  const { Breadcrumbs, Document, PageEntry } = useParts();
  const words = useWords();
  return (
    <Document {...document}>
      <main id="docgen-main" className="whole">
        <Breadcrumbs crumbs={breadcrumbs} />
        <article>
          <h1>{document.title}</h1>
          <p className="lead">
            {words.text(letters.length === 0 ? 'allPagesManyLead' : 'allPagesLead', {
              pages: words.count('pages', count),
            })}
          </p>
          <h2>{words.text('bySection')}</h2>
          <ListLinks lists={sections} />
          <h2>{words.text('aToZ')}</h2>
          {letterLists.length > 0 && <ListLinks lists={letterLists} />}
          {letters.length > 0 && (
            <nav className="letters" aria-label={words.text('letters')}>
              {letters.map(({ title }, index) => (
                <a key={title} href={`#docgen-letter-${index}`}>
                  {title}
                </a>
              ))}
            </nav>
          )}
          {letters.map(({ title, links }, number) => (
            <section key={title} aria-labelledby={`docgen-letter-${number}`}>
              <h3 id={`docgen-letter-${number}`}>{title}</h3>
              <ul className="pages">
                {links.map((link, index) => (
                  <PageEntry key={index.toString()} link={link} />
                ))}
              </ul>
            </section>
          ))}
        </article>
      </main>
    </Document>
  );
}

/** An entry in a list of titles. */
export function PageEntry({ link: { href, label, section } }: PageEntryProps) {
  return (
    <li>
      <a href={href}>{label}</a>
      {section !== undefined && <small> {section}</small>}
    </li>
  );
}

function ListLinks({ lists }: { readonly lists: readonly ListLinkProps[] }) {
  const words = useWords();
  return (
    <ul className="pages">
      {lists.map(({ href, label, count }) => (
        <li key={href}>
          <a href={href}>{label}</a> <small>{words.count('pages', count)}</small>
        </li>
      ))}
    </ul>
  );
}
