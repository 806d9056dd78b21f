// Where the time of a build went.
export class Stopwatch {
  readonly #phases = new Map<string, number>();

  /** Milliseconds by phase, in the order in which they began. */
  get phases(): ReadonlyMap<string, number> {
    return this.#phases;
  }

  add(phase: string, milliseconds: number): void {
    this.#phases.set(phase, (this.#phases.get(phase) ?? 0) + milliseconds);
  }

  /** Adds the time until the work is done, also where it fails. */
  async time<T>(phase: string, work: () => Promise<T> | T): Promise<T> {
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.add(phase, performance.now() - started);
    }
  }
}
