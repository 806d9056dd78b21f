// `docgen dev` in a hub with a baseline.
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../support/dev.js';
import { tempDir, writeFiles } from '../../support/hub.js';
import { succeed } from '../../support/sync.js';

test('docgen dev leaves out diagnostics of the baseline, and reloads a changed baseline', async () => {
  const dir = writeFiles(tempDir(), {
    'docgen.config.json': '{}',
    'content/index.md': '# Front\n\n[a](gone.md)\n',
    '.git/HEAD': 'ref: refs/heads/main\n',
    'b.md': '# B\n\n[b](lost.md)\n',
  });
  symlinkSync('../b.md', join(dir, 'content/b.md'));
  expect(await succeed(dir, 'build', '--update-baseline')).toContain('0 warnings (2 known)');
  const server = await startServer(dir, ['dev']);
  expect(await server.built(0)).toMatchObject({ published: true, new: 0, known: 0, inBaseline: 2 });
  const knownOf = () => Array.from(server.stderr().trim().split('\n'), (line) => line.includes('"known":true'));
  expect(knownOf()).toEqual([true, true]);

  writeFiles(dir, { 'content/index.md': '# Front\n\nMore.\n\n[a](gone.md) [c](fresh.md)\n' });
  expect(await server.built(1)).toMatchObject({ new: 1, known: 0, mended: 0, inBaseline: 2 });
  expect(knownOf()).toEqual([true, true, false]);

  writeFiles(dir, { 'docgen.baseline.json': '{' });
  expect(await server.built(2)).toMatchObject({ published: false, new: 1, inBaseline: 0 });
  expect(server.stderr()).toContain('DG115');
  rmSync(join(dir, 'docgen.baseline.json'));
  expect(await server.built(3)).toMatchObject({ published: true, new: 2, known: 1, inBaseline: 0 });

  await succeed(dir, 'build', '--update-baseline', '--out', 'other');
  expect(await server.built(4)).toMatchObject({ published: true, new: 0, known: 0, inBaseline: 3 });
  writeFiles(dir, { 'b.md': '# B\n' });
  expect(await server.built(5)).toMatchObject({ published: true, inBaseline: 2 });
  expect(await Promise.race([server.built(6), new Promise((end) => setTimeout(end, 300))])).toBeUndefined();
  expect((await server.stop()).status).toBe(130);
});
