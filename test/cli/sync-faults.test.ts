// What `docgen sync` does where one of several sources is at fault: the others are exported, the exit code says so, the next run goes on.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { UserConfig } from '../../src/model/config.js';
import { bin, docgen, type Files, filesBelow, root, startDocgen, tempDir, writeFiles } from '../support/hub.js';
import { canMount, mountTmpfs } from '../support/mounts.js';
import { commit, git, hasGit, repository } from '../support/repository.js';

type SourceConfig = NonNullable<UserConfig['sources']>[number];

const killAt = join(root, 'test/support/kill-at.cjs');
const license = 'MIT License\n\nPermission is hereby granted, free of charge, to any person';
const project: Files = { LICENSE: license, 'docs/start.md': '# Start', 'docs/guide/a.md': '# A', 'more/b.md': '# B' };

const configOf = (sources: readonly Partial<SourceConfig>[]) =>
  JSON.stringify({
    sources: sources.map((source, n) => ({ section: `p${n}`, ref: 'main', paths: [{ from: 'docs' }], ...source })),
  });

/** A hub with some sources. */
function hub(sources: readonly Partial<SourceConfig>[]): string {
  return writeFiles(tempDir(), { 'content/index.md': '# Front', 'docgen.config.json': configOf(sources) });
}

const exported = (dir: string, section = 'p0') =>
  existsSync(join(dir, '.docgen/sources', section))
    ? filesBelow(join(dir, '.docgen/sources', section)).filter((path) => path !== '.docgen-source.json')
    : undefined;
const lockOf = (dir: string) => readFileSync(join(dir, 'docgen.lock.json'), 'utf8');
const locked = (dir: string, section = 'p0') =>
  (JSON.parse(lockOf(dir)).sources as { section: string; commit: string; paths: object }[]).find(
    (source) => source.section === section,
  );
/** What a new clone of the hub has: config and lockfile. */
function clone(dir: string): string {
  const files = ['docgen.config.json', 'docgen.lock.json', 'content/index.md'];
  return writeFiles(tempDir(), Object.fromEntries(files.map((path) => [path, readFileSync(join(dir, path), 'utf8')])));
}

describe.runIf(hasGit('paths that are gone'))('a path that is no longer there', () => {
  const paths = [{ from: 'docs' }, { from: 'more', to: 'more' }];

  test('is reported by --update; the rest of the source is at the new commit, nothing of the path stays', () => {
    const upstream = repository(project);
    const dir = hub([{ repo: upstream, paths }]);
    expect(docgen(dir, 'sync').status).toBe(0);
    expect(exported(dir)).toContain('more/b.md');
    git(upstream, ['mv', 'more', 'moved']);
    const head = commit(upstream, { 'docs/new.md': '# New' });
    const ran = docgen(dir, 'sync', '--update');
    expect(ran.status).toBe(2);
    expect(ran.stderr).toMatch(/error DG205: source `p0: .*`: no file at `more`/);
    expect(exported(dir)).toEqual(['guide/a.md', 'new.md', 'start.md']);
    expect(locked(dir)).toMatchObject({ commit: head, paths: { docs: git(upstream, ['rev-parse', 'HEAD:docs']) } });
    expect(Object.keys(locked(dir)?.paths ?? {})).toEqual(['docs']);
    // The fault is the path, and not the lockfile.
    for (const again of [clone(dir), dir]) {
      const frozen = docgen(again, 'sync', '--frozen');
      expect(frozen).toMatchObject({ status: 2, stderr: expect.stringContaining('DG205') });
      expect(frozen.stderr).not.toContain('DG208');
      expect(exported(again)).toEqual(['guide/a.md', 'new.md', 'start.md']);
    }
    writeFileSync(join(dir, 'docgen.config.json'), configOf([{ repo: upstream, paths: [{ from: 'docs' }] }]));
    expect(docgen(dir, 'sync', '--frozen').status).toBe(0);
  });

  test('a glob that matches nothing anymore, and the only path of a source', () => {
    const upstream = repository(project);
    const globs = [{ from: 'docs', include: ['guide/*.md'] }, { from: 'more' }];
    const dir = hub([
      { repo: upstream, paths: globs },
      { repo: upstream, paths: [{ from: 'more' }] },
    ]);
    expect(docgen(dir, 'sync').status).toBe(0);
    git(upstream, ['rm', '--quiet', '-r', 'docs/guide']);
    commit(upstream, {});
    const update = docgen(dir, 'sync', '--update');
    expect(update).toMatchObject({ status: 2, stderr: expect.stringMatching(/DG205: .* no file at `docs`/) });
    expect(exported(dir)).toEqual(['b.md']);
    expect(exported(dir, 'p1')).toEqual(['b.md']);
    git(upstream, ['mv', 'more', 'moved']);
    const head = commit(upstream, {});
    expect(docgen(dir, 'sync', '--update').stderr.match(/DG205/g)).toHaveLength(3);
    expect(exported(dir)).toEqual([]);
    expect(exported(dir, 'p1')).toEqual([]);
    expect(locked(dir, 'p1')).toMatchObject({ commit: head, paths: {} });
  });
});

