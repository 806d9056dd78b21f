// `--with`: a working tree instead of a synced section.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startServer } from '../support/dev.js';
import { writeFiles } from '../support/hub.js';
import { hasGit, repository } from '../support/repository.js';
import { scenarios } from '../support/scenarios.js';
import { hub, succeed } from '../support/sync.js';

describe.runIf(hasGit('a working tree over a gathered section'))('--with', () => {
  scenarios('cli/with');

  test('docgen dev rebuilds after a change in the working tree', async () => {
    const repo = repository({ 'docs/old.md': '# Old\n' });
    const dir = hub([{ section: 'beta', repo }]);
    await succeed(dir, 'sync');
    const server = await startServer(dir, ['dev', '--with', `beta=${repo}/docs`]);
    await server.built(0);
    const { length } = server.builds;
    writeFiles(repo, { 'docs/old.md': '# Old\n\nSaved just now.\n' });
    await server.built(length);
    expect(readFileSync(join(dir, 'build/docs/beta/old/index.html'), 'utf8')).toContain('Saved just now.');
    await server.stop();
  });
});
