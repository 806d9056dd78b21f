import { Fragment, type ReactNode } from 'react';
import { useParts } from './parts.js';
import type { HeadingEntryProps, TableOfContentsProps } from './props.js';
import { Toggle } from './Toggle.js';
import type { HeadingProps } from './types.js';
import { useWords } from './words.js';

/** Table of contents, indented by level. On a narrow screen it is above the article, hidden until its link is clicked. Clicking an entry hides it again. */
export function TableOfContents({ headings }: TableOfContentsProps) {
  const { HeadingEntry } = useParts();
  const title = useWords().text('onThisPage');
  if (headings.length === 0) return null;
  const top = topLevel(headings);
  return (
    <nav className="toc" id="docgen-toc" aria-label={title}>
      <Toggle target="docgen-toc" label={title} />
      <div className="content">
        <p>{title}</p>
        <ul>
          {headings.map((heading, index) => (
            <HeadingEntry key={index.toString()} heading={heading} top={top} />
          ))}
        </ul>
      </div>
    </nav>
  );
}

/** Returns the highest heading level, which is not indented. */
export function topLevel(headings: readonly Pick<HeadingProps, 'level'>[]): number {
  return headings.reduce((least, { level }) => Math.min(least, level), 6);
}

/** An entry in the table of contents. */
export function HeadingEntry({ heading: { level, href, words }, top }: HeadingEntryProps) {
  return (
    <li className={`toc-${level - top}`}>
      <a href={href}>{breakable(words)}</a>
    </li>
  );
}

/** Renders the parts of a name with line break opportunities between them. */
function breakable(words: readonly string[]): ReactNode {
  return words.map((word, index) => (
    <Fragment key={index.toString()}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}
