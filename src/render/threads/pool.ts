// Bodies are rendered in threads, so that no page can hang or kill the build: a thread that takes too long or too much memory is
// ended, its page becomes one diagnostic, and a new thread continues with the next. Threads get some pages at a time, since a message
// costs as much as a small page.
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { noFacts, type PageFacts } from '../../model/docs/shown/shown.js';
import { packageFile } from '../../model/package-file.js';
import type { Body, BodyInput, TextReader } from '../body/body-types.js';
import { Stopwatch } from '../stopwatch.js';
import { Deadlines } from './deadlines.js';
import { mostPosted, Thread, type ThreadOptions, type Waiting } from './thread.js';

export interface PoolLimits {
  /** Threads at most. */
  readonly threads: number;
  /** Milliseconds of CPU time that one page may take. */
  readonly deadline: number;
  /** Megabytes of memory that one thread may hold. */
  readonly heap: number;
}

export interface Pool extends TextReader {
  /** Renders the body of a text that was read while nothing that is asked for waits: it may be asked for soon. */
  readonly begin: (input: BodyInput) => void;
  /** Starts a thread for many pages before there is something to render: while content is read, it loads what it needs. */
  readonly warmUp: () => void;
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

/** Maximum length of the texts whose bodies are begun before they are asked for, in characters: these wait in memory. */
const maxEarly = 16_000_000;
/**
 * Maximum length of texts that were read and whose bodies are not begun, in characters; then bodies go first. The longer the trees live, the
 * more they cost the garbage collector: 3,000 docs take 1.2 times the CPU without this limit.
 */
const maxRead = 2_000_000;

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

/** Threads that render; none is started before `warmUp` or the first text. */
export function openPool(
  limits: PoolLimits = defaultLimits,
  worker: URL = pathToFileURL(packageFile('bin/worker.cjs')),
): Pool {
  const cores = availableParallelism();
  const pages = new PageQueue();
  const steps = new Stopwatch();
  let [expected, late, busy] = [0, 0, 0];
  let parserFault: string | undefined;
  let closing: Promise<unknown> | undefined;
  const options: ThreadOptions = {
    worker,
    heap: limits.heap,
    deadlines: new Deadlines(),
    limitOf: (count) => limits.deadline * (count > 1 || late >= patientFor ? shortened : 1),
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
    const { asked, unread } = pages;
    const found = { waiting: asked + unread, expected: Math.max(expected, unread), cores };
    while (threads.length < limits.threads && isWorthwhile(threads.length + 1, found))
      threads.push(new Thread({ ...options, longestIdle: 60_000 }));
    for (let before = 0; before < (threads.length > 1 ? mostShared : mostPosted); before += 1)
      for (const thread of threads) if (thread.waiting <= before) pages.giveTo(thread);
  };
  const feedIdle = () => {
    if (threads.every(({ waiting }) => waiting === 0)) feed();
  };
  return {
    read: (input) => {
      const facts = pages.read(input);
      feedIdle();
      return facts;
    },
    // A page waits for a free thread before its time begins.
    render: (input) => {
      const body = pages.render(input);
      if (pages.asked === 1) queueMicrotask(feed);
      return body;
    },
    begin: (input) => {
      pages.begin(input);
      feedIdle();
    },
    warmUp: () => void threads[0]?.start(true),
    expect: (count) => {
      expected = count;
      pages.stopBeginning();
    },
    busy: () => busy,
    steps: () => steps.phases,
    parserFault: () => parserFault,
    close: async () => {
      pages.clear();
      closing = Promise.all([closing, ...threads.map((thread) => thread.close())]);
      await closing;
    },
  };
}

/** Pages that wait for a thread: bodies that are asked for, texts to read, and bodies that are not asked for yet. */
class PageQueue {
  readonly #asked: Waiting<Body>[] = [];
  readonly #unread: Waiting<PageFacts>[] = [];
  readonly #early = new Map<string, Waiting<Body>>();
  /** Bodies that were begun or failed, and are not asked for yet, by key. */
  readonly #bodies = new Map<string, Promise<Body>>();
  /** The threads that have the trees of texts, by key. */
  readonly #readers = new Map<string, Thread>();
  /** Length of the texts in `early`, in characters, and of those that may still be added. */
  #waiting = 0;
  #left = maxEarly;
  #isStopped = false;

