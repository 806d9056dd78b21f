// Files that can't be read: named pipes, and files without permission.
import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataOf } from '../support/data.js';
import { docgen, filesBelow, tempDir, writeFiles } from '../support/hub.js';
import { docgenAsUser, hasUser } from '../support/installed.js';

const data = dataOf<{ unreadable: string[] }>('cli/disk');

describe('a named pipe is never opened', () => {
  const withPipe = (name: string, files: Record<string, string> = {}) => {
    const dir = writeFiles(tempDir(), { 'content/a.md': '# A', ...files });
    execFileSync('mkfifo', [join(dir, name)]);
    return dir;
  };

  test('DG308: as a page', () => {
    const dir = withPipe('content/pipe.md');
    const ran = docgen(dir, 'build');
    expect(ran.stderr).toContain('content/pipe.md: warning DG308: not a regular file (fifo)\n');
    expect(ran.status).toBe(0);
    expect(filesBelow(join(dir, 'build')).filter((path) => path.includes('pipe'))).toEqual([]);
  });

  test('as a stylesheet or as the config', () => {
    const dir = withPipe('pipe', { 'docgen.config.json': '{"css": "pipe"}' });
    expect(docgen(dir, 'build')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/DG105: .*`css`: file `pipe` is not a regular file/),
    });
    expect(docgen(dir, 'build', '--config', 'pipe')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/DG104: .*: it is not a regular file/),
    });
  });
});

describe('init and check wait for no named pipe', () => {
  const withPipe = (name: string) => {
    const dir = writeFiles(tempDir(), { 'docs/a.md': '# A' });
    execFileSync('mkfifo', [join(dir, name)]);
    return dir;
  };

  test.each(['docusaurus.config.js', 'docusaurus.config.ts'])('init: %s is reported', (name) => {
    const { status, stderr } = docgen(withPipe(name), 'init');
    expect(stderr).toContain(`error DG120: \`${name}\` can't be loaded: it is not a regular file`);
    expect(status).toBe(2);
  });

  test.each(['package.json', '.gitignore', 'mkdocs.yml'])('init: %s stays as it is', (name) => {
    const dir = withPipe(name);
    const { status, stderr } = docgen(dir, 'init', '--yes');
    expect(status).toBe(0);
    if (name !== 'mkdocs.yml') expect(stderr).toContain(`unchanged: ${name} is there\n`);
    expect(lstatSync(join(dir, name)).isFIFO()).toBe(true);
  });

  test('DG021: check --against', () => {
    const dir = writeFiles(withPipe('list.txt'), { 'site/index.html': '<!doctype html><title>a</title>' });
    const { status, stderr } = docgen(dir, 'check', 'site', '--against', 'list.txt');
    expect(stderr).toContain('error DG021: `list.txt` cannot be read (not a regular file)');
    expect(status).toBe(2);
  });

  test('DG019: what of a built folder cannot be read', () => {
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
    const { status, stderr } = docgen(dir, 'check', 'site');
    expect(stderr.match(/^\S+: warning DG019.*/gm)?.sort()).toEqual(data.unreadable);
    expect(stderr).toMatch(/checked \d+ pages in site: 0 errors, 6 warnings/);
    expect(status).toBe(0);
  });
});

describe.runIf(hasUser('what a user may not open'))('what the user may not open', () => {
  test('DG301: a file and a folder of the content are skipped, the rest is built', () => {
    const dir = writeFiles(tempDir(), {
      'content/a.md': '# A\n\n[d](d.txt)',
      'content/b.md': '# B',
      'content/d.txt': 'x',
      'content/closed/c.md': '# C',
    });
    // Owners first, then modes: what is closed is not looked into again.
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

  test('DG802: the parent of the out folder', () => {
    const dir = writeFiles(tempDir(), { 'content/a.md': '# A' });
    mkdirSync(join(dir, 'closed'));
    chmodSync(join(dir, 'closed'), 0o555);
    const ran = docgenAsUser(dir, 'build', '--out', 'closed/build');
    expect(ran.stderr).toMatch(/error DG802: output folder `.*closed\/build` is not writable \(.*\n {2}help: /);
    expect(ran.status).toBe(2);
    expect(filesBelow(join(dir, 'closed'))).toEqual([]);
  });

  test('DG808: a folder of the site in which an update that was begun cannot be finished; the next build finishes it', () => {
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

  test('DG803: beside the out folder: it is filled file by file', () => {
    const dir = writeFiles(tempDir(), { 'content/a.md': '# A', 'closed/build/.keep': '' });
    expect(docgenAsUser(dir, 'build', '--out', 'closed/build').status).toBe(2); // a file of somebody else
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
