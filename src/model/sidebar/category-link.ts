// The page that a category's label leads to, as `_category_` files and the sidebars of the config write it.
import * as z from 'zod/mini';
import { type FieldType, filledText, textOrTexts } from '../content/fields.js';

const docLinkShape = { type: z.literal('doc'), id: filledText.schema };
const generatedIndexShape = {
  type: z.literal('generated-index'),
  slug: z.optional(filledText.schema),
  title: z.optional(filledText.schema),
  description: z.optional(filledText.schema),
  image: z.optional(filledText.schema),
  keywords: z.optional(textOrTexts.schema),
};

/** In a `_category_` file: other keys are ignored. `null` is a category that must not have a link. */
export const categoryLink: FieldType<CategoryLink | null> = {
  expected: 'null, {type: doc, id} or {type: generated-index, slug, title, description, image, keywords}',
  schema: z.nullable(z.discriminatedUnion('type', [z.object(docLinkShape), z.object(generatedIndexShape)])),
};

/** In the config, where an unknown key is a fault. */
export const strictCategoryLink = z.nullable(
  z.discriminatedUnion('type', [z.strictObject(docLinkShape), z.strictObject(generatedIndexShape)]),
);

export type CategoryLink = NonNullable<z.output<typeof strictCategoryLink>>;
