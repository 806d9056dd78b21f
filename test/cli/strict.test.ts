// `--strict` with disabled and known diagnostics.
import { expect, test } from 'vitest';
import { tempDir, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';
import { run } from '../support/sync.js';

test('a rejected build names the command that records its warnings', async () => {
  const dir = writeFiles(tempDir(), { 'content/a.md': '# A\n\n[x](no.md)\n\n[y](none.md)\n' });
  expect((await run(dir, 'build', '--strict')).stderr).toContain('docgen build --update-baseline');
  expect((await run(dir, 'build', '--strict', '--format', 'json')).stderr).not.toContain('--update-baseline');
});

scenarios('cli/strict');
