// Timeouts of tasks in worker threads, in CPU time: on a busy machine, a page that waits for the CPU must not fail.
import { now } from '../base/stopwatch.js';

/** Interval between two checks, in milliseconds. */
const tick = 100;
/** Maximum wall time of a task, as a multiple of its timeout in CPU time. */
const wallFactor = 12;

interface Task {
  readonly limit: number;
  readonly onLate: () => void;
  cpu: number;
  wall: number;
}

/**
 * Detects tasks that take too long. Node before 22.20 can't measure the CPU time of one thread, so the CPU time of the process is divided by the number of
 * running tasks. It is never more than the wall time.
 */
export class Deadlines {
  readonly #tasks = new Set<Task>();
  #timer: NodeJS.Timeout | undefined;
  #cpu = 0;
  #wall = 0;

  /** Starts the timeout of a task. Calls `onLate` once, after `limit` milliseconds of CPU time. Returns a function that cancels it. */
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
    // More than 10 ticks at once mean that the process was suspended.
    const passed = Math.min(wall - this.#wall, 10 * tick);
    const used = Math.min(passed, (cpu - this.#cpu) / this.#tasks.size);
    [this.#cpu, this.#wall] = [cpu, wall];
    for (const task of this.#tasks) {
      task.cpu += used;
      task.wall += passed;
    }
  }

  /** Calls `onLate` of late tasks. Only the timer calls this, because the callers of `begin` and its result can't handle it at that moment. */
  #tell(): void {
    this.#look();
    for (const task of this.#tasks) {
      if (task.cpu <= task.limit && task.wall <= task.limit * wallFactor) continue;
      this.#drop(task);
      task.onLate();
    }
  }
}
