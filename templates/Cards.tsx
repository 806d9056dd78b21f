import { Fragment } from 'react';
import { useParts } from './parts.js';
import type { CardEntryProps, CardsProps } from './props.js';
import type { CardProps } from './types.js';
import { Phrase, useWords } from './words.js';

/** Maximum number of cards. More are shown as a compact list. */
export const maxCards = 60;

/** Links to sections or pages, as cards or as a compact list. */
export function Cards({ cards }: CardsProps) {
  const { CardEntry } = useParts();
  if (cards.length > maxCards) return <CompactList cards={cards} />;
  return (
    <ul className="cards">
      {cards.map((card, index) => (
        <CardEntry key={index.toString()} card={card} />
      ))}
    </ul>
  );
}

/** A card. */
export function CardEntry({ card }: CardEntryProps) {
  const words = useWords();
  const { href, label, description, count } = card;
  return (
    <li>
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
    </li>
  );
}

/** Some pages of a section, and a link to all of them. */
function CardPages({ count = 0, pages }: CardProps) {
  const words = useWords();
  if (pages === undefined || (pages.links.length === 0 && pages.all === undefined)) return null;
  const { kind, links } = pages;
  const all = pages.all ? [{ href: pages.all.href, label: words.count('all', count) }] : [];
  const list = [...links, ...all].map((link, index) => (
    <Fragment key={index.toString()}>
      {index > 0 && words.text('listSeparator')}
      <a href={link.href}>{link.label}</a>
    </Fragment>
  ));
  const isPlain = kind === undefined || links.length === 0;
  return <p className="card-pages">{isPlain ? list : <Phrase label={words.text(kind)} values={{ pages: list }} />}</p>;
}

/** A list of labels, grouped by letter if the cards have letters. */
function CompactList({ cards }: CardsProps) {
  const words = useWords();
  const groups: { letter: string | undefined; cards: CardProps[] }[] = [];
  for (const card of cards) {
    const last = groups.at(-1);
    if (last && last.letter === card.letter) last.cards.push(card);
    else groups.push({ letter: card.letter, cards: [card] });
  }
  const lettered = groups.filter(({ letter }) => letter !== undefined);
  return (
    <>
      {lettered.length > 0 && (
        <nav className="letters" aria-label={words.text('letters')}>
          {lettered.map(({ letter }, index) => (
            <a key={letter} href={`#docgen-letter-${index}`}>
              {letter}
            </a>
          ))}
        </nav>
      )}
      {groups.map(({ letter, cards: own }, index) =>
        letter === undefined ? (
          <Names key={index.toString()} cards={own} />
        ) : (
          <section key={index.toString()} aria-labelledby={`docgen-letter-${index}`}>
            <p className="letter" id={`docgen-letter-${index}`}>
              {letter}
            </p>
            <Names cards={own} />
          </section>
        ),
      )}
    </>
  );
}

function Names({ cards }: CardsProps) {
  const words = useWords();
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
}
