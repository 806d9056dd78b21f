// Bodies are rendered in threads, so that no page can hang or kill the build: a thread that takes too long or too much memory is
// ended, its page becomes one diagnostic, and a new thread goes on with the next. Threads get some pages at a time, since a message
// costs as much as a small page.
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { Tinypool } from 'tinypool';
import { packageFile } from '../../model/package-file.js';
import { type Body, type BodyInput, escapedSource, type RenderBody, type Status } from '../body/body-types.js';
import { Deadlines } from './deadlines.js';

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
  /** Milliseconds for which threads were at work, all together. */
  readonly busy: () => number;
  readonly close: () => Promise<void>;
}

/** Rendering takes twice the time of all else, so the main thread needs no core of its own. */
export const defaultLimits: PoolLimits = {
  threads: Math.min(availableParallelism(), 8),
  deadline: 10_000,
  // With the 512 MB of the limited parser a thread stays under a gigabyte.
  heap: 512,
};

/** Of the texts that a thread gets at once: how many, and how long they are together. */
const batch = { pages: 24, characters: 80_000 };

/** Pages that may take the whole deadline, so that many hostile ones do not take it each; those after them get a part of it. */
const patientFor = 4;
const shortened = 0.2;

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
  { threads, deadline, heap }: PoolLimits = defaultLimits,
  worker: URL = pathToFileURL(packageFile('bin/worker.js')),
): Pool {
  let pool: Tinypool | undefined;
  let running = 0;
  let wanted = 1;
  let busy = 0;
  let late = 0;
  const deadlines = new Deadlines();
  const queue: Waiting[] = [];
  const start = () => {
    pool ??= new Tinypool({
      filename: worker.href,
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: 60_000,
      resourceLimits: { maxOldGenerationSizeMb: heap, stackSizeMb: 4 },
    });
    return pool;
  };
  const attempt = async (inputs: readonly BodyInput[], limit: number): Promise<readonly Body[] | Failure> => {
    const started = performance.now();
    try {
      return await deadlines.run(limit, async (signal) => (await start().run(inputs, { signal })) as Body[]);
    } catch (error) {
      const { name, code, message } = error as NodeJS.ErrnoException;
      if (name === 'AbortError') return { status: 'late', reason: `it took longer than ${limit / 1000} s` };
      return code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? { status: 'limit', reason: `it needs more than ${heap} MB of memory` }
        : { status: 'failed', reason: message };
    } finally {
      busy += performance.now() - started;
    }
  };
  const renderAlone = async (input: BodyInput): Promise<Body> => {
    const limit = late < patientFor ? deadline : deadline * shortened;
    const first = await attempt([input], limit);
    // What ended a thread is tried once more, in a new one: it may have been the pages before.
    const bodies = 'status' in first && first.status !== 'late' ? await attempt([input], limit) : first;
    if (!('status' in bodies)) return bodies[0] as Body;
    if (bodies.status === 'late') late += 1;
    return escapedSource(input, bodies.reason, bodies.status);
  };
  const renderBatch = async (pages: readonly Waiting[]): Promise<void> => {
    const inputs = pages.map(({ input }) => input);
    const bodies = pages.length > 1 ? await attempt(inputs, deadline * shortened) : undefined;
    for (const [index, { input, resolve }] of pages.entries()) {
      resolve(bodies && !('status' in bodies) ? (bodies[index] as Body) : await renderAlone(input));
    }
  };
  const feed = () => {
    // A thread has to load everything first: another one is for more pages than those before it have done by then.
    while (wanted < threads && queue.length > wanted * 4 * batch.pages) wanted += 1;
    while (running < wanted && queue.length > 0) {
      running += 1;
      void renderBatch(takeBatch(queue)).finally(() => {
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
    warmUp: () => void start(),
    busy: () => busy,
    close: async () => {
      queue.length = 0;
      if (pool && pool.completed > 0) await pool.run(undefined, { name: 'saveCode' }).catch(() => {});
      await pool?.destroy();
    },
  };
}

function takeBatch(queue: Waiting[]): Waiting[] {
  let characters = 0;
  let count = 0;
  while (count < Math.min(queue.length, batch.pages) && (count === 0 || characters < batch.characters)) {
    characters += queue[count]?.input.text.length ?? 0;
    count += 1;
  }
  return queue.splice(0, count);
}
