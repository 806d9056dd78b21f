// Threads of a build, before the rest of the program is there: both load at the same time.
import type { Config } from './model/config.js';
import { limitsOf, openPool, type Pool } from './render/threads/pool.js';
import { hasRecords } from './render/threads/previous-build.js';
import { Store } from './render/threads/store.js';

/** Threads for one build, begun where every body is missing; `workers` at most. `cache` is the folder of rendered bodies. */
export function startThreads(
  { out }: Pick<Config, 'out'>,
  { workers, cache }: { readonly workers?: number | undefined; readonly cache?: string | undefined },
): Pool {
  const pool = openPool(limitsOf(workers));
  if (!hasRecords(cache === undefined ? undefined : new Store(cache), out)) pool.warmUp('all');
  return pool;
}