describe.runIf(hasGit('hints of a sync'))('a hint of docgen sync', () => {
  test.each([
    [{ repo: 'reduxjs/redux' }, 'did you mean `https://github.com/reduxjs/redux`?'],
    [{ repo: 'github.com/reduxjs/redux' }, 'did you mean `https://github.com/reduxjs/redux`?'],
    [{ repo: './gone' }, 'can reach it: `git ls-remote ./gone`'],
    [{ paths: [{ from: '/docs/guide/' }] }, 'write `docs/guide`'],
    [{ paths: [{ from: 'site/more' }] }, 'did you mean `more`?'],
    [{ paths: ['docs'] }, "for example `{ from: 'docs' }`"],
  ])('%j', (change, hint) => {
    const dir = hub([{ repo: repository(project), ...change } as never]);
    expect(docgen(dir, 'sync')).toMatchObject({ status: 2, stderr: expect.stringContaining(hint) });
  });

  test('a path that was added after the locked commit, and a lockfile that is not there', () => {
    const upstream = repository(project);
    const dir = hub([{ repo: upstream }, { repo: upstream }]);
    const frozen = docgen(dir, 'sync', '--frozen');
    expect([frozen.status, frozen.stderr.match(/DG208: .*/g)]).toEqual([2, ['DG208: there is no docgen.lock.json']]);
    expect(docgen(dir, 'sync').status).toBe(0);
    commit(upstream, { 'website/intro.md': '# Intro' });
    writeFileSync(join(dir, 'docgen.config.json'), configOf([{ repo: upstream, paths: [{ from: 'website' }] }]));
    expect(docgen(dir, 'sync').stderr).toMatch(/at the locked commit `[0-9a-f]{10}`\n.*run `docgen sync p0 --update`/);
    expect(docgen(dir, 'sync', '--update').status).toBe(0);
  });
});

