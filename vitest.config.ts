import { existsSync, statfsSync } from 'node:fs';
import { partition } from 'lodash-es';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Build as the compiled program does: React's development build takes as much CPU as the rest of a small build.
process.env['NODE_ENV'] = 'production';

// Keep the folders of tests in memory if there is room, because a small build takes 1.4 times the CPU on a disk.
if (hasRoom('/dev/shm')) process.env['TMPDIR'] ??= '/dev/shm';

// These need a process of their own: they put other modules in the place of docgen's, or measure the time of their process.
export const alone = [
  'test/{render/{fence,languages,compiled-templates},cli/{systems,check/private-redirect},workers/pool}.test.ts',
];

/** Short files that take long. Without earlier results, Vitest starts large files first, so that one of these would run alone at the end. */
const slow =
  /\/(?:model\/(?:generators|hostile-projects)|docs\/site|render\/local-components|cli\/(?:clone|hub-baseline|not-synced|reference|reuse|sync-folders))\.test\.ts$/;

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return partition(await super.sort(files), (file) => slow.test(file.moduleId)).flat();
  }
}

/** What starts no process and no browser. */
export const quick = ['test/{model,render}/**/*.test.ts', 'test/{arrows,docs}.test.ts'];

export const shared = {
  setupFiles: ['test/support/seed.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
};

export default defineConfig({
  test: {
    globalSetup: ['test/support/run.ts', 'test/support/every-code.ts', 'test/support/chromium.ts'],
    sequence: { sequencer: SlowFirst },
    maxWorkers: 4, // twice the processors of CI, because tests wait for browsers, processes and timers
    experimental: { fsModuleCache: true }, // below node_modules: a second run of a file takes a third less CPU
    // Most files run in the same processes, so that docgen is loaded once in each. A project loads and transforms it again.
    projects: [
      {
        test: {
          ...shared,
          name: 'alone',
          include: alone,
          // So that a test can load grammars afresh: vi.resetModules leaves what Node itself loaded.
          server: { deps: { inline: [/node_modules\/refractor/] } },
        },
      },
      {
        test: {
          ...shared,
          name: 'shared',
          setupFiles: [...shared.setupFiles, 'test/support/pool.ts'],
          include: ['test/**/*.test.ts'],
          exclude: alone,
          isolate: false,
        },
      },
    ],
  },
});

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 4 * 1024 ** 3;
}
