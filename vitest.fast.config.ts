import { defineConfig } from 'vitest/config';
import whole from './vitest.config.js';

// These take modules out of the registry or put others in: they need one of their own.
const alone = ['test/{model/vanished,render/{fence,plain,stencils}}.test.ts'];
// Seconds each: many whole builds, every grammar, very large inputs. `npm test` has them.
const long = [
  'test/render/{languages,linear,paths,poisoned-cache,previous-build,standing}.test.ts',
  'test/model/bounded.test.ts',
];
const shared = { ...whole.test, globalSetup: ['test/support/run.ts'], env: { DOCGEN_RUNS: '0.2' } };

// For every change: no compiled program, no child process, no browser; fewer tries of each property; most files in the same
// processes, so that docgen is loaded once in each.
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        plugins: whole.plugins ?? [],
        test: {
          ...shared,
          name: 'fast',
          include: ['test/{model,render}/**/*.test.ts', 'test/{arrows,docs}.test.ts'],
          exclude: [...alone, ...long],
          isolate: false,
        },
      },
      { plugins: whole.plugins ?? [], test: { ...shared, name: 'alone', include: alone } },
    ],
  },
});