describe.runIf(hasGit('sync --frozen'))('sync --frozen in a new clone', () => {
  /** Three repositories, synced once. */
  function three(optional = false) {
    const repos = ['one', 'two', 'three'].map((name) => repository({ ...project, [`docs/${name}.md`]: `# ${name}` }));
    const sources = repos.map((repo, n) => ({ repo, optional: optional && n === 1 }));
    const dir = hub(sources);
    expect(docgen(dir, 'sync').status).toBe(0);
    return { dir, repos, sources };
  }

  test('one of three repositories is gone: the others are exported, the exit code is 2', () => {
    const { dir, repos } = three();
    renameSync(repos[1] ?? '', `${repos[1]}-gone`);
    const fresh = clone(dir);
    const ran = docgen(fresh, 'sync', '--frozen');
    expect(ran).toMatchObject({ status: 2, stderr: expect.stringMatching(/error DG203: source `p1: /) });
    expect(exported(fresh)).toContain('one.md');
    expect(exported(fresh, 'p1')).toBeUndefined();
    expect(exported(fresh, 'p2')).toContain('three.md');
    expect(lockOf(fresh)).toBe(lockOf(dir));
    expect(docgen(fresh, 'build', '--strict')).toMatchObject({ status: 1, stderr: expect.stringContaining('DG217') });
    renameSync(`${repos[1]}-gone`, repos[1] ?? '');
    expect(docgen(fresh, 'sync', '--frozen').status).toBe(0);
    expect(exported(fresh, 'p1')).toContain('two.md');
  });

  test('one source that the lockfile does not have: the others are exported', () => {
    const { dir, repos, sources } = three();
    const other = [...sources.slice(0, 2), { repo: repos[2] ?? '', ref: 'v2' }];
    const fresh = writeFiles(clone(dir), { 'docgen.config.json': configOf(other) });
    const ran = docgen(fresh, 'sync', '--frozen');
    expect(ran.status).toBe(2);
    expect(ran.stderr.match(/error DG208: source `p2: /g)).toHaveLength(1);
    expect(exported(fresh)).toContain('one.md');
    expect(exported(fresh, 'p2')).toBeUndefined();
  });

  test('a path that the lockfile does not have: DG208 for that source', () => {
    const { dir, sources } = three();
    const other = sources.map((source, n) =>
      n === 2 ? { ...source, paths: [{ from: 'docs' }, { from: 'more' }] } : source,
    );
    const fresh = writeFiles(clone(dir), { 'docgen.config.json': configOf(other) });
    const ran = docgen(fresh, 'sync', '--frozen');
    expect(ran).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/DG208: source `p2: .*`more` is in the config/),
    });
    expect(exported(fresh)).toContain('one.md');
    expect(exported(fresh, 'p2')).toBeUndefined();
  });

  test('a section is judged alone', () => {
    const { dir, sources } = three();
    const other = sources.map((source, n) => (n === 2 ? { ...source, ref: 'v2' } : source));
    const fresh = writeFiles(clone(dir), { 'docgen.config.json': configOf(other) });
    expect(docgen(fresh, 'sync', '--frozen', 'p0')).toMatchObject({ status: 0 });
    expect(exported(fresh)).toContain('one.md');
    expect(docgen(fresh, 'sync', '--frozen', 'p2')).toMatchObject({ status: 2 });
  });

  test('an optional source that is gone is a warning: its last export stays, or it is left out', () => {
    const { dir, repos } = three(true);
    renameSync(repos[1] ?? '', `${repos[1]}-gone`);
    const fresh = clone(dir);
    const ran = docgen(fresh, 'sync', '--frozen');
    expect(ran).toMatchObject({ status: 0, stderr: expect.stringMatching(/warning DG203: source `p1: /) });
    expect(exported(fresh, 'p1')).toBeUndefined();
    expect(exported(fresh, 'p2')).toContain('three.md');
    expect(docgen(fresh, 'build', '--strict')).toMatchObject({
      status: 0,
      stderr: expect.not.stringContaining('DG217'),
    });
    const update = docgen(dir, 'sync', '--update');
    expect(update).toMatchObject({ status: 0, stderr: expect.stringMatching(/warning DG203: source `p1: /) });
    expect(exported(dir, 'p1')).toContain('two.md');
    expect(locked(dir, 'p1')).toEqual(locked(fresh, 'p1'));
  });

  test('an optional source that the lockfile does not have, and one that lost a path', () => {
    const { dir, repos } = three();
    const sources = [
      { repo: repos[0] ?? '', optional: true, paths: [{ from: 'docs' }, { from: 'gone' }] },
      { repo: repos[1] ?? '' },
      { repo: repos[2] ?? '', ref: 'v2', optional: true },
    ];
    const fresh = writeFiles(clone(dir), { 'docgen.config.json': configOf(sources) });
    const ran = docgen(fresh, 'sync', '--frozen', 'p0');
    expect(ran).toMatchObject({ status: 0, stderr: expect.stringMatching(/warning DG205: source `p0: /) });
    expect(exported(fresh)).toContain('one.md');
    rmSync(join(fresh, 'docgen.lock.json'));
    const again = docgen(fresh, 'sync');
    expect(again).toMatchObject({ status: 0, stderr: expect.stringMatching(/warning DG204: source `p2: /) });
    const frozen = docgen(fresh, 'sync', '--frozen');
    expect(frozen).toMatchObject({ status: 0, stderr: expect.stringMatching(/warning DG208: source `p2: /) });
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
    [403, /403/],
    [404, /not found/],
    [500, /500/],
    [undefined, /./],
  ])(
    'that answers with %s: the other source is exported, the exit code is 2, and the next sync goes on',
    async (status, reason) => {
      const dir = hub([{ repo: await serverOf(status) }, { repo: repository(project) }]);
      git(dir, ['init', '--quiet']);
      git(dir, ['config', 'http.lowSpeedTime', '1']);
      for (const args of [[], ['--update']]) {
        const ran = await startDocgen(dir, 'sync', ...args).ended;
        expect(ran.status).toBe(2);
        const [, said = ''] = /error DG203: source `p0: .*`: cannot be fetched: (.*)/.exec(ran.stderr) ?? [];
        expect(said).toMatch(reason);
        expect(exported(dir)).toBeUndefined();
        expect(exported(dir, 'p1')).toContain('start.md');
      }
    },
  );
});

