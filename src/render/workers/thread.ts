// One worker thread. It gets its next batches before it has answered the last, so that it is never idle. If it crashes, the current batch is the cause: its
// pages are rendered one by one in a new worker. The batches after it are rendered in the new worker too.
import { Worker } from 'node:worker_threads';
import type { PageFacts } from '../../model/content/parse/page-facts.js';
import { now } from '../base/stopwatch.js';
import { type Body, type BodyInput, escapedSource, type Status } from '../body/body-types.js';
import type { Answer, Batch } from './worker.js';

/** A page that waits for its facts or its body. `Result` is the type of the answer. */
export interface Waiting<Result = PageFacts | Body> {
  readonly input: BodyInput;
  readonly resolve: (result: Result) => void;
  /** Called with a replacement body if the page can't be parsed or rendered. */
  readonly fail: (body: Body) => void;
}

export interface ThreadOptions {
  readonly worker: URL;
  /** Maximum memory, in megabytes. */
  readonly heap: number;
  /** Returns the number of workers with a batch. */
  readonly running: () => number;
  /** Idle time after which the worker is terminated to free memory, in milliseconds. If absent, it stays. */
  readonly maxIdleMs?: number;
  /** Returns the timeout of a batch with this number of pages, in milliseconds of CPU time. */
  readonly timeoutOf: (pages: number) => number;
  readonly onLate: () => void;
  /** Called for each finished or failed batch, with the time that it took in milliseconds and the answer, if there is one. */
  readonly onEnd: (took: number, answer?: Answer) => void;
}

interface Task {
  readonly task: Batch['task'];
  readonly pages: readonly Waiting[];
  /** Whether the page runs again after it crashed a worker. An earlier page might have been the cause. */
  readonly isTriedAgain: boolean;
}

interface Failure {
  readonly status: Exclude<Status, 'rendered'>;
  readonly reason: string;
}

/**
 * Maximum memory for new objects of a worker, in megabytes. With V8's 48, a cold build takes 2 % more CPU, because more memory is touched between two collections;
 * with 12, a hub of 2,000 docs takes 9 % more.
 */
const youngHeapMb = 24;

/** Maximum batches queued per worker. It works on these while the main thread composes pages and responds late. */
export const maxPostedBatches = 4;

export class Thread {
  readonly #tasks: Task[] = [];
  #worker: Worker | undefined;
  #posted = 0;
  /** Cancels the timeout of the first task, and returns how long it ran, in milliseconds. */
  #end: (() => number) | undefined;
  #idle: NodeJS.Timeout | undefined;
  #hasAnswered = false;

  constructor(private readonly options: ThreadOptions) {}

  get waiting(): number {
    return this.#tasks.length;
  }

