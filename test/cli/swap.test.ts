// The output folder is replaced as a whole or not at all, whatever happens to the build.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { manifestName } from '../../src/model/types/path.js';
import {
  bin,
  type Files,
  filesBelow,
  root,
  spawnDocgen,
  startDocgen,
  tempDir,
  textsBelow,
  writeFiles,
} from '../support/hub.js';
import { canMount, mountAt, mountTmpfs } from '../support/mounts.js';
import { scenarios } from '../support/scenarios.js';
import { isAll } from '../support/seed.js';
import { fail, run, succeed } from '../support/sync.js';

/** Creates a hub of `count` pages that all contain the name of the edition. */
function edition(name: string, count: number): Files {
  const pages = Array.from({ length: count }, (_, n) => [
    `content/p${n}.md`,
    `# Page ${n}\n\nEdition ${name}.\n`.repeat(20),
  ]);
  return Object.fromEntries(pages);
}

/** Reads the output folder: the revision of each page, and files that the manifest lists but that are missing. */
function look(out: string) {
  const manifest = readFileSync(join(out, manifestName), 'utf8').trim().split('\n');
  const missing = manifest.filter((path) => !existsSync(join(out, path)));
  const pages = manifest.filter((path) => /docs\/p\d+\/index\.html$/.test(path));
  const editions = new Set(pages.map((path) => /Edition (\w+)/.exec(readFileSync(join(out, path), 'utf8'))?.[1]));
  return {
    missing,
    editions: [...editions],
    whole: pages.every((path) => readFileSync(join(out, path), 'utf8').endsWith('</html>\n')),
  };
}

const neverSynced = `process.env.GIT_SSH_COMMAND = 'touch asked; sleep 9 #';
  export default { sources: [{ section: 's', repo: 'ssh://h/r', ref: 'main', paths: [{ from: 'docs' }] }] };`;
const killAt = join(root, 'test/support/kill-at.cjs');
const leftovers = (dir: string) => readdirSync(dir).filter((name) => /^\.docgen./.test(name));

describe('a killed build', () => {
  test.each([
    ['SIGHUP', 129, 'build', '.docgen-build.stage'],
    ['SIGINT', 130, 'build', '.docgen-build.stage'],
    ['SIGTERM', 143, 'sync', 'asked'],
  ] as const)('%s ends it with %i in a %s, the site unchanged', async (signal, status, command, begun) => {
    const dir = writeFiles(tempDir(), { ...edition('one', 60), 'docgen.config.mjs': neverSynced });
    await succeed(dir, 'build');
    writeFiles(dir, edition('two', 60));
    const { child, ended } = startDocgen(dir, command);
    while (!existsSync(join(dir, begun))) await setTimeout(5);
    child.kill(signal);
    const result = await ended;
    expect(result.stderr).toContain('interrupted');
    expect(result.status).toBe(status);
    expect(look(join(dir, 'build')).editions).toEqual(['one']);
    expect(leftovers(dir)).toEqual([]);
  });
});

scenarios('cli/swap');

