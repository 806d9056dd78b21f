// A value that foreign code made, such as a config, as data: read once here, it cannot throw, change or contain itself later.

/** Why a value is not data; `key` is the path to it, such as `sidebars.main.0`. */
export interface DataFault {
  readonly key: string;
  readonly reason: string;
}

/** True for an object with keys, of whatever prototype. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const deepestData = 200;
const mostValues = 1_000_000;

/** Thrown inside, caught in `plainData`. */
class NotData extends Error {
  constructor(
    readonly path: readonly string[],
    reason: string,
  ) {
    super(reason);
  }
}

/** A copy of maps, lists, texts, numbers, truth values and null; whatever else there is in it is a fault. */
export function plainData(value: unknown): { readonly value: unknown } | { readonly fault: DataFault } {
  try {
    return { value: new Copy().of(value, []) };
  } catch (error) {
    if (!(error instanceof NotData)) throw error;
    return { fault: { key: shortKey(error.path), reason: error.message } };
  }
}

/** The path to a value as a message shows it: a deep one is cut. */
export function shortKey(path: readonly PropertyKey[]): string {
  const shown = path.slice(0, 8).map((part) => String(part).slice(0, 80));
  return path.length > shown.length ? `${shown.join('.')}…` : shown.join('.');
}

class Copy {
  readonly #open = new Set<object>();
  #values = 0;

  of(value: unknown, path: readonly string[]): unknown {
    this.#values += 1;
    if (this.#values > mostValues) throw new NotData(path.slice(0, 1), `it contains over ${mostValues} values`);
    if (typeof value === 'object' && value !== null) return this.#ofObject(value, path);
    if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function')
      throw new NotData(path, `must be data, got a ${typeof value}`);
    return value;
  }

  #ofObject(value: object, path: readonly string[]): unknown {
    if (this.#open.has(value)) throw new NotData(path, 'it contains itself');
    if (path.length >= deepestData) throw new NotData(path, `it is nested over ${deepestData} levels deep`);
    this.#open.add(value);
    const copy = Array.isArray(value) ? this.#ofList(value, path) : this.#ofMap(value, path);
    this.#open.delete(value);
    return copy;
  }

  #ofList(list: readonly unknown[], path: readonly string[]): unknown[] {
    const length = read(path, () => list.length);
    if (length > mostValues) throw new NotData(path, `it contains over ${mostValues} values`);
    return Array.from({ length }, (_, index) => this.#entry(list, String(index), path));
  }

  #ofMap(map: object, path: readonly string[]): Record<string, unknown> {
    const keys = read(path, () => {
      const kind = Object.prototype.toString.call(map).slice('[object '.length, -1);
      if (kind !== 'Object' && kind !== 'Module') throw new NotData(path, `must be data, got a ${kind}`);
      return Object.keys(map);
    });
    return Object.fromEntries(keys.map((key) => [key, this.#entry(map, key, path)]));
  }

  #entry(holder: object, key: string, path: readonly string[]): unknown {
    const inner = [...path, key];
    return this.of(
      read(inner, () => Reflect.get(holder, key)),
      inner,
    );
  }
}

/** What a getter or a proxy throws is a fault of the value. */
function read<T>(path: readonly string[], get: () => T): T {
  try {
    return get();
  } catch (error) {
    if (error instanceof NotData) throw error;
    throw new NotData(path, `reading it failed: ${reasonOf(error)}`);
  }
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
