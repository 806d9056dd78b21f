// A value that foreign code made, such as a config, as data: read once here, it cannot throw, change or contain itself later.
import { isString, mergeWith, partition } from 'lodash-es';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const mapOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
/** Returns the value of an own key, in any case. Undefined if there is none. */
export const valueInAnyCase = (value: unknown, key: string): unknown =>
  Object.entries(mapOf(value)).find(([one]) => one.toLowerCase() === key.toLowerCase())?.[1];
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Returns a text, number or boolean as text, '' for other data, whose own `toString` can be anything. */
export const wordOf = (value: unknown): string =>
  /^(?:string|number|boolean)$/.test(typeof value) ? String(value) : '';

const max = { depth: 200, values: 1_000_000 };

class NotData extends Error {}

type PlainData = { readonly value: unknown } | { readonly fault: { readonly key: string; readonly reason: string } };

/**
 * Returns a copy of maps, lists, strings, numbers, booleans and null; anything else in it is a fault, by the path to it. Functions are
 * copied too if they are the value of one of `hooks`, keys of the whole value.
 */
export function plainData(value: unknown, hooks: readonly string[] = []): PlainData {
  let count = 0;
  /** To the value that is being read. */
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

/** The path to a value as a message shows it: a deep one is cut. */
export function shortKey(path: readonly PropertyKey[]): string {
  const shown = path.slice(0, 8).map((part) => String(part).slice(0, 80));
  return path.length > shown.length ? `${shown.join('.')}…` : shown.join('.');
}

/** The first line of what foreign code threw, which may be anything. */
export function reasonOf(error: unknown): string {
  try {
    const text = error instanceof Error ? error.message : String(error);
    return (String(text).split('\n')[0] ?? '').slice(0, 300);
  } catch {
    return 'an error that cannot be shown';
  }
}

/** Merges configs. The keys of later ones win unless they are empty, and maps are merged. */
export function merged(configs: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, unknown>> {
  const one = (known: unknown, own: unknown) => (own === null ? known : Array.isArray(own) ? own : undefined);
  return configs.reduce((all, config) => mergeWith({}, all, config, one), {});
}

/** Options by name, of a list of names and of maps with options, or of one map. A name without options doesn't reset those of an earlier item, as in MkDocs. */
export function optionsByName(value: unknown): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const items = Array.isArray(value) ? value : [value];
  const [names, maps] = partition(items, isString);
  const entries = maps.flatMap((item) => Object.entries(mapOf(item)));
  return new Map([
    ...names.map((name) => [name, {}] as const),
    ...entries.map(([name, options]) => [name, mapOf(options)] as const),
  ]);
}
