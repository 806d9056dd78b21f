import { Fragment, type ReactNode } from 'react';
import type { TableOfContentsProps } from './props.js';
import { Toggle } from './Toggle.js';
import { useWords } from './words.js';

/** Headings of the page, each indented by its level. On a narrow screen it is above the article, behind a link; following an entry hides it. */
export function TableOfContents({ headings }: TableOfContentsProps) {
  const title = useWords().text('onThisPage');
  if (headings.length === 0) return null;
  const top = headings.reduce((least, { level }) => Math.min(least, level), 6);
  return (
    <nav className="toc" id="docgen-toc" aria-label={title}>
      <Toggle target="docgen-toc" label={title} />
      <div className="content">
        <p>{title}</p>
        <ul>
          {headings.map(({ level, id, href, words }) => (
            <li key={id} className={`toc-${level - top}`}>
              <a href={href}>{breakable(words)}</a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

/** The parts of a name, between which it may break. */
function breakable(words: readonly string[]): ReactNode {
  return words.map((word, index) => (
    <Fragment key={index.toString()}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}
