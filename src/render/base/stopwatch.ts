/** Returns milliseconds since the process started. `performance` would load modules that have no code cache in a worker with changed V8 flags. */
export const now = () => process.uptime() * 1000;

export type RecordStep = (step: string) => void;

export class Stopwatch {
  readonly #phases = new Map<string, number>();

  /** Milliseconds by phase, in the order in which the phases first ran. */
  get phases(): ReadonlyMap<string, number> {
    return this.#phases;
  }

  add(phase: string, milliseconds: number): void {
    this.#phases.set(phase, (this.#phases.get(phase) ?? 0) + milliseconds);
  }

  /** Measures consecutive steps, each from the end of the previous one. */
  laps(): RecordStep {
    let last = now();
    return (step) => {
      const at = now();
      this.add(step, at - last);
      last = at;
    };
  }

  async time<T>(phase: string, work: () => Promise<T> | T): Promise<T> {
    const started = now();
    try {
      return await work();
    } finally {
      this.add(phase, now() - started);
    }
  }
}
