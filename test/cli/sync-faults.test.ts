// `docgen sync` with one failing source: the others are synced, the exit code reports the failure, and the next run continues.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bin, type Files, root, tempDir, writeFiles } from '../support/hub.js';
import { canMount, mountTmpfs } from '../support/mounts.js';
import { commit, git, hasGit, repository } from '../support/repository.js';
import { isAll } from '../support/seed.js';
import { configOf, exported, fail, hub, license, locked, read, run, succeed } from '../support/sync.js';

const killAt = join(root, 'test/support/kill-at.cjs');
const project: Files = { LICENSE: license, 'docs/start.md': '# Start', 'docs/guide/a.md': '# A', 'more/b.md': '# B' };

const lockOf = (dir: string) => read(dir, 'docgen.lock.json');
/** Creates a new clone of the hub: config and lockfile. */
function clone(dir: string): string {
  const files = ['docgen.config.json', 'docgen.lock.json', 'content/index.md'];
  return writeFiles(tempDir(), Object.fromEntries(files.map((path) => [path, readFileSync(join(dir, path), 'utf8')])));
}

describe.runIf(hasGit('paths that are gone'))('a path that is no longer there', () => {
  const paths = [{ from: 'docs' }, { from: 'more', to: 'more' }];

  test('is reported by --update; the rest of the source is at the new commit, nothing of the path stays', async () => {
    const upstream = repository(project);
    const dir = hub([{ repo: upstream, paths }]);
    await succeed(dir, 'sync');
    expect(exported(dir)).toContain('more/b.md');
    git(upstream, ['mv', 'more', 'moved']);
    const head = commit(upstream, { 'docs/new.md': '# New' });
    const ran = await run(dir, 'sync', '--update');
    expect(ran.status).toBe(2);
    expect(ran.stderr).toMatch(/error DG205: source `p0: .*`: no file at `more`/);
    expect(exported(dir)).toEqual(['guide/a.md', 'new.md', 'start.md']);
    expect(locked(dir)).toMatchObject({ commit: head, paths: { docs: git(upstream, ['rev-parse', 'HEAD:docs']) } });
    expect(Object.keys(locked(dir)?.paths ?? {})).toEqual(['docs']);
    // The fault is the path, and not the lockfile.
    for (const again of [clone(dir), dir]) {
      const frozen = await run(again, 'sync', '--frozen');
      expect(frozen).toMatchObject({ status: 2, stderr: expect.stringContaining('DG205') });
      expect(frozen.stderr).not.toContain('DG208');
      expect(exported(again)).toEqual(['guide/a.md', 'new.md', 'start.md']);
    }
    writeFileSync(join(dir, 'docgen.config.json'), configOf([{ repo: upstream, paths: [{ from: 'docs' }] }]));
    await succeed(dir, 'sync', '--frozen');
  });

  test('a glob that matches nothing anymore, and the only path of a source', async () => {
    const upstream = repository(project);
    const globs = [{ from: 'docs', include: ['guide/*.md'] }, { from: 'more' }];
    const dir = hub([
      { repo: upstream, paths: globs },
      { repo: upstream, paths: [{ from: 'more' }] },
    ]);
    await succeed(dir, 'sync');
    git(upstream, ['rm', '--quiet', '-r', 'docs/guide']);
    commit(upstream, {});
    const update = await run(dir, 'sync', '--update');
    expect(update).toMatchObject({ status: 2, stderr: expect.stringMatching(/DG205: .* no file at `docs`/) });
    expect(exported(dir)).toEqual(['b.md']);
    expect(exported(dir, 'p1')).toEqual(['b.md']);
    git(upstream, ['mv', 'more', 'moved']);
    const head = commit(upstream, {});
    expect((await run(dir, 'sync', '--update')).stderr.match(/DG205/g)).toHaveLength(3);
    expect(exported(dir)).toEqual([]);
    expect(exported(dir, 'p1')).toEqual([]);
    expect(locked(dir, 'p1')).toMatchObject({ commit: head, paths: {} });
  });
});

