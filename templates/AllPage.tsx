import { useParts } from './parts.js';
import type { AllPageProps, PageGroupProps } from './props.js';
import { useWords } from './words.js';

/** Every page of the hub on one page, so that the browser's find searches them all. */
export function AllPage({ document, breadcrumbs, count, sections, letters }: AllPageProps) {
  const { Breadcrumbs, Document } = useParts();
  const words = useWords();
  return (
    <Document {...document}>
      <main id="docgen-main">
        <Breadcrumbs crumbs={breadcrumbs} />
        <article>
          <h1>{document.title}</h1>
          <p className="lead">{words.text('allPagesLead', { pages: words.count('pages', count) })}</p>
          <nav className="letters" aria-label={words.text('letters')}>
            {letters.map(({ title }, index) => (
              <a key={title} href={`#docgen-letter-${index}`}>
                {title}
              </a>
            ))}
          </nav>
          <h2>{words.text('aToZ')}</h2>
          {letters.map((group, index) => (
            <PageGroup key={group.title} group={group} id={`docgen-letter-${index}`} />
          ))}
          <h2>{words.text('bySection')}</h2>
          {sections.map((group, index) => (
            <PageGroup key={group.title} group={group} id={`docgen-section-${index}`} />
          ))}
        </article>
      </main>
    </Document>
  );
}

function PageGroup({ group, id }: { group: PageGroupProps; id: string }) {
  return (
    <>
      <h3 id={id}>{group.title}</h3>
      <ul className="pages">
        {group.links.map(({ href, label, section }) => (
          <li key={href}>
            <a href={href}>{label}</a>
            {section !== undefined && <small> {section}</small>}
          </li>
        ))}
      </ul>
    </>
  );
}
