import type { Body, BodyInput, RenderBody, TextReader } from '../body/body-types.js';
import { checked, withCache } from '../cache/bodies.js';
import { Store, temporaryStore } from '../cache/store.js';
import { limitsOf, openPool, type Pool } from './pool.js';

/** Where bodies are rendered and kept. */
export interface Renderer extends TextReader {
  /** Undefined where nothing is kept. */
  readonly store: Store | undefined;
  /** Starts a thread before there is something to render: while the model is built, it loads what it needs. */
  readonly warmUp: Pool['warmUp'];
  /** Renders a body that nobody keeps while nothing else is asked for: it may be asked for soon. */
  readonly begin: (input: BodyInput) => void;
  /** How many bodies will be asked for, at most; no other one is begun from now on. */
  readonly expect: (pages: number) => void;
  /** Milliseconds for which threads were at work, all together. */
  readonly busy: () => number;
  /** The same by step of rendering. */
  readonly steps: () => ReadonlyMap<string, number>;
  readonly parserFault: Pool['parserFault'];
  /** Ends the worker threads of this build: every body is rendered. */
  readonly endThreads: () => void;
  readonly close: () => Promise<void>;
}

export interface RendererOptions {
  /** Reads texts and renders bodies in place of threads. */
  readonly reader?: TextReader | undefined;
  /** Threads that outlive this renderer. */
  readonly pool?: Pool | undefined;
  /** Maximum number of threads, if `pool` is absent. */
  readonly workers?: number | undefined;
  /** Folder for what is kept. */
  readonly cache?: string | undefined;
  /** Bodies are asked for twice. */
  readonly isTwice?: boolean;
}

/** Threads, and the cache before them. Without a cache, bodies that are asked for twice are kept on disk until the renderer is closed. */
export function openRenderer(options: RendererOptions): Renderer {
  const { reader, pool: kept, cache } = options;
  const store = cache === undefined ? undefined : new Store(cache);
  const pool = kept ?? openPool(limitsOf(options.workers));
  const bare = checked((reader ?? pool).render);
  const temporary = options.isTwice && !store ? temporaryStore() : undefined;
  const bodies = store ?? temporary?.store;
  return {
    read: (reader ?? pool).read,
    render: bodies ? withCache(bodies, bare) : bare,
    store,
    warmUp: reader ? () => {} : pool.warmUp,
    begin: (input) => {
      if (!reader && !store?.has(input.key)) pool.begin(input);
    },
    expect: pool.expect,
    busy: pool.busy,
    steps: pool.steps,
    parserFault: pool.parserFault,
    endThreads: () => {
      if (!kept) void pool.close();
    },
    close: async () => {
      temporary?.remove();
      if (!kept) await pool.close();
      store?.trim();
    },
  };
}

/**
 * Of bodies that are rendered or wait: how many, and how long their texts are together. More than a pool begins early: else threads have
 * nothing to do while the pages of those are composed.
 */
const ahead = { pages: 1024, characters: 32_000_000 };

/**
 * The body of each input, in the order of the inputs; equal ones that follow each other are rendered once. Some are rendered ahead, so that
 * no thread waits and a large hub is never in memory whole. Rendering begins with the first `next()`.
 */
export async function* renderAhead(inputs: readonly BodyInput[], render: RenderBody): AsyncGenerator<Body, void> {
  const started: Promise<Body>[] = [];
  let [next, characters] = [0, 0];
  for (const [index, { text }] of inputs.entries()) {
    while (next < inputs.length && (next <= index || (next < index + ahead.pages && characters < ahead.characters))) {
      const input = inputs[next] as BodyInput;
      const before = input.isRepeatable && input.key === inputs[next - 1]?.key ? started[next - 1] : undefined;
      const rendering = before ?? render(input);
      rendering.catch(() => {}); // thrown where it is awaited, which may be never
      started[next] = rendering;
      characters += input.text.length;
      next += 1;
    }
    yield started[index] as Promise<Body>;
    characters -= text.length;
    delete started[index - 1]; // the next input may be equal to this one
  }
}
