// `docgen sync` with real repositories on this machine: what it syncs, preserves and rejects.

import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { dataOf } from '../support/data.js';
import { bin, type Files, filesBelow, spawnDocgen, tempDir, writeFiles } from '../support/hub.js';
import { commit, commitRaw, git, hasGit, repository, serveHttp } from '../support/repository.js';
import { scenarios } from '../support/scenarios.js';
import { available } from '../support/shared.js';
import { exported, fail, hub, license, page, read, run, type SourceConfig, succeed } from '../support/sync.js';

const { project, ...data } = dataOf<{
  project: Files;
  oddNames: string[];
  refusedAddresses: [string, string][];
  refusedPaths: SourceConfig['paths'];
}>('cli/sync');

const canGiveAway = available('root', process.getuid?.() === 0, 'a repository of another user');

describe.runIf(hasGit('docgen sync'))('docgen sync', () => {
  scenarios('cli/sync');

  let upstream: string;
  beforeEach(() => {
    upstream = repository(project);
  });

  test.each(['a path', 'file://', 'http-backend'])(
    'gathers a folder over %s: only its files, of one commit',
    async (way) => {
      git(upstream, ['config', 'uploadpack.allowFilter', 'true']);
      commit(upstream, { 'docs/late.md': '# Late', 'src/large.bin': 'x'.repeat(100_000) });
      const server = way === 'http-backend' ? await serveHttp(dirname(upstream)) : '';
      const repo = way === 'a path' ? upstream : way === 'file://' ? `file://${upstream}` : `${server}/upstream/.git`;
      const dir = hub([{ repo }]);
      // A server in this process only responds while the process is not blocked.
      const { status, stderr } = await run(dir, 'sync');
      expect(stderr).toContain('synced 5 files of 1 source: 0 warnings');
      expect(status).toBe(0);
      expect(exported(dir)).toEqual(['guide/a.md', 'image.svg', 'late.md', 'start.md']);
      const [hash, docs] = ['HEAD', 'HEAD:docs'].map((name) => git(upstream, ['rev-parse', name]));
      expect(JSON.parse(read(dir, 'docgen.lock.json')).sources).toEqual([
        { section: 'p0', repo, ref: 'main', commit: hash, branch: 'main', paths: { docs } },
      ]);
      const [name = ''] = readdirSync(join(dir, '.docgen/store'));
      const store = join(dir, '.docgen/store', name);
      const objects = git(store, ['cat-file', '--batch-all-objects', '--batch-check']).split('\n');
      expect(objects.filter((line) => line.includes(' blob '))).toHaveLength(5); // four files (an image elsewhere has the bytes of another) and the licence
      expect(objects.filter((line) => line.includes(' commit '))).toHaveLength(1);
      commit(upstream, { 'docs/late.md': '# Later' });
      await succeed(dir, 'sync', '--update');
      expect(read(dir, '.docgen/sources/p0/late.md')).toBe('# Later');
    },
  );

  test('a path can have any characters, and can be a bundle', async () => {
    const odd = join(dirname(upstream), 'a b#ü%41?');
    renameSync(upstream, odd);
    git(odd, ['bundle', 'create', '--quiet', '../up.bundle', 'main']);
    const dir = hub([{ repo: odd }, { repo: join(dirname(odd), 'up.bundle') }]);
    expect(await succeed(dir, 'sync')).toContain('synced 8 files');
  });

  test.runIf(canGiveAway)(
    'a checkout of another user is gathered where `safe.directory` of the user names it, and only there',
    async () => {
      chownSync(join(upstream, '.git'), 12345, 12345);
      const home = tempDir();
      const env = { ...process.env, HOME: home, GIT_CONFIG_GLOBAL: undefined };
      const dir = hub([{ repo: upstream }]);
      const sync = () => spawnDocgen(process.execPath, [bin, 'sync'], { cwd: dir, env });
      for (const [other, status] of [
        ['/other', 2],
        [join(upstream, '.git'), 0],
      ] as const) {
        writeFiles(home, { '.gitconfig': `[safe]\n\tdirectory = "/x \\"y\\""\n\tdirectory = ${other}\n` });
        expect(sync().status).toBe(status);
      }
      expect(exported(dir)).toContain('start.md');
      expect(readdirSync(join(dir, '.docgen/store')).join()).toMatch(/^[0-9a-f]+\.git$/);
    },
  );

  test('many files, and unusual names', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`docs/d${n % 5}/page ${n}.md`, `# Page ${n}`]),
    );
    const odd = data.oddNames;
    commit(upstream, { ...many, ...Object.fromEntries(odd.map((name) => [name, '# Odd'])) });
    const dir = hub([{ repo: upstream }]);
    const stderr = await succeed(dir, 'sync');
    expect(exported(dir)).toHaveLength(60 + odd.length - 1 + 3);
    expect(stderr).toContain('or contains control characters');
    expect(exported(dir)).toEqual(expect.arrayContaining(['ü ñ.md', '日本.md', '-dash.md', '100%.md']));
  });
});

