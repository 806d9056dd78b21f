import type { BreadcrumbProps } from './types.js';

/** The way from the hub's front to the page. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly BreadcrumbProps[] }) {
  return (
    <nav className="breadcrumbs" aria-label="Breadcrumbs">
      <ol>
        {crumbs.map(({ href, label }, index) => (
          <li key={index.toString()}>
            {href !== undefined ? (
              <a href={href}>{label}</a>
            ) : (
              <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