describe.runIf(hasGit('files without a page'))('what gives no page', () => {
  test('a path whose only text begins with `_`: by sync, and by build --strict until it is renamed', () => {
    const upstream = repository({ ...project, 'docs/analytics/_events.md': '# Events' });
    const events = { from: 'docs/analytics/_events.md', to: 'analytics' };
    const dir = hub([{ repo: upstream, paths: [{ from: 'docs', include: ['start.md'] }, events] }]);
    const ran = docgen(dir, 'sync');
    expect(ran.status).toBe(0);
    expect(ran.stderr).toMatch(/warning DG220: source `p0: .*`: `docs\/analytics\/_events\.md` gives no page/);
    expect(ran.stderr).toMatch(/warning DG221: source `p0: .*`: `docs\/analytics\/_events\.md` is no page/);
    const [first, second] = [docgen(dir, 'build', '--strict'), docgen(dir, 'build', '--strict')];
    expect(first.status).toBe(1);
    expect(first.stderr).toMatch(/warning DG220: source `p0: .*`: `docs\/analytics\/_events\.md` gives no page/);
    expect(first.stderr).toMatch(/sources\/p0\/analytics\/_events\.md: warning DG221: /);
    expect(second.stderr.match(/DG22\d/g)).toEqual(first.stderr.match(/DG22\d/g));
    const renamed = { ...events, to: '', rename: { '_events.md': 'analytics/events.md' } };
    writeFileSync(
      join(dir, 'docgen.config.json'),
      configOf([{ repo: upstream, paths: [{ from: 'docs', include: ['start.md'] }, renamed] }]),
    );
    expect(docgen(dir, 'sync').stderr).not.toMatch(/DG22\d/);
    expect(docgen(dir, 'build', '--strict').status).toBe(0);
    expect(existsSync(join(dir, 'build/docs/p0/analytics/events/index.html'))).toBe(true);
  });

  test('texts that no page includes; those that one includes, and images, are what they are meant to be', () => {
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
    const ran = docgen(dir, 'sync');
    expect([...ran.stderr.matchAll(/DG220: .*?: `(\S*)` gives/g)].map(([, from]) => from)).toEqual(['rst']);
    const lost = [...ran.stderr.matchAll(/DG221: .*?: `(docs\S*)` is/g)].map(([, path]) => path);
    expect(lost).toEqual(['docs/_lost.md', 'docs/_old/page.md']);
    expect(docgen(dir, 'build').stderr.match(/DG22\d/g)).toEqual(['DG220', 'DG221', 'DG221']);
  });

  test('a path that upstream removed is told by the build too; an optional source is not', () => {
    const upstream = repository(project);
    const paths = [{ from: 'docs' }, { from: 'gone' }];
    const dir = hub([
      { repo: upstream, paths },
      { repo: upstream, paths, optional: true },
    ]);
    docgen(dir, 'sync');
    const built = docgen(dir, 'build', '--strict');
    expect(built.status).toBe(1);
    expect(built.stderr.match(/DG220: source `p\d/g)).toEqual(['DG220: source `p0']);
  });
});

describe.runIf(hasGit('kills of a sync of several sources'))('a sync --update of two sources that is killed', () => {
  test('between changes of the disk: each section is whole, of one commit; a build has both; the next sync is complete', () => {
    const texts = (text: string) => Object.fromEntries(['a', 'b', 'c'].map((name) => [`docs/${name}.md`, `# ${text}`]));
    const upstreams = [0, 1].map(() => repository({ LICENSE: license, ...texts('One') }));
    const first = hub(upstreams.map((repo) => ({ repo })));
    expect(docgen(first, 'sync').status).toBe(0);
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
      new Set(
        (exported(dir, section) ?? []).map((path) => readFileSync(join(dir, '.docgen/sources', section, path), 'utf8')),
      );
    const count = join(tempDir(), 'count');
    const whole = update({ KILL_COUNT: count });
    const changes = Number(readFileSync(count, 'utf8'));
    expect(changes).toBeGreaterThan(20);
    const tried = [0.2, 0.6, 0.75, 0.85, 0.95, 1].map((part) => Math.round(changes * part));
    for (const at of tried) {
      const { dir, isKilled } = update({ KILL_AT: String(at) });
      expect([at, isKilled]).toEqual([at, true]);
      expect(docgen(dir, 'build')).toMatchObject({ status: 0, stderr: expect.not.stringMatching(/DG2(?!23)/) });
      for (const section of ['p0', 'p1']) expect([at, textsOf(dir, section).size]).toEqual([at, 1]);
      expect(docgen(dir, 'sync', '--update').status).toBe(0);
      for (const section of ['p0', 'p1']) expect([...textsOf(dir, section)]).toEqual(['# Two']);
      expect(lockOf(dir)).toBe(lockOf(whole.dir));
      expect(readdirSync(join(dir, '.docgen/sources')).sort()).toEqual(['p0', 'p1']);
    }
  });
});

describe.runIf(canMount() && hasGit('a full disk'))('a full disk', () => {
  test('leaves each section whole, as it was or as it is now; the next sync goes on', () => {
    const [small, large] = [repository(project), repository(project)];
    const dir = hub([{ repo: small }, { repo: large }]);
    mountTmpfs(join(dir, '.docgen/sources'), '1m');
    expect(docgen(dir, 'sync').status).toBe(0);
    const before = lockOf(dir);
    const text = 'word '.repeat(400_000);
    commit(small, { 'docs/new.md': '# New' });
    commit(large, { 'docs/new.md': '# New', 'docs/large.md': text });
    const ran = docgen(dir, 'sync', '--update');
    expect(ran.status).toBe(2);
    expect(ran.stderr).toMatch(/error DG218: `\.docgen\/sources\/p1` cannot be written: ENOSPC\n/);
    expect(exported(dir)).toContain('new.md');
    expect(exported(dir, 'p1')).toEqual(['guide/a.md', 'start.md']);
    expect(JSON.parse(before).sources[1]).toEqual(locked(dir, 'p1'));
    expect(readdirSync(join(dir, '.docgen/sources')).sort()).toEqual(['p0', 'p1']);
    expect(docgen(dir, 'build').stderr).not.toMatch(/DG213|error/);
    expect(spawnSync('mount', ['-o', 'remount,size=9m', join(dir, '.docgen/sources')]).status).toBe(0);
    expect(docgen(dir, 'sync', '--update').status).toBe(0);
    expect(exported(dir, 'p1')).toContain('large.md');
  });
});
