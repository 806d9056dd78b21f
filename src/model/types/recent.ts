/** Cache of the most recently added values, up to a total size. */
export class Recent<Key, Value> {
  readonly #entries = new Map<Key, { readonly value: Value; readonly size: number }>();
  #size = 0;

  constructor(private readonly maxSize: number) {}

  get(key: Key): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Removes a value, and returns it. */
  take(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    this.#size -= entry?.size ?? 0;
    return entry?.value;
  }

  /** Adds a value. Its key must not exist. */
  add(key: Key, value: Value, size: number): void {
    this.#entries.set(key, { value, size });
    this.#size += size;
    for (const first of this.#entries.keys()) {
      if (this.#size <= this.maxSize) break;
      this.take(first);
    }
  }
}
