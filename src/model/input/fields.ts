// Reads known keys from untrusted data with zod. A value of the wrong type is skipped and reported. Other keys are never
// read.
import * as z from 'zod/mini';

/** Expected values for messages that start with "must be", by schema. */
const expectations = z.registry<{ readonly expected: string }>();

/** Returns a schema after recording the expected value for messages. */
export function expecting<Schema extends z.ZodMiniType>(expected: string, schema: Schema): Schema {
  expectations.add(schema, { expected });
  return schema;
}

type FieldFault = Readonly<Record<'key' | 'expected' | 'found', string>>;

/** Schemas by key, made by `expecting`. */
export type FieldTypes = Readonly<Record<string, z.ZodMiniType>>;
/** Result of reading a table of field types. Every key is optional. */
export type Fields<Types extends FieldTypes> = { readonly [Key in keyof Types]?: z.output<Types[Key]> };

const numberAsText = z.pipe(z.number(), z.transform(String));

export const text = expecting('text', z.union([z.string(), numberAsText]));
export const filledText = expecting(
  'text that is not empty',
  z.union([z.string().check(z.minLength(1)), numberAsText]),
);
const numeral = z.pipe(z.string().check(z.regex(/\S/)), z.coerce.number());
export const number = expecting('a number', z.union([z.number(), numeral]));
const lowerCase = z.string().check(z.trim(), z.toLowerCase());
const trueOrFalse = z.pipe(lowerCase, z.enum(['true', 'false']));
const isTrue = z.transform((written: 'true' | 'false') => written === 'true');
export const boolean = expecting('true or false', z.union([z.boolean(), z.pipe(trueOrFalse, isTrue)]));
const listOfOne = z.transform((one: string) => [one]);
/** Accepts one text or a list of texts. The result is a list. */
export const textOrTexts = expecting(
  'text or a list of texts',
  z.union([z.pipe(z.string(), listOfOne), z.array(text)]),
);
/** Accepts a map with any values, such as custom props of a sidebar item. */
export const map = expecting('a map', z.record(z.string(), z.unknown()));
/** Whether Docusaurus reads a file as Markdown or MDX. */
export const format = expecting(
  'a map with `format`: `md`, `mdx` or `detect`',
  z.object({ format: z.optional(z.enum(['md', 'mdx', 'detect'])) }),
);
const expectedOf = (schema: z.ZodMiniType) => expectations.get(schema)?.expected ?? '';
/** Also accepts `null`, which disables a field. */
export const orNull = <Schema extends z.ZodMiniType>(schema: Schema) =>
  expecting(`${expectedOf(schema)} or null`, z.nullable(schema));
/** Accepts an integer from `min` to `max`. */
export const level = (min: number, max: number) =>
  expecting(`a whole number from ${min} to ${max}`, z.pipe(number, z.int().check(z.minimum(min), z.maximum(max))));

function describe(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : String(value);
}

/** Returns the known keys of `data` that have the right type, and a fault for each that does not. */
export function readFields<Types extends FieldTypes>(
  data: Readonly<Record<string, unknown>>,
  types: Types,
): { readonly fields: Fields<Types>; readonly faults: readonly FieldFault[] } {
  const fields: Record<string, unknown> = Object.create(null);
  const faults: FieldFault[] = [];
  for (const [key, schema] of Object.entries(types)) {
    if (!Object.hasOwn(data, key)) continue;
    const parsed = z.safeParse(schema, data[key]);
    if (parsed.success) fields[key] = parsed.data;
    else faults.push({ key, expected: expectedOf(schema), found: describe(data[key]) });
  }
  return { fields: fields as Fields<Types>, faults };
}
