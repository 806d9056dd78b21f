import { Fragment } from 'react';
import type { CardsProps } from './props.js';
import type { CardProps } from './types.js';
import { Phrase, useWords } from './words.js';

/** More cards than these are a list. */
const mostCards = 60;

/** Sections or pages to choose from: cards or, of many, a list of their names. */
export function Cards({ cards }: CardsProps) {
  const words = useWords();
  if (cards.length > mostCards)
    return (
      <ul className="pages">
        {cards.map(({ href, label, count }, index) => (
          <li key={index.toString()}>
            {href === undefined ? label : <a href={href}>{label}</a>}
            {count !== undefined && <small> {words.count('pages', count)}</small>}
          </li>
        ))}
      </ul>
    );
  return (
    <ul className="cards">
      {cards.map((card, index) => (
        <li key={index.toString()}>
          <CardContent {...card} />
        </li>
      ))}
    </ul>
  );
}

function CardContent(card: CardProps) {
  const words = useWords();
  const { href, label, description, count } = card;
  return (
    <>
      <div className="card-head">
        {href === undefined ? (
          <strong>{label}</strong>
        ) : (
          <a className="card-link" href={href}>
            {label}
          </a>
        )}
        {count !== undefined && <small>{words.count('pages', count)}</small>}
      </div>
      {description !== '' && <p>{description}</p>}
      <CardPages {...card} />
    </>
  );
}

/** Some pages of a section, and how many there are in all. */
function CardPages({ href, count = 0, pages }: CardProps) {
  const words = useWords();
  if (pages === undefined || pages.links.length === 0) return null;
  const { kind, links } = pages;
  const hasMore = kind === undefined && href !== undefined && count > links.length;
  const all = hasMore ? [{ href, label: words.count('all', count) }] : [];
  const list = [...links, ...all].map((link, index) => (
    <Fragment key={index.toString()}>
      {index > 0 && words.text('listSeparator')}
      <a href={link.href}>{link.label}</a>
    </Fragment>
  ));
  return (
    <p className="card-pages">
      {kind === undefined ? list : <Phrase label={words.text(kind)} values={{ pages: list }} />}
    </p>
  );
}
