import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['test/support/seed.ts'],
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // So that a test can load grammars afresh: vi.resetModules leaves what Node itself loaded.
    server: { deps: { inline: [/node_modules\/refractor/] } },
  },
});
