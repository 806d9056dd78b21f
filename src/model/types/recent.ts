/** Keeps the values that were added last, up to a total size. */
export class Recent<Key, Value> {
  readonly #entries = new Map<Key, { readonly value: Value; readonly size: number }>();
  readonly #maxSize: number;
  #size = 0;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Adds a value that is not there. */
  add(key: Key, value: Value, size: number): void {
    this.#entries.set(key, { value, size });
    this.#size += size;
    for (const [first, { size }] of this.#entries) {
      if (this.#size <= this.#maxSize) break;
      this.#entries.delete(first);
      this.#size -= size;
    }
  }
}
