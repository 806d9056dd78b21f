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
/** Accepts a list with exactly these items. */
export const tuple =
  (...shapes: readonly Schema[]): Schema =>
  (value) =>
    Array.isArray(value) && value.length === shapes.length && shapes.every((shape, index) => shape(value[index]));
/** Accepts an object with at least these keys. */
export function object(fields: Readonly<Record<string, Schema>>): Schema {
  const entries = Object.entries(fields);
  return (value) => isRecord(value) && entries.every(([key, shape]) => shape(value[key]));
}

/** Parses and validates JSON. Returns undefined if it is invalid. */
export function parseAs<T>(json: string, shape: Schema): T | undefined {
  const value: unknown = attempt(() => JSON.parse(json));
  return shape(value) ? (value as T) : undefined;
}

export const placeSchema = object({ file: text, start: optional(object({ line: number, column: number })) });
export const anchorSchema = object({
  target: text,
  page: text,
  fragment: text,
  place: placeSchema,
  isMade: optional(flag),
  hasPlugins: optional(flag),
  unread: optional(text),
});
export const diagnosticSchema = object({
  code: (value) => typeof value === 'string' && /^DG\d{3}$/.test(value),
  severity: oneOf('error', 'warning', 'info'),
  message: text,
  place: optional(placeSchema),
  hint: optional(text),
});
