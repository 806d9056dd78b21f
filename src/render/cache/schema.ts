// Validators for cached data, which other programs might have changed.
import { isRecord } from '../../model/input/plain-data.js';
import { attempt } from '../../model/types/attempt.js';

export type Schema = (value: unknown) => boolean;

export const text: Schema = (value) => typeof value === 'string';
export const flag: Schema = (value) => typeof value === 'boolean';
export const number: Schema = (value) => typeof value === 'number' && Number.isFinite(value);
export const oneOf =
  (...values: readonly string[]): Schema =>
  (value) =>
    values.some((one) => one === value);
export const optional =
  (shape: Schema): Schema =>
  (value) =>
    value === undefined || shape(value);
export const list =
  (shape: Schema): Schema =>
  (value) =>
    Array.isArray(value) && value.every(shape);
/** A list with exactly these items. */
export const tuple =
  (...shapes: readonly Schema[]): Schema =>
  (value) =>
    Array.isArray(value) && value.length === shapes.length && shapes.every((shape, index) => shape(value[index]));
/** An object with at least these keys. */
export function record(fields: Readonly<Record<string, Schema>>): Schema {
  const entries = Object.entries(fields);
  return (value) => isRecord(value) && entries.every(([key, shape]) => shape(value[key]));
}

/** Parses and validates JSON. Returns undefined if it is invalid. */
export function parseAs<T>(json: string, shape: Schema): T | undefined {
  const value: unknown = attempt(() => JSON.parse(json));
  return shape(value) ? (value as T) : undefined;
}

export const placeSchema = record({ file: text, start: optional(record({ line: number, column: number })) });
const anchorFields = {
  target: text,
  page: text,
  fragment: text,
  place: placeSchema,
  isMade: optional(flag),
  hasPlugins: optional(flag),
};
export const anchorSchema = record(anchorFields);
export const diagnosticSchema = record({
  code: (value) => typeof value === 'string' && /^DG\d{3}$/.test(value),
  severity: oneOf('error', 'warning', 'info'),
  message: text,
  place: optional(placeSchema),
  hint: optional(text),
});

/** Cached values by name, each with the line that it was parsed from, so that unchanged values are not serialized again. */
export interface SavedLines<T> {
  readonly values: ReadonlyMap<string, T>;
  readonly lines: ReadonlyMap<T, string>;
}

/** Parses an entry: its key, then a line of JSON for each name and value. Returns none if it has another key. Skips invalid lines. */
export function parseLines<T>(entry: string | undefined, key: string, shape: Schema): SavedLines<T> {
  const [entryKey, ...texts] = entry?.split('\n') ?? [];
  const [values, lines] = [new Map<string, T>(), new Map<T, string>()];
  for (const text of entryKey === key ? texts : []) {
    const named = parseAs<[string, T]>(text, shape);
    if (!named) continue;
    values.set(...named);
    lines.set(named[1], text);
  }
  return { values, lines };
}
