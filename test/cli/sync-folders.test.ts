// `.docgen` and the lockfile after changes by other programs: symbolic links, pipes, and foreign files.
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesBelow, textsBelow, writeFiles } from '../support/hub.js';
import { hasGit, repository } from '../support/repository.js';
import { scenarios } from '../support/scenarios.js';
import { hub, succeed } from '../support/sync.js';

describe.runIf(hasGit('folders of a sync'))('docgen sync', () => {
  scenarios('cli/sync-folders');

  test('a symbolic link instead of a store: its target is unchanged, and a new store is created', async () => {
    const dir = hub([{ repo: repository({ LICENSE: 'MIT License', 'docs/start.md': '# Start' }) }]);
    await succeed(dir, 'sync');
    const store = join(dir, '.docgen/store');
    const [name = ''] = filesBelow(store).map((path) => path.split('/')[0] ?? '');
    const victim = join(repository({ 'own.md': 'own' }), '.git');
    writeFiles(victim, { 'index.lock': '' });
    const before = textsBelow(victim);
    rmSync(join(store, name), { recursive: true });
    symlinkSync(victim, join(store, name));
    await succeed(dir, 'sync');
    expect(textsBelow(victim)).toEqual(before);
  });
});
