import type { TableOfContentsProps } from './props.js';

/** Headings of the page, each indented by its level. On a narrow screen it stands above the article, closed. */
export function TableOfContents({ headings }: TableOfContentsProps) {
  if (headings.length === 0) return null;
  const top = headings.reduce((least, { level }) => Math.min(least, level), 6);
  return (
    <nav className="toc" aria-label="On this page">
      <details>
        <summary>On this page</summary>
        <ul>
          {headings.map(({ level, id, href, text }) => (
            <li key={id} className={`toc-${level - top}`}>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
