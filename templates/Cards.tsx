import type { CardsProps } from './props.js';

export function countOf(count: number): string {
  return count === 1 ? '1 page' : `${withSeparators(count)} pages`;
}

/** 12345 as 12,345, whatever the machine's language is. */
function withSeparators(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** More cards than these are a list. */
const mostCards = 60;

/** Sections or pages to choose from: cards or, of many, a list of their names. */
export function Cards({ cards }: CardsProps) {
  if (cards.length > mostCards)
    return (
      <ul className="pages">
        {cards.map(({ href, label, count }, index) => (
          <li key={index.toString()}>
            {href === undefined ? label : <a href={href}>{label}</a>}
            {count !== undefined && <small> {countOf(count)}</small>}
          </li>
        ))}
      </ul>
    );
  return (
    <ul className="cards">
      {cards.map(({ href, label, description, count, pages }, index) => (
        <li key={index.toString()}>
          <div className="card-head">
            {href === undefined ? (
              <strong>{label}</strong>
            ) : (
              <a className="card-link" href={href}>
                {label}
              </a>
            )}
            {count !== undefined && <small>{countOf(count)}</small>}
          </div>
          {description !== '' && <p>{description}</p>}
          {pages !== undefined && pages.links.length > 0 && (
            <p className="card-pages">
              {pages.title !== '' && `${pages.title}: `}
              {pages.links.map((link, number) => (
                <span key={link.href}>
                  {number > 0 && ', '}
                  <a href={link.href}>{link.label}</a>
                </span>
              ))}
              {pages.title === '' && href !== undefined && count !== undefined && count > pages.links.length && (
                <>
                  {', '}
                  <a href={href}>all {withSeparators(count)}</a>
                </>
              )}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
