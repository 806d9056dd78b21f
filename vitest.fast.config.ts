import { defineConfig } from 'vitest/config';
import { alone, quick, shared } from './vitest.config.js';

// Seconds each: many whole builds, every grammar, very large inputs. `npm test` has them.
const long = [
  'test/render/{languages,linear,paths,poisoned-cache,unchanged-builds}.test.ts',
  'test/model/bounded.test.ts',
];

// For every change: no compiled program, no child process, no browser; fewer tries of each property.
const test = { ...shared, env: { DOCGEN_RUNS: '0.2' } };
export default defineConfig({
  test: {
    globalSetup: ['test/support/run.ts'],
    maxWorkers: 2,
    experimental: { fsModuleCache: true }, // below node_modules: a second run of a file takes a third less CPU
    projects: [
      { test: { ...test, name: 'fast', include: quick, exclude: [...alone, ...long], isolate: false } },
      { test: { ...test, name: 'alone', include: alone, exclude: ['test/{cli,workers}/**', ...long] } },
    ],
  },
});
