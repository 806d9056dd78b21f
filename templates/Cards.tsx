import type { CardProps } from './types.js';

export function countOf(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`;
}

/** Sections or pages to choose from. */
export function Cards({ cards }: { cards: readonly CardProps[] }) {
  return (
    <ul className="cards">
      {cards.map(({ href, label, description, count }, index) => (
        <li key={index.toString()}>
          {href === undefined ? <strong>{label}</strong> : <a href={href}>{label}</a>}
          {count !== undefined && <small>{countOf(count)}</small>}
          {description !== '' && <p>{description}</p>}
        </li>
      ))}
    </ul>
  );
}
