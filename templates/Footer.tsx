import { Html } from './Html.js';
import type { FooterProps } from './props.js';
import { useWords } from './words.js';

/** Contents of the footer. */
export function Footer({ columns, text }: FooterProps) {
  const words = useWords();
  const filled = columns.filter(({ links }) => links.length > 0);
  return (
    <>
      {filled.length > 0 && (
        <nav aria-label={words.text('footer')}>
          {filled.map(({ title, links }, index) => (
            <div key={index.toString()}>
              {title !== '' && <p>{title}</p>}
              <ul>
                {links.map(({ href, label }, number) => (
                  <li key={number.toString()}>
                    <a href={href}>{label}</a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      )}
      {text && <Html className="footer-text" markup={text} />}
    </>
  );
}
