// Schema of `head`: elements in the head of pages. They can't run scripts, load stylesheets or change the policy of the page.
import * as z from 'zod/mini';
import { filledText, globSchema } from './content.js';
import lists from './head.json' with { type: 'json' };

const value = z.string().check(z.maxLength(2000), z.regex(/^[^\p{Cc}]*$/u, 'it must be one line'));
const attributes = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.optional(value)])) as Record<Name, z.ZodMiniOptional<typeof value>>;

/** docgen writes these itself. */
const ownNames = new Set(lists.ownNames.split(' '));
const metaAttributes = z.strictObject({ ...attributes('name', 'property', 'itemprop', 'media'), content: value }).check(
  z.refine(
    ({ name, property, itemprop }) => Boolean(name || property || itemprop),
    'it must have `name` or `property`',
  ),
  z.refine(
    ({ name, property }) => ![name, property].some((one) => ownNames.has(one?.trim().toLowerCase() ?? '')),
    'docgen writes this element itself',
  ),
);

const relations = lists.relations.split(' ');
const wordsIn = (text: string) => text.trim().toLowerCase().split(/\s+/);
const preloaded = z.enum(['font', 'image', 'style']);
const linkAttributes = z.strictObject({
  ...attributes('hreflang', 'type', 'media', 'sizes', 'title', 'color', 'crossorigin', 'referrerpolicy'),
  /** One or more of the allowed relations, separated by spaces. */
  rel: value.check(
    z.refine((rel) => wordsIn(rel).every((one) => relations.includes(one)), `it must be of ${relations.join(', ')}`),
  ),
  /** A URL, a path from the site's root, or the path of a file of the content. */
  href: filledText.check(z.maxLength(2000)),
  as: z.optional(preloaded),
});

/** Globs of the URLs of pages below the base path, such as `/docs/beta/**`; by default every page. */
const pages = z.optional(z.union([globSchema, z.array(globSchema).check(z.minLength(1))]));

export const headSchema = z.array(
  z.discriminatedUnion(
    'tag',
    [
      z.strictObject({ tag: z.literal('meta'), attributes: metaAttributes, pages }),
      z.strictObject({ tag: z.literal('link'), attributes: linkAttributes, pages }),
    ],
    'the tag must be `meta` or `link`',
  ),
);