describe('disk errors', () => {
  test('DG801: a file size limit is reached, and the previous site stays', async () => {
    const dir = writeFiles(tempDir(), edition('one', 2));
    await run(dir, 'build');
    writeFiles(dir, { ...edition('two', 2), 'content/big.md': 'word '.repeat(20_000) });
    const ran = spawnDocgen('bash', ['-c', `ulimit -f 64; exec "${process.execPath}" "${bin}" build`], { cwd: dir });
    expect(ran.status).toBe(2);
    expect(ran.stderr).toMatch(/error DG801: can't write `docs\/big\/index\.(?:html|md)`: .*/);
    expect(look(join(dir, 'build')).editions).toEqual(['one']);
    expect(leftovers(dir)).toEqual([]);
  });

  test.runIf(canMount())('DG801: the disk was full before', async () => {
    const dir = writeFiles(tempDir(), edition('one', 1));
    mountTmpfs(join(dir, 'small'), '64k');
    const filler = spawnSync('sh', ['-c', 'cat /dev/zero > filler'], { cwd: join(dir, 'small') });
    expect(filler.status).not.toBe(0);
    const stderr = await fail(dir, 'build', '--out', 'small/build');
    expect(stderr).toMatch(/error DG801: can't write `.*build`: no space left on the disk/);
    expect(readdirSync(join(dir, 'small'))).toEqual(['filler']);
  });

  test.runIf(canMount())('DG801: init and eject leave no part of a file on a full disk', async () => {
    const dir = tempDir();
    mountTmpfs(join(dir, 'small'), '64k');
    writeFiles(dir, { 'small/full.txt': 'x'.repeat(64 * 1024) });
    for (const command of [['init'], ['eject', 'DocPage']]) {
      const { status, stderr } = await run(join(dir, 'small'), ...command);
      expect([status, stderr]).toEqual([2, expect.stringMatching(/DG801: .*: no space left on the disk/)]);
    }
    expect(filesBelow(join(dir, 'small'))).toEqual(['full.txt']);
  });

  test.runIf(canMount())('DG801: a temporary folder that can not be removed is named', async () => {
    const dir = writeFiles(tempDir(), edition('one', 1));
    mountTmpfs(join(dir, '.docgen-build.stage/x'), '64k');
    expect(await fail(dir, 'build')).toMatch(/DG801: can't write `.*\.docgen-build\.stage.*`: EBUSY/);
  });

  test.runIf(canMount())('DG803: a mount point is filled file by file, stale pages go', async () => {
    const dir = writeFiles(tempDir(), edition('one', 2));
    mountTmpfs(join(dir, 'build'), '10m');
    expect(await succeed(dir, 'build')).toContain('info DG803: ');
    renameSync(join(dir, 'content/p1.md'), join(dir, 'content/q.md'));
    await succeed(dir, 'build');
    const files = filesBelow(join(dir, 'build'));
    expect(files).toContain('docs/q/index.html');
    expect(files.filter((path) => path.includes('p1') || path.startsWith('.docgen-build'))).toEqual([]);
    expect(existsSync(join(dir, 'build/docs/p1'))).toBe(false);
  });

  test.runIf(canMount())(
    'DG803: a bind mount, whose disk is that of its parent, is filled file by file too',
    async () => {
      const dir = writeFiles(tempDir(), { ...edition('one', 2), 'volume/.docgen-manifest': '' });
      const out = join(dir, 'my site'); // /proc/self/mountinfo escapes the space
      mountAt(out, '--bind', join(dir, 'volume'));
      expect(await succeed(dir, 'build', '--out', out)).toContain('info DG803: ');
      expect(look(join(dir, 'volume')).editions).toEqual(['one']);
      expect(leftovers(dir)).toEqual([]);
    },
  );

  test.runIf(canMount())(
    'DG801: a full disk leaves the site of a mount point unchanged, and a later build works',
    async () => {
      const dir = writeFiles(tempDir(), edition('one', 30));
      const out = join(dir, 'build');
      mountTmpfs(out, '2m');
      const small = () => spawnSync('mount', ['-o', 'remount,size=900k', out]).status;
      await succeed(dir, 'build');
      const before = textsBelow(out);
      expect(small()).toBe(0);
      writeFiles(
        dir,
        Object.fromEntries(Object.entries(edition('two', 30)).map(([path, text]) => [path, `${text}`.repeat(9)])),
      );
      for (let time = 1; time <= 2; time += 1) {
        const stderr = await fail(dir, 'build');
        expect(stderr).toMatch(/error DG801: can't write `.*`: no space left on the disk/);
        expect(textsBelow(out)).toEqual(before);
      }
      expect(spawnSync('mount', ['-o', 'remount,size=9m', out]).status).toBe(0);
      await succeed(dir, 'build');
      expect(look(out)).toEqual({ missing: [], editions: ['two'], whole: true });
    },
  );

  test.runIf(canMount())(
    'DG801: a first build that fills the disk of a mount point does not lock later builds out',
    async () => {
      const dir = writeFiles(tempDir(), edition('one', 30));
      mountTmpfs(join(dir, 'build'), '200k');
      for (let time = 1; time <= 2; time += 1) {
        const ran = await run(dir, 'build');
        expect(ran.stderr).toContain('error DG801: ');
        expect(ran.stderr).not.toContain('DG804');
      }
      expect(spawnSync('mount', ['-o', 'remount,size=9m', join(dir, 'build')]).status).toBe(0);
      await succeed(dir, 'build');
    },
  );

  test.runIf(canMount())(
    'a build into a mount point that is killed at whatever change is finished, or redone, by the next',
    async () => {
      const dir = writeFiles(tempDir(), edition('one', 12));
      const out = join(dir, 'build');
      const counted = join(dir, 'changes');
      const killed = (env: Record<string, string>) =>
        spawnSync(process.execPath, ['--require', killAt, bin, 'build', '--no-cache', '--workers', '1'], {
          cwd: dir,
          env: { ...process.env, ...env },
        });
      const points = isAll ? 9 : 2;
      for (const name of ['one', 'two']) {
        // First into the empty folder, then over the previous site.
        mountTmpfs(out, '10m');
        if (name === 'two') await succeed(dir, 'build');
        writeFiles(dir, edition(name, 12));
        const kept = join(tempDir(), 'kept');
        expect(spawnSync('cp', ['-a', out, kept]).status).toBe(0);
        const restore = () =>
          spawnSync('sh', ['-c', 'find "$1" -mindepth 1 -delete; cp -a "$2/." "$1"', '', out, kept]);
        restore();
        expect(killed({ KILL_COUNT: counted }).status).toBe(0);
        const changes = Number(readFileSync(counted, 'utf8'));
        for (let point = 0; point < points; point += 1) {
          const at = Math.round(5 + (point * (changes - 10)) / (points - 1));
          restore();
          expect({ at, signal: killed({ KILL_AT: String(at) }).signal }).toEqual({ at, signal: 'SIGKILL' });
          for (const path of filesBelow(out).filter((path) => /^docs\/p\d+\/index\.html$/.test(path)))
            expect(readFileSync(join(out, path), 'utf8').endsWith('</html>\n')).toBe(true);
          const next = await run(dir, 'build', '--no-cache');
          expect({ at, status: next.status, stderr: next.stderr }).toMatchObject({ at, status: 0 });
          expect({ at, ...look(out) }).toEqual({ at, missing: [], editions: [name], whole: true });
          expect({ at, left: leftovers(out) }).toEqual({ at, left: [manifestName] });
        }
      }
    },
  );
});

describe('simultaneous builds', () => {
  const owner = (pid: number, started?: string) =>
    JSON.stringify({ pid, host: hostname(), started, since: Date.now() - 5000 });

  test.each([
    ['is gone', owner(2 ** 22 - 1)],
    ['had a pid that another process has now', owner(process.pid, '1')],
    ['left a lock that is cut off', '{"pid":'],
  ])('a lock whose owner %s is no lock', async (_, lock) => {
    const dir = writeFiles(tempDir(), edition('one', 1));
    writeFileSync(join(dir, '.docgen-build.lock'), lock);
    await succeed(dir, 'build');
    expect(leftovers(dir)).toEqual([]);
  });

  test('several at once: each builds the whole site or reports DG805', async () => {
    const dir = writeFiles(tempDir(), edition('one', 50));
    const all = await Promise.all(Array.from({ length: 4 }, () => startDocgen(dir, 'build').ended));
    for (const { status, stderr } of all) expect(status === 0 || (status === 2 && stderr.includes('DG805'))).toBe(true);
    expect(all.some(({ status }) => status === 0)).toBe(true);
    expect(look(join(dir, 'build'))).toEqual({ missing: [], editions: ['one'], whole: true });
    expect(leftovers(dir)).toEqual([]);
  });
});
