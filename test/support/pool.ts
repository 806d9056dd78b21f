// Setup of test files that share a process: their builds share workers, like those of `docgen dev`. Starting a worker takes 0.2 s of CPU time.
import { vi } from 'vitest';

vi.mock('../../src/render/workers/pool.js', async (original) => {
  const actual = await original<typeof import('../../src/render/workers/pool.js')>();
  const pools = new Map<number, ReturnType<typeof actual.openPool>>();
  let builds = 0;
  const openPool: typeof actual.openPool = (limits = actual.poolLimits(), worker) => {
    if (worker) return actual.openPool(limits, worker);
    const pool = pools.get(limits.threads) ?? actual.openPool(limits);
    pools.set(limits.threads, pool);
    builds += 1;
    const close = async () => {
      builds -= 1;
      if (builds === 0) pool.clear();
    };
    return { ...pool, close };
  };
  return { ...actual, openPool };
});
