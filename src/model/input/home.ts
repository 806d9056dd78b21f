// Front pages of VitePress and Starlight: a hero with links, and features.
import { decodeHTMLStrict } from 'entities';
import * as z from 'zod/mini';
import { isRecord } from './plain-data.js';

const filled = z.string().check(z.minLength(1));
export const linkSchema = z.strictObject({
  label: filled,
  /** A URL, a path from the site's root, or the path of a Markdown file of the content. */
  href: filled,
});
const feature = z.strictObject({
  title: filled,
  details: z._default(z.string(), ''),
  /** Target of the card, in the same form as the `href` of a link. */
  href: z.optional(filled),
});
/** Texts, links and an image of a front page: of the hub, or in the front matter of a page. */
export const heroSchema = z.strictObject({
  /** By default, the hub's `title`. The default of `lead` is the hub's `tagline`. */
  title: z._default(z.string(), ''),
  lead: z._default(z.string(), ''),
  /** An image next to the texts, and another one for dark mode. */
  image: z.optional(
    z.strictObject({ light: filled, dark: z._default(z.string(), ''), alt: z._default(z.string(), '') }),
  ),
  /** The first link looks like a button. By default a link to the page that newcomers read first. */
  actions: z.optional(z.array(linkSchema)),
  features: z._default(z.array(feature), []),
});
export type Home = z.output<typeof heroSchema>;

/** Returns the fields of a front page. A page without a title or description gets those of its hero. */
export function homeFields({ hero, features, title, description }: Readonly<Record<string, unknown>>) {
  const home = homeIn(hero, features);
  const tagline = home.lead.split('\n').at(-1);
  return {
    home,
    ...(textIn(title) === '' && home.title !== '' && { title: home.title }),
    ...(textIn(description) === '' && tagline && { description: tagline }),
  };
}

/** Reads `hero` and `features`. Their texts can contain HTML, whose tags are left out. */
function homeIn(hero: unknown, features: unknown): Home {
  const { name, text, title, tagline, image, actions } = isRecord(hero) ? hero : {};
  const [main = '', ...more] = [name, text, title].map(plain).filter(Boolean);
  return {
    title: main,
    lead: [...more, plain(tagline)].filter(Boolean).join('\n'),
    image: imageIn(image),
    features: recordsIn(features).flatMap(({ title: of, details, icon, link }) => {
      const label = [typeof icon === 'string' && !/[<\w]/.test(icon) ? icon : '', plain(of)].filter(Boolean).join(' ');
      const href = textIn(link);
      return label === '' ? [] : [{ title: label, details: plain(details), ...(href !== '' && { href }) }];
    }),
    ...(Array.isArray(actions) && {
      actions: recordsIn(actions)
        .map((action) => ({ label: plain(action['text']), href: textIn(action['link']) }))
        .filter(({ label, href }) => label !== '' && href !== ''),
    }),
  };
}

function imageIn(image: unknown): Home['image'] {
  const { src, file, light, dark, alt } = isRecord(image) ? image : { src: image };
  // VitePress does not bundle the image: its path is that of a static file.
  const paths = [textIn(src).replace(/^\.\//, '/'), ...[file, light, dark].map(textIn)].filter(Boolean);
  return paths[0] === undefined ? undefined : { light: paths[0], dark: textIn(dark), alt: plain(alt) };
}

/** Maximum number of links and of cards. */
const maxEntries = 60;

const recordsIn = (value: unknown) => (Array.isArray(value) ? value.slice(0, maxEntries).filter(isRecord) : []);
const textIn = (value: unknown) => (typeof value === 'string' ? value : '');
const plain = (value: unknown) => decodeHTMLStrict(textIn(value).replace(/<\/?[a-z][^<>]*>/gi, '')).trim();
