// `labels` of the config: docgen's own table says which keys there are and what may stand in each.
import * as z from 'zod/mini';
import { en, type Forms, type LabelKey, type OwnLabels } from './en.js';

const forms = ['zero', 'one', 'two', 'few', 'many'] as const;

/** The names in braces of a label. */
export function placesOf(label: string | Forms): readonly string[] {
  const texts = typeof label === 'string' ? [label] : Object.values(label);
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)))];
}

function textWith(places: readonly string[]) {
  const named = places.map((name) => `{${name}}`).join(', ');
  const known = places.length === 0 ? 'it has no places to fill' : `known are ${named}`;
  return z.string().check(
    z.minLength(1),
    z.refine(
      (text) => placesOf(text).every((name) => places.includes(name)),
      `it has a place that nothing fills: ${known}`,
    ),
  );
}

function schemaOf(label: string | Forms) {
  const text = textWith(placesOf(label));
  if (typeof label === 'string') return z.optional(text);
  const others = Object.fromEntries(forms.map((form) => [form, z.optional(text)]));
  return z.optional(z.strictObject({ ...others, other: text }));
}

const shape = Object.fromEntries((Object.keys(en) as LabelKey[]).map((key) => [key, schemaOf(en[key])]));

/** What the owner says in another way. */
export const labelsSchema = z.strictObject(shape) as unknown as z.ZodMiniType<OwnLabels, OwnLabels>;
/** Keys of labels, for hints. */
export const labelKeys: readonly string[] = Object.keys(en);
