// Renders bodies. Those that are not in the cache are rendered in worker threads.
import type { Body, BodyInput, RenderBody, TextReader } from '../body/body-types.js';
import { withCache, withMemory, withoutActiveContent } from '../cache/bodies.js';
import { CacheStore } from '../cache/store.js';
import { openPool, type Pool, poolLimits } from './pool.js';

export interface Renderer extends Omit<Pool, 'clear'> {
  readonly store: CacheStore | undefined;
  /** Terminates the workers of this build when all bodies are rendered. */
  readonly endThreads: () => void;
}

export interface RendererOptions {
  /** Reads texts and renders bodies. By default, worker threads do. */
  readonly reader?: TextReader | undefined;
  /** Worker threads that the caller keeps for further builds. By default each build starts its own. */
  readonly pool?: Pool | undefined;
  /** Maximum number of worker threads. By default, as many as the machine has cores for. Ignored if `pool` is set. */
  readonly workers?: number | undefined;
  /** Folder for rendered bodies and for the records of the previous build. */
  readonly cache?: string | undefined;
}

export function openRenderer({ reader, pool: kept, workers, cache }: RendererOptions): Renderer {
  const store = cache === undefined ? undefined : new CacheStore(cache);
  const pool = kept ?? openPool(poolLimits(workers));
  const { read, render } = reader ?? pool;
  const endThreads = async () => {
    if (!kept) await pool.close();
  };
  return {
    ...pool,
    read,
    store,
    render: withMemory(store ? withCache(store, withoutActiveContent(render)) : withoutActiveContent(render)),
    prefetch: (input) => {
      if (!reader && !store?.has(input.key)) pool.prefetch(input);
    },
    endThreads: () => void endThreads(),
    close: async () => {
      pool.clear();
      await endThreads();
      store?.trim();
    },
  };
}

/**
 * Maximum number of bodies to render ahead, and of characters in all of their texts. It is more than a pool prefetches. Otherwise workers would be idle while the
 * pages of prefetched bodies are composed.
 */
const aheadLimits = { pages: 1024, characters: 32_000_000 };

/**
 * Yields the body of each input, in order. Reads the texts of a limited number ahead and renders them, so that workers are never idle and a large hub is never
 * entirely in memory. That starts with the first `next()`.
 */
export async function* renderAhead(
  inputs: readonly { readonly read: () => BodyInput }[],
  render: RenderBody,
): AsyncGenerator<Body, void> {
  const rest = inputs.values();
  const started: { readonly body: Promise<Body>; readonly length: number }[] = [];
  let characters = 0;
  for (;;) {
    while (started.length === 0 || (started.length < aheadLimits.pages && characters < aheadLimits.characters)) {
      const input = rest.next().value?.read();
      if (!input) break;
      const body = render(input);
      body.catch(() => {}); // the error is thrown when the body is awaited, which might never happen
      started.push({ body, length: input.text.length });
      characters += input.text.length;
    }
    const first = started.shift();
    if (!first) return;
    yield first.body;
    characters -= first.length;
  }
}
