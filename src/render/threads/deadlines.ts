// Deadlines of tasks that run in threads, in CPU time: on a busy machine a page waits for its turn, which is no fault of the page.
import { now } from '../stopwatch.js';

/** Milliseconds between two looks at the clocks. */
const tick = 100;
/** Wall time that ends a task whatever the CPU did, as a multiple of its deadline. */
const wallFactor = 12;

interface Task {
  readonly limit: number;
  readonly onLate: () => void;
  cpu: number;
  wall: number;
}

/**
 * Tells of tasks that take too long. No Node before 22.20 says how much CPU time one thread took, so what the process took is shared
 * out among the tasks that run; it is never more than the wall time.
 */
export class Deadlines {
  readonly #tasks = new Set<Task>();
  #timer: NodeJS.Timeout | undefined;
  #cpu = 0;
  #wall = 0;

  /** Begins the time of a task: `onLate` is called, once, after `limit` milliseconds of CPU time. Returns what ends it. */
  begin(limit: number, onLate: () => void): () => void {
    this.#look();
    const task: Task = { limit, onLate, cpu: 0, wall: 0 };
    this.#tasks.add(task);
    this.#timer ??= setInterval(() => this.#tell(), tick);
    return () => {
      this.#look();
      this.#drop(task);
    };
  }

  #drop(task: Task): void {
    this.#tasks.delete(task);
    if (this.#tasks.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const { user, system } = process.cpuUsage();
    const [cpu, wall] = [(user + system) / 1000, now()];
    // More than some ticks at once: the whole process was stopped.
    const passed = Math.min(wall - this.#wall, 10 * tick);
    const used = Math.min(passed, (cpu - this.#cpu) / this.#tasks.size);
    [this.#cpu, this.#wall] = [cpu, wall];
    for (const task of this.#tasks) {
      task.cpu += used;
      task.wall += passed;
    }
  }

  /** Only by the timer: whoever begins or ends a task is in the middle of something. */
  #tell(): void {
    this.#look();
    for (const task of this.#tasks) {
      if (task.cpu <= task.limit && task.wall <= task.limit * wallFactor) continue;
      this.#drop(task);
      task.onLate();
    }
  }
}
