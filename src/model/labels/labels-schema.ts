// Schema of the config key `labels`. Separate from label-types.ts, because users' templates import its types and don't have zod.
import * as z from 'zod/mini';
import en from './en.json' with { type: 'json' };
import { type Forms, type LabelKey, type OwnLabels, placesOf } from './label-types.js';

const forms = ['zero', 'one', 'two', 'few', 'many'] as const;

function textWith(places: readonly string[]) {
  const named = places.map((name) => `{${name}}`).join(', ');
  const known = places.length === 0 ? 'it has no places to fill' : `known are ${named}`;
  const isFilled = (text: string) => placesOf(text).every((name) => places.includes(name));
  return z.string().check(z.minLength(1), z.refine(isFilled, `it has a place that nothing fills: ${known}`));
}

function schemaOf(label: string | Forms) {
  const text = textWith(placesOf(label));
  if (typeof label === 'string') return z.optional(text);
  const others = Object.fromEntries(forms.map((form) => [form, z.optional(text)]));
  return z.optional(z.strictObject({ ...others, other: text }));
}

/** Created only if a config has labels, because that takes longer than loading all other schemas. */
export const labelsSchema: z.ZodMiniType<OwnLabels, OwnLabels> = z.lazy(
  () =>
    z.strictObject(
      Object.fromEntries((Object.keys(en) as LabelKey[]).map((key) => [key, schemaOf(en[key])])),
    ) as unknown as z.ZodMiniType<OwnLabels, OwnLabels>,
);
