// What a config says of the frame around every page: logo, links, footer, announcement, headers.
import { extname } from 'node:path';
import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1));
const link = z.strictObject({
  label: text,
  /** Of another site, of the site's root, or the path of a Markdown file of the content. */
  href: text,
});
const links = z.array(link).check(z.minLength(1));
const dropDown = z.strictObject({ label: text, links });
const column = z.strictObject({ title: z._default(z.string(), ''), links });

/** The name of a header, and a value of one line: what a `_headers` file can hold. */
const headerName = z.string().check(z.regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'it must be the name of a header'));
const headerValue = z.string().check(z.regex(/^[^\p{Cc}]*$/u, 'it must be one line'));
const headerPath = z.string().check(z.regex(/^\/[^\s\p{Cc}]*$/u, 'it must be a path such as `/assets/*`'));

const logoSchema = z.union([
  z.string(),
  z.strictObject({
    light: text,
    dark: z.optional(z.string()),
    alt: z._default(z.string(), ''),
    showTitle: z._default(z.boolean(), true),
  }),
]);

/** Keys of the config, with their defaults. */
export const frameShape = {
  logo: z._default(logoSchema, ''),
  favicon: z._default(z.string(), ''),
  socialImage: z._default(z.string(), ''),
  header: z.prefault(z.strictObject({ links: z._default(z.array(z.union([link, dropDown])), []) }), {}),
  footer: z.prefault(
    z.strictObject({ columns: z._default(z.array(column), []), text: z._default(z.string(), '') }),
    {},
  ),
  announcement: z._default(z.string(), ''),
  notFound: z._default(z.string(), ''),
  home: z._default(z.string(), ''),
  headers: z._default(z.record(headerPath, z.record(headerName, headerValue)), {}),
};

/** Keys of the maps of the frame, for hints. */
export const frameKeys: Readonly<Record<string, readonly string[]>> = {
  logo: ['light', 'dark', 'alt', 'showTitle'],
  header: ['links', 'label', 'href'],
  footer: ['columns', 'text', 'title', 'links', 'label', 'href'],
};

export interface Logo {
  readonly light: string;
  /** '' where one image is for both schemes. */
  readonly dark: string;
  /** '' where the title beside it says the same. */
  readonly alt: string;
  readonly showTitle: boolean;
}

/** The logo of a config in one form; undefined for none. */
export function logoOf(logo: z.output<typeof logoSchema>, toPath: (path: string) => string): Logo | undefined {
  const { light, dark = '', alt = '', showTitle = true } = typeof logo === 'string' ? { light: logo } : logo;
  return light === '' ? undefined : { light: toPath(light), dark: toPath(dark), alt, showTitle };
}

/** Extensions that browsers show of each kind of image. */
const extensions: Readonly<Record<string, RegExp>> = {
  logo: /^\.(?:svg|png|webp|avif|jpe?g|gif)$/i,
  favicon: /^\.(?:svg|png|ico)$/i,
  socialImage: /^\.(?:png|jpe?g|webp|gif)$/i,
};

/** Why the name of an image does not fit its use; undefined where it does. */
export function imageNameFault(key: 'logo' | 'favicon' | 'socialImage', path: string): string | undefined {
  if (extensions[key]?.test(extname(path))) return undefined;
  const kinds = {
    logo: 'SVG, PNG, WebP, AVIF, JPEG or GIF',
    favicon: 'SVG, PNG or ICO',
    socialImage: 'PNG, JPEG, WebP or GIF',
  };
  return `must be a ${kinds[key]} image`;
}
