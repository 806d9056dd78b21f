import type { HeadingProps } from './types.js';

/** Headings of the page, each indented by its level. */
export function TableOfContents({ headings }: { headings: readonly HeadingProps[] }) {
  if (headings.length === 0) return null;
  const top = Math.min(...headings.map(({ level }) => level));
  return (
    <nav className="toc" aria-labelledby="docgen-toc">
      <h2 id="docgen-toc">On this page</h2>
      <ul>
        {headings.map(({ level, id, text }) => (
          <li key={id} className={`toc-${level - top}`}>
            <a href={`#${encodeURIComponent(id)}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
