// `--strict` with what the config switches off and what is known.
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir, writeFiles } from '../support/hub.js';
import { run } from '../support/sync.js';

const name = 'docgen.baseline.json';
const page = (...links: readonly string[]) => `# Page\n\n${links.map((link) => `[x](${link})\n\n`).join('')}`;

test('a refused build suggests config lines, with which the next one passes', async () => {
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

test('--strict accepts an info about the config', async () => {
  const dir = writeFiles(tempDir(), { 'content/a.md': '# A\n', 'docgen.config.json': '{ "lang": "pl" }' });
  const built = await run(dir, 'build', '--strict');
  expect([built.status, built.stderr]).toEqual([0, expect.stringContaining('info DG130')]);
});

function hub() {
  const dir = writeFiles(tempDir(), {
    'content/a.md': page('old-1.md', 'old-1.md', 'old-2.md', 'z.md'),
    'content/b.md': page('a.md'),
    'docgen.config.json': JSON.stringify({ diagnostics: { at: [{ paths: ['content/off/**'], severity: 'off' }] } }),
    'content/off/c.md': page('never.md'),
  });
  return { dir, edit: (path: string, text: string) => writeFileSync(join(dir, 'content', path), text) };
}

test('a baseline is written on demand; then new ones fail, old ones are counted, gone ones named', async () => {
  const { dir, edit } = hub();
  expect(await run(dir, 'build', '--strict')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/site unchanged: 4 warnings \(1 switched off\)/),
  });
  const written = await run(dir, 'build', '--strict', '--update-baseline');
  expect(written).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^built \d+ pages in build: 0 warnings \(4 known, 1 switched off\), /),
  });
  const text = readFileSync(join(dir, name), 'utf8');
  expect(text).toBe(
    `{\n  "version": 1,\n  "known": [\n${['old-1.md", 2', 'old-2.md", 1', 'z.md", 1']
      .map((one) => one.split('", '))
      .map(([link, count]) => `    {"file":"a.md","code":"DG601","message":"broken link \`${link}\`","count":${count}}`)
      .join(',\n')}\n  ]\n}\n`,
  );
  expect(text).not.toContain(dir);

  // Lines move, the cache answers: still known.
  edit('a.md', `# Page\n\nMore\n\n${page('old-1.md', 'old-1.md', 'old-2.md', 'z.md').slice(8)}`);
  for (let round = 0; round < 2; round += 1)
    expect(await run(dir, 'build', '--strict', '--cache', 'cache')).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('0 warnings (4 known'),
    });

  // One more of what is known twice, one that is new, one gone.
  edit('a.md', page('old-1.md', 'old-1.md', 'old-1.md', 'z.md'));
  edit('b.md', page('fresh.md'));
  const failed = await run(dir, 'build', '--strict', '--cache', 'cache');
  expect(failed.status).toBe(1);
  const lines = failed.stderr.split('\n').filter((line) => !line.startsWith('  help'));
  expect(lines.slice(0, 4)).toEqual([
    'content/a.md: info DG116: no longer found: DG601: broken link `old-2.md`',
    'content/a.md:7:1: warning DG601: broken link `old-1.md`',
    'content/b.md:3:1: warning DG601: broken link `fresh.md`',
    expect.stringMatching(/^site unchanged: 2 warnings \(3 known, 1 switched off\)/),
  ]);
  expect(readFileSync(join(dir, name), 'utf8')).toBe(text);
  // Without --strict they are warnings, and --all shows what is known.
  const all = await run(dir, 'build', '--all');
  expect(all.status).toBe(0);
  expect(all.stderr).toMatch(/a\.md:3:1: warning DG601 \(known\): broken link `old-1\.md`/);
  expect((await run(dir, 'build', '--update-baseline')).stderr).toMatch(/0 warnings \(5 known/);
  expect((await run(dir, 'build', '--strict')).status).toBe(0);
});

test('formats mark what is known', async () => {
  const { dir, edit } = hub();
  await run(dir, 'build', '--update-baseline');
  edit('b.md', page('fresh.md'));
  const json = await run(dir, 'build', '--format', 'json');
  const marked = json.stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { known?: boolean; file: string });
  expect(marked.map(({ known, file }) => `${file} ${known}`).sort()).toEqual([
    ...Array(4).fill('content/a.md true'),
    'content/b.md undefined',
  ]);
  expect(JSON.parse(json.stdout)).toMatchObject({ published: true, errors: 0, warnings: 1, known: 4, off: 1 });
  expect((await run(dir, 'build', '--format', 'github')).stderr).not.toContain('known)::');
  expect((await run(dir, 'build', '--format', 'github', '--all')).stderr).toMatch(
    /::notice file=content\/a\.md,line=3,col=1,title=DG601 \(known\)::/,
  );
});

test('an error of the config refuses the site with 1, unless it is known', async () => {
  const { dir } = hub();
  writeFileSync(join(dir, 'docgen.config.json'), JSON.stringify({ diagnostics: { DG601: 'error' } }));
  expect(await run(dir, 'build')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/site unchanged: 5 errors, 0 warnings/),
  });
  expect((await run(dir, 'build', '--update-baseline')).status).toBe(0);
  expect(await run(dir, 'build')).toMatchObject({ status: 0, stderr: expect.stringMatching(/0 warnings \(5 known\)/) });
});

test('a shard is held against the baseline, but makes none, and says of nothing that it is gone', async () => {
  const { dir } = hub();
  await run(dir, 'build', '--update-baseline');
  for (const shard of ['1/2', '2/2'])
    expect(await run(dir, 'build', '--strict', '--shard', shard, '--out', `part-${shard[0]}`)).toMatchObject({
      status: 0,
      stderr: expect.not.stringContaining('DG116'),
    });
  expect(await run(dir, 'build', '--update-baseline', '--shard', '1/2')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('DG102'),
  });
});

test('a baseline that cannot be read stops the build; a link is none', async () => {
  const { dir } = hub();
  writeFileSync(join(dir, name), '{"version": 1, "known": 5}');
  expect(await run(dir, 'build')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/docgen\.baseline\.json: error DG115: baseline: `known`/),
  });
  expect(existsSync(join(dir, 'build'))).toBe(false);
  rmSync(join(dir, name));
  symlinkSync('docgen.config.json', join(dir, name));
  expect((await run(dir, 'build')).stderr).toMatch(/DG115: baseline: it is not a regular file/);
});
