// Config keys for the layout of pages: logo, links, footer, announcement, headers.
import { extname } from 'node:path';
import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1));
const link = z.strictObject({
  label: text,
  /** A URL, a path from the site's root, or the path of a Markdown file of the content. */
  href: text,
});
export type UserLink = z.input<typeof link>;
const links = z.array(link).check(z.minLength(1));
const dropDown = z.strictObject({ label: text, links });
const column = z.strictObject({ title: z._default(z.string(), ''), links });

const headerName = z.string().check(z.regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'it must be the name of a header'));
const headerValue = z.string().check(z.regex(/^[^\p{Cc}]*$/u, 'it must be one line'));
const headerPath = z.string().check(z.regex(/^\/[^\s\p{Cc}]*$/u, 'it must be a path such as `/assets/*`'));

const logoImages = z.strictObject({
  light: text,
  dark: z._default(z.string(), ''),
  /** Alternative text, needed if `showTitle` is off. */
  alt: z._default(z.string(), ''),
  showTitle: z._default(z.boolean(), true),
});
const logoSchema = z.union([z.string(), logoImages]);
export type Logo = Readonly<z.output<typeof logoImages>>;

export const frameShape = {
  /** Image next to the title: SVG, PNG, WebP, AVIF, JPEG or GIF; `dark` is for readers with a dark color scheme. */
  logo: z._default(logoSchema, ''),
  /** SVG, PNG or ICO; by default docgen draws one from the title. */
  favicon: z._default(z.string(), ''),
  /** Image of link previews: PNG, JPEG, WebP or GIF, best 1200 × 630. */
  socialImage: z._default(z.string(), ''),
  header: z.prefault(z.strictObject({ links: z._default(z.array(z.union([link, dropDown])), []) }), {}),
  /** `text` is Markdown. */
  footer: z.prefault(
    z.strictObject({ columns: z._default(z.array(column), []), text: z._default(z.string(), '') }),
    {},
  ),
  /** One line of Markdown above every page. */
  announcement: z._default(z.string(), ''),
  /** Markdown of the page for URLs that don't exist. */
  notFound: z._default(z.string(), ''),
  /** The doc that is the home page of the hub: its path in the content, or its id. */
  home: z._default(z.string(), ''),
  /** Path → name → value: added to `_headers`, or replaces docgen's value. */
  headers: z._default(z.record(headerPath, z.record(headerName, headerValue)), {}),
};

export function logoOf(logo: z.output<typeof logoSchema>, toPath: (path: string) => string): Logo | undefined {
  const { light, dark = '', alt = '', showTitle = true } = typeof logo === 'string' ? { light: logo } : logo;
  return light === '' ? undefined : { light: toPath(light), dark: toPath(dark), alt, showTitle };
}

const imageKinds = {
  logo: { extension: /^\.(?:svg|png|webp|avif|jpe?g|gif)$/i, names: 'SVG, PNG, WebP, AVIF, JPEG or GIF' },
  favicon: { extension: /^\.(?:svg|png|ico)$/i, names: 'SVG, PNG or ICO' },
  socialImage: { extension: /^\.(?:png|jpe?g|webp|gif)$/i, names: 'PNG, JPEG, WebP or GIF' },
};

export function imageNameFault(key: keyof typeof imageKinds, path: string): string | undefined {
  const { extension, names } = imageKinds[key];
  return extension.test(extname(path)) ? undefined : `must be a ${names} image`;
}