  /** Starts the worker, which loads its modules. */
  #start(): Worker {
    if (this.#worker) return this.#worker;
    const { worker: file, heap } = this.options;
    const resourceLimits = { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: youngHeapMb, stackSizeMb: 4 };
    const worker = new Worker(file, { resourceLimits });
    const ifOurs = (act: () => void) => {
      if (worker === this.#worker) act(); // ignores a worker that is being terminated
    };
    worker.on('message', (answer: Answer) => ifOurs(() => this.#answer(answer)));
    worker.on('error', (error) => ifOurs(() => this.#fail(failureOf(error, heap))));
    worker.on('exit', (code) => ifOurs(() => this.#fail({ status: 'failed', reason: `exit code ${code}` })));
    worker.unref(); // pending tasks have a timeout, whose timer keeps the process running
    this.#worker = worker;
    return worker;
  }

  add(task: Batch['task'], pages: readonly Waiting[]): void {
    this.#tasks.push({ task, pages, isTriedAgain: false });
    this.#post();
  }

  /** Terminates the worker. Pending tasks get no answer. If the worker is idle and has rendered something, it first saves V8's compiled code. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const isFree = this.#hasAnswered && this.#tasks.length === 0;
    this.#tasks.length = 0;
    this.#ended();
    const worker = this.#stop();
    if (worker && isFree) {
      worker.ref();
      worker.postMessage('saveCode');
      await new Promise((resolve) => worker.once('message', resolve).once('error', resolve).once('exit', resolve));
    }
    await worker?.terminate();
  }

  #post(): void {
    clearTimeout(this.#idle);
    const [first] = this.#tasks;
    const { maxIdleMs } = this.options;
    if (!first && maxIdleMs) this.#idle = setTimeout(() => void this.close(), maxIdleMs).unref();
    if (!first) return;
    const worker = this.#start();
    for (const { task, pages } of this.#tasks.slice(this.#posted, maxPostedBatches)) {
      worker.postMessage({ task, inputs: pages.map(({ input }) => input) } satisfies Batch);
      this.#posted += 1;
    }
    this.#end ??= this.#begin(first);
  }

  /** Starts the timeout of a batch, when it is the first of the worker. */
  #begin({ pages }: Task): () => number {
    const limit = this.options.timeoutOf(pages.length);
    const late: Failure = { status: 'late', reason: `it took longer than ${limit / 1000} s` };
    const end = startTimeout(limit, this.options.running, () => this.#fail(late));
    const started = now();
    return () => {
      end();
      return now() - started;
    };
  }

  #answer(answer: Answer): void {
    const task = this.#tasks.shift();
    this.#hasAnswered = true;
    this.#posted -= 1;
    const took = this.#ended();
    task?.pages.forEach(({ resolve }, index) => void resolve(answer.results[index] as PageFacts | Body));
    this.#post();
    this.options.onEnd(took, answer);
  }

  /** Handles a crash or timeout: retries the pages of the first task one by one, and replaces a page that fails again by its escaped source. */
  #fail(failure: Failure): void {
    void this.#stop()?.terminate();
    const first = this.#tasks.shift();
    const took = this.#ended();
    if (!first) return;
    const { task, pages, isTriedAgain } = first;
    const isLate = failure.status === 'late';
    if (pages.length > 1) this.#tasks.unshift(...pages.map((page) => ({ task, pages: [page], isTriedAgain: false })));
    else if (!isLate && !isTriedAgain) this.#tasks.unshift({ task, pages, isTriedAgain: true });
    else {
      if (isLate) this.options.onLate();
      for (const { input, fail } of pages) fail(escapedSource(input, failure.reason, failure.status));
    }
    this.#post();
    this.options.onEnd(took);
  }

  #ended(): number {
    const took = this.#end?.() ?? 0;
    this.#end = undefined;
    return took;
  }

  /** Detaches the worker, so that the next task starts a new one. */
  #stop(): Worker | undefined {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#posted = 0;
    return worker;
  }
}

function failureOf(error: unknown, heap: number): Failure {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? { status: 'limit', reason: `it needs more than ${heap} MB of memory` }
    : { status: 'failed', reason: message };
}

/** Interval between two checks of a timeout, in milliseconds. */
const tick = 100;
/** Maximum wall time of a batch, as a multiple of its timeout in CPU time. */
const wallFactor = 12;

/**
 * Calls `onLate` once, after `limit` milliseconds of CPU time: on a busy machine, a page that waits for the CPU must not fail. Node before 22.20 can't measure
 * the CPU time of one thread, so that of the process is divided by the number of running threads. Returns a function that cancels the timeout.
 */
export function startTimeout(limit: number, running: () => number, onLate: () => void): () => void {
  let [used, ticks, at, before] = [0, 0, now(), 0];
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage();
    const cpu = (user + system) / 1000;
    // More than 10 ticks at once mean that the process was suspended. Most batches end before the first tick, which only starts to count.
    if (ticks > 0) used += Math.min(now() - at, 10 * tick, (cpu - before) / running());
    [ticks, at, before] = [ticks + 1, now(), cpu];
    if (used <= limit && ticks * tick <= limit * wallFactor) return;
    clearInterval(timer);
    onLate();
  }, tick);
  return () => clearInterval(timer);
}
