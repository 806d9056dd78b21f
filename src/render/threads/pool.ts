// Bodies are rendered in threads, so that no page can hang or kill the build: a thread that takes too long or too much memory is
// ended, its page becomes one diagnostic, and a new thread continues with the next. Threads get some pages at a time, since a message
// costs as much as a small page.
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { Tinypool } from 'tinypool';
import { packageFile } from '../../model/package-file.js';
import { type Body, type BodyInput, escapedSource, type RenderBody, type Status } from '../body/body-types.js';
import { Stopwatch } from '../stopwatch.js';
import { Deadlines } from './deadlines.js';
import type { Rendered } from './worker.js';

export interface PoolLimits {
  /** Threads at most. */
  readonly threads: number;
  /** Milliseconds of CPU time that one page may take. */
  readonly deadline: number;
  /** Megabytes of memory that one thread may hold. */
  readonly heap: number;
}

export interface Pool {
  readonly render: RenderBody;
  /** Starts the threads before there is something to render: while content is read, they load what they need. */
  readonly warmUp: () => void;
  /** How many bodies will be asked for, at most. */
  readonly expect: (pages: number) => void;
  /** Milliseconds for which threads were at work, all together. */
  readonly busy: () => number;
  /** The same by step of rendering, as far as threads have answered. */
  readonly steps: () => ReadonlyMap<string, number>;
  readonly close: () => Promise<void>;
}

export const defaultLimits: PoolLimits = {
  threads: Math.min(availableParallelism(), 8),
  deadline: 10_000,
  // With the 512 MB of the limited parser a thread stays under a gigabyte.
  heap: 512,
};

/** Of the texts that a thread gets at once: how many, and how long they are together. */
const batchLimits = { pages: 24, characters: 80_000 };

/** Pages that may take the whole deadline, so that many hostile ones do not take it each; those after them get a part of it. */
const patientFor = 4;
const shortened = 0.2;

/** Pages that one thread does in the time in which another one loads everything; and ten times as many. */
const [fewPages, manyPages] = [4 * batchLimits.pages, 40 * batchLimits.pages];

/** True for a thread more that is worth what it loads. One that takes the core on which pages are composed meanwhile is for a large hub only. */
export function isWorthwhile(
  threads: number,
  { waiting, expected, cores }: { readonly waiting: number; readonly expected: number; readonly cores: number },
): boolean {
  return waiting > (threads - 1) * fewPages && (threads < cores || expected > manyPages);
}

/** Why a thread did not answer. */
interface Failure {
  readonly status: Exclude<Status, 'rendered'>;
  readonly reason: string;
}

interface Waiting {
  readonly input: BodyInput;
  readonly resolve: (body: Body) => void;
}

/** Threads that render; none is started before `warmUp` or the first body. */
export function openPool(
  limits: PoolLimits = defaultLimits,
  worker: URL = pathToFileURL(packageFile('bin/worker.js')),
): Pool {
  const threads = new Threads(limits, worker);
  let running = 0;
  let wanted = 1;
  let expected = 0;
  const cores = availableParallelism();
  const queue: Waiting[] = [];
  const feed = () => {
    while (wanted < limits.threads && isWorthwhile(wanted + 1, { waiting: queue.length, expected, cores })) wanted += 1;
    while (running < wanted && queue.length > 0) {
      running += 1;
      void threads.renderBatch(takeBatch(queue)).finally(() => {
        running -= 1;
        feed();
      });
    }
  };
  return {
    // A page waits for a free thread before its time begins.
    render: (input) =>
      new Promise((resolve) => {
        queue.push({ input, resolve });
        if (queue.length === 1) queueMicrotask(feed);
      }),
    warmUp: () => void threads.start(),
    expect: (pages) => {
      expected = pages;
    },
    busy: () => threads.busy,
    steps: () => threads.steps.phases,
    close: () => {
      queue.length = 0;
      return threads.close();
    },
  };
}

/** Renders pages in threads; a page that ends its thread is rendered alone, then shown as its escaped source. */
class Threads {
  readonly #limits: PoolLimits;
  readonly #worker: URL;
  readonly #deadlines = new Deadlines();
  #pool: Tinypool | undefined;
  /** Pages that took the whole deadline. */
  #late = 0;
  /** Milliseconds for which threads were at work, all together. */
  busy = 0;
  readonly steps = new Stopwatch();

  constructor(limits: PoolLimits, worker: URL) {
    this.#limits = limits;
    this.#worker = worker;
  }

  start(): Tinypool {
    this.#pool ??= new Tinypool({
      filename: this.#worker.href,
      minThreads: 1,
      maxThreads: this.#limits.threads,
      idleTimeout: 60_000,
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heap, stackSizeMb: 4 },
    });
    return this.#pool;
  }

  async renderBatch(pages: readonly Waiting[]): Promise<void> {
    const inputs = pages.map(({ input }) => input);
    const bodies = pages.length > 1 ? await this.#attempt(inputs, this.#limits.deadline * shortened) : undefined;
    for (const [index, { input, resolve }] of pages.entries()) {
      resolve(bodies && !('status' in bodies) ? (bodies[index] as Body) : await this.#renderAlone(input));
    }
  }

  async #renderAlone(input: BodyInput): Promise<Body> {
    const limit = this.#late < patientFor ? this.#limits.deadline : this.#limits.deadline * shortened;
    const first = await this.#attempt([input], limit);
    // What ended a thread is tried once more, in a new one: the pages before it may have been the cause.
    const bodies = 'status' in first && first.status !== 'late' ? await this.#attempt([input], limit) : first;
    if (!('status' in bodies)) return bodies[0] as Body;
    if (bodies.status === 'late') this.#late += 1;
    return escapedSource(input, bodies.reason, bodies.status);
  }

  async #attempt(inputs: readonly BodyInput[], limit: number): Promise<readonly Body[] | Failure> {
    const started = performance.now();
    try {
      const work = async (signal: AbortSignal) => (await this.start().run(inputs, { signal })) as Rendered;
      const { bodies, steps } = await this.#deadlines.run(limit, work);
      for (const [step, milliseconds] of steps) this.steps.add(step, milliseconds);
      return bodies;
    } catch (error) {
      const { name, code, message } = error as NodeJS.ErrnoException;
      if (name === 'AbortError') return { status: 'late', reason: `it took longer than ${limit / 1000} s` };
      return code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? { status: 'limit', reason: `it needs more than ${this.#limits.heap} MB of memory` }
        : { status: 'failed', reason: message };
    } finally {
      this.busy += performance.now() - started;
    }
  }

  async close(): Promise<void> {
    if (this.#pool && this.#pool.completed > 0) await this.#pool.run(undefined, { name: 'saveCode' }).catch(() => {});
    await this.#pool?.destroy();
  }
}

function takeBatch(queue: Waiting[]): Waiting[] {
  let characters = 0;
  let count = 0;
  while (count < Math.min(queue.length, batchLimits.pages) && (count === 0 || characters < batchLimits.characters)) {
    characters += queue[count]?.input.text.length ?? 0;
    count += 1;
  }
  return queue.splice(0, count);
}
