// Threads of a build, before the rest of the program is there: both load at the same time.
import { limitsOf, openPool, type Pool } from './render/threads/pool.js';
import { Store } from './render/threads/store.js';

/** Threads for one build, begun where nothing is kept; `workers` at most. `cache` is the folder of rendered bodies. */
export function startThreads({
  workers,
  cache,
}: {
  readonly workers?: number | undefined;
  readonly cache: string | undefined;
}): Pool {
  const pool = openPool(limitsOf(workers));
  if (cache === undefined || !new Store(cache).isThere) pool.warmUp('all');
  return pool;
}
