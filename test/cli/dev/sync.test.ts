// `docgen dev` while `docgen sync` runs.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../support/dev.js';
import { tempDir, writeFiles } from '../../support/hub.js';
import { commit, hasGit, repository } from '../../support/repository.js';
import { succeed } from '../../support/sync.js';

test.runIf(hasGit('docgen dev beside syncs'))(
  'dev builds again after the first sync, an update, and a sync of exports that were removed',
  async () => {
    const upstream = repository({ LICENSE: 'MIT License', 'docs/start.md': '# Start\n\nFirst.\n' });
    const sources = [{ section: 'alpha', repo: upstream, ref: 'main', paths: [{ from: 'docs' }] }];
    const dir = writeFiles(tempDir(), {
      'docgen.config.json': JSON.stringify({ sources }),
      'content/index.md': '# Front\n',
    });
    const page = join(dir, 'build/docs/alpha/start/index.html');
    const text = () => (existsSync(page) ? readFileSync(page, 'utf8') : '');
    const shows = (word: string) => expect.poll(text, { timeout: 20_000 }).toContain(word);
    const server = await startServer(dir, ['dev']);
    await server.built(0);
    expect(text()).toBe('');
    await succeed(dir, 'sync');
    await shows('First.');
    commit(upstream, { 'docs/start.md': '# Start\n\nSecond.\n' });
    await succeed(dir, 'sync', '--update');
    await shows('Second.');
    await expect.poll(() => server.builds.at(-1), { timeout: 20_000 }).toMatchObject({ new: 0, known: 0 });
    const lock = readFileSync(join(dir, 'docgen.lock.json'), 'utf8');
    writeFiles(dir, { 'docgen.lock.json': lock.replace(/"commit": ".{10}/, '"commit": "0123456789') });
    await expect.poll(server.stderr, { timeout: 20_000 }).toContain('DG223');
    writeFiles(dir, { 'docgen.lock.json': lock });
    rmSync(join(dir, '.docgen'), { recursive: true });
    await expect.poll(text, { timeout: 20_000 }).toBe('');
    await succeed(dir, 'sync', '--frozen');
    await shows('Second.');
    await server.stop();
  },
);
