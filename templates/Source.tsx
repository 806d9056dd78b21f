import type { ReactNode } from 'react';
import type { SourceProps } from './types.js';

/** Where a page comes from and under which licence, in one line. */
export function SourceLine({ source }: { readonly source: SourceProps }) {
  return (
    <p className="provenance">
      <span>
        From <MaybeLink href={source.projectHref}>{source.project}</MaybeLink>
        {' at '}
        <MaybeLink href={source.commitHref}>
          <code>{source.commit}</code>
        </MaybeLink>
      </span>
      {source.license !== undefined && (
        <span>
          Licence: <MaybeLink href={source.licenseHref}>{source.license}</MaybeLink>
        </span>
      )}
      <span>
        Last changed on <time dateTime={source.lastChange}>{source.lastChange}</time>
      </span>
    </p>
  );
}

/** Where the pages of a section come from. */
export function Origins({ sources }: { readonly sources: readonly SourceProps[] }) {
  if (sources.length === 0) return null;
  return (
    <section className="origins" aria-labelledby="docgen-origins">
      <h2 id="docgen-origins">Where this comes from</h2>
      <ul>
        {sources.map((source) => (
          <li key={source.project + source.commit}>
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
