// Copies a value from untrusted code, such as a config, to plain data. The copy can't throw, change or contain itself.
import { get, isString, mapKeys, mergeWith, partition } from 'lodash-es';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const mapOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
/** Returns the value of an own key, in any case. Undefined if there is none. */
export const valueInAnyCase = (value: unknown, key: string): unknown =>
  Object.entries(mapOf(value)).find(([one]) => one.toLowerCase() === key.toLowerCase())?.[1];
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Returns a text, number or boolean as text, and '' for other data, because its `toString` can run any code. */
export const wordOf = (value: unknown): string =>
  /^(?:string|number|boolean)$/.test(typeof value) ? String(value) : '';

const max = { depth: 200, values: 1_000_000 };

class NotData extends Error {}

type PlainData = { readonly value: unknown } | { readonly fault: { readonly key: string; readonly reason: string } };

/**
 * Returns a copy of maps, lists, strings, numbers, booleans and null. Anything else is a fault with its path. Functions are copied only if
 * they are the value of one of the top-level keys in `hooks`.
 */
export function plainData(value: unknown, hooks: readonly string[] = []): PlainData {
  let count = 0;
  /** Path to the value that is being copied. */
  let path: readonly string[] = [];
  const copy = (value: unknown, at: readonly string[]): unknown => {
    count += 1;
    path = count > max.values ? at.slice(0, 1) : at;
    if (count > max.values) throw new NotData(`it contains over ${max.values} values`);
    if (typeof value === 'function' && at.length === 1 && hooks.includes(at[0] ?? '')) return value;
    if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function')
      throw new NotData(`must be data, got a ${typeof value}`);
    if (typeof value !== 'object' || value === null) return value;
    if (at.length >= max.depth) throw new NotData(`it is nested over ${max.depth} levels deep`);
    const entries = keysOf(value).map((key) => {
      path = [...at, key];
      return [key, copy(Reflect.get(value, key), path)] as const;
    });
    return Array.isArray(value) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries);
  };
  try {
    return { value: copy(value, []) };
  } catch (error) {
    // Getters and proxies can throw anything.
    const reason = error instanceof NotData ? error.message : `reading it failed: ${reasonOf(error)}`;
    return { fault: { key: shortKey(path), reason } };
  }
}

function keysOf(holder: object): string[] {
  const kind = Object.prototype.toString.call(holder).slice('[object '.length, -1);
  if (kind !== 'Object' && kind !== 'Module' && kind !== 'Array') throw new NotData(`must be data, got a ${kind}`);
  return Object.keys(holder);
}

/** Returns the path to a value for a message. A deep path is shortened. */
export function shortKey(path: readonly PropertyKey[]): string {
  const shown = path.slice(0, 8).map((part) => String(part).slice(0, 80));
  return path.length > shown.length ? `${shown.join('.')}…` : shown.join('.');
}

/** Returns the first line of an exception, which can be any value. */
export function reasonOf(error: unknown): string {
  try {
    const text = error instanceof Error ? error.message : String(error);
    return (String(text).split('\n')[0] ?? '').slice(0, 300);
  } catch {
    return 'an error that cannot be shown';
  }
}

/** Merges configs. Later keys override earlier ones unless they are empty, and maps are merged. */
export function merged(configs: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, unknown>> {
  const one = (known: unknown, own: unknown) => (own === null ? known : Array.isArray(own) ? own : undefined);
  return configs.reduce((all, config) => mergeWith({}, all, config, one), {});
}

/** Returns options by name from a map, or from a list of names and maps. As in MkDocs, a name without options doesn't reset earlier options. */
export function optionsByName(value: unknown): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const items = Array.isArray(value) ? value : [value];
  const [names, maps] = partition(items, isString);
  const entries = maps.flatMap((item) => Object.entries(mapOf(item)));
  return new Map([
    ...names.map((name) => [name, {}] as const),
    ...entries.map(([name, options]) => [name, mapOf(options)] as const),
  ]);
}

/** Adds the maps at the scopes with whole names as keys, because TOML reads a dot in a name as a map in a map: `{a: {b: 1}}` gets `{a.b: 1}`. */
export const withWholeNames = (value: unknown, scopes: readonly string[]): unknown[] =>
  [value ?? [], scopes.map((scope) => mapKeys(mapOf(get(value, scope)), (_, key) => `${scope}.${key}`))].flat();
