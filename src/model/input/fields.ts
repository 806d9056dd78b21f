// Reads known keys from untrusted data with zod. A value of the wrong type is skipped and reported. Other keys are never
// read.
import * as z from 'zod/mini';

export interface FieldType<T, Input = unknown> {
  /** Expected value for a message that starts with "must be". */
  readonly expected: string;
  readonly schema: z.ZodMiniType<T, Input>;
}

type FieldFault = Readonly<Record<'key' | 'expected' | 'found', string>>;

export type FieldTypes = Readonly<Record<string, FieldType<unknown>>>;
/** Result of reading a table of field types. Every key is optional. */
export type Fields<Types extends FieldTypes> = {
  readonly [Key in keyof Types]?: Types[Key] extends FieldType<infer T> ? T : never;
};

const numberAsText = z.pipe(z.number(), z.transform(String));

export const text: FieldType<string, string | number> = {
  expected: 'text',
  schema: z.union([z.string(), numberAsText]),
};
export const filledText: FieldType<string, string | number> = {
  expected: 'text that is not empty',
  schema: z.union([z.string().check(z.minLength(1)), numberAsText]),
};
const numeral = z.pipe(z.string().check(z.regex(/\S/)), z.coerce.number());
export const number: FieldType<number> = { expected: 'a number', schema: z.union([z.number(), numeral]) };
const lowerCase = z.string().check(z.trim(), z.toLowerCase());
const trueOrFalse = z.pipe(lowerCase, z.enum(['true', 'false']));
const isTrue = z.transform((written: 'true' | 'false') => written === 'true');
export const boolean: FieldType<boolean> = {
  expected: 'true or false',
  schema: z.union([z.boolean(), z.pipe(trueOrFalse, isTrue)]),
};
const listOfOne = z.transform((one: string) => [one]);
/** Accepts one text or a list of texts. The result is a list. */
export const textOrTexts: FieldType<string[], string | (string | number)[]> = {
  expected: 'text or a list of texts',
  schema: z.union([z.pipe(z.string(), listOfOne), z.array(text.schema)]),
};
/** Accepts a map with any values, such as custom props of a sidebar item. */
export const map: FieldType<Record<string, unknown>> = {
  expected: 'a map',
  schema: z.record(z.string(), z.unknown()),
};
/** Whether Docusaurus reads a file as Markdown or MDX. */
export const format: FieldType<{ format?: 'md' | 'mdx' | 'detect' | undefined }> = {
  expected: 'a map with `format`: `md`, `mdx` or `detect`',
  schema: z.object({ format: z.optional(z.enum(['md', 'mdx', 'detect'])) }),
};
/** Also accepts `null`, which disables a field. */
export function orNull<T>({ expected, schema }: FieldType<T>): FieldType<T | null> {
  return { expected: `${expected} or null`, schema: z.nullable(schema) };
}
/** Accepts an integer from `min` to `max`. */
export function level(min: number, max: number): FieldType<number> {
  return {
    expected: `a whole number from ${min} to ${max}`,
    schema: z.pipe(number.schema, z.int().check(z.minimum(min), z.maximum(max))),
  };
}

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
  for (const [key, { expected, schema }] of Object.entries(types)) {
    if (!Object.hasOwn(data, key)) continue;
    const parsed = z.safeParse(schema, data[key]);
    if (parsed.success) fields[key] = parsed.data;
    else faults.push({ key, expected, found: describe(data[key]) });
  }
  return { fields: fields as Fields<Types>, faults };
}
