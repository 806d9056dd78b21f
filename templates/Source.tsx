import type { ReactNode } from 'react';
import type { SourceProps } from './types.js';
import { Phrase, useWords } from './words.js';

/** One line with the source and license of a page. */
export function SourceLine({ source }: { readonly source: SourceProps }) {
  const { text } = useWords();
  const project = <MaybeLink href={source.projectHref}>{source.project}</MaybeLink>;
  const commit = (
    <MaybeLink href={source.commitHref}>
      <code>{source.commit}</code>
    </MaybeLink>
  );
  const name = <MaybeLink href={source.licenseHref}>{source.license}</MaybeLink>;
  const date = <time dateTime={source.lastChange}>{source.lastChange}</time>;
  return (
    <p className="provenance">
      <span>
        <Phrase label={text('origin')} values={{ project, commit }} />
      </span>
      {source.license !== undefined && (
        <span>
          <Phrase label={text('licence')} values={{ name }} />
        </span>
      )}
      {source.lastChange !== undefined && (
        <span>
          <Phrase label={text('changedOn')} values={{ date }} />
        </span>
      )}
    </p>
  );
}

/** The sources of a section. */
export function Origins({ sources }: { readonly sources: readonly SourceProps[] }) {
  const { text } = useWords();
  if (sources.length === 0) return null;
  return (
    <section className="origins" aria-labelledby="docgen-origins">
      <h2 id="docgen-origins">{text('origins')}</h2>
      <ul>
        {sources.map((source) => (
          <li key={`${source.project} ${source.commit} ${source.projectHref}`}>
            <SourceLine source={source} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function MaybeLink({ href, children }: { readonly href: string | undefined; readonly children: ReactNode }) {
  return href === undefined ? (
    children
  ) : (
    <a href={href} rel="noopener noreferrer">
      {children}
    </a>
  );
}
