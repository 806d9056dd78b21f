// What a disk may hold besides files that can be read: named pipes, and what the user who builds may not open.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { docgen, filesBelow, tempDir, writeFiles } from '../support/hub.js';
import { docgenAsUser, hasUser } from '../support/installed.js';

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
      'content/b.md: warning DG301: cannot be read (EACCES)',
      'content/closed: warning DG301: cannot be read (EACCES)',
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
    expect(ran.stderr).toMatch(/error DG802: out folder `.*closed\/build` is not writable \(.*\n {2}help: /);
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
    expect(ran.stderr).toMatch(
      /error DG808: cannot finish the update of `.*build`: EACCES; part of the new site is in its/,
    );
    expect(ran.stderr).toContain('site not complete: 1 error');
    expect(ran.status).toBe(2);
    chmodSync(join(dir, 'build/docs/b'), 0o755);
    const next = docgenAsUser(dir, 'build');
    expect(next.stderr).toContain(
      'info DG806: an earlier build was interrupted; its update of the site is finished now',
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
