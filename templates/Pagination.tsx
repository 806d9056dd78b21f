import type { PaginationProps } from './props.js';

/** The neighbours of the page in reading order. */
export function Pagination({ previous, next }: PaginationProps) {
  if (!previous && !next) return null;
  return (
    <nav className="pagination" aria-label="Previous and next page">
      {previous && (
        <a className="previous" rel="prev" href={previous.href}>
          <span>Previous</span> {previous.label}
        </a>
      )}
      {next && (
        <a className="next" rel="next" href={next.href}>
          <span>Next</span> {next.label}
        </a>
      )}
    </nav>
  );
}
