import type { HeaderProps } from './props.js';
import type { LinkProps, PictureProps } from './types.js';
import { useWords } from './words.js';

/** Contents of the header: links to the home page and to ways to find pages, and the site's links. If these don't fit, a button opens them. */
export function Header({ siteTitle, home, logo, links, allPages, search }: HeaderProps) {
  const { text } = useWords();
  return (
    <>
      <a className="brand" href={home}>
        {logo && <Picture className="logo" {...logo} />}
        {(!logo || logo.showTitle) && siteTitle}
      </a>
      {links.length > 0 && (
        <details className={`site-links ${rowOf(siteTitle, links)}`}>
          <summary>{text('links')}</summary>
          <nav aria-label={text('siteLinks')}>
            <ul>
              {links.map((link, index) => (
                <li key={index.toString()}>{'links' in link ? <DropDown {...link} /> : <SiteLink {...link} />}</li>
              ))}
            </ul>
          </nav>
        </details>
      )}
      <a className="find" href={allPages}>
        {text('allPages')}
      </a>
      {search && (
        <a className="find" href={search.href} rel="noopener noreferrer">
          {text('searchOn', { site: search.label })}
        </a>
      )}
    </>
  );
}

function SiteLink({ href, label, lang }: LinkProps) {
  return (
    <a href={href} lang={lang} hrefLang={lang}>
      {label}
    </a>
  );
}

/** A menu. Opening it closes the others. */
function DropDown({ label, links }: { readonly label: string; readonly links: readonly LinkProps[] }) {
  return (
    <details name="docgen-site-links">
      <summary>{label}</summary>
      <ul>
        {links.map((link, index) => (
          <li key={index.toString()}>
            <SiteLink {...link} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Always uses `<picture>`, because React preloads other images before the stylesheet. */
export function Picture({ light, dark, alt, className }: PictureProps & { readonly className?: string }) {
  const referrerPolicy = light.width === undefined ? 'no-referrer' : undefined;
  return (
    <picture>
      {dark && (
        <source srcSet={dark.href} media="(prefers-color-scheme: dark)" width={dark.width} height={dark.height} />
      )}
      <img
        className={className}
        src={light.href}
        alt={alt}
        width={light.width}
        height={light.height}
        referrerPolicy={referrerPolicy}
      />
    </picture>
  );
}

/** Returns the class for the screen width from which the links are in one row. Estimates the width of the links in rem. The stylesheet defines these classes. */
function rowOf(siteTitle: string, links: HeaderProps['links']): string {
  const width = links.reduce((sum, { label }) => sum + widthOf(label) + 1.75, widthOf(siteTitle) + 10);
  return width <= 50 ? 'row-from-50' : width <= 80 ? 'row-from-80' : '';
}

/** Estimates the width of a label in em. Latin letters are about half as wide as others. */
const widthOf = (label: string) => [...label].reduce((sum, letter) => sum + (letter < '\u1100' ? 0.55 : 1), 0);
