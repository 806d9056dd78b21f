// Where the time of a build went.

/**
 * Milliseconds since the program was started. Not by `performance`: for that Node loads modules, of which a thread that has its flags set has
 * no compiled code.
 */
export const now = () => process.uptime() * 1000;

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
    let last = now();
    return (step) => {
      const at = now();
      this.add(step, at - last);
      last = at;
    };
  }

  /** Adds the time until the work is done, also where it fails. */
  async time<T>(phase: string, work: () => Promise<T> | T): Promise<T> {
    const started = now();
    try {
      return await work();
    } finally {
      this.add(phase, now() - started);
    }
  }
}
