// Tables in the cache: a line of JSON for each value, so that the lines of unchanged values are not serialized again.
import { sha256 } from '../../model/input/hash.js';
import { parseAs, type Schema, text, tuple } from './schema.js';
import type { CacheStore } from './store.js';

export interface CacheTable {
  readonly store: CacheStore | undefined;
  /** Name of the table. It includes the output folder, because each output folder has its own tables. */
  readonly name: string;
  /** Hash of everything else that affects the values. A table with another key is empty. */
  readonly key: string;
}

/** Cached values by name, each with the line that it was parsed from, so that unchanged values are not serialized again. */
export interface SavedLines<T> {
  readonly values: ReadonlyMap<string, T>;
  readonly lines: ReadonlyMap<T, string>;
}

/** Loads a table: its key, then a line of JSON for each name and value. Skips invalid lines. */
export function loadTable<T>({ store, name, key }: CacheTable, shape: Schema): SavedLines<T> {
  const [savedKey, ...texts] = store?.get(sha256(name))?.split('\n') ?? [];
  const [values, lines] = [new Map<string, T>(), new Map<T, string>()];
  const row = tuple(text, shape);
  for (const line of savedKey === key ? texts : []) {
    const named = parseAs<[string, T]>(line, row);
    if (!named) continue;
    values.set(...named);
    lines.set(named[1], line);
  }
  return { values, lines };
}

/** Saves a table. Reuses the lines of unchanged values. `complete` is called for the other values before they are saved. */
export function saveTable<T>(
  values: ReadonlyMap<string, T>,
  saved: SavedLines<T>,
  { store, name, key }: CacheTable,
  complete = (value: T) => value,
): void {
  if (!store) return;
  const lines = [...values].map(([id, value]) => saved.lines.get(value) ?? JSON.stringify([id, complete(value)]));
  store.put(sha256(name), [key, ...lines].join('\n'));
}
