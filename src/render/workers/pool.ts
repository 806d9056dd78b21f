// Worker pool. No page can hang or crash the build: a worker that exceeds its time or memory is terminated. The pages of its batch run again one by one, and a
// page that fails again shows its source. Workers get batches, because a message costs as much as a small page.
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { sumBy } from 'lodash-es';
import { noFacts, type PageFacts } from '../../model/content/parse/page-facts.js';
import { packageFile } from '../../model/input/regular-file.js';
import { Stopwatch } from '../base/stopwatch.js';
import type { Body, BodyInput, TextReader } from '../body/body-types.js';
import { maxPostedBatches, Thread, type ThreadOptions, type Waiting } from './thread.js';

interface PoolLimits {
  readonly threads: number;
  /** Maximum CPU time of one page, in milliseconds. */
  readonly deadline: number;
  /** Maximum memory of one worker, in megabytes. */
  readonly heap: number;
}

export interface Pool extends TextReader {
  /** Prefetches the body of a text that was read: renders it while the model is built. */
  readonly prefetch: (input: BodyInput) => void;
  readonly busy: () => number;
  /** Working time by rendering step, of the batches that have finished. */
  readonly steps: () => ReadonlyMap<string, number>;
  /** Why the native parser can't be used, or undefined if it can, according to the workers that have answered. */
  readonly parserFault: () => string | undefined;
  /** Drops all requests of a build, and prefetched bodies. */
  readonly clear: () => void;
  /** Terminates all workers, and waits for those that an earlier call is terminating. Later requests start new ones. */
  readonly close: () => Promise<void>;
}

const defaultLimits: PoolLimits = {
  threads: Math.min(availableParallelism(), 8),
  deadline: 10_000,
  // Together with the 512 MB of the limited parser, a worker stays under a gigabyte.
  heap: 512,
};

/** Returns the limits of a build with at most `threads` workers. */
export const poolLimits = (threads = defaultLimits.threads): PoolLimits => ({ ...defaultLimits, threads });

/** Maximum number of pages in a batch, and of characters in all of its texts. */
const batchLimits = { pages: 24, characters: 80_000 };
/** Maximum batch while the main thread loads content and builds the model, and so responds late. */
const earlyBatchLimits = { pages: 64, characters: 240_000 };

/** Maximum batches queued per worker when several run. Short queues let all workers finish at about the same time. */
const maxSharedBatches = 2;

/** Maximum length of all texts to prefetch bodies for, in characters. These bodies stay in memory. */
const maxPrefetchChars = 16_000_000;
/**
 * Maximum length of texts that were read and whose bodies are not rendered yet, in characters. Above it, bodies are rendered before more texts are read. The
 * longer syntax trees live, the more garbage collection costs: 3,000 docs take 1.2 times the CPU without this limit.
 */
const maxUnrenderedChars = 2_000_000;

/** Number of pages that can use the full timeout. Later pages get a fraction of it, so that many untrusted pages can't each use all of it. */
const maxFullTimeouts = 4;
const reducedTimeout = 0.2;

/** `fewPages`: the pages that one worker renders while another one starts. `manyPages`: ten times as many. */
const [fewPages, manyPages] = [4 * batchLimits.pages, 40 * batchLimits.pages];

/** Whether one more worker is worth its startup time. The last free core is only used for many pages, because the worker competes with the main thread. */
const isWorthwhile = (threads: number, pages: number) =>
  pages > threads * fewPages && (pages > manyPages || threads + 1 < availableParallelism());

/** Opens a pool. No worker is started before the first text. */
export function openPool(
  limits: PoolLimits = defaultLimits,
  worker: URL = pathToFileURL(packageFile('bin/worker.cjs')),
): Pool {
  const pages = new PageQueue();
  const steps = new Stopwatch();
  let [late, busy] = [0, 0];
  let parserFault: string | undefined;
  let closing: Promise<unknown> | undefined;
  const options: ThreadOptions = {
    worker,
    heap: limits.heap,
    running: () => threads.filter(({ waiting }) => waiting > 0).length,
    timeoutOf: (count) => limits.deadline * (count > 1 || late >= maxFullTimeouts ? reducedTimeout : 1),
    onLate: () => {
      late += 1;
    },
    onEnd: (took, answer) => {
      busy += took;
      for (const [step, milliseconds] of answer?.steps ?? []) steps.add(step, milliseconds);
      if (answer) parserFault = answer.parserFault;
      dispatch();
    },
  };
  const threads = [new Thread(options)];
  const dispatch = () => {
    while (
      threads.length < limits.threads &&
      isWorthwhile(threads.length, pages.bodyRequests.length + pages.factRequests.length)
    )
      threads.push(new Thread({ ...options, maxIdleMs: 60_000 }));
    for (let before = 0; before < (threads.length > 1 ? maxSharedBatches : maxPostedBatches); before += 1)
      for (const thread of threads) if (thread.waiting <= before) pages.giveTo(thread);
  };
  const dispatchIfIdle = <T>(requested: T): T => {
    if (threads.every(({ waiting }) => waiting === 0)) dispatch();
    return requested;
  };
  return {
    read: (input) => dispatchIfIdle(pages.read(input)),
    render: (input) => {
      const body = pages.render(input);
      if (pages.bodyRequests.length === 1) queueMicrotask(dispatch);
      return body;
    },
    prefetch: (input) => dispatchIfIdle(pages.begin(input)),
    busy: () => busy,
    steps: () => steps.phases,
    parserFault: () => parserFault,
    clear: () => pages.clear(),
    close: async () => {
      pages.clear();
      closing = Promise.all([closing, ...threads.map((thread) => thread.close())]);
      await closing;
    },
  };
}

