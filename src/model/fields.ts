// Reads known keys from data of unknown shape. What has the wrong type is left out and reported; nothing is copied from
// prototypes, and keys that nobody declared are never looked at.

/** How one key is read: the value where it fits, `undefined` where it does not. */
export interface FieldType<T> {
  /** As a message says it: "must be …". */
  readonly expected: string;
  readonly read: (value: unknown) => T | undefined;
}

export interface FieldFault {
  readonly key: string;
  readonly expected: string;
  readonly found: string;
}

export type FieldTypes = Readonly<Record<string, FieldType<unknown>>>;
/** The data that a table of field types reads; every key is optional. */
export type Fields<Types extends FieldTypes> = {
  readonly [Key in keyof Types]?: Types[Key] extends FieldType<infer T> ? T : never;
};

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;

/** Text; a number is taken as it reads. */
export const text: FieldType<string> = { expected: 'text', read: asText };
/** Text of at least one character. */
export const filledText: FieldType<string> = {
  expected: 'text that is not empty',
  read: (value) => asText(value) || undefined,
};
export const number: FieldType<number> = {
  expected: 'a number',
  read: (value) => {
    const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : undefined;
  },
};
export const boolean: FieldType<boolean> = {
  expected: 'true or false',
  read: (value) => {
    if (typeof value === 'boolean') return value;
    const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
    return word === 'true' ? true : word === 'false' ? false : undefined;
  },
};
export const texts: FieldType<readonly string[]> = {
  expected: 'a list of texts',
  read: (value) => {
    const list = Array.isArray(value) ? value.map(asText) : [undefined];
    return list.every((item) => item !== undefined) ? list : undefined;
  },
};
/** One text or a list of texts, as a list. */
export const textOrTexts: FieldType<readonly string[]> = {
  expected: 'text or a list of texts',
  read: (value) => (typeof value === 'string' ? [value] : texts.read(value)),
};
/** A map, kept as it is: custom props of a sidebar item. */
export const map: FieldType<Readonly<Record<string, unknown>>> = {
  expected: 'a map',
  read: (value) => (isRecord(value) ? value : undefined),
};
/** The same, or `null` where an author switches something off. */
export function orNull<T>(type: FieldType<T>): FieldType<T | null> {
  return { expected: `${type.expected} or null`, read: (value) => (value === null ? null : type.read(value)) };
}
/** A whole number between two bounds. */
export function level(min: number, max: number): FieldType<number> {
  return {
    expected: `a whole number from ${min} to ${max}`,
    read: (value) => {
      const parsed = number.read(value);
      return parsed !== undefined && Number.isInteger(parsed) && parsed >= min && parsed <= max ? parsed : undefined;
    },
  };
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : String(value);
}

/** The known keys of `data` that have the right type, and a fault for each that has not. */
export function readFields<Types extends FieldTypes>(
  data: Readonly<Record<string, unknown>>,
  types: Types,
): { readonly fields: Fields<Types>; readonly faults: readonly FieldFault[] } {
  const fields: Record<string, unknown> = Object.create(null);
  const faults: FieldFault[] = [];
  for (const [key, type] of Object.entries(types)) {
    if (!Object.hasOwn(data, key)) continue;
    const value = type.read(data[key]);
    if (value === undefined) faults.push({ key, expected: type.expected, found: describe(data[key]) });
    else fields[key] = value;
  }
  return { fields: fields as Fields<Types>, faults };
}