  get asked(): number {
    return this.#asked.length;
  }

  get unread(): number {
    return this.#unread.length;
  }

  read(input: BodyInput): Promise<PageFacts | undefined> {
    if (this.#isStopped) this.#restart();
    return new Promise((resolve) => {
      const fail = (body: Body) => {
        this.#bodies.set(input.key, Promise.resolve(body));
        resolve(body.status === 'failed' ? undefined : noFacts);
      };
      this.#unread.push({ input, resolve, fail });
    });
  }

  render(input: BodyInput): Promise<Body> {
    const known = this.#drop(input) ? undefined : this.#bodies.get(input.key);
    this.#bodies.delete(input.key);
    return known ?? new Promise((resolve) => this.#asked.push({ input, resolve, fail: resolve }));
  }

  begin(input: BodyInput): void {
    if (this.#isStopped) this.#restart();
    const { length } = input.text;
    if (!input.isRepeatable || length > this.#left) return;
    this.#left -= length;
    this.#waiting += length;
    const body = new Promise<Body>((resolve) => this.#early.set(input.key, { input, resolve, fail: resolve }));
    this.#bodies.set(input.key, body);
  }

  /** Gives a thread its next pages. It has the trees of the texts that it read. */
  giveTo(thread: Thread): void {
    const isOwn = ({ input }: Waiting<Body>) => (this.#readers.get(input.key) ?? thread) === thread;
    let bodies = takeBatch(this.#asked, batchLimits, isOwn);
    if (bodies.length === 0) bodies = takeBatch(this.#asked, batchLimits);
    if (bodies.length === 0 && this.#waiting > maxRead) bodies = this.#takeEarly(isOwn);
    const texts = bodies.length === 0 ? takeBatch(this.#unread, earlyBatchLimits) : [];
    if (bodies.length + texts.length === 0) bodies = this.#takeEarly(isOwn);
    for (const { input } of texts) this.#readers.set(input.key, thread);
    for (const { input } of bodies) this.#readers.delete(input.key);
    if (texts.length > 0) thread.add('read', texts as readonly Waiting[]);
    if (bodies.length > 0) thread.add('render', bodies as readonly Waiting[]);
  }

  /** Bodies that no thread got are begun no more. */
  stopBeginning(): void {
    for (const { input } of this.#early.values()) {
      this.#drop(input);
      this.#bodies.delete(input.key);
    }
    this.#isStopped = true;
  }

  clear(): void {
    this.#asked.length = 0;
    this.#unread.length = 0;
    this.#readers.clear();
    this.stopBeginning();
  }

  /** Threads may outlive a build: what it did not ask for is of no use to the next. */
  #restart(): void {
    this.#bodies.clear();
    this.#left = maxEarly;
    this.#isStopped = false;
  }

  #takeEarly(isOwn: (page: Waiting<Body>) => boolean): Waiting<Body>[] {
    const batch = takeBatch([...this.#early.values()], earlyBatchLimits, isOwn);
    for (const { input } of batch) this.#drop(input);
    return batch;
  }

  #drop({ key, text }: BodyInput): boolean {
    const isWaiting = this.#early.delete(key);
    if (isWaiting) this.#waiting -= text.length;
    return isWaiting;
  }
}

/** Less than half of what waits, so that threads end together and the last pages are not composed all at the end. */
function takeBatch<Result>(
  queue: Waiting<Result>[],
  { pages, characters: most }: typeof batchLimits,
  isWanted: (page: Waiting<Result>) => boolean = () => true,
): Waiting<Result>[] {
  const wanted = Math.min(Math.ceil(queue.length / 2), pages);
  const batch: Waiting<Result>[] = [];
  let characters = 0;
  for (let index = 0; index < queue.length && batch.length < wanted && characters < most; ) {
    const page = queue[index] as Waiting<Result>;
    if (isWanted(page)) {
      characters += page.input.text.length;
      batch.push(...queue.splice(index, 1));
    } else index += 1;
  }
  return batch;
}
