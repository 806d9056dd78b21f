// Deadlines of tasks that run in threads, in CPU time: on a busy machine a page waits for its turn, which is no fault of the page.

/** Milliseconds between two looks at the clocks. */
const tick = 100;
/** Wall time that ends a task whatever the CPU did, as a multiple of its deadline. */
const wallFactor = 12;

interface Task {
  readonly limit: number;
  readonly abort: AbortController;
  cpu: number;
  wall: number;
}

/**
 * Aborts tasks that take too long. No Node before 22.20 says how much CPU time one thread took, so what the process took is shared
 * out among the tasks that run; it is never more than the wall time.
 */
export class Deadlines {
  readonly #tasks = new Set<Task>();
  #timer: NodeJS.Timeout | undefined;
  #cpu = 0;
  #wall = 0;

  /** Runs a task, whose signal is aborted after `limit` milliseconds of CPU time. */
  async run<Result>(limit: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    this.#look();
    const task: Task = { limit, abort: new AbortController(), cpu: 0, wall: 0 };
    this.#tasks.add(task);
    this.#timer ??= setInterval(() => this.#look(), tick);
    try {
      return await work(task.abort.signal);
    } finally {
      this.#look();
      this.#tasks.delete(task);
      if (this.#tasks.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }
  }

  #look(): void {
    const { user, system } = process.cpuUsage();
    const [cpu, wall] = [(user + system) / 1000, performance.now()];
    // More than some ticks at once: the whole process was stopped.
    const passed = Math.min(wall - this.#wall, 10 * tick);
    const used = Math.min(passed, (cpu - this.#cpu) / this.#tasks.size);
    [this.#cpu, this.#wall] = [cpu, wall];
    for (const task of this.#tasks) {
      task.cpu += used;
      task.wall += passed;
      if (task.cpu > task.limit || task.wall > task.limit * wallFactor) task.abort.abort();
    }
  }
}
