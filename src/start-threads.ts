// Threads of a build, before the rest of the program is there: both load at the same time.
import { limitsOf, openPool, type Pool } from './render/threads/pool.js';
import { Store } from './render/threads/store.js';
import { isTouched } from './render/touched.js';

/** Threads for one build, begun where a body is likely missing; `workers` at most. `cache` is the folder of rendered bodies. */
export function startThreads({
  workers,
  cache,
}: {
  readonly workers?: number | undefined;
  readonly cache: string | undefined;
}): Pool {
  const pool = openPool(limitsOf(workers));
  const store = cache === undefined ? undefined : new Store(cache);
  if (!store?.isThere) pool.warmUp('all');
  else if (isTouched(store)) pool.warmUp('some');
  return pool;
}
