import type { PaginationProps } from './props.js';
import { useWords } from './words.js';

/** Links to the previous and next page. */
export function Pagination({ previous, next }: PaginationProps) {
  const { text } = useWords();
  if (!previous && !next) return null;
  return (
    <nav className="pagination" aria-label={text('pagination')}>
      {previous && (
        <a className="previous" rel="prev" href={previous.href}>
          <span>{text('previous')}</span> {previous.label}
        </a>
      )}
      {next && (
        <a className="next" rel="next" href={next.href}>
          <span>{text('next')}</span> {next.label}
        </a>
      )}
    </nav>
  );
}
