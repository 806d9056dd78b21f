import { Html } from './Html.js';
import { useParts } from './parts.js';
import type { LevelEntryProps, SidebarProps } from './props.js';
import { Toggle } from './Toggle.js';
import type { LevelProps } from './types.js';
import { useWords } from './words.js';

/**
 * What is beside the page, then the whole tree. It follows the article, so that who hears or prints the page meets the article first. On
 * a narrow screen it is above the article, behind a link to itself: the stylesheet shows what an address means.
 */
export function Sidebar({ tree, allPages, onePage, level, here }: SidebarProps) {
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

/** The pages beside the current one, or, on the front of a category, below it. */
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

/** One of the pages beside the current one, or that page. */
export function LevelEntry({ link: { href, label, isCurrent, isCategory } }: LevelEntryProps) {
  return (
    <li className={isCategory ? 'folder' : undefined}>
      <a href={href} aria-current={isCurrent ? 'page' : undefined}>
        {label}
      </a>
    </li>
  );
}
