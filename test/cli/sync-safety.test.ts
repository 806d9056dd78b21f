// `docgen sync` while others run, after kills, and with broken sources: a problem only affects its own source.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { dataOf } from '../support/data.js';
import { type Files, startDocgen, writeFiles } from '../support/hub.js';
import { commit, commitTree, git, hasGit, repository, serveHttp } from '../support/repository.js';
import { scenarios } from '../support/scenarios.js';
import { exported, fail, hub, license, read, run, type SourceConfig, succeed } from '../support/sync.js';

const data = dataOf<{ locks: string[]; parts: string[]; repositories: string[] }>('cli/sync-safety');

const project: Files = { LICENSE: license, 'docs/start.md': '# Start', 'docs/guide/a.md': '# A', 'docs/i.txt': 'text' };

const numbered = (count: number, text: string): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`docs/n${n}.md`, `# ${text}`]));
const sourcesOf = (dir: string) => join(dir, '.docgen/sources');
const hidden = (dir: string) => readdirSync(sourcesOf(dir)).filter((name) => name.startsWith('.'));
/** Returns the lock of another process on this machine, which lives as long as this one. */
const lockOf = (pid: number) => JSON.stringify({ pid, host: hostname(), since: Date.now() });

describe.runIf(hasGit('syncs at once'))('syncs at once', () => {
  test('three: one or more export everything, the others report DG807, and no temporary files remain', async () => {
    const upstream = repository({ ...project, ...numbered(200, 'One') });
    const dir = hub([{ repo: upstream }]);
    const all = await Promise.all(Array.from({ length: 3 }, () => startDocgen(dir, 'sync').ended));
    for (const { status, stderr } of all) {
      if (status === 0) expect(stderr).toContain('synced 203 files of 1 source');
      else {
        expect({ status, stderr }).toMatchObject({
          status: 2,
          stderr: expect.stringMatching(
            /error DG807: another sync \(pid \d+, started \d+ s ago\) is writing to `\.docgen`/,
          ),
        });
      }
    }
    expect(all.some(({ status }) => status === 0)).toBe(true);
    expect(exported(dir)).toHaveLength(203);
    expect(hidden(dir)).toEqual([]);
    expect(readdirSync(join(dir, '.docgen')).sort()).toEqual(['sources', 'store']);
  });

  test('builds in a loop always publish the section from one sync', async () => {
    const upstream = repository({ ...project, ...numbered(60, 'One') });
    const dir = hub([{ repo: upstream }]);
    await succeed(dir, 'sync');
    let isOver = false;
    const syncs = (async () => {
      for (const text of ['Two', 'Three']) {
        commit(upstream, numbered(60, text));
        expect((await startDocgen(dir, 'sync', '--update').ended).status).toBe(0);
      }
      isOver = true;
    })();
    while (!isOver) {
      const built = await startDocgen(dir, 'build', '--strict').ended;
      expect(built).toMatchObject({ status: 0, stderr: expect.stringContaining('0 warnings') });
      const texts = Array.from(
        { length: 60 },
        (_, n) => /One|Two|Three/.exec(read(dir, `build/docs/p0/n${n}/index.html`))?.[0],
      );
      expect(new Set(texts).size).toBe(1);
    }
    await syncs;
  });
});

describe.runIf(hasGit('builds beside syncs'))('a build', () => {
  const built = (dir: string) => existsSync(join(dir, 'build/docs/p0/start/index.html'));
  /** Stops between the two renames. */
  async function halfway(): Promise<string> {
    const dir = hub([{ repo: repository(project) }]);
    await succeed(dir, 'sync');
    renameSync(join(sourcesOf(dir), 'p0'), join(sourcesOf(dir), '.p0.old'));
    return dir;
  }

  test('waits while a sync is between its two renames', async () => {
    const dir = writeFiles(await halfway(), { '.docgen/sync.lock': lockOf(process.pid) });
    const ended = run(dir, 'build', '--strict');
    await setTimeout(500);
    expect(existsSync(join(dir, 'build'))).toBe(false);
    renameSync(join(sourcesOf(dir), '.p0.old'), join(sourcesOf(dir), 'p0'));
    expect((await ended).status).toBe(0);
    expect(built(dir)).toBe(true);
  });

  test('reports an error if a sync hangs there, and builds no hub without the section', async () => {
    const dir = writeFiles(await halfway(), { '.docgen/sync.lock': lockOf(process.pid) });
    vi.spyOn(performance, 'now').mockImplementation(() => 1000 * Date.now()); // one second per millisecond
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await fail(dir, 'build')).toContain('error DG807');
    expect(existsSync(join(dir, 'build'))).toBe(false);
  });

  scenarios('cli/sync-safety', { key: 'builds' });
});

