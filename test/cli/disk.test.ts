// Files that can't be read: named pipes, and files without permission.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataOf } from '../support/data.js';
import { filesBelow, tempDir, writeFiles } from '../support/hub.js';
import { docgenAsUser, hasUser } from '../support/installed.js';
import { scenarios } from '../support/scenarios.js';
import { run } from '../support/sync.js';

const data = dataOf<{ unreadable: string[] }>('cli/disk');

scenarios('cli/disk');

test('DG019: unreadable parts of a built folder', async () => {
  const page =
    '<!doctype html><html lang="en"><head><title>A</title><meta name="description" content="a"></head><body>';
  const dir = writeFiles(tempDir(), {
    'site/index.html': `${page}<h1>A</h1><a href="large.html">large</a></body></html>`,
    'site/large.html': page,
  });
  truncateSync(join(dir, 'site/large.html'), 1024 ** 3);
  const at = (name: string) => join(dir, 'site', name);
  symlinkSync('two.html', at('one.html'));
  symlinkSync('one.html', at('two.html'));
  symlinkSync('nowhere.html', at('dangling.html'));
  symlinkSync('.', at('itself'));
  execFileSync('mkfifo', [at('pipe.html')]);
  const { status, stderr } = await run(dir, 'check', 'site');
  expect(stderr.match(/^\S+: warning DG019.*/gm)?.sort()).toEqual(data.unreadable);
  expect(stderr).toMatch(/checked \d+ pages in site: 0 errors, 6 warnings/);
  expect(status).toBe(0);
});

describe.runIf(hasUser('what a user may not open'))('what the user may not open', () => {
  test('DG301: an unreadable file and folder of the content are skipped, and the rest is built', () => {
    const dir = writeFiles(tempDir(), {
      'content/a.md': '# A\n\n[d](d.txt)',
      'content/b.md': '# B',
      'content/d.txt': 'x',
      'content/closed/c.md': '# C',
    });
    // Changes owners first, then modes, so that unreadable files are not scanned again.
    expect(docgenAsUser(dir, 'build')).toMatchObject({ status: 0, stderr: expect.stringContaining(': 0 warnings') });
    for (const path of ['b.md', 'd.txt', 'closed']) chmodSync(join(dir, 'content', path), 0);
    const { status, stderr } = docgenAsUser(dir, 'build');
    expect(stderr.match(/.*warning DG301.*/g)).toEqual([
      expect.stringMatching(/^content\/a\.md:3:1: warning DG301: .*EACCES/),
      "content/b.md: warning DG301: can't be read (EACCES)",
      "content/closed: warning DG301: can't be read (EACCES)",
    ]);
    expect(status).toBe(0);
    expect(filesBelow(join(dir, 'build')).filter((path) => /^docs\/[a-z]+\/.*html$/.test(path))).toEqual([
      'docs/a/index.html',
      'docs/all/index.html',
      'docs/all/pages/index.html',
    ]);
  });

  test('DG802: the parent of the output folder is not writable', () => {
    const dir = writeFiles(tempDir(), { 'content/a.md': '# A' });
    mkdirSync(join(dir, 'closed'));
    chmodSync(join(dir, 'closed'), 0o555);
    const ran = docgenAsUser(dir, 'build', '--out', 'closed/build');
    expect(ran.stderr).toMatch(/error DG802: output folder `.*closed\/build` is not writable \(.*\n {2}help: /);
    expect(ran.status).toBe(2);
    expect(filesBelow(join(dir, 'closed'))).toEqual([]);
  });

  test('DG808: an interrupted update in an unwritable folder of the site is finished by the next build', () => {
    const dir = writeFiles(tempDir(), { 'content/a.md': '# A', 'content/b.md': '# B' });
    expect(docgenAsUser(dir, 'build')).toMatchObject({ status: 0 });
    writeFiles(dir, {
      '.docgen-build.journal': JSON.stringify({ files: ['docs/a/index.html', 'docs/b/index.html'], removed: [] }),
      '.docgen-build.stage/docs/a/index.html': 'new a',
      '.docgen-build.stage/docs/b/index.html': 'new b',
    });
    chmodSync(join(dir, 'build/docs/b'), 0o555);
    const ran = docgenAsUser(dir, 'build');
    expect(ran.stderr).toMatch(/error DG808: can't finish the update of `.*build`: EACCES\n/);
    expect(ran.stderr).toContain('site not complete: 1 error');
    expect(ran.status).toBe(2);
    chmodSync(join(dir, 'build/docs/b'), 0o755);
    const next = docgenAsUser(dir, 'build');
    expect(next.stderr).toContain(
      'info DG806: a previous build was interrupted: docgen finished its update of the site',
    );
    expect(next.status).toBe(0);
  });

  test('DG803: the output folder cannot be renamed, so files are replaced one by one', () => {
    const dir = writeFiles(tempDir(), { 'content/a.md': '# A', 'closed/build/.keep': '' });
    expect(docgenAsUser(dir, 'build', '--out', 'closed/build').status).toBe(2); // the folder contains a foreign file
    const own = writeFiles(tempDir(), { 'content/a.md': '# A', 'closed/x': '' });
    mkdirSync(join(own, 'closed/build'), { mode: 0o777 });
    chmodSync(join(own, 'closed/build'), 0o777);
    chmodSync(join(own, 'closed'), 0o555);
    const ran = docgenAsUser(own, 'build', '--out', 'closed/build');
    expect(ran.stderr).toContain('info DG803: ');
    expect(ran.status).toBe(0);
    expect(filesBelow(join(own, 'closed/build'))).toContain('docs/a/index.html');
    expect(filesBelow(join(own, 'closed')).filter((path) => path.startsWith('.docgen'))).toEqual([]);
  });
});
