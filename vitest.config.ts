import { defineConfig } from 'vitest/config';
import { diagrams } from './.ci/diagrams.mjs';

export default defineConfig({
  plugins: [diagrams],
  test: {
    globalSetup: ['test/support/run.ts', 'test/support/every-code.ts'],
    setupFiles: ['test/support/seed.ts'],
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // So that a test can load grammars afresh: vi.resetModules leaves what Node itself loaded. So that the plugin sees beautiful-mermaid.
    server: { deps: { inline: [/node_modules\/(?:refractor|beautiful-mermaid)/] } },
  },
});
