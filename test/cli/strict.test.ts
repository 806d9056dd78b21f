// `--strict` with disabled and known diagnostics.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';
import { run } from '../support/sync.js';

const page = (...links: readonly string[]) => `# Page\n\n${links.map((link) => `[x](${link})\n\n`).join('')}`;

test('a rejected build suggests config lines with which the next build passes', async () => {
  const pages = {
    'content/x/b.md': page('/shop/', '/shop/?a=1', 'no.md'),
    'content/x/[c].md': page('c.png', 'a.md#z'),
  };
  const dir = writeFiles(tempDir(), { 'content/a.md': `# A\n\n<My />\n`, ...pages });
  const refused = await run(dir, 'build', '--strict');
  expect(refused.status).toBe(1);
  const [, lines = ''] = refused.stderr.split('merging keys that it has:\n');
  expect(lines.split('\n').map((line) => line.trim())).toEqual([
    "external: ['/shop/'], // if another application serves them",
    'diagnostics: {',
    'at: [',
    "{ paths: ['content/x/**'], codes: ['DG601', 'DG602'], severity: 'info' }, // 2 × Broken link, 1 × Broken anchor",
    "{ paths: ['content/a.md'], codes: ['DG704'], severity: 'info' }, // 1 × Unknown component",
    '],',
    '},',
    '',
  ]);
  writeFileSync(join(dir, 'docgen.config.mjs'), `export default {\n${lines}};\n`);
  expect(await run(dir, 'build', '--strict')).toMatchObject({ status: 0 });
  expect((await run(dir, 'build', '--strict', '--format', 'json')).stderr).not.toContain('external');
});

scenarios('cli/strict');
