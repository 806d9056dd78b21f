// Bodies are rendered in threads, so that no page can hang or kill the build: a thread that takes too long or too much memory is
// ended, its page becomes one diagnostic, and a new thread goes on with the next.
import { availableParallelism } from 'node:os';
import Tinypool from 'tinypool';
import { type Body, type BodyInput, escapedSource, type RenderBody } from './body-types.js';

export interface PoolLimits {
  /** Threads at most. */
  readonly threads: number;
  /** Milliseconds that one page may take. */
  readonly deadline: number;
  /** Megabytes of memory that one thread may hold. */
  readonly heap: number;
}

export interface Pool {
  readonly render: RenderBody;
  readonly close: () => Promise<void>;
}

/** A core stays for the main thread: on two cores one thread is faster than two, each of which has to warm up. */
export const defaultLimits: PoolLimits = {
  threads: Math.min(Math.max(1, availableParallelism() - 1), 8),
  deadline: 10_000,
  heap: 1024,
};

/** Threads that render; none is started before there is something to render. */
export function openPool(
  { threads, deadline, heap }: PoolLimits = defaultLimits,
  worker: URL = new URL('./worker.js', import.meta.url),
): Pool {
  let pool: Tinypool | undefined;
  const start = () =>
    new Tinypool({
      filename: worker.href,
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: 60_000,
      resourceLimits: { maxOldGenerationSizeMb: heap, stackSizeMb: 4 },
    });
  const slots = new Semaphore(threads);
  const attempt = async (input: BodyInput): Promise<Body | { reason: string }> => {
    try {
      pool ??= start();
      return (await pool.run(input, { signal: AbortSignal.timeout(deadline) })) as Body;
    } catch (error) {
      const { name, code, message } = error as NodeJS.ErrnoException;
      if (name === 'AbortError') return { reason: `it took longer than ${deadline / 1000} s` };
      return { reason: code === 'ERR_WORKER_OUT_OF_MEMORY' ? `it needs more than ${heap} MB of memory` : message };
    }
  };
  return {
    // A page waits for a free thread before its time begins. What ended a thread is tried once more: it may have been the pages before.
    render: (input) =>
      slots.use(async () => {
        const first = await attempt(input);
        const body = 'html' in first || first.reason.startsWith('it took') ? first : await attempt(input);
        return 'html' in body ? body : escapedSource(input, body.reason);
      }),
    close: async () => pool?.destroy(),
  };
}

/** Lets so many through at a time, in the order in which they came. */
class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
