// `docgen sync` with real repositories on this machine: what it syncs, preserves and rejects.

import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { dataOf } from '../support/data.js';
import { bin, type Files, filesBelow, spawnDocgen, tempDir, textOf, writeFiles } from '../support/hub.js';
import { commit, commitRaw, git, hasGit, repository, serveHttp } from '../support/repository.js';
import { available } from '../support/shared.js';
import { exported, fail, hub, license, mirror, page, read, run, type SourceConfig, succeed } from '../support/sync.js';

const data = dataOf<{
  oddNames: string[];
  refusedAddresses: [string, string][];
  refusedPaths: SourceConfig['paths'];
}>('cli/sync');

const project: Files = {
  LICENSE: license,
  'README.md': '# Project\n\n[docs](docs/start.md)',
  'docs/start.md':
    '# Start\n\n[guide](guide/a.md#part) [readme](../README.md) [code](../src/x.ts) [folder](../src)\n\n![logo](../logo.svg)',
  'docs/guide/a.md': '# A\n\n## Part\n\ntext',
  'docs/image.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'src/x.ts': 'x',
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

const canGiveAway = available('root', process.getuid?.() === 0, 'a repository of another user');

const contents = (dir: string) =>
  Object.fromEntries(
    filesBelow(join(dir, '.docgen/sources')).map((path) => [path, read(dir, `.docgen/sources/${path}`)]),
  );
const hrefs = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)/g)].map(([, href, text]) => `${text} → ${href}`);

