// Where the time of a build went.

/** Ends a step: it took the time since the step before it ended. */
export type Lap = (step: string) => void;

export class Stopwatch {
  readonly #phases = new Map<string, number>();

  /** Milliseconds by phase, in the order in which they began. */
  get phases(): ReadonlyMap<string, number> {
    return this.#phases;
  }

  add(phase: string, milliseconds: number): void {
    this.#phases.set(phase, (this.#phases.get(phase) ?? 0) + milliseconds);
  }

  /** Measures steps that follow each other, from now on. */
  laps(): Lap {
    let last = performance.now();
    return (step) => {
      const now = performance.now();
      this.add(step, now - last);
      last = now;
    };
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
