import type { RenderBody } from '../body/body-types.js';
import { withCache } from './cache.js';
import { defaultLimits, openPool, type Pool } from './pool.js';
import { checked } from './sound-body.js';
import { openSpool } from './spool.js';
import { Store } from './store.js';

/** Where bodies are rendered and kept. */
export interface Renderer {
  readonly render: RenderBody;
  /** Undefined where nothing is kept. */
  readonly store: Store | undefined;
  /** Starts a thread before there is something to render: while the model is built, it loads what it needs. */
  readonly warmUp: () => void;
  /** How many bodies will be asked for, at most. */
  readonly expect: (pages: number) => void;
  /** Milliseconds for which threads were at work, all together. */
  readonly busy: () => number;
  /** The same by step of rendering. */
  readonly steps: () => ReadonlyMap<string, number>;
  readonly close: () => Promise<void>;
}

export interface RendererOptions {
  /** Renders bodies in place of threads. */
  readonly render?: RenderBody;
  /** Threads that outlive this renderer. */
  readonly pool?: Pool | undefined;
  /** Threads at most. */
  readonly workers?: number | undefined;
  /** Folder for what is kept. */
  readonly cache?: string | undefined;
  /** Bodies are asked for twice. */
  readonly isTwice?: boolean;
}

/** Threads, and the cache before them. */
export function openRenderer(options: RendererOptions): Renderer {
  const { render, pool: kept, workers: threads = defaultLimits.threads, cache } = options;
  const store = cache === undefined ? undefined : new Store(cache);
  const pool = kept ?? openPool({ ...defaultLimits, threads });
  const bare = checked(render ?? pool.render);
  const spool = options.isTwice && !store ? openSpool(bare) : undefined;
  return {
    render: store ? withCache(store, bare) : (spool?.render ?? bare),
    store,
    warmUp: render ? () => {} : pool.warmUp,
    expect: pool.expect,
    busy: pool.busy,
    steps: pool.steps,
    close: async () => {
      spool?.close();
      if (!kept) await pool.close();
      await store?.trim();
    },
  };
}