class PageQueue {
  readonly bodyRequests: Waiting<Body>[] = [];
  readonly factRequests: Waiting<PageFacts>[] = [];
  /** Bodies to prefetch that no worker has started. */
  readonly #prefetches: Waiting<Body>[] = [];
  /** Prefetched and failed bodies that were not requested yet, by cache key. */
  readonly #bodies = new Map<string, Promise<Body>>();
  /** Workers that have the syntax trees of texts, by cache key. */
  readonly #readers = new Map<string, Thread>();
  /** Remaining limit of the texts to prefetch bodies for, in characters. */
  #left = maxPrefetchChars;

  read(input: BodyInput): Promise<PageFacts | undefined> {
    return new Promise((resolve) => {
      const fail = (body: Body) => {
        this.#bodies.set(input.key, Promise.resolve(body));
        resolve(body.status === 'failed' ? undefined : noFacts);
      };
      this.factRequests.push({ input, resolve, fail });
    });
  }

  render(input: BodyInput): Promise<Body> {
    const early = this.#prefetches.findIndex((page) => page.input.key === input.key);
    if (early !== -1) this.bodyRequests.push(...this.#prefetches.splice(early, 1));
    const known = this.#bodies.get(input.key);
    this.#bodies.delete(input.key);
    return known ?? bodyIn(this.bodyRequests, input);
  }

  begin(input: BodyInput): void {
    if (!input.isRepeatable || input.text.length > this.#left) return;
    this.#left -= input.text.length;
    this.#bodies.set(input.key, bodyIn(this.#prefetches, input));
  }

  /** Gives a worker its next batch. Prefers bodies of texts that it read, because it has their syntax trees. */
  giveTo(thread: Thread): void {
    const isOwn = ({ input }: Waiting<Body>) => (this.#readers.get(input.key) ?? thread) === thread;
    const early = sumBy(this.#prefetches, ({ input }) => input.text.length);
    let bodies = takeBatch(this.bodyRequests, batchLimits, isOwn);
    if (bodies.length === 0) bodies = takeBatch(this.bodyRequests, batchLimits);
    if (bodies.length === 0 && early > maxUnrenderedChars)
      bodies = takeBatch(this.#prefetches, earlyBatchLimits, isOwn);
    const texts = bodies.length === 0 ? takeBatch(this.factRequests, earlyBatchLimits) : [];
    if (bodies.length + texts.length === 0) bodies = takeBatch(this.#prefetches, earlyBatchLimits, isOwn);
    for (const { input } of texts) this.#readers.set(input.key, thread);
    for (const { input } of bodies) this.#readers.delete(input.key);
    if (texts.length > 0) thread.add('read', texts as readonly Waiting[]);
    if (bodies.length > 0) thread.add('render', bodies as readonly Waiting[]);
  }

  clear(): void {
    for (const queue of [this.bodyRequests, this.factRequests, this.#prefetches]) queue.length = 0;
    this.#readers.clear();
    this.#bodies.clear();
    this.#left = maxPrefetchChars;
  }
}

const bodyIn = (queue: Waiting<Body>[], input: BodyInput) =>
  new Promise<Body>((resolve) => void queue.push({ input, resolve, fail: resolve }));

/**
 * Takes at most half of the queue, so that all workers finish at about the same time. A text over the batch limit is a separate batch, because a batch has
 * less time for a text than a single one.
 */
function takeBatch<Result>(
  queue: Waiting<Result>[],
  limits: typeof batchLimits,
  isWanted: (page: Waiting<Result>) => boolean = () => true,
): Waiting<Result>[] {
  const maxPages = Math.min(Math.ceil(queue.length / 2), limits.pages);
  const batch: Waiting<Result>[] = [];
  let characters = 0;
  for (let index = 0; index < queue.length && batch.length < maxPages && characters < limits.characters; ) {
    const page = queue[index] as Waiting<Result>;
    const { length } = page.input.text;
    if (!isWanted(page) || (batch.length > 0 && length > limits.characters)) index += 1;
    else {
      characters += length;
      batch.push(...queue.splice(index, 1));
    }
  }
  return batch;
}