describe.runIf(hasGit('hints of a sync'))('a hint of docgen sync', () => {
  test.each([
    [{ repo: 'reduxjs/redux' }, 'did you mean `https://github.com/reduxjs/redux`?'],
    [{ repo: 'github.com/reduxjs/redux' }, 'did you mean `https://github.com/reduxjs/redux`?'],
    [{ repo: './gone' }, 'and try `git ls-remote ./gone`'],
    [{ paths: [{ from: '/docs/guide/' }] }, 'write `docs/guide`'],
    [{ paths: [{ from: 'site/more' }] }, 'did you mean `more`?'],
    [{ paths: ['docs'] }, "for example `{ from: 'docs' }`"],
  ])('%j', async (change, hint) => {
    const dir = hub([{ repo: repository(project), ...change } as never]);
    expect(await fail(dir, 'sync')).toContain(hint);
  });

  test('a path that was added after the locked commit, and a lockfile that is not there', async () => {
    const upstream = repository(project);
    const dir = hub([{ repo: upstream }, { repo: upstream }]);
    const frozen = await run(dir, 'sync', '--frozen');
    expect([frozen.status, frozen.stderr.match(/DG208: .*/g)]).toEqual([2, ["DG208: docgen.lock.json doesn't exist"]]);
    await succeed(dir, 'sync');
    commit(upstream, { 'website/intro.md': '# Intro' });
    writeFileSync(join(dir, 'docgen.config.json'), configOf([{ repo: upstream, paths: [{ from: 'website' }] }]));
    expect((await run(dir, 'sync')).stderr).toMatch(
      /in the locked commit `[0-9a-f]{10}`\n.*run `docgen sync p0 --update`/,
    );
    await succeed(dir, 'sync', '--update');
  });
});

describe.runIf(hasGit('sync --frozen'))('sync --frozen in a new clone', () => {
  /** Three repositories, synced once. */
  async function three(optional = false) {
    const repos = ['one', 'two', 'three'].map((name) => repository({ ...project, [`docs/${name}.md`]: `# ${name}` }));
    const sources = repos.map((repo, n) => ({ repo, optional: optional && n === 1 }));
    const dir = hub(sources);
    await succeed(dir, 'sync');
    return { dir, repos, sources };
  }

  test('one of three repositories is gone: the others are exported, the exit code is 2', async () => {
    const { dir, repos } = await three();
    renameSync(repos[1] ?? '', `${repos[1]}-gone`);
    const fresh = clone(dir);
    expect(await fail(fresh, 'sync', '--frozen')).toMatch(/error DG203: source `p1: /);
    expect(exported(fresh)).toContain('one.md');
    expect(exported(fresh, 'p1')).toBeUndefined();
    expect(exported(fresh, 'p2')).toContain('three.md');
    expect(lockOf(fresh)).toBe(lockOf(dir));
    expect(await run(fresh, 'build', '--strict')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('DG217'),
    });
    renameSync(`${repos[1]}-gone`, repos[1] ?? '');
    await succeed(fresh, 'sync', '--frozen');
    expect(exported(fresh, 'p1')).toContain('two.md');
  });

  test.each([
    ['ref', { ref: 'v2' }, /error DG208: source `p2: .*its `ref` is `v2` in the config/],
    ['path', { paths: [{ from: 'docs' }, { from: 'more' }] }, /DG208: source `p2: .*`more` is in the config/],
  ])(
    'a %s that the lockfile does not have: the others are exported, and each section is judged alone',
    async (_, change, message) => {
      const { dir, sources } = await three();
      const other = sources.map((source, n) => (n === 2 ? { ...source, ...change } : source));
      const fresh = writeFiles(clone(dir), { 'docgen.config.json': configOf(other) });
      await succeed(fresh, 'sync', '--frozen', 'p0');
      await fail(fresh, 'sync', '--frozen', 'p2');
      const stderr = await fail(fresh, 'sync', '--frozen');
      expect(stderr).toMatch(message);
      expect(stderr.match(/DG208/g)).toHaveLength(1);
      expect([0, 1, 2].map((n) => exported(fresh, `p${n}`) !== undefined)).toEqual([true, true, false]);
    },
  );

  test('an optional source that is gone is a warning: its last export stays, or it is left out', async () => {
    const { dir, repos } = await three(true);
    renameSync(repos[1] ?? '', `${repos[1]}-gone`);
    const fresh = clone(dir);
    expect(await succeed(fresh, 'sync', '--frozen')).toMatch(/warning DG203: source `p1: /);
    expect(exported(fresh, 'p1')).toBeUndefined();
    expect(exported(fresh, 'p2')).toContain('three.md');
    expect(await succeed(fresh, 'build', '--strict')).not.toContain('DG217');
    expect(await succeed(dir, 'sync', '--update')).toMatch(/warning DG203: source `p1: /);
    expect(exported(dir, 'p1')).toContain('two.md');
    expect(locked(dir, 'p1')).toEqual(locked(fresh, 'p1'));
  });

  test('an optional source that the lockfile does not have, and one that lost a path', async () => {
    const { dir, repos } = await three();
    const sources = [
      { repo: repos[0] ?? '', optional: true, paths: [{ from: 'docs' }, { from: 'gone' }] },
      { repo: repos[1] ?? '' },
      { repo: repos[2] ?? '', ref: 'v2', optional: true },
    ];
    const fresh = writeFiles(clone(dir), { 'docgen.config.json': configOf(sources) });
    expect(await succeed(fresh, 'sync', '--frozen', 'p0')).toMatch(/warning DG205: source `p0: /);
    expect(exported(fresh)).toContain('one.md');
    rmSync(join(fresh, 'docgen.lock.json'));
    expect(await succeed(fresh, 'sync')).toMatch(/warning DG204: source `p2: /);
    expect(await succeed(fresh, 'sync', '--frozen')).toMatch(/warning DG208: source `p2: /);
  });
});

