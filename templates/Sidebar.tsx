import { Html } from './Html.js';
import { useParts } from './parts.js';
import type { LevelEntryProps, SidebarProps } from './props.js';
import type { LevelProps } from './types.js';
import { useWords } from './words.js';

/**
 * Links to lists of all pages, the short menu of the page, then the full sidebar. It comes after the article in the source, for screen readers and print. On a
 * narrow screen it is above the article and hidden until the first link of the page is clicked: the stylesheet uses `:target`.
 */
export function Sidebar({ tree, allPages, wholeTree, onePage, level, here }: SidebarProps) {
  const { text } = useWords();
  return (
    <nav className="sidebar" id="docgen-nav" aria-label={text('documentation')}>
      <p className="toggle">
        <a className="close" href="#docgen-main">
          {text('close')}
        </a>
      </p>
      <div className="content">
        <p className="all">
          <a href={allPages}>{text('allPagesLink')}</a>
          {wholeTree !== undefined && <a href={wholeTree}>{text('wholeTree')}</a>}
          {onePage && (
            <a href={onePage.href} aria-current={onePage.isCurrent ? 'page' : undefined}>
              {onePage.label}
            </a>
          )}
        </p>
        {level && <Level {...level} />}
        <div className="tree">
          {here !== undefined && (
            <p className="here">
              <a href={here}>{text('showInTree')}</a>
            </p>
          )}
          <Html markup={tree} />
        </div>
      </div>
    </nav>
  );
}

/** The siblings of the current page, or on the page of a category its items. */
function Level({ label, href, links, more }: LevelProps) {
  const { LevelEntry } = useParts();
  return (
    <div className="level">
      <p>{href === undefined ? label : <a href={href}>{label}</a>}</p>
      <ul>
        {links.map((link, index) => (
          <LevelEntry key={index.toString()} link={link} />
        ))}
        {more && (
          <li>
            <a href={more.href}>{more.label}</a>
          </li>
        )}
      </ul>
    </div>
  );
}

/** An entry of the short menu. */
export function LevelEntry({ link: { href, label, isCurrent, isCategory } }: LevelEntryProps) {
  return (
    <li className={isCategory ? 'folder' : undefined}>
      <a href={href} aria-current={isCurrent ? 'page' : undefined}>
        {label}
      </a>
    </li>
  );
}