describe.runIf(hasGit('docgen sync'))('docgen sync', () => {
  let upstream: string;
  beforeEach(() => {
    upstream = repository(project);
  });

  test('a hub may consist of sources only: it needs no content folder, and takes none that is its output', async () => {
    const sources = [{ section: 'p0', repo: upstream, ref: 'main', paths: [{ from: 'docs' }] }];
    const dir = writeFiles(tempDir(), {
      'docgen.config.json': JSON.stringify({ sources, out: 'docs', routeBase: '' }),
    });
    await succeed(dir, 'sync');
    for (const _ of [1, 2]) expect(await succeed(dir, 'build')).toMatch(/^built 8 pages in docs/m);
    expect(filesBelow(join(dir, 'docs'))).toContain('p0/start/index.html');
    rmSync(join(dir, '.docgen'), { recursive: true });
    const missing = await run(dir, 'build');
    expect(missing.stderr).toContain('docgen sync');
    expect(missing.stderr).not.toContain('DG108');
  });

  test.each(['a path', 'file://', 'http-backend'])(
    'gathers a folder over %s: only its files, of one commit',
    async (way) => {
      git(upstream, ['config', 'uploadpack.allowFilter', 'true']);
      commit(upstream, { 'docs/late.md': '# Late', 'src/large.bin': 'x'.repeat(100_000) });
      const server = way === 'http-backend' ? await serveHttp(dirname(upstream)) : '';
      const repo = way === 'a path' ? upstream : way === 'file://' ? `file://${upstream}` : `${server}/upstream/.git`;
      const dir = hub([{ repo }]);
      // A server in this process answers only while it is not waited for.
      const { status, stderr } = await run(dir, 'sync');
      expect(stderr).toContain('synced 4 files of 1 source: 0 warnings');
      expect(status).toBe(0);
      expect(exported(dir)).toEqual(['guide/a.md', 'image.svg', 'late.md', 'start.md']);
      const [hash, docs] = ['HEAD', 'HEAD:docs'].map((name) => git(upstream, ['rev-parse', name]));
      expect(JSON.parse(read(dir, 'docgen.lock.json')).sources).toEqual([
        { section: 'p0', repo, ref: 'main', commit: hash, branch: 'main', paths: { docs } },
      ]);
      const [name = ''] = readdirSync(join(dir, '.docgen/store'));
      const store = join(dir, '.docgen/store', name);
      const objects = git(store, ['cat-file', '--batch-all-objects', '--batch-check']).split('\n');
      expect(objects.filter((line) => line.includes(' blob '))).toHaveLength(5); // four files and the licence
      expect(objects.filter((line) => line.includes(' commit '))).toHaveLength(1);
      commit(upstream, { 'docs/late.md': '# Later' });
      await succeed(dir, 'sync', '--update');
      expect(read(dir, '.docgen/sources/p0/late.md')).toBe('# Later');
    },
  );

  test('a path has any characters, and may be a bundle', async () => {
    const odd = join(dirname(upstream), 'a b#ü%41?');
    renameSync(upstream, odd);
    git(odd, ['bundle', 'create', '--quiet', '../up.bundle', 'main']);
    const dir = hub([{ repo: odd }, { repo: join(dirname(odd), 'up.bundle') }]);
    expect(await succeed(dir, 'sync')).toContain('synced 6 files');
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

  test('--format json: one object a line on stderr, the summary on stdout', async () => {
    git(upstream, ['rm', '--quiet', 'LICENSE']);
    commit(upstream, {});
    const ran = await run(hub([{ repo: upstream }]), 'sync', '--format', 'json');
    expect(JSON.parse(ran.stderr).code).toBe('DG209');
    expect(JSON.parse(ran.stdout)).toMatchObject({ sources: 1, files: 3, errors: 0, warnings: 1 });
  });

  test('two syncs give the same export and lock, here and elsewhere; --frozen agrees', async () => {
    const dir = hub([{ repo: upstream }]);
    await run(dir, 'sync');
    const first = { ...contents(dir), lock: read(dir, 'docgen.lock.json') };
    await run(dir, 'sync', '--jobs', '1');
    expect({ ...contents(dir), lock: read(dir, 'docgen.lock.json') }).toEqual(first);
    rmSync(join(dir, '.docgen'), { recursive: true });
    await succeed(dir, 'sync', '--frozen');
    expect({ ...contents(dir), lock: read(dir, 'docgen.lock.json') }).toEqual(first);
  });

  test('the locked commit stays until --update; a tag, a commit, the one before it and HEAD are refs too', async () => {
    const first = git(upstream, ['rev-parse', 'HEAD']);
    git(upstream, ['tag', '--annotate', '--message', 'x', 'v1']);
    const dir = hub([{ repo: upstream }]);
    await run(dir, 'sync');
    const second = commit(upstream, { 'docs/new.md': '# New' });
    await run(dir, 'sync');
    expect(exported(dir)).not.toContain('new.md');
    await succeed(dir, 'sync', 'p0', '--update');
    expect(exported(dir)).toContain('new.md');
    const commitOf = async (ref: string) => {
      const other = hub([{ repo: upstream, ref }]);
      expect((await run(other, 'sync')).stderr).toContain('synced');
      return JSON.parse(read(other, 'docgen.lock.json')).sources[0];
    };
    expect(await commitOf('v1')).toMatchObject({ commit: first, branch: null });
    expect(await commitOf(first)).toMatchObject({ commit: first, branch: null });
    expect(await commitOf(`${second}^`)).toMatchObject({ commit: first, branch: null });
    expect(await commitOf('HEAD')).toMatchObject({ commit: second, branch: 'main' });
  });

  test('--frozen fails, and changes nothing, where the lock would change', async () => {
    const dir = hub([{ repo: upstream }]);
    expect(await fail(dir, 'sync', '--frozen')).toMatch(/error DG208: docgen.lock.json doesn't exist/);
    expect(existsSync(join(dir, 'docgen.lock.json'))).toBe(false);
    await run(dir, 'sync');
    const before = read(dir, 'docgen.lock.json');
    for (const change of [{ ref: 'other' }, { paths: [{ from: 'docs/guide' }] }, { repo: `file://${upstream}` }]) {
      writeFileSync(join(dir, 'docgen.config.json'), read(hub([{ repo: upstream, ...change }]), 'docgen.config.json'));
      expect((await run(dir, 'sync', '--frozen')).stderr).toContain('DG208');
    }
    expect(read(dir, 'docgen.lock.json')).toBe(before);
    await fail(dir, 'sync', '--frozen', '--update');
  });

  test('include, exclude, to and rename; several sources in one section; a single file', async () => {
    const texts = { 'README.md': '# Other', 'a/x.md': '# X', 'a/y.md': '# Y', 'a/b/z.md': '# Z' };
    const renamed = [{ from: 'README.md', rename: { 'README.md': 'The Project.md' } }];
    const chosen = [
      { from: 'a', to: 'other', include: ['**/*.md'], exclude: ['y.md'] },
      { from: 'README.md', to: 'other/index.md' },
    ];
    const other = { repo: repository({ LICENSE: license, ...texts }), section: 's', paths: chosen };
    const dir = hub([{ repo: upstream, section: 's', paths: renamed }, other]);
    await succeed(dir, 'sync');
    expect(exported(dir, 's')).toEqual(['The Project.md', 'other/b/z.md', 'other/index.md', 'other/x.md']);
  });

  test('a mistyped ref or repository loses neither the commit nor the files of the source', async () => {
    const other = repository({ LICENSE: license, 'docs/o.md': '# O' });
    const good = [{ repo: upstream }, { repo: other, section: 'p0', paths: [{ from: 'docs', to: 'o' }] }];
    const dir = hub(good);
    await succeed(dir, 'sync');
    const locked = read(dir, 'docgen.lock.json');
    const config = read(dir, 'docgen.config.json');
    commit(upstream, { 'docs/start.md': '# Newer' });
    for (const change of [{ ref: 'mian' }, { repo: `${upstream}x` }]) {
      const changed = read(hub([{ ...good[0], ...change }, good[1] as object]), 'docgen.config.json');
      writeFileSync(join(dir, 'docgen.config.json'), changed);
      await fail(dir, 'sync');
      expect(read(dir, 'docgen.lock.json')).toBe(locked);
      expect(exported(dir)).toEqual(expect.arrayContaining(['start.md', 'o/o.md']));
      const frozen = (await run(dir, 'sync', '--frozen')).stderr;
      expect(frozen.match(/DG208/g)).toHaveLength(1);
      expect(frozen).toMatch(/its `(?:ref|repo)` is `.*` in the config, and `.*` in docgen\.lock\.json/);
      writeFileSync(join(dir, 'docgen.config.json'), config);
      await succeed(dir, 'sync');
      expect(read(dir, 'docgen.lock.json')).toBe(locked);
      expect(read(dir, '.docgen/sources/p0/start.md')).not.toContain('Newer');
    }
  });

  test('a ref that is not there has the one that was meant beside it; an update says from where to where', async () => {
    git(upstream, ['branch', 'release-2']);
    const hintOf = async (ref: string, repo = upstream) =>
      /DG204: [^\n]*\n {2}help: (.*)/.exec((await run(hub([{ repo, ref }]), 'sync')).stderr)?.[1];
    expect(await hintOf('relaese-2')).toBe('did you mean `release-2`?');
    expect(await hintOf('master')).toBe('did you mean `main`?');
    const first = git(upstream, ['rev-list', '--max-parents=0', 'main']);
    expect((await run(hub([{ repo: upstream, ref: `${first}^` }]), 'sync')).stderr).toContain(
      `DG204: source \`p0: ${upstream}\``,
    );
    const bare = tempDir();
    git(bare, ['init', '--quiet', '--bare']);
    expect(await hintOf('main', bare)).toContain('the repository is empty');
    git(upstream, ['push', '--quiet', bare, 'main:refs/heads/next']);
    git(bare, ['symbolic-ref', 'HEAD', 'refs/heads/gone']);
    for (const ref of ['HEAD', 'main']) expect(await hintOf(ref, bare)).toBe('did you mean `next`?');
    const dir = hub([{ repo: upstream }]);
    await run(dir, 'sync');
    expect((await run(dir, 'sync', '--update')).stderr).toMatch(/ at [0-9a-f]{10}: /);
    commit(upstream, { 'docs/start.md': '# Moved on' });
    expect((await run(dir, 'sync', '--update')).stderr).toMatch(/ at [0-9a-f]{10} → [0-9a-f]{10}: /);
    expect((await run(dir, 'sync', '--update', '--frozen')).stderr).toMatch(
      /DG102: `--update` changes docgen\.lock\.json and/,
    );
  });

  test('a branch that moved, went, or was replaced', async () => {
    git(upstream, ['branch', 'work']);
    const dir = hub([{ repo: upstream, ref: 'work' }]);
    await run(dir, 'sync');
    git(upstream, ['branch', '--delete', 'work']);
    await succeed(dir, 'sync');
    expect((await run(dir, 'sync', '--update')).stderr).toMatch(
      /error DG204: source `p0: .*`: ref `work` not found\n {2}help: .*--update/,
    );
    expect(exported(dir)).toContain('start.md');
    // Replaced, and the former commits thrown away: another machine has no store of them.
    git(upstream, ['checkout', '--quiet', '--orphan', 'new']);
    commit(upstream, { 'docs/start.md': '# Replaced' });
    git(upstream, ['branch', '--force', 'work']);
    git(upstream, ['branch', '--delete', '--force', 'main']);
    git(upstream, ['reflog', 'expire', '--expire=all', '--all']);
    git(upstream, ['gc', '--quiet', '--prune=all']);
    rmSync(join(dir, '.docgen/store'), { recursive: true });
    const stderr = await fail(dir, 'sync');
    expect(stderr).toMatch(/DG204: .*`work at [0-9a-f]{10}` not found/);
    expect(exported(dir)).toContain('guide/a.md');
    await succeed(dir, 'sync', '--update');
    expect(read(dir, '.docgen/sources/p0/start.md')).toBe('# Replaced');
  });

  test('many files, and odd names', async () => {
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

  test('licence: by its text, by the config, none', async () => {
    const bare = repository({ 'docs/x.md': '# X' });
    const oneLine = repository({ LICENSE: 'The MIT License\n', 'docs/x.md': '# X\n\n[licence](../LICENSE)\n' });
    const dir = hub([
      { repo: upstream },
      { repo: bare },
      { repo: bare, section: 'p2', license: 'CC-BY-4.0' },
      { repo: oneLine },
    ]);
    const ran = await run(dir, 'sync');
    expect(ran.stderr.match(/DG209/g)).toHaveLength(1);
    expect(ran.stderr).toMatch(/warning DG209: source `p1: .*`: no license file found/);
    // A repository on this disk has no page on the web for the file.
    expect((await run(dir, 'build')).stderr).toMatch(/DG601: broken link `\.\.\/LICENSE`\n.*no URL on the web/);
    expect(textOf(page(dir, 'p0/start'))).toContain('Licence: MIT');
    expect(textOf(page(dir, 'p2/x'))).toContain('Licence: CC-BY-4.0');
    expect(textOf(page(dir, 'p3/x'))).toContain('Licence: MIT');
    expect(page(dir, 'p1/x')).not.toContain('Licence');
  });
});

describe.runIf(hasGit('days'))('the day of a page’s last change', () => {
  const days = (dir: string, section = 'p0') =>
    JSON.parse(read(dir, `.docgen/sources/${section}/.docgen-source.json`)).sources[0].changed;
  /** As git has it. */
  const inGit = (upstream: string, path: string) =>
    git(upstream, ['log', '-1', '--format=%cd', '--date=format-local:%Y-%m-%d', '--', path], { TZ: 'UTC0' });

  test('is on pages of sources with `history`, or with --history; else there is none', async () => {
    const upstream = repository(project);
    commit(
      upstream,
      { 'docs/late.md': '# Late', 'docs/own.md': '---\nlast_update: {date: 2023-04-05}\n---\n# Own' },
      '2025-06-07',
    );
    const dir = hub([{ repo: upstream, history: true }, { repo: upstream }]);
    const time = (path: string) => [...page(dir, path).matchAll(/<time datetime="([^"]*)"/g)].map(([, day]) => day);
    await succeed(dir, 'sync');
    await run(dir, 'build');
    expect(['p0/start', 'p0/late', 'p0/own', 'p0'].map(time)).toEqual([
      ['2024-01-02'],
      ['2025-06-07'],
      [],
      ['2025-06-07'],
    ]);
    expect(textOf(page(dir, 'p0/own'))).toContain('Last updated on 2023-04-05');
    expect(['p1/start', 'p1/late', 'p1'].map(time)).toEqual([[], [], []]);
    await succeed(dir, 'sync', '--history');
    await run(dir, 'build');
    expect(['p1/start', 'p1/late'].map(time)).toEqual([['2024-01-02'], ['2025-06-07']]);
  });

  test('is that of git, whatever was merged how', async () => {
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
    /** Merges branches, with one file as it is decided, and the others as a strategy has them. */
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

  test('is set by no name of a file, and absent where the commit has no date', async () => {
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

  test('is absent where a shallow repository does not have it', async () => {
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

describe.runIf(hasGit('pages of sources'))('pages of sources', () => {
  const github = 'https://github.com/own';

  test('name project, commit, licence and day, and where to edit; the section’s front names all', async () => {
    const upstream = repository(project);
    const addresses = { repo: `${github}/project`, homepage: 'https://project.example' };
    const dir = mirror(hub([{ ...addresses, headingIds: 'mkdocs' }]), { [addresses.repo]: upstream });
    expect((await run(dir, 'sync')).stderr).toContain('synced 3 files');
    expect(JSON.parse(read(dir, '.docgen/sources/p0/.docgen-source.json')).sources[0].headingIds).toBe('mkdocs');
    await succeed(dir, 'build');
    const hash = git(upstream, ['rev-parse', 'HEAD']);
    const html = page(dir, 'p0/start');
    expect(hrefs(html)).toEqual(
      expect.arrayContaining([
        'own/project → https://project.example',
        ` → https://github.com/own/project/blob/${hash}/docs/start.md`,
        `MIT → https://github.com/own/project/blob/${hash}/LICENSE`,
        'Edit this page → https://github.com/own/project/edit/main/docs/start.md',
      ]),
    );
    expect(html).not.toContain('<time');
    const front = textOf(page(dir, 'p0'));
    expect(front).toContain('Where this comes from');
    expect(front).toContain(`own/project at ${hash.slice(0, 10)}`);
  });

  test('the front of a section names each repository once, wherever the front is', async () => {
    const upstream = repository({ ...project, 'api/x.md': '# X' }, '2024-01-02');
    const later = commit(upstream, { 'api/y.md': '# Y' }, '2024-02-03');
    const address = { repo: `${github}/project`, homepage: 'https://project.example', history: true };
    const other = { repo: `${github}/other`, homepage: 'https://other.example' };
    const moved = { 'content/p0/index.md': '---\nslug: /welcome\n---\n# Front' };
    const versions = [
      { name: '2', ref: 'main' },
      { name: '1', ref: 'main' },
    ];
    const dir = hub(
      [
        { ...address, section: 'p0' },
        { ...address, section: 'p0', paths: [{ from: 'api', to: 'api' }] },
        { ...other, section: 'p0', paths: [{ from: 'README.md', to: 'other' }] },
        { ...address, section: 'p1', ref: undefined, versions },
      ] as Partial<SourceConfig>[],
      moved,
    );
    mirror(dir, { [address.repo]: upstream, [other.repo]: repository(project) });
    await succeed(dir, 'sync');
    await succeed(dir, 'build');
    const originsOf = (path: string) => {
      const list = /<section class="origins"[\s\S]*?<\/section>/.exec(page(dir, path))?.[0] ?? '';
      return [...list.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, item = '']) => [hrefs(item)[0], textOf(item)]);
    };
    const of = (name: string, day: string) => [
      `own/${name} → https://${name}.example`,
      expect.stringMatching(new RegExp(`^From own/${name} at [0-9a-f]{10}Licence: MIT${day}$`)),
    ];
    const both = [of('project', 'Last changed on 2024-02-03'), of('other', '')];
    expect(originsOf('p0')).toEqual(both);
    expect(originsOf('welcome')).toEqual(both);
    // The folder of docs did not change later.
    expect(originsOf('p1')).toEqual([of('project', 'Last changed on 2024-01-02')]);
    expect(originsOf('p1/1')).toEqual([of('project', 'Last changed on 2024-01-02')]);
    for (const path of ['', 'p0/start', 'p0/guide', 'p1/1/start']) expect(originsOf(path)).toEqual([]);
    expect(page(dir, 'p1')).toContain(later.slice(0, 10));
  });

  test('links between sources, and from the root of the project’s site, lead to pages; to other files, to the repository at the commit', async () => {
    const upstream = repository({ ...project, 'docs/root.md': '# R\n\n[here](/guide/a#part) [there](/blog?x=1#y)\n' });
    const other = repository({
      LICENSE: license,
      'docs/b.md': [
        '# B',
        '[on the web](https://github.com/own/project/blob/main/docs/guide/a.md#part)',
        '[at an old tag](https://github.com/own/project/blob/v0/docs/guide/a.md)',
        '[own site](https://project.example/guide/a#part)',
        '[not gathered](https://project.example/blog/1)',
        '[near](https://project.example.org/guide/a)',
      ].join('\n\n'),
    });
    const dir = hub([
      { repo: `${github}/project.git`, linkBase: 'https://project.example/' },
      { repo: `${github}/other` },
    ]);
    mirror(dir, { [`${github}/project.git`]: upstream, [`${github}/other`]: other });
    await succeed(dir, 'sync');
    expect(await succeed(dir, 'build')).toContain('0 warnings');
    const hash = git(upstream, ['rev-parse', 'HEAD']);
    const base = `${github}/project`;
    expect(hrefs(page(dir, 'p0/start'))).toEqual(
      expect.arrayContaining([
        'guide → /docs/p0/guide/a/#part',
        `readme → ${base}/blob/${hash}/README.md`,
        `code → ${base}/blob/${hash}/src/x.ts`,
        `folder → ${base}/tree/${hash}/src`,
      ]),
    );
    expect(page(dir, 'p0/start')).toContain(`<img src="${base}/raw/${hash}/logo.svg"`);
    expect(hrefs(page(dir, 'p0/root'))).toEqual(
      expect.arrayContaining(['here → /docs/p0/guide/a/#part', 'there → https://project.example/blog?x=1#y']),
    );
    expect(hrefs(page(dir, 'p1/b'))).toEqual(
      expect.arrayContaining([
        'on the web → /docs/p0/guide/a/#part',
        `at an old tag → ${base}/blob/v0/docs/guide/a.md`,
        'own site → /docs/p0/guide/a/#part',
        'not gathered → https://project.example/blog/1',
        'near → https://project.example.org/guide/a',
      ]),
    );
  });

  test('an image of the project’s static folder: the file that was gathered, else that of the repository at the commit', async () => {
    const image = project['docs/image.svg'] ?? '';
    const upstream = repository({
      ...project,
      'docs/guide/a.md': '# A\n\n![one](/img/one.svg) ![two](@site/static/img/two.svg) ![three](/img/three.svg)\n',
      'website/static/img/one.svg': image,
      'website/static/img/two.svg': image,
    });
    const paths = [{ from: 'docs' }, { from: 'website/static/img/two.svg', to: 'shown/two.svg' }];
    const dir = mirror(hub([{ repo: `${github}/project.git`, paths }]), { [`${github}/project.git`]: upstream });
    await succeed(dir, 'sync');
    expect((await run(dir, 'build')).stderr).toContain('DG603');
    const hash = git(upstream, ['rev-parse', 'HEAD']);
    const html = page(dir, 'p0/guide/a');
    expect(html).toContain(
      `<img src="https://github.com/own/project/raw/${hash}/website/static/img/one.svg" alt="one"`,
    );
    expect(html).toMatch(/<img src="\/assets\/two\.\w+\.svg" alt="two"/);
    expect(html).toContain('<span class="missing-image">three</span>');
  });

  test('the content wins on the same path; inspect sources says what comes from where; a damaged record is told', async () => {
    const upstream = repository(project);
    const dir = hub([{ repo: upstream }], { 'content/index.md': '# Front', 'content/p0/start.md': '# My own start' });
    const stderr = await succeed(dir, 'build');
    expect(stderr).toContain('info DG212: sources not synced: p0\n  help: run `docgen sync`');
    await run(dir, 'sync');
    await succeed(dir, 'build', '--strict');
    expect(page(dir, 'p0/start')).toContain('My own start');
    expect(page(dir, 'p0/start')).not.toContain('class="provenance"');
    const lines = (await run(dir, 'inspect', 'sources')).stdout;
    expect(lines).toMatch(/^p0\/guide\/a\.md {2}.*@[0-9a-f]{10}:docs\/guide\/a\.md$/m);
    expect(lines).not.toContain('p0/start.md');
    const [source] = JSON.parse((await run(dir, 'inspect', 'sources', '--json')).stdout) as { files: object }[];
    expect(Object.keys(source?.files ?? {})).toEqual(['guide/a.md', 'image.svg']);
    writeFileSync(join(dir, '.docgen/sources/p0/.docgen-source.json'), '{');
    expect((await run(dir, 'build')).stderr).toContain('warning DG213: section `p0`');
    expect(page(dir, 'p0/guide/a')).toContain('text');
  });

  test('warnings name the file where it is: in the content, or in the export', async () => {
    const upstream = repository({ ...project, 'docs/bad.md': '# Bad\n\n[x](nowhere.md)' });
    const dir = hub([{ repo: upstream }], { 'content/p0/own.md': '# Own\n\n[x](nowhere.md)' });
    await run(dir, 'sync');
    const { stderr } = await run(dir, 'build');
    expect(stderr).toContain('.docgen/sources/p0/bad.md:3:1: warning DG601');
    expect(stderr).toContain('content/p0/own.md:3:1: warning DG601');
  });
});

describe.runIf(hasGit('hostile repositories'))('a hostile', () => {
  /** Syncs sources that are refused, each in a section `pN`. */
  const refused = async (sources: readonly Partial<SourceConfig>[]) => {
    const dir = hub(sources);
    const ran = await run(dir, 'sync');
    expect(ran.status).toBe(2);
    const codeOf = (n: number) => new RegExp(`error (DG\\d+): .*\\b(?:p|sources\\.)${n}\\b`).exec(ran.stderr)?.[1];
    return { dir, stderr: ran.stderr, codes: sources.map((_, n) => codeOf(n)) };
  };

  test('address is refused before git is called', async () => {
    const { dir, stderr, codes } = await refused(data.refusedAddresses.map(([repo]) => ({ repo })));
    expect(codes).toEqual(data.refusedAddresses.map(([, code]) => code));
    expect(stderr).not.toMatch(/secret|token@/);
    expect(existsSync(join(dir, 'pwned'))).toBe(false);
    expect(existsSync(join(dir, 'docgen.lock.json'))).toBe(false);
  });

  test('ref or path is refused', async () => {
    const repo = repository(project);
    const refs = '--upload-pack=x|-h|a..b|a b|a~1|x:y|a\nb|@{-1}|x.lock|/x|refs/heads/x^{}'.split('|');
    const sources = [
      ...refs.map((ref) => ({ repo, ref })),
      ...data.refusedPaths.map((path) => ({ repo, paths: [path] })),
    ];
    expect((await refused(sources)).codes).toEqual(sources.map(() => 'DG202'));
  });

  test('section name is refused by the config', async () => {
    const names = ['../x', '.git', 'a/..', ''];
    const { stderr } = await run(hub(names.map((section) => ({ repo: 'x', section }))), 'build');
    for (const n of names.keys()) expect(stderr).toMatch(new RegExp(`DG105: .*sources\\.${n}\\.section`));
  });

  test('tree: links, submodules, names of git’s own, twins and pointers are left out, each said', async () => {
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

  test('tree: names that are not UTF-8 are left out, each said', async () => {
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

  test('hash in the lockfile that is a tree’s is no commit', async () => {
    const upstream = repository(project);
    git(upstream, ['config', 'uploadpack.allowAnySHA1InWant', 'true']);
    const dir = hub([{ repo: upstream }]);
    await succeed(dir, 'sync');
    const [hash, tree] = ['HEAD', 'HEAD^{tree}'].map((name) => git(upstream, ['rev-parse', name])) as [string, string];
    writeFileSync(join(dir, 'docgen.lock.json'), read(dir, 'docgen.lock.json').replace(hash, tree));
    const before = contents(dir);
    for (const args of [['--frozen'], []]) expect(await fail(dir, 'sync', ...args)).toContain('error DG204');
    expect(contents(dir)).toEqual(before);
  });

  test('tree: nothing leaves the export, whatever its names are', async () => {
    const upstream = repository(project);
    // git itself makes no such trees; a server may send any bytes as one.
    const object = Buffer.from(git(upstream, ['hash-object', '-w', '--stdin'], {}, '# out'), 'hex');
    const raw = (name: string) => Buffer.concat([Buffer.from(`100644 ${name}\0`), object]);
    const names = ['..', '.git', '.GIT', 'git~1', '.g\u200cit', '.git '];
    const tree = git(
      upstream,
      ['hash-object', '-w', '-t', 'tree', '--literally', '--stdin'],
      {},
      Buffer.concat([...names, 'fine.md'].sort().map(raw)),
    );
    const hash = git(upstream, ['commit-tree', tree, '-m', 'x']);
    git(upstream, ['update-ref', 'refs/heads/main', hash]);
    const dir = hub([{ repo: upstream, paths: [{ from: '.' }] }]);
    await run(dir, 'sync');
    const found = filesBelow(join(dir, '.docgen/sources'));
    expect(found.filter((path) => !/^p0\/(?:fine\.md|\.docgen-source\.json)$/.test(path))).toEqual([]);
  });

  test('repository: its hooks, filters, attributes and config do nothing', async () => {
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

  test('export folder: links that somebody put there are not followed', async () => {
    const outside = writeFiles(tempDir(), { 'kept.md': 'kept' });
    const dir = hub([{ repo: repository(project) }]);
    mkdirSync(join(dir, '.docgen/sources'), { recursive: true });
    symlinkSync(outside, join(dir, '.docgen/sources/p0'));
    await run(dir, 'sync');
    expect(filesBelow(outside)).toEqual(['kept.md']);
  });

  test('source that is too large is refused, and says by what', async () => {
    const upstream = repository({ ...project, 'docs/large.bin': Buffer.alloc(51 * 1024 * 1024) });
    const stderr = await fail(hub([{ repo: upstream }]), 'sync');
    expect(stderr).toMatch(
      /error DG211: source `p0: .*`: `docs\/large\.bin`, 51 MB, is over the limit of 50 MB for a file/,
    );
  });

  test('tree that is in itself many times is refused within seconds', async () => {
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

  test('machine without git, or with an old one', async () => {
    const dir = hub([{ repo: repository(project) }]);
    const tools = tempDir();
    const ask = () => spawnDocgen(process.execPath, [bin, 'sync'], { cwd: dir, env: { PATH: tools, HOME: tools } });
    expect(ask().stderr).toMatch(/error DG214: the program `git` is not installed\n {2}help: install Git/);
    writeFiles(tools, { git: '#!/bin/sh\necho git version 2.20.1\n' });
    chmodSync(join(tools, 'git'), 0o755);
    expect(ask()).toMatchObject({ status: 2, stderr: expect.stringContaining('DG214: git 2.20 is too old') });
  });

  test('or damaged lock file is an error; an unknown section too', async () => {
    const dir = hub([{ repo: repository(project) }]);
    writeFileSync(join(dir, 'docgen.lock.json'), '{"version":1,"sources":[{"section":"p0"}]}');
    expect(await fail(dir, 'sync')).toContain('DG215');
    rmSync(join(dir, 'docgen.lock.json'));
    expect((await run(dir, 'sync', 'p1')).stderr).toMatch(
      /DG216: no source has the section `p1`\n {2}help: did you mean `p0`/,
    );
    expect((await run(hub([]), 'sync')).stderr).toContain('DG105');
  });
});
