import type { HeaderProps } from './props.js';
import type { LinkProps, LogoProps } from './types.js';
import { useWords } from './words.js';

/** What is in the header of every page: the way to its front, and links of the site. Where they do not fit beside it, they open from a button. */
export function Header({ siteTitle, home, logo, links }: HeaderProps) {
  const { text } = useWords();
  return (
    <>
      <a className="brand" href={home}>
        {logo && <Logo {...logo} />}
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
    </>
  );
}

function SiteLink({ href, label }: LinkProps) {
  return <a href={href}>{label}</a>;
}

/** Opening one closes the others. */
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

/** In a `<picture>` also where it is alone: React asks browsers to load any other image before the stylesheet. */
function Logo({ light, dark, alt }: LogoProps) {
  return (
    <picture>
      {dark && (
        <source srcSet={dark.href} media="(prefers-color-scheme: dark)" width={dark.width} height={dark.height} />
      )}
      <img className="logo" src={light.href} alt={alt} width={light.width} height={light.height} />
    </picture>
  );
}

/** From which width on the links stand in a row, by an estimate of theirs in rem; the stylesheet knows these names. */
function rowOf(siteTitle: string, links: HeaderProps['links']): string {
  const width = links.reduce((sum, { label }) => sum + widthOf(label) + 1.75, widthOf(siteTitle) + 7);
  return width <= 50 ? 'row-from-50' : width <= 80 ? 'row-from-80' : '';
}

/** Latin letters are about half as wide as others may be. */
const widthOf = (label: string) => [...label].reduce((sum, letter) => sum + (letter < '\u1100' ? 0.55 : 1), 0);