describe.runIf(hasGit('kills'))('a sync that is killed', () => {
  test('in Git: locks and incomplete packs are removed', async () => {
    const upstream = repository(project);
    const dir = hub([{ repo: `file://${upstream}` }]);
    await run(dir, 'sync');
    const [store = ''] = readdirSync(join(dir, '.docgen/store'));
    const left = data.locks;
    const parts = data.parts;
    const litter = Object.fromEntries([...left, ...parts].map((path) => [path, '']));
    writeFiles(join(dir, '.docgen/store', store), litter);
    commit(upstream, { 'docs/new.md': '# New' });
    expect(await succeed(dir, 'sync', '--update')).not.toContain('DG203');
    expect(exported(dir)).toContain('new.md');
    for (const path of Object.keys(litter)) expect(existsSync(join(dir, '.docgen/store', store, path))).toBe(false);
  });

  test('a damaged store is created again; one that cannot be fetched is restored', async () => {
    const upstream = repository(project);
    const dir = hub([{ repo: `file://${upstream}` }]);
    await run(dir, 'sync');
    const [store = ''] = readdirSync(join(dir, '.docgen/store'));
    const at = join(dir, '.docgen/store', store);
    writeFileSync(join(at, 'shallow'), 'damaged');
    commit(upstream, { 'docs/new.md': '# New' });
    await succeed(dir, 'sync', '--update');
    expect(exported(dir)).toContain('new.md');
    renameSync(upstream, `${upstream}-gone`);
    expect((await run(dir, 'sync', '--update')).stderr).toContain('DG203');
    expect(readdirSync(join(dir, '.docgen/store'))).toEqual([store]);
    await succeed(dir, 'sync');
  });
});

describe.runIf(hasGit('one source’s fault'))('one source’s fault is its own:', () => {
  const rest = { section: 'rest' } as const;
  /** Syncs a source together with a valid one, which must not be affected. */
  async function beside(...sources: Partial<SourceConfig>[]) {
    const dir = hub([...sources, { repo: repository(project), ...rest }]);
    const ran = await run(dir, 'sync');
    expect(ran.stderr).not.toContain('DG901');
    expect(exported(dir, 'rest')).toContain('start.md');
    const built = await run(dir, 'build');
    expect(built).toMatchObject({ status: 0, stderr: expect.not.stringContaining('DG901') });
    return { dir, ...ran };
  }

  scenarios('cli/sync-safety', { key: 'faults' });

  test('a path that is too long for the disk', async () => {
    const upstream = repository(project);
    commitTree(upstream, [
      ['docs/start.md', '# S'],
      [`docs/${'deep/'.repeat(1200)}x.md`, '# X'],
    ]);
    const { dir, status, stderr } = await beside({ repo: upstream });
    expect(status).toBe(0);
    expect(exported(dir)).toContain('start.md');
    expect(stderr).toContain('its path is too long');
  });

  test.each(['file://', 'http-backend'])(
    'contents that the server lacks, over %s: each is named, the rest is exported',
    async (way) => {
      const upstream = repository({ ...project, 'docs/l1.bin': 'large one', 'docs/l2.bin': 'large two' });
      git(upstream, ['config', 'uploadpack.allowFilter', 'true']);
      git(upstream, ['config', 'uploadpack.allowAnySHA1InWant', 'true']);
      for (const name of ['l1', 'l2']) {
        const hash = git(upstream, ['rev-parse', `HEAD:docs/${name}.bin`]);
        rmSync(join(upstream, '.git/objects', hash.slice(0, 2), hash.slice(2)));
      }
      const repo = way === 'file://' ? `file://${upstream}` : `${await serveHttp(dirname(upstream))}/upstream/.git`;
      const dir = hub([{ repo }]);
      const ran = await startDocgen(dir, 'sync').ended;
      expect(ran.status).toBe(0);
      for (const name of ['l1', 'l2'])
        expect(ran.stderr).toMatch(
          new RegExp(`warning DG210: .*\`docs/${name}\\.bin\` skipped: the server does not have its content`),
        );
      expect(exported(dir)).toEqual(['guide/a.md', 'i.txt', 'start.md']);
      await succeed(dir, 'build', '--strict');
    },
  );

  test.runIf(process.env['DOCGEN_ALL'])('120,000 paths: the record is large but valid', async () => {
    const upstream = repository(project);
    const name = 'a-rather-long-name-of-a-file-as-large-projects-have-them-in-many-folders';
    const entries = Array.from({ length: 120_000 }, (_, n) => [`src/f${n % 120}/${name}-${n}.ts`, ''] as const);
    commitTree(upstream, [['docs/start.md', '# S'], ['LICENSE', license], ...entries]);
    const dir = hub([{ repo: upstream }]);
    await succeed(dir, 'sync');
    expect(readFileSync(join(sourcesOf(dir), 'p0/.docgen-source.json')).length).toBeGreaterThan(8 * 1024 * 1024);
    expect(await succeed(dir, 'build', '--strict')).toContain('0 warnings');
  });
});

describe.runIf(hasGit('secrets'))('a password', () => {
  test('in any URL never appears in messages, lockfile or snapshots', async () => {
    const repos = data.repositories;
    const dir = hub([...repos.map((repo) => ({ repo })), { repo: repository(project) }]);
    const former = { ref: 'main', commit: '1'.repeat(40), branch: 'main', paths: {} };
    const sources = repos.map((repo, n) => ({ section: `p${n}`, repo, ...former }));
    writeFileSync(join(dir, 'docgen.lock.json'), JSON.stringify({ version: 1, sources }));
    const frozen = await run(dir, 'sync', '--frozen', '--debug');
    const ran = await run(dir, 'sync', '--debug');
    expect(ran.stderr.match(/error DG201/g)).toHaveLength(repos.length);
    const json = await run(dir, 'sync', '--format', 'json');
    const texts = [frozen.stderr, ran.stderr, ran.stdout, json.stderr, json.stdout, read(dir, 'docgen.lock.json')];
    expect(texts.join('\n')).not.toMatch(/\bs3\b|cret/);
  });

  scenarios('cli/sync-safety', { key: 'secrets' });
});
