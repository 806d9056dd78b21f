import { Html } from './Html.js';
import { useParts } from './parts.js';
import type { LevelEntryProps, SidebarProps } from './props.js';
import { Toggle } from './Toggle.js';
import type { LevelProps } from './types.js';
import { useWords } from './words.js';

/**
 * The short menu of the page, then the full sidebar. It comes after the article in the source, for screen readers and print. On a narrow screen it is above the
 * article and hidden until its link is clicked: the stylesheet uses `:target`.
 */
export function Sidebar({ tree, allPages, wholeTree, onePage, level, here }: SidebarProps) {
  const { text } = useWords();
  return (
    <nav className="sidebar" id="docgen-nav" aria-label={text('documentation')}>
      <Toggle target="docgen-nav" label={text('menu')} />
      <div className="content">
        {level && <Level {...level} />}
        <div className="tree">
          {here !== undefined && (
            <p className="here">
              <a href={here}>{text('showInTree')}</a>
            </p>
          )}
          <Html markup={tree} />
          <p className="all">
            <a href={allPages}>{text('allPagesLink')}</a>
            {wholeTree !== undefined && <a href={wholeTree}>{text('wholeTree')}</a>}
            {onePage && (
              <a href={onePage.href} aria-current={onePage.isCurrent ? 'page' : undefined}>
                {onePage.label}
              </a>
            )}
          </p>
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
