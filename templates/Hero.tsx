import { Picture } from './Header.js';
import { useParts } from './parts.js';
import type { HeroProps } from './types.js';

/** The top of a front page: title, texts, links, an image, and features as cards. */
export function Hero({ title, id, lead, image, actions, features }: HeroProps) {
  const { Cards } = useParts();
  return (
    <>
      <header className="hero">
        {image && <Picture {...image} />}
        <h1 id={id}>{title}</h1>
        {lead.map((text, index) => (
          <p key={index.toString()} className="lead">
            {text}
          </p>
        ))}
        {actions.length > 0 && (
          <p className="actions">
            {actions.map(({ href, label }, index) => (
              <a key={index.toString()} href={href}>
                {label}
              </a>
            ))}
          </p>
        )}
      </header>
      {features.length > 0 && <Cards cards={features} />}
    </>
  );
}
