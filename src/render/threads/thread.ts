// One thread that renders. It has its next batches before it has answered the last, so that it never waits. What ends it is the fault of
// the batch that it is at: the pages of that are rendered one by one, in a new thread, and so are all behind them.
import { Worker } from 'node:worker_threads';
import type { PageFacts } from '../../model/docs/shown/shown.js';
import { type Body, type BodyInput, escapedSource, type Status } from '../body/body-types.js';
import { now } from '../stopwatch.js';
import type { Deadlines } from './deadlines.js';
import type { Answer, Batch } from './worker.js';

/** A page that waits for its facts or its body. */
export interface Waiting<Result = PageFacts | Body> {
  readonly input: BodyInput;
  readonly resolve: (result: Result) => void;
  /** Is given the body of a page that cannot be read or rendered. */
  readonly fail: (body: Body) => void;
}

export interface ThreadOptions {
  readonly worker: URL;
  /** Megabytes of memory that it may hold. */
  readonly heap: number;
  readonly deadlines: Deadlines;
  /** Milliseconds without work after which it is ended, so that it holds no memory; absent for one that stays. */
  readonly longestIdle?: number;
  /** Milliseconds of CPU time that so many pages may take together. */
  readonly limitOf: (pages: number) => number;
  /** Is called when a page took the whole of it. */
  readonly onLate: () => void;
  /** Is called for each batch that is no longer with the thread, with the milliseconds that it took and the answer, if there was one. */
  readonly onEnd: (took: number, answer?: Answer) => void;
}

interface Task {
  readonly task: Batch['task'];
  readonly pages: readonly Waiting[];
  /** True for a page that ended a thread: others before it may have been the cause. */
  readonly isTriedAgain: boolean;
}

/** Why a thread did not answer. */
interface Failure {
  readonly status: Exclude<Status, 'rendered'>;
  readonly reason: string;
}

/** Batches that a thread has at most: the one that it is at, and what it does while the program composes pages and answers late. */
export const mostPosted = 4;

export class Thread {
  readonly #options: ThreadOptions;
  readonly #tasks: Task[] = [];
  #worker: Worker | undefined;
  /** How many of the tasks it has. */
  #posted = 0;
  /** Ends the time of the first task, and gives it in milliseconds. */
  #end: (() => number) | undefined;
  #idle: NodeJS.Timeout | undefined;
  #hasAnswered = false;
  /** What the environment was when the thread was started, until it gets its first batch. */
  #environment: string | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** Batches that were not answered. */
  get waiting(): number {
    return this.#tasks.length;
  }

  /** Starts it before there is something to render: it loads what it needs, for many pages if so many are expected. */
  start(hasMany = false): Worker {
    if (this.#worker) return this.#worker;
    const { worker: file, heap } = this.#options;
    const workerData = { hasMany };
    const worker = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: heap, stackSizeMb: 4 } });
    this.#environment = JSON.stringify(process.env);
    const ifOurs = (act: () => void) => {
      if (worker === this.#worker) act(); // else of one that is being ended
    };
    worker.on('message', (answer: Answer) => ifOurs(() => this.#answer(answer)));
    worker.on('error', (error) => ifOurs(() => this.#fail(failureOf(error, heap))));
    worker.on('exit', (code) => ifOurs(() => this.#fail({ status: 'failed', reason: `exit code ${code}` })));
    worker.unref(); // what waits for it has a deadline, which keeps the program running
    this.#worker = worker;
    return worker;
  }

  add(task: Batch['task'], pages: readonly Waiting[]): void {
    this.#tasks.push({ task, pages, isTriedAgain: false });
    this.#post();
  }

  /** Ends it; what waits gets no answer. The code that V8 compiled for it is kept where it rendered and has nothing to do. */
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
    const { longestIdle } = this.#options;
    if (!first && longestIdle) this.#idle = setTimeout(() => void this.close(), longestIdle).unref();
    if (!first) return;
    const worker = this.start();
    this.#tellEnvironment(worker);
    for (const { task, pages } of this.#tasks.slice(this.#posted, mostPosted)) {
      worker.postMessage({ task, inputs: pages.map(({ input }) => input) } satisfies Batch);
      this.#posted += 1;
    }
    this.#end ??= this.#begin(first);
  }

  /** A thread may start before the config is read, which may change the environment; its components see that. */
  #tellEnvironment(worker: Worker): void {
    const isOther = this.#environment !== undefined && this.#environment !== JSON.stringify(process.env);
    this.#environment = undefined;
    if (isOther) worker.postMessage({ environment: { ...process.env } });
  }

  /** The time of a batch begins when the thread has none before it. */
  #begin({ pages }: Task): () => number {
    const limit = this.#options.limitOf(pages.length);
    const late: Failure = { status: 'late', reason: `it took longer than ${limit / 1000} s` };
    const end = this.#options.deadlines.begin(limit, () => this.#fail(late));
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
    this.#options.onEnd(took, answer);
  }

  /** The first task ended the thread, or is ended with it: its pages are rendered alone, and shown as their source where that fails too. */
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
      if (isLate) this.#options.onLate();
      for (const { input, fail } of pages) fail(escapedSource(input, failure.reason, failure.status));
    }
    this.#post();
    this.#options.onEnd(took);
  }

  #ended(): number {
    const took = this.#end?.() ?? 0;
    this.#end = undefined;
    return took;
  }

  /** Lets go of the thread as it is. */
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