describe.runIf(hasGit('servers at fault'))('a server', () => {
  /** A server that answers with a status, or not at all. */
  async function serverOf(status: number | undefined): Promise<string> {
    const server = createServer((_, response) => {
      if (status !== undefined) response.writeHead(status, { 'www-authenticate': 'Basic realm="x"' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/owner/x.git`;
  }

  test.each([
    [401, /could not read Username/],
    [404, /not found/],
    [undefined, /./],
  ])(
    'that answers with %s: the other source is exported, the exit code is 2, and the next sync goes on',
    async (status, reason) => {
      const dir = hub([{ repo: await serverOf(status) }, { repo: repository(project) }]);
      git(dir, ['init', '--quiet']);
      git(dir, ['config', 'http.lowSpeedTime', '1']);
      for (const args of [[], ['--update']]) {
        const stderr = await fail(dir, 'sync', ...args);
        const [, said = ''] = /error DG203: source `p0: .*`: can't be fetched: (.*)/.exec(stderr) ?? [];
        expect(said).toMatch(reason);
        expect(exported(dir)).toBeUndefined();
        expect(exported(dir, 'p1')).toContain('start.md');
      }
    },
  );
});

describe.runIf(hasGit('files without a page'))('what gives no page', () => {
  test('a path whose only text begins with `_`: by sync, and by build --strict until it is renamed', async () => {
    const upstream = repository({ ...project, 'docs/analytics/_events.md': '# Events' });
    const events = { from: 'docs/analytics/_events.md', to: 'analytics' };
    const dir = hub([{ repo: upstream, paths: [{ from: 'docs', include: ['start.md'] }, events] }]);
    const ran = await run(dir, 'sync');
    expect(ran.status).toBe(0);
    expect(ran.stderr).toMatch(/warning DG220: source `p0: .*`: `docs\/analytics\/_events\.md` contains no page/);
    expect(ran.stderr).toMatch(/warning DG221: source `p0: .*`: `docs\/analytics\/_events\.md` is not a page/);
    const [first, second] = [await run(dir, 'build', '--strict'), await run(dir, 'build', '--strict')];
    expect(first.status).toBe(1);
    expect(first.stderr).toMatch(/warning DG220: source `p0: .*`: `docs\/analytics\/_events\.md` contains no page/);
    expect(first.stderr).toMatch(/sources\/p0\/analytics\/_events\.md: warning DG221: /);
    expect(second.stderr.match(/DG22\d/g)).toEqual(first.stderr.match(/DG22\d/g));
    const renamed = { ...events, to: '', rename: { '_events.md': 'analytics/events.md' } };
    writeFileSync(
      join(dir, 'docgen.config.json'),
      configOf([{ repo: upstream, paths: [{ from: 'docs', include: ['start.md'] }, renamed] }]),
    );
    expect((await run(dir, 'sync')).stderr).not.toMatch(/DG22\d/);
    await succeed(dir, 'build', '--strict');
    expect(existsSync(join(dir, 'build/docs/p0/analytics/events/index.html'))).toBe(true);
  });

  test('texts that no page includes; those that one includes, and images, are what they are meant to be', async () => {
    const upstream = repository({
      LICENSE: license,
      'docs/a.mdx': "import Used from './_parts/_used.mdx';\n\n# A\n\n<Used />\n\n<<_parts/_devsite.md>>\n",
      'docs/b.md': '# B\n\n{% include "_jekyll.md" %}\n',
      'docs/_parts/_used.mdx': 'Used. <Deep />',
      'docs/_parts/_devsite.md': 'Devsite.',
      'docs/_jekyll.md': 'Jekyll.',
      'docs/_lost.md': '# Lost',
      'docs/_old/page.md': '# Old page',
      'images/i.png': 'png',
      'rst/index.rst': 'Docs\n====\n',
      'code/a.js': 'x',
    });
    const paths = [
      { from: 'docs' },
      { from: 'images', to: 'images' },
      { from: 'rst', to: 'rst' },
      { from: 'code', to: 'code' },
    ];
    const dir = hub([{ repo: upstream, paths }]);
    const ran = await run(dir, 'sync');
    expect([...ran.stderr.matchAll(/DG220: .*?: `(\S*)` contains/g)].map(([, from]) => from)).toEqual(['rst']);
    const lost = [...ran.stderr.matchAll(/DG221: .*?: `(docs\S*)` is/g)].map(([, path]) => path);
    expect(lost).toEqual(['docs/_lost.md', 'docs/_old/page.md']);
    expect((await run(dir, 'build')).stderr.match(/DG22\d/g)).toEqual(['DG220', 'DG221', 'DG221']);
  });

  test('a path that upstream removed is told by the build too; an optional source is not', async () => {
    const upstream = repository(project);
    const paths = [{ from: 'docs' }, { from: 'gone' }];
    const dir = hub([
      { repo: upstream, paths },
      { repo: upstream, paths, optional: true },
    ]);
    await run(dir, 'sync');
    const built = await run(dir, 'build', '--strict');
    expect(built.status).toBe(1);
    expect(built.stderr.match(/DG220: source `p\d/g)).toEqual(['DG220: source `p0']);
  });
});

describe.runIf(hasGit('kills of a sync of several sources'))('a sync --update of two sources that is killed', () => {
  test('between changes of the disk: each section is whole, of one commit; a build has both; the next sync is complete', async () => {
    const texts = (text: string) => Object.fromEntries(['a', 'b', 'c'].map((name) => [`docs/${name}.md`, `# ${text}`]));
    const upstreams = [0, 1].map(() => repository({ LICENSE: license, ...texts('One') }));
    const first = hub(upstreams.map((repo) => ({ repo })));
    await succeed(first, 'sync');
    for (const upstream of upstreams) commit(upstream, texts('Two'));
    /** The hub as it is before the update, and what an update that is killed there, or counted, leaves. */
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
  test('leaves each section whole, as it was or as it is now; the next sync goes on', async () => {
    const [small, large] = [repository(project), repository(project)];
    const dir = hub([{ repo: small }, { repo: large }]);
    mountTmpfs(join(dir, '.docgen/sources'), '1m');
    await succeed(dir, 'sync');
    const before = lockOf(dir);
    const text = 'word '.repeat(400_000);
    commit(small, { 'docs/new.md': '# New' });
    commit(large, { 'docs/new.md': '# New', 'docs/large.md': text });
    const stderr = await fail(dir, 'sync', '--update');
    expect(stderr).toMatch(/error DG218: can't write `\.docgen\/sources\/p1`: ENOSPC\n/);
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
