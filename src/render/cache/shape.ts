// Small checks of data that was read back from a disk, where anything may stand.
import { isRecord } from '../../model/plain-data.js';

export type Shape = (value: unknown) => boolean;

export const text: Shape = (value) => typeof value === 'string';
export const flag: Shape = (value) => typeof value === 'boolean';
export const number: Shape = (value) => typeof value === 'number' && Number.isFinite(value);
export const oneOf =
  (...values: readonly string[]): Shape =>
  (value) =>
    values.some((one) => one === value);
export const optional =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined || shape(value);
export const list =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);
export const map =
  (shape: Shape): Shape =>
  (value) =>
    isRecord(value) && Object.values(value).every(shape);
/** A list of just these. */
export const tuple =
  (...shapes: readonly Shape[]): Shape =>
  (value) =>
    Array.isArray(value) && value.length === shapes.length && shapes.every((shape, index) => shape(value[index]));
/** A map that has at least these keys. */
export function record(fields: Readonly<Record<string, Shape>>): Shape {
  const entries = Object.entries(fields);
  return (value) => isRecord(value) && entries.every(([key, shape]) => shape(value[key]));
}

/** JSON of a shape; undefined where it is none, or of another. */
export function parseAs<T>(json: string, shape: Shape): T | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return shape(value) ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

const place = record({ file: text, start: optional(record({ line: number, column: number })) });

/** A place of the content. */
export const placeShape = place;
export const diagnosticShape = record({
  code: (value) => typeof value === 'string' && /^DG\d{3}$/.test(value),
  severity: oneOf('error', 'warning', 'info'),
  message: text,
  place: optional(place),
  hint: optional(text),
});