describe.runIf(hasGit('days'))('the day of a page’s last change', () => {
  const days = (dir: string, section = 'p0') =>
    JSON.parse(read(dir, `.docgen/sources/${section}/.docgen-source.json`)).sources[0].changed;
  /** Returns the date that Git itself determines. */
  const inGit = (upstream: string, path: string) =>
    git(upstream, ['log', '-1', '--format=%cd', '--date=format-local:%Y-%m-%d', '--', path], { TZ: 'UTC0' });

  test('is that of Git, for all kinds of merges', async () => {
    const upstream = repository({
      LICENSE: license,
      'docs/a.md': '0',
      'docs/b.md': '0',
      'docs/c.md': '0',
      'docs/[d]/x.md': '0',
    });
    const names = ['a.md', 'b.md', 'c.md', '[d]/x.md'];
    let day = 1;
    const next = () => new Date(Date.UTC(2024, 0, 10 + 3 * day++)).toISOString().slice(0, 10);
    const change = (name: string) => commit(upstream, { [`docs/${name}`]: `${day}` }, next());
    /** Merges branches. `files` are resolved manually, and others by a strategy. */
    const merge = (branches: readonly string[], strategy: readonly string[], files: Files = {}) => {
      git(upstream, ['merge', '--no-commit', '--no-ff', '--quiet', ...strategy, ...branches]);
      commit(upstream, files, next());
    };
    const branch = (name: string, changed: readonly string[]) => {
      git(upstream, ['checkout', '--quiet', '-b', name]);
      for (const file of changed) change(file);
      git(upstream, ['checkout', '--quiet', 'main']);
    };
    branch('merged-late', ['a.md']);
    change('b.md');
    merge(['merged-late'], []); // a.md: the day of the branch
    branch('given-up', ['b.md', 'c.md']);
    change('[d]/x.md');
    merge(['given-up'], ['--strategy=ours']); // b.md: not the day of the branch
    branch('decided', ['c.md']);
    change('a.md');
    merge(['decided'], [], { 'docs/c.md': 'decided' }); // c.md: the day of the merge
    branch('one', ['a.md']);
    branch('two', ['b.md']);
    change('c.md');
    merge(['one', 'two'], []);
    const dir = hub([{ repo: upstream, history: true }]);
    await succeed(dir, 'sync');
    expect(days(dir)).toEqual(
      Object.fromEntries(names.map((name) => [name, inGit(upstream, `:(literal)docs/${name}`)])),
    );
    expect(new Set(Object.values(days(dir))).size).toBe(4);
  });

  test('does not depend on file names, and is absent if the commit has no date', async () => {
    const upstream = repository({ ...project, 'docs/old.md': '# Old' });
    const before = git(upstream, ['rev-parse', 'HEAD']);
    commit(upstream, { 'docs/start.md': '# Start again' }, '2025-06-07');
    commit(
      upstream,
      { [`docs/\u00011999-09-09`]: 'x', [`docs/\n${before}`]: 'x', [`docs/${before}`]: 'x' },
      '2025-07-08',
    );
    writeFiles(upstream, { 'docs/i.md': '# I', 'docs/j.md': '# J' });
    let head = git(upstream, ['rev-parse', 'HEAD']);
    for (const [name, date] of [
      ['i.md', 'never'],
      ['j.md', '99999999999999999999 +0000'],
    ] as const) {
      git(upstream, ['add', `docs/${name}`]);
      const text = `tree ${git(upstream, ['write-tree'])}\nparent ${head}\nauthor a <a@b> 1 +0000\ncommitter a <a@b> ${date}\n\nx\n`;
      head = git(upstream, ['hash-object', '-t', 'commit', '-w', '--literally', '--stdin'], {}, text);
    }
    git(upstream, ['update-ref', 'refs/heads/main', head]);
    const dir = hub([{ repo: upstream }]);
    await succeed(dir, 'sync', '--history');
    expect(days(dir)).toEqual({
      [before]: '2025-07-08',
      ...{ 'guide/a.md': '2024-01-02', 'image.svg': '2024-01-02', 'old.md': '2024-01-02', 'start.md': '2025-06-07' },
    });
    await run(dir, 'build');
    expect(page(dir, 'p0/i')).not.toContain('<time');
  });

  test('is absent if a shallow repository lacks the commit', async () => {
    const full = repository({ ...project, 'docs/old.md': '# Old' });
    commit(full, { 'docs/start.md': '# Second' }, '2025-06-07');
    commit(full, { 'docs/late.md': '# Late' }, '2025-07-08');
    const upstream = join(tempDir(), 'shallow');
    git(dirname(upstream), ['clone', '--quiet', '--depth=2', `file://${full}`, upstream]);
    const dir = hub([{ repo: upstream, history: true }]);
    await succeed(dir, 'sync');
    expect(days(dir)).toEqual({ 'late.md': '2025-07-08' });
  });
});

