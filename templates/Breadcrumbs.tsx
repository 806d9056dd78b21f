import type { BreadcrumbsProps } from './props.js';
import { useWords } from './words.js';

/** The path from the home page of the hub to the folder of the page, with microdata for search engines. */
export function Breadcrumbs({ crumbs }: BreadcrumbsProps) {
  return (
    <nav className="breadcrumbs" aria-label={useWords().text('breadcrumbs')}>
      <ol itemScope itemType="https://schema.org/BreadcrumbList">
        {crumbs.map(({ href, label }, index) => (
          <li key={index.toString()} itemProp="itemListElement" itemScope itemType="https://schema.org/ListItem">
            {href !== undefined ? (
              <a href={href} itemProp="item">
                <span itemProp="name">{label}</span>
              </a>
            ) : (
              <span itemProp="name">{label}</span>
            )}
            <meta itemProp="position" content={String(index + 1)} />
          </li>
        ))}
      </ol>
    </nav>
  );
}
