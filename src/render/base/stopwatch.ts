/** Milliseconds since the process started. `performance` would load modules, for which a worker with changed V8 flags has no compiled code. */
export const now = () => process.uptime() * 1000;

/** Records the time of a step, which started when the previous step ended. */
export type RecordStep = (step: string) => void;

/** Measures how long the phases of a build take. */
export class Stopwatch {
  readonly #phases = new Map<string, number>();

  /** Milliseconds by phase, in the order in which the phases were first recorded. */
  get phases(): ReadonlyMap<string, number> {
    return this.#phases;
  }

  add(phase: string, milliseconds: number): void {
    this.#phases.set(phase, (this.#phases.get(phase) ?? 0) + milliseconds);
  }

  /** Starts to measure consecutive steps. */
  laps(): RecordStep {
    let last = now();
    return (step) => {
      const at = now();
      this.add(step, at - last);
      last = at;
    };
  }

  /** Records how long the work takes, even if it fails. */
  async time<T>(phase: string, work: () => Promise<T> | T): Promise<T> {
    const started = now();
    try {
      return await work();
    } finally {
      this.add(phase, now() - started);
    }
  }
}