describe.runIf(hasGit('hostile repositories'))('a hostile', () => {
  scenarios('cli/sync', { key: 'hostile' });

  /** Syncs sources that are rejected, each in a section `pN`. */
  const refused = async (sources: readonly Partial<SourceConfig>[]) => {
    const dir = hub(sources);
    const ran = await run(dir, 'sync');
    expect(ran.status).toBe(2);
    const codeOf = (n: number) => new RegExp(`error (DG\\d+): .*\\b(?:p|sources\\.)${n}\\b`).exec(ran.stderr)?.[1];
    return { dir, stderr: ran.stderr, codes: sources.map((_, n) => codeOf(n)) };
  };

  test('URL is rejected before Git runs', async () => {
    const { dir, stderr, codes } = await refused(data.refusedAddresses.map(([repo]) => ({ repo })));
    expect(codes).toEqual(data.refusedAddresses.map(([, code]) => code));
    expect(stderr).not.toMatch(/secret|token@/);
    expect(existsSync(join(dir, 'pwned'))).toBe(false);
    expect(existsSync(join(dir, 'docgen.lock.json'))).toBe(false);
  });

  test('ref or path is rejected', async () => {
    const repo = repository(project);
    const refs = '--upload-pack=x|-h|a..b|a b|a~1|x:y|a\nb|@{-1}|x.lock|/x|refs/heads/x^{}'.split('|');
    const sources = [
      ...refs.map((ref) => ({ repo, ref })),
      ...data.refusedPaths.map((path) => ({ repo, paths: [path] })),
    ];
    expect((await refused(sources)).codes).toEqual(sources.map(() => 'DG202'));
  });

  test('tree: links, submodules, names of Git, duplicate names and LFS pointers are skipped and reported', async () => {
    const upstream = repository(project);
    commitRaw(upstream, [
      ['120000', 'link.md', '/etc/passwd'],
      ['160000', 'module', ''],
      ['100644', 'good.md', '# Good'],
      ['100644', 'GOOD.md', '# Twin'],
      ['100644', 'back\\slash.md', 'x'],
      ['100644', 'lfs.bin', 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n'],
      ['100755', 'program.md', '# Program'],
    ]);
    const dir = hub([{ repo: upstream, paths: [{ from: '.' }] }]);
    const { stderr, status } = await run(dir, 'sync');
    expect(status).toBe(0);
    expect(exported(dir)).toEqual(['GOOD.md', 'program.md']);
    expect(stderr.match(/warning DG210/g)).toHaveLength(5);
    for (const reason of ['a symbolic link', 'a submodule', 'the same place', 'backslashes', 'a Git LFS pointer']) {
      expect(stderr).toContain(reason);
    }
  });

  test('tree: names that are not UTF-8 are skipped and reported', async () => {
    const upstream = repository(project);
    const object = Buffer.from(git(upstream, ['hash-object', '-w', '--stdin'], {}, '# Latin'), 'hex');
    const entry = (name: string) => Buffer.concat([Buffer.from(`100644 ${name}\0`, 'latin1'), object]);
    const content = Buffer.concat([entry('caf\xe8.md'), entry('caf\xe9.md'), entry('caf\xc3\xa9.md')]);
    const tree = git(upstream, ['hash-object', '-w', '-t', 'tree', '--literally', '--stdin'], {}, content);
    git(upstream, ['update-ref', 'refs/heads/main', git(upstream, ['commit-tree', tree, '-m', 'x'])]);
    const dir = hub([{ repo: upstream, paths: [{ from: '.' }], history: true }]);
    const { stderr, status } = await run(dir, 'sync');
    expect(status).toBe(0);
    expect(stderr).toContain('`caf\\xe8.md` skipped: its name is not UTF-8');
    expect(stderr).toContain('`caf\\xe9.md` skipped: its name is not UTF-8');
    expect(exported(dir)).toEqual(['café.md']);
  });

  test('tree: no name leads out of the snapshot', async () => {
    const upstream = repository(project);
    // Git itself creates no such trees, but a server can send any bytes as a tree.
    const object = Buffer.from(git(upstream, ['hash-object', '-w', '--stdin'], {}, '# out'), 'hex');
    const raw = (name: string, mode = 100644, entry = object) =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), entry]);
    const treeOf = (entries: readonly Buffer[]) =>
      git(upstream, ['hash-object', '-w', '-t', 'tree', '--literally', '--stdin'], {}, Buffer.concat(entries));
    const names = ['..', '.git', '.GIT', 'git~1', '.g\u200cit', '.git '];
    const inner = Buffer.from(treeOf([...names, 'fine.md'].sort().map((name) => raw(name))), 'hex');
    const tree = treeOf([raw('.', 40000, inner), raw('..', 40000, inner), raw('fine.md')]);
    const hash = git(upstream, ['commit-tree', tree, '-m', 'x']);
    git(upstream, ['update-ref', 'refs/heads/main', hash]);
    const dir = hub([{ repo: upstream, paths: [{ from: '.', to: 'a/b' }] }]);
    await run(dir, 'sync');
    const found = filesBelow(join(dir, '.docgen/sources'));
    expect(found.filter((path) => !/^p0\/(?:a\/b\/fine\.md|\.docgen-source\.json)$/.test(path))).toEqual([]);
  });

  test('repository: its hooks, filters, attributes and config have no effect', async () => {
    const upstream = repository({
      ...project,
      '.gitattributes': '*.md filter=evil diff=evil\n* text eol=crlf\n',
      '.gitmodules': '[submodule "x"]\n\tpath = docs/x\n\turl = -u./payload\n',
    });
    const payload = join(tempDir(), 'pwned');
    const script = join(upstream, '.git/hooks/post-checkout');
    mkdirSync(dirname(script), { recursive: true });
    writeFileSync(script, `#!/bin/sh\ntouch ${payload}\n`);
    chmodSync(script, 0o755);
    git(upstream, ['config', 'filter.evil.smudge', `touch ${payload}`]);
    git(upstream, ['config', 'core.fsmonitor', `touch ${payload}`]);
    git(upstream, ['config', 'uploadpack.packObjectsHook', `touch ${payload}; exit 1`]);
    const dir = hub([{ repo: upstream }]);
    writeFiles(dir, { '.git/hooks/post-checkout': `#!/bin/sh\ntouch ${payload}\n` });
    await succeed(dir, 'sync');
    expect(existsSync(payload)).toBe(false);
    expect(read(dir, '.docgen/sources/p0/guide/a.md')).not.toContain('\r');
  });

  test('source that is too large is rejected, with the exceeded limit', async () => {
    const upstream = repository({ ...project, 'docs/large.bin': Buffer.alloc(51 * 1024 * 1024) });
    const stderr = await fail(hub([{ repo: upstream }]), 'sync');
    expect(stderr).toMatch(
      /error DG211: source `p0: .*`: `docs\/large\.bin`, 51 MB, is over the limit of 50 MB for a file/,
    );
  });

  test('tree with exponentially many paths is rejected within seconds', async () => {
    const upstream = repository(project);
    const treeOf = (mode: string, object: string, name: (n: number) => string) =>
      git(
        upstream,
        ['mktree'],
        {},
        Array.from({ length: 10 }, (_, n) => `${mode}\t${name(n)}`.replace('%', object)).join('\n'),
      );
    const page = git(upstream, ['rev-parse', 'HEAD:docs/start.md']);
    let tree = treeOf('100644 blob %', page, (n) => `${n}.md`);
    for (let level = 0; level < 12; level += 1) tree = treeOf('040000 tree %', tree, (n) => `d${n}`);
    const docs = git(upstream, ['mktree'], {}, `040000 tree ${tree}\tdocs\n`);
    git(upstream, ['update-ref', 'refs/heads/main', git(upstream, ['commit-tree', docs, '-m', 'x'])]);
    const stderr = await fail(hub([{ repo: `file://${upstream}` }]), 'sync');
    expect(stderr).toMatch(/error DG211: source `p0: .*`: its repository is over the limit of 1000000 paths/);
  });

  test('machine without Git, or with an old version', async () => {
    const dir = hub([{ repo: repository(project) }]);
    const tools = tempDir();
    const ask = () => spawnDocgen(process.execPath, [bin, 'sync'], { cwd: dir, env: { PATH: tools, HOME: tools } });
    expect(ask().stderr).toMatch(/error DG214: the program `git` is not installed\n {2}help: install Git/);
    writeFiles(tools, { git: '#!/bin/sh\necho git version 2.20.1\n' });
    chmodSync(join(tools, 'git'), 0o755);
    expect(ask()).toMatchObject({ status: 2, stderr: expect.stringContaining('DG214: git 2.20 is too old') });
  });
});
