// Bodies are rendered in threads, so that no page can hang or kill the build: a thread that takes too long or too much memory is
// ended, its page becomes one diagnostic, and a new thread continues with the next. Threads get some pages at a time, since a message
// costs as much as a small page.
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { packageFile } from '../../model/package-file.js';
import type { Body, BodyInput, RenderBody } from '../body/body-types.js';
import { Stopwatch } from '../stopwatch.js';
import { Deadlines } from './deadlines.js';
import { type Missing, mostPosted, Thread, type ThreadOptions, type Waiting } from './thread.js';

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
  /** Renders a body while nothing that is asked for waits: it may be asked for soon. */
  readonly begin: (input: BodyInput) => void;
  /** Starts a thread before there is something to render: while content is read, it loads what it needs. */
  readonly warmUp: (missing: Missing) => void;
  /** How many bodies will be asked for, at most; no other one is begun from now on. */
  readonly expect: (pages: number) => void;
  /** Milliseconds for which threads were at work, all together. */
  readonly busy: () => number;
  /** The same by step of rendering, as far as threads have answered. */
  readonly steps: () => ReadonlyMap<string, number>;
  /** Why the native parser read no text; undefined where it did, as far as threads have answered. */
  readonly parserFault: () => string | undefined;
  /** Ends all threads, also those that an earlier call began to end; what is asked for after it starts others. */
  readonly close: () => Promise<void>;
}

const defaultLimits: PoolLimits = {
  threads: Math.min(availableParallelism(), 8),
  deadline: 10_000,
  // With the 512 MB of the limited parser a thread stays under a gigabyte.
  heap: 512,
};

/** The limits of a build; `threads` at most, where that is given. */
export const limitsOf = (threads = defaultLimits.threads): PoolLimits => ({ ...defaultLimits, threads });

/** Of the texts that a thread gets at once: how many, and how long they are together. */
const batchLimits = { pages: 24, characters: 80_000 };
/** The same while this thread reads and builds the model, and answers late. */
const earlyBatchLimits = { pages: 64, characters: 240_000 };

/** Batches that a thread has where there are others, which shall end together with it. */
const mostShared = 2;

/** Of bodies that nobody asked for yet: how many, and how long their texts are together. */
const earlyLimits = { pages: 512, characters: 16_000_000 };

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

/** Threads that render; none is started before `warmUp` or the first body. */
export function openPool(
  limits: PoolLimits = defaultLimits,
  worker: URL = pathToFileURL(packageFile('bin/worker.cjs')),
): Pool {
  const cores = availableParallelism();
  const queue: Waiting[] = [];
  const early = new EarlyBodies();
  const steps = new Stopwatch();
  let [expected, late, busy] = [0, 0, 0];
  let parserFault: string | undefined;
  let closing: Promise<unknown> | undefined;
  const options: ThreadOptions = {
    worker,
    heap: limits.heap,
    deadlines: new Deadlines(),
    limitOf: (pages) => limits.deadline * (pages > 1 || late >= patientFor ? shortened : 1),
    onLate: () => {
      late += 1;
    },
    onEnd: (took, answer) => {
      busy += took;
      for (const [step, milliseconds] of answer?.steps ?? []) steps.add(step, milliseconds);
      if (answer) parserFault = answer.parserFault;
      feed();
    },
  };
  const threads = [new Thread(options)];
  const feed = () => {
    const found = { waiting: queue.length, expected, cores };
    while (threads.length < limits.threads && isWorthwhile(threads.length + 1, found))
      threads.push(new Thread({ ...options, longestIdle: 60_000 }));
    for (let before = 0; before < (threads.length > 1 ? mostShared : mostPosted); before += 1) {
      for (const thread of threads) {
        if (thread.waiting > before) continue;
        const batch = queue.length > 0 ? takeBatch(queue, batchLimits) : early.take();
        if (batch.length > 0) thread.render(batch);
      }
    }
  };
  return {
    // A page waits for a free thread before its time begins.
    render: (input) =>
      early.claim(input) ??
      new Promise((resolve) => {
        queue.push({ input, resolve });
        if (queue.length === 1) queueMicrotask(feed);
      }),
    begin: (input) => {
      early.add(input);
      if (threads.every(({ waiting }) => waiting === 0)) feed();
    },
    warmUp: (missing) => void threads[0]?.start(missing),
    expect: (pages) => {
      expected = pages;
      early.stop();
    },
    busy: () => busy,
    steps: () => steps.phases,
    parserFault: () => parserFault,
    close: async () => {
      queue.length = 0;
      early.stop();
      closing = Promise.all([closing, ...threads.map((thread) => thread.close())]);
      await closing;
    },
  };
}

/** Bodies that nobody asked for yet. */
class EarlyBodies {
  readonly #waiting = new Map<string, Waiting>();
  readonly #bodies = new Map<string, Promise<Body>>();
  #left = earlyLimits;
  #isStopped = false;

  add(input: BodyInput): void {
    if (this.#isStopped) this.#restart();
    const left = { pages: this.#left.pages - 1, characters: this.#left.characters - input.text.length };
    if (!input.isRepeatable || left.pages < 0 || left.characters < 0) return;
    this.#left = left;
    const body = new Promise<Body>((resolve) => this.#waiting.set(input.key, { input, resolve }));
    this.#bodies.set(input.key, body);
  }

  /** What a thread gets at once. */
  take(): Waiting[] {
    const batch = takeBatch([...this.#waiting.values()], earlyBatchLimits);
    for (const { input } of batch) this.#waiting.delete(input.key);
    return batch;
  }

  /** The body of an input that is asked for now; undefined where no thread got it. */
  claim({ key }: BodyInput): Promise<Body> | undefined {
    const body = this.#waiting.delete(key) ? undefined : this.#bodies.get(key);
    this.#bodies.delete(key);
    return body;
  }

  /** Those that no thread got are begun no more. */
  stop(): void {
    for (const key of this.#waiting.keys()) this.#bodies.delete(key);
    this.#waiting.clear();
    this.#isStopped = true;
  }

  /** Threads may outlive a build: what it did not ask for is of no use to the next. */
  #restart(): void {
    this.#bodies.clear();
    this.#left = earlyLimits;
    this.#isStopped = false;
  }
}

/** Less than half of what waits, so that threads end together and the last pages are not composed all at the end. */
function takeBatch(queue: Waiting[], { pages, characters: most }: typeof batchLimits): Waiting[] {
  let characters = 0;
  let count = 0;
  while (count < Math.min(Math.ceil(queue.length / 2), pages) && (count === 0 || characters < most)) {
    characters += queue[count]?.input.text.length ?? 0;
    count += 1;
  }
  return queue.splice(0, count);
}
