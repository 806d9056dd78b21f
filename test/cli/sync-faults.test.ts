// `docgen sync` with one failing source: the others are synced, the exit code reports the failure, and the next run continues.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bin, type Files, listen, root, tempDir, writeFiles } from '../support/hub.js';
import { canMount, mountTmpfs } from '../support/mounts.js';
import { commit, hasGit, repository } from '../support/repository.js';
import { scenarios } from '../support/scenarios.js';
import { isAll } from '../support/seed.js';
import { exported, fail, hub, license, locked, mirror, read, run, succeed } from '../support/sync.js';

const killAt = join(root, 'test/support/kill-at.cjs');
const project: Files = { LICENSE: license, 'docs/start.md': '# Start', 'docs/guide/a.md': '# A' };

const lockOf = (dir: string) => read(dir, 'docgen.lock.json');
describe.runIf(hasGit('faults of sources'))('docgen sync', () => scenarios('cli/sync-faults'));

describe.runIf(hasGit('servers at fault'))('a server', () => {
  /** Starts a server that responds with a status, or not at all. */
  async function serverOf(status: number | undefined): Promise<string> {
    const origin = await listen((_, response) => {
      if (status !== undefined) response.writeHead(status, { 'www-authenticate': 'Basic realm="x"' }).end();
    });
    return `${origin}/owner/x.git`;
  }

  test.each([
    [401, /could not read Username/],
    [404, /not found/],
    [undefined, /./],
  ])(
    'that answers with %s: the other source is exported, the exit code is 2, and the next sync goes on',
    async (status, reason) => {
      const dir = hub([{ repo: await serverOf(status) }, { repo: repository(project) }]);
      // The timeout for a silent server takes two seconds.
      if (status === undefined) writeFiles(mirror(dir, {}), { '.git/config': '[http]\n\tlowSpeedTime = 1\n' });
      for (const args of status === undefined ? [[]] : [[], ['--update']]) {
        const stderr = await fail(dir, 'sync', ...args);
        const [, said = ''] = /error DG203: source `p0: .*`: can't be fetched: (.*)/.exec(stderr) ?? [];
        expect(said).toMatch(reason);
        expect(exported(dir)).toBeUndefined();
        expect(exported(dir, 'p1')).toContain('start.md');
      }
    },
  );
});

describe.runIf(hasGit('kills of a sync of several sources'))('a sync --update of two sources that is killed', () => {
  test('between disk operations: each section is whole and of one commit, builds have both, and the next sync is complete', async () => {
    const texts = (text: string) => Object.fromEntries(['a', 'b', 'c'].map((name) => [`docs/${name}.md`, `# ${text}`]));
    const upstreams = [0, 1].map(() => repository({ LICENSE: license, ...texts('One') }));
    const first = hub(upstreams.map((repo) => ({ repo })));
    await succeed(first, 'sync');
    for (const upstream of upstreams) commit(upstream, texts('Two'));
    /** Restores the hub before the update, and runs an update that is killed, or whose disk operations are counted. */
    const update = (env: Readonly<Record<string, string>>) => {
      const dir = tempDir();
      cpSync(first, dir, { recursive: true });
      const args = ['--require', killAt, bin, 'sync', '--update'];
      const ran = spawnSync(process.execPath, args, { cwd: dir, env: { ...process.env, ...env } });
      return { dir, isKilled: ran.signal === 'SIGKILL' };
    };
    const textsOf = (dir: string, section: string) =>
      new Set((exported(dir, section) ?? []).map((path) => read(dir, `.docgen/sources/${section}/${path}`)));
    const count = join(tempDir(), 'count');
    const whole = update({ KILL_COUNT: count });
    const changes = Number(readFileSync(count, 'utf8'));
    expect(changes).toBeGreaterThan(20);
    const tried = (isAll ? [0.2, 0.75, 0.9, 1] : [0.75, 0.9]).map((part) => Math.round(changes * part));
    for (const at of tried) {
      const { dir, isKilled } = update({ KILL_AT: String(at) });
      expect([at, isKilled]).toEqual([at, true]);
      expect(await succeed(dir, 'build')).not.toMatch(/DG2(?!23)/);
      for (const section of ['p0', 'p1']) expect([at, textsOf(dir, section).size]).toEqual([at, 1]);
      await succeed(dir, 'sync', '--update');
      for (const section of ['p0', 'p1']) expect([...textsOf(dir, section)]).toEqual(['# Two']);
      expect(lockOf(dir)).toBe(lockOf(whole.dir));
      expect(readdirSync(join(dir, '.docgen/sources')).sort()).toEqual(['p0', 'p1']);
    }
  });
});

describe.runIf(canMount() && hasGit('a full disk'))('a full disk', () => {
  test('leaves each section complete, with old or new files, and the next sync continues', async () => {
    const [small, large] = [repository(project), repository(project)];
    const dir = hub([{ repo: small }, { repo: large }]);
    mountTmpfs(join(dir, '.docgen/sources'), '1m');
    await succeed(dir, 'sync');
    const before = lockOf(dir);
    const text = 'word '.repeat(400_000);
    commit(small, { 'docs/new.md': '# New' });
    commit(large, { 'docs/new.md': '# New', 'docs/large.md': text });
    const stderr = await fail(dir, 'sync', '--update');
    expect(stderr).toMatch(/error DG218: can't write `\.docgen\/sources\/p1`: no space left on the disk\n/);
    expect(exported(dir)).toContain('new.md');
    expect(exported(dir, 'p1')).toEqual(['guide/a.md', 'start.md']);
    expect(JSON.parse(before).sources[1]).toEqual(locked(dir, 'p1'));
    expect(readdirSync(join(dir, '.docgen/sources')).sort()).toEqual(['p0', 'p1']);
    expect((await run(dir, 'build')).stderr).not.toMatch(/DG213|error/);
    expect(spawnSync('mount', ['-o', 'remount,size=9m', join(dir, '.docgen/sources')]).status).toBe(0);
    await succeed(dir, 'sync', '--update');
    expect(exported(dir, 'p1')).toContain('large.md');
  });
});
