// `docgen sync` against real repositories of this machine: what it gathers, what it keeps, what it refuses.

import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config.js';
import {
  bin,
  docgen,
  type Files,
  filesBelow,
  spawnDocgen,
  startDocgen,
  tempDir,
  textOf,
  writeFiles,
} from '../support/hub.js';
import { commit, commitRaw, git, hasGit, repository, serveHttp } from '../support/repository.js';
import { available } from '../support/shared.js';

const license = 'MIT License\n\nPermission is hereby granted, free of charge, to any person';
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

type SourceConfig = NonNullable<UserConfig['sources']>[number];

/** A hub with some sources. */
function hub(sources: readonly Partial<SourceConfig>[], content: Files = { 'index.md': '# Front' }): string {
  const full = sources.map((source, n) => ({ section: `p${n}`, ref: 'main', paths: [{ from: 'docs' }], ...source }));
  const files = Object.entries(content).map(([path, text]) => [`content/${path}`, text] as const);
  return writeFiles(tempDir(), {
    ...Object.fromEntries(files),
    'docgen.config.json': JSON.stringify({ sources: full }),
  });
}

const exported = (dir: string, section = 'p0') =>
  existsSync(join(dir, '.docgen/sources', section)) ? filesBelow(join(dir, '.docgen/sources', section)) : [];
const read = (dir: string, path: string) => readFileSync(join(dir, path), 'utf8');
const contents = (dir: string) =>
  Object.fromEntries(
    filesBelow(join(dir, '.docgen/sources')).map((path) => [path, read(dir, `.docgen/sources/${path}`)]),
  );
const page = (dir: string, path: string) => read(dir, `build/docs/${path}/index.html`);
const hrefs = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)/g)].map(([, href, text]) => `${text} → ${href}`);

describe.runIf(hasGit('docgen sync'))('docgen sync', () => {
  let upstream: string;
  beforeEach(() => {
    upstream = repository(project);
  });

  test('a hub may consist of sources only: it needs no content folder, and takes none that is its output', () => {
    const sources = [{ section: 'p0', repo: upstream, ref: 'main', paths: [{ from: 'docs' }] }];
    const dir = writeFiles(tempDir(), {
      'docgen.config.json': JSON.stringify({ sources, out: 'docs', routeBase: '' }),
    });
    expect(docgen(dir, 'sync').status).toBe(0);
    for (const _ of [1, 2])
      expect(docgen(dir, 'build')).toMatchObject({
        status: 0,
        stderr: expect.stringMatching(/^built 8 pages in docs/m),
      });
    expect(filesBelow(join(dir, 'docs'))).toContain('p0/start/index.html');
    rmSync(join(dir, '.docgen'), { recursive: true });
    const missing = docgen(dir, 'build');
    expect(missing.stderr).toContain('docgen sync');
    expect(missing.stderr).not.toContain('DG108');
  });

  test.each(['a path', 'file://', 'http-backend'])('gathers a folder over %s', async (way) => {
    const server = way === 'http-backend' ? await serveHttp(dirname(upstream)) : '';
    const repo = way === 'a path' ? upstream : way === 'file://' ? `file://${upstream}` : `${server}/upstream/.git`;
    const dir = hub([{ repo }]);
    // A server in this process answers only while it is not waited for.
    const { status, stderr } = await startDocgen(dir, 'sync').ended;
    expect(stderr).toContain('synced 3 files of 1 source: 0 warnings');
    expect(status).toBe(0);
    expect(exported(dir)).toEqual(['.docgen-source.json', 'guide/a.md', 'image.svg', 'start.md']);
    expect(JSON.parse(read(dir, 'docgen.lock.json')).sources).toEqual([
      {
        section: 'p0',
        repo,
        ref: 'main',
        commit: git(upstream, ['rev-parse', 'HEAD']),
        branch: 'main',
        paths: { docs: git(upstream, ['rev-parse', 'HEAD:docs']) },
      },
    ]);
  });

  test.each(['a path', 'file://', 'http-backend'])(
    'fetches over %s only what is gathered, and one commit',
    async (way) => {
      git(upstream, ['config', 'uploadpack.allowFilter', 'true']);
      commit(upstream, { 'docs/late.md': '# Late', 'src/large.bin': 'x'.repeat(100_000) });
      const server = way === 'http-backend' ? await serveHttp(dirname(upstream)) : '';
      const repo = way === 'a path' ? upstream : way === 'file://' ? `file://${upstream}` : `${server}/upstream/.git`;
      const dir = hub([{ repo }]);
      expect((await startDocgen(dir, 'sync').ended).status).toBe(0);
      expect(exported(dir)).toContain('late.md');
      const [name = ''] = readdirSync(join(dir, '.docgen/store'));
      const store = join(dir, '.docgen/store', name);
      const objects = git(store, ['cat-file', '--batch-all-objects', '--batch-check']).split('\n');
      const blobs = objects.filter((line) => line.includes(' blob '));
      expect(blobs).toHaveLength(5); // four files and the licence
      expect(objects.filter((line) => line.includes(' commit '))).toHaveLength(1);
      commit(upstream, { 'docs/late.md': '# Later' });
      expect((await startDocgen(dir, 'sync', '--update').ended).status).toBe(0);
      expect(read(dir, '.docgen/sources/p0/late.md')).toBe('# Later');
    },
  );

  test('a path has any characters, and may be a bundle', () => {
    const odd = join(dirname(upstream), 'a b#ü%41?');
    renameSync(upstream, odd);
    git(odd, ['bundle', 'create', '--quiet', '../up.bundle', 'main']);
    const dir = hub([{ repo: odd }, { repo: join(dirname(odd), 'up.bundle') }]);
    expect(docgen(dir, 'sync')).toMatchObject({ status: 0, stderr: expect.stringContaining('synced 6 files') });
  });

  test.runIf(canGiveAway)(
    'a checkout of another user is gathered where `safe.directory` of the user names it, and only there',
    () => {
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

  test('--format json: one object a line on stderr, the summary on stdout', () => {
    git(upstream, ['rm', '--quiet', 'LICENSE']);
    commit(upstream, {});
    const ran = docgen(hub([{ repo: upstream }]), 'sync', '--format', 'json');
    expect(
      ran.stderr
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).code),
    ).toEqual(['DG209']);
    expect(JSON.parse(ran.stdout)).toMatchObject({ sources: 1, files: 3, errors: 0, warnings: 1 });
  });

  test('two syncs give the same export and lock, here and elsewhere; --frozen agrees', () => {
    const dir = hub([{ repo: upstream }]);
    docgen(dir, 'sync');
    const first = { ...contents(dir), lock: read(dir, 'docgen.lock.json') };
    docgen(dir, 'sync', '--jobs', '1');
    expect({ ...contents(dir), lock: read(dir, 'docgen.lock.json') }).toEqual(first);
    rmSync(join(dir, '.docgen'), { recursive: true });
    const frozen = docgen(dir, 'sync', '--frozen');
    expect(frozen.status).toBe(0);
    expect({ ...contents(dir), lock: read(dir, 'docgen.lock.json') }).toEqual(first);
  });

  test('the locked commit stays until --update; a tag, a commit, the one before it and HEAD are refs too', () => {
    const first = git(upstream, ['rev-parse', 'HEAD']);
    git(upstream, ['tag', '--annotate', '--message', 'x', 'v1']);
    const dir = hub([{ repo: upstream }]);
    docgen(dir, 'sync');
    const second = commit(upstream, { 'docs/new.md': '# New' });
    docgen(dir, 'sync');
    expect(exported(dir)).not.toContain('new.md');
    expect(docgen(dir, 'sync', 'p0', '--update').status).toBe(0);
    expect(exported(dir)).toContain('new.md');
    const commitOf = (ref: string) => {
      const other = hub([{ repo: upstream, ref }]);
      expect(docgen(other, 'sync').stderr).toContain('synced');
      return JSON.parse(read(other, 'docgen.lock.json')).sources[0];
    };
    expect(commitOf('v1')).toMatchObject({ commit: first, branch: null });
    expect(commitOf(first)).toMatchObject({ commit: first, branch: null });
    expect(commitOf(`${second}^`)).toMatchObject({ commit: first, branch: null });
    expect(commitOf('HEAD')).toMatchObject({ commit: second, branch: 'main' });
  });

  test('what is in the store needs no network; a lock that lost its repository says so and the export stays', () => {
    const dir = hub([{ repo: upstream }]);
    docgen(dir, 'sync');
    renameSync(upstream, `${upstream}-gone`);
    expect(docgen(dir, 'sync').status).toBe(0);
    const updated = docgen(dir, 'sync', '--update');
    expect(updated.status).toBe(2);
    expect(updated.stderr).toMatch(/error DG203: source `p0: .*`: cannot be fetched: .*\n {2}help: check the address/);
    expect(exported(dir)).toContain('start.md');
  });

  test('--frozen fails, and changes nothing, where the lock would change', () => {
    const dir = hub([{ repo: upstream }]);
    expect(docgen(dir, 'sync', '--frozen')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/error DG208: there is no docgen.lock.json/),
    });
    expect(existsSync(join(dir, 'docgen.lock.json'))).toBe(false);
    docgen(dir, 'sync');
    const before = read(dir, 'docgen.lock.json');
    for (const change of [{ ref: 'other' }, { paths: [{ from: 'docs/guide' }] }, { repo: `file://${upstream}` }]) {
      writeFileSync(join(dir, 'docgen.config.json'), read(hub([{ repo: upstream, ...change }]), 'docgen.config.json'));
      expect(docgen(dir, 'sync', '--frozen').stderr).toContain('DG208');
    }
    expect(read(dir, 'docgen.lock.json')).toBe(before);
    expect(docgen(dir, 'sync', '--frozen', '--update').status).toBe(2);
  });

  test('include, exclude, to and rename; several sources in one section; a single file', () => {
    const other = repository({
      LICENSE: license,
      'README.md': '# Other',
      'a/x.md': '# X',
      'a/y.md': '# Y',
      'a/b/z.md': '# Z',
    });
    const dir = hub([
      { repo: upstream, section: 's', paths: [{ from: 'README.md', rename: { 'README.md': 'The Project.md' } }] },
      {
        repo: other,
        section: 's',
        paths: [
          { from: 'a', to: 'other', include: ['**/*.md'], exclude: ['y.md'] },
          { from: 'README.md', to: 'other/index.md' },
        ],
      },
    ]);
    expect(docgen(dir, 'sync').status).toBe(0);
    expect(exported(dir, 's')).toEqual([
      '.docgen-source.json',
      'The Project.md',
      'other/b/z.md',
      'other/index.md',
      'other/x.md',
    ]);
  });

  test('one source that fails stops no other and loses nothing', () => {
    const other = repository({ LICENSE: license, 'docs/o.md': '# O' });
    const dir = hub([
      { repo: upstream },
      { repo: other },
      { repo: other, section: 'p0', paths: [{ from: 'docs', to: 'o' }] },
    ]);
    expect(docgen(dir, 'sync').status).toBe(0);
    renameSync(upstream, `${upstream}-gone`);
    commit(other, { 'docs/more.md': '# More' });
    const ran = docgen(dir, 'sync', '--update');
    expect(ran.status).toBe(2);
    expect(ran.stderr).toContain('DG203');
    expect(exported(dir, 'p1')).toContain('more.md');
    expect(exported(dir, 'p0')).toEqual(expect.arrayContaining(['start.md', 'o/more.md']));
    const locked = JSON.parse(read(dir, 'docgen.lock.json')).sources as { repo: string }[];
    expect(locked.map(({ repo }) => repo).sort()).toEqual([other, other, upstream].sort());
  });

  test('a mistyped ref or repository loses neither the commit nor the files of the source', () => {
    const other = repository({ LICENSE: license, 'docs/o.md': '# O' });
    const good = [{ repo: upstream }, { repo: other, section: 'p0', paths: [{ from: 'docs', to: 'o' }] }];
    const dir = hub(good);
    expect(docgen(dir, 'sync').status).toBe(0);
    const locked = read(dir, 'docgen.lock.json');
    const config = read(dir, 'docgen.config.json');
    commit(upstream, { 'docs/start.md': '# Newer' });
    for (const change of [{ ref: 'mian' }, { repo: `${upstream}x` }]) {
      const changed = read(hub([{ ...good[0], ...change }, good[1] as object]), 'docgen.config.json');
      writeFileSync(join(dir, 'docgen.config.json'), changed);
      expect(docgen(dir, 'sync').status).toBe(2);
      expect(read(dir, 'docgen.lock.json')).toBe(locked);
      expect(exported(dir)).toEqual(expect.arrayContaining(['start.md', 'o/o.md']));
      const frozen = docgen(dir, 'sync', '--frozen').stderr;
      expect(frozen.match(/DG208/g)).toHaveLength(1);
      expect(frozen).toMatch(/its `(?:ref|repo)` is `.*` in the config, and `.*` in docgen\.lock\.json/);
      writeFileSync(join(dir, 'docgen.config.json'), config);
      expect(docgen(dir, 'sync').status).toBe(0);
      expect(read(dir, 'docgen.lock.json')).toBe(locked);
      expect(read(dir, '.docgen/sources/p0/start.md')).not.toContain('Newer');
    }
  });

  test('a ref that is not there has the one that was meant beside it; an update says from where to where', () => {
    git(upstream, ['branch', 'release-2']);
    expect(docgen(hub([{ repo: upstream, ref: 'relaese-2' }]), 'sync').stderr).toMatch(
      /DG204: [^\n]*\n {2}help: did you mean `release-2`\?/,
    );
    expect(docgen(hub([{ repo: upstream, ref: 'master' }]), 'sync').stderr).toMatch(
      /DG204: [^\n]*\n {2}help: did you mean `main`\?/,
    );
    const first = git(upstream, ['rev-list', '--max-parents=0', 'main']);
    expect(docgen(hub([{ repo: upstream, ref: `${first}^` }]), 'sync').stderr).toContain(
      `DG204: source \`p0: ${upstream}\``,
    );
    const bare = tempDir();
    git(bare, ['init', '--quiet', '--bare']);
    const hintOf = (ref: string) =>
      /DG204: [^\n]*\n {2}help: (.*)/.exec(docgen(hub([{ repo: bare, ref }]), 'sync').stderr)?.[1];
    expect(hintOf('main')).toContain('the repository is empty');
    git(upstream, ['push', '--quiet', bare, 'main:refs/heads/next']);
    git(bare, ['symbolic-ref', 'HEAD', 'refs/heads/gone']);
    expect([hintOf('HEAD'), hintOf('main')]).toEqual(['did you mean `next`?', 'did you mean `next`?']);
    const dir = hub([{ repo: upstream }]);
    docgen(dir, 'sync');
    expect(docgen(dir, 'sync', '--update').stderr).toMatch(/ at [0-9a-f]{10}: /);
    commit(upstream, { 'docs/start.md': '# Moved on' });
    expect(docgen(dir, 'sync', '--update').stderr).toMatch(/ at [0-9a-f]{10} → [0-9a-f]{10}: /);
    expect(docgen(dir, 'sync', '--update', '--frozen').stderr).toMatch(
      /DG102: `--update` changes docgen\.lock\.json and/,
    );
  });

  test('a branch that moved, went, or was replaced', () => {
    git(upstream, ['branch', 'work']);
    const dir = hub([{ repo: upstream, ref: 'work' }]);
    docgen(dir, 'sync');
    git(upstream, ['branch', '--delete', 'work']);
    expect(docgen(dir, 'sync').status).toBe(0);
    expect(docgen(dir, 'sync', '--update').stderr).toMatch(
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
    const gone = docgen(dir, 'sync');
    expect(gone.status).toBe(2);
    expect(gone.stderr).toMatch(/DG204: .*`work at [0-9a-f]{10}` not found/);
    expect(exported(dir)).toContain('guide/a.md');
    expect(docgen(dir, 'sync', '--update').status).toBe(0);
    expect(read(dir, '.docgen/sources/p0/start.md')).toBe('# Replaced');
  });

  test('3,000 files, and odd names', () => {
    const many = Object.fromEntries(
      Array.from({ length: 3000 }, (_, n) => [`docs/d${n % 50}/page ${n}.md`, `# Page ${n}`]),
    );
    const odd = [
      'docs/ü ñ.md',
      'docs/a"b.md',
      "docs/it's.md",
      'docs/日本.md',
      'docs/-dash.md',
      'docs/tab\tname.md',
      'docs/100%.md',
    ];
    commit(upstream, { ...many, ...Object.fromEntries(odd.map((name) => [name, '# Odd'])) });
    const dir = hub([{ repo: upstream }]);
    const ran = docgen(dir, 'sync');
    expect(ran.status).toBe(0);
    expect(exported(dir)).toHaveLength(3000 + odd.length - 1 + 3 + 1);
    expect(ran.stderr).toContain('or contains control characters');
    expect(exported(dir)).toEqual(expect.arrayContaining(['ü ñ.md', '日本.md', '-dash.md', '100%.md']));
  });

  test('a large repository: what is kept between builds does not grow with files times files', () => {
    const pages = Object.fromEntries(Array.from({ length: 1500 }, (_, n) => [`docs/p${n}.md`, `# Page ${n}`]));
    const name = 'a-rather-long-name-of-a-source-file-of-a-large-project';
    const sources = Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`src/${name}-${n}.ts`, '']));
    const dir = hub([{ repo: repository({ ...pages, ...sources, LICENSE: license }) }]);
    docgen(dir, 'sync');
    for (const time of ['first', 'second']) {
      expect({ time, ...docgen(dir, 'build', '--cache', 'kept') }).toMatchObject({
        status: 0,
        stderr: expect.stringContaining('0 warnings'),
      });
    }
  });

  test('licence: by its text, by the config, none', () => {
    const bare = repository({ 'docs/x.md': '# X' });
    const oneLine = repository({ LICENSE: 'The MIT License\n', 'docs/x.md': '# X\n\n[licence](../LICENSE)\n' });
    const dir = hub([
      { repo: upstream },
      { repo: bare },
      { repo: bare, section: 'p2', license: 'CC-BY-4.0' },
      { repo: oneLine },
    ]);
    const ran = docgen(dir, 'sync');
    expect(ran.stderr.match(/DG209/g)).toHaveLength(1);
    expect(ran.stderr).toMatch(/warning DG209: source `p1: .*`: no licence file found/);
    // A repository on this disk has no page on the web for the file.
    expect(docgen(dir, 'build').stderr).toMatch(
      /DG601: link to `\.\.\/LICENSE` matches no page\n.*no address on the web/,
    );
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

  test('is on pages of sources with `history`, or with --history; else there is none', () => {
    const upstream = repository(project);
    commit(
      upstream,
      { 'docs/late.md': '# Late', 'docs/own.md': '---\nlast_update: {date: 2023-04-05}\n---\n# Own' },
      '2025-06-07',
    );
    const dir = hub([{ repo: upstream, history: true }, { repo: upstream }]);
    const time = (path: string) => [...page(dir, path).matchAll(/<time datetime="([^"]*)"/g)].map(([, day]) => day);
    expect(docgen(dir, 'sync').status).toBe(0);
    docgen(dir, 'build');
    expect(['p0/start', 'p0/late', 'p0/own', 'p0'].map(time)).toEqual([
      ['2024-01-02'],
      ['2025-06-07'],
      [],
      ['2025-06-07'],
    ]);
    expect(textOf(page(dir, 'p0/own'))).toContain('Last updated on 2023-04-05');
    expect(['p1/start', 'p1/late', 'p1'].map(time)).toEqual([[], [], []]);
    expect(docgen(dir, 'sync', '--history').status).toBe(0);
    docgen(dir, 'build');
    expect(['p1/start', 'p1/late'].map(time)).toEqual([['2024-01-02'], ['2025-06-07']]);
  });

  test('is that of git, whatever was merged how', () => {
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
    expect(docgen(dir, 'sync').status).toBe(0);
    expect(days(dir)).toEqual(
      Object.fromEntries(names.map((name) => [name, inGit(upstream, `:(literal)docs/${name}`)])),
    );
    expect(new Set(Object.values(days(dir))).size).toBe(4);
  });

  test('is set by no name of a file, and absent where the commit has no date', () => {
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
    expect(docgen(dir, 'sync', '--history').status).toBe(0);
    expect(days(dir)).toEqual({
      [before]: '2025-07-08',
      ...{ 'guide/a.md': '2024-01-02', 'image.svg': '2024-01-02', 'old.md': '2024-01-02', 'start.md': '2025-06-07' },
    });
    docgen(dir, 'build');
    expect(page(dir, 'p0/i')).not.toContain('<time');
  });

  test('is absent where a shallow repository does not have it', () => {
    const full = repository({ ...project, 'docs/old.md': '# Old' });
    commit(full, { 'docs/start.md': '# Second' }, '2025-06-07');
    commit(full, { 'docs/late.md': '# Late' }, '2025-07-08');
    const upstream = join(tempDir(), 'shallow');
    git(dirname(upstream), ['clone', '--quiet', '--depth=2', `file://${full}`, upstream]);
    const dir = hub([{ repo: upstream, history: true }]);
    expect(docgen(dir, 'sync')).toMatchObject({ status: 0 });
    expect(days(dir)).toEqual({ 'late.md': '2025-07-08' });
  });
});

describe.runIf(hasGit('pages of sources'))('pages of sources', () => {
  /** A hub whose config names GitHub, while git is told that GitHub is a folder here. */
  function mirrored(sources: readonly Partial<SourceConfig>[], content?: Files): string {
    const dir = hub(sources, content);
    git(dir, ['init', '--quiet']);
    return dir;
  }
  const mirror = (dir: string, name: string, repo: string) =>
    git(dir, ['config', `url.${repo}.insteadOf`, `https://github.com/${name}`]);

  test('name project, commit, licence and day, and where to edit; the section’s front names all', () => {
    const upstream = repository(project);
    const addresses = { repo: 'https://github.com/own/project', homepage: 'https://project.example' };
    const dir = mirrored([{ ...addresses, headingIds: 'mkdocs' }]);
    mirror(dir, 'own/project', upstream);
    expect(docgen(dir, 'sync').stderr).toContain('synced 3 files');
    expect(JSON.parse(read(dir, '.docgen/sources/p0/.docgen-source.json')).sources[0].headingIds).toBe('mkdocs');
    expect(docgen(dir, 'build').status).toBe(0);
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

  test('the front of a section names each repository once, wherever the front is', () => {
    const upstream = repository({ ...project, 'api/x.md': '# X' }, '2024-01-02');
    const later = commit(upstream, { 'api/y.md': '# Y' }, '2024-02-03');
    const address = { repo: 'https://github.com/own/project', homepage: 'https://project.example', history: true };
    const other = { repo: 'https://github.com/own/other', homepage: 'https://other.example' };
    const moved = { 'p0/index.md': '---\nslug: /welcome\n---\n# Front' };
    const versions = [
      { name: '2', ref: 'main' },
      { name: '1', ref: 'main' },
    ];
    const dir = mirrored(
      [
        { ...address, section: 'p0' },
        { ...address, section: 'p0', paths: [{ from: 'api', to: 'api' }] },
        { ...other, section: 'p0', paths: [{ from: 'README.md', to: 'other' }] },
        { ...address, section: 'p1', ref: undefined, versions },
      ] as Partial<SourceConfig>[],
      moved,
    );
    mirror(dir, 'own/project', upstream);
    mirror(dir, 'own/other', repository(project));
    expect(docgen(dir, 'sync')).toMatchObject({ status: 0 });
    expect(docgen(dir, 'build')).toMatchObject({ status: 0 });
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

  test('links between sources lead to pages; to other files, to the repository at the commit', () => {
    const upstream = repository(project);
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
    const dir = mirrored([
      { repo: 'https://github.com/own/project.git', linkBase: 'https://project.example' },
      { repo: 'https://github.com/own/other' },
    ]);
    mirror(dir, 'own/project.git', upstream);
    mirror(dir, 'own/other', other);
    expect(docgen(dir, 'sync').status).toBe(0);
    const built = docgen(dir, 'build');
    expect(built.stderr).toContain('0 warnings');
    const hash = git(upstream, ['rev-parse', 'HEAD']);
    const base = `https://github.com/own/project`;
    expect(hrefs(page(dir, 'p0/start'))).toEqual(
      expect.arrayContaining([
        'guide → /docs/p0/guide/a/#part',
        `readme → ${base}/blob/${hash}/README.md`,
        `code → ${base}/blob/${hash}/src/x.ts`,
        `folder → ${base}/tree/${hash}/src`,
      ]),
    );
    expect(page(dir, 'p0/start')).toContain(`<img src="${base}/raw/${hash}/logo.svg"`);
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

  test('an address from the root of the project’s site: the page here, else that site', () => {
    const upstream = repository({ ...project, 'docs/start.md': '# S\n\n[here](/guide/a#part) [there](/blog?x=1#y)\n' });
    const dir = mirrored([{ repo: upstream, linkBase: 'https://project.example/' }]);
    docgen(dir, 'sync');
    expect(docgen(dir, 'build').stderr).toContain('0 warnings');
    expect(hrefs(page(dir, 'p0/start'))).toEqual(
      expect.arrayContaining(['here → /docs/p0/guide/a/#part', 'there → https://project.example/blog?x=1#y']),
    );
  });

  test('an image of the project’s static folder: the file that was gathered, else that of the repository at the commit', () => {
    const image = project['docs/image.svg'] ?? '';
    const upstream = repository({
      ...project,
      'docs/guide/a.md': '# A\n\n![one](/img/one.svg) ![two](@site/static/img/two.svg) ![three](/img/three.svg)\n',
      'website/static/img/one.svg': image,
      'website/static/img/two.svg': image,
    });
    const paths = [{ from: 'docs' }, { from: 'website/static/img/two.svg', to: 'shown/two.svg' }];
    const dir = mirrored([{ repo: 'https://github.com/own/project.git', paths }]);
    mirror(dir, 'own/project.git', upstream);
    expect(docgen(dir, 'sync').status).toBe(0);
    expect(docgen(dir, 'build').stderr).toContain('DG603');
    const hash = git(upstream, ['rev-parse', 'HEAD']);
    const html = page(dir, 'p0/guide/a');
    expect(html).toContain(
      `<img src="https://github.com/own/project/raw/${hash}/website/static/img/one.svg" alt="one"`,
    );
    expect(html).toMatch(/<img src="\/assets\/two\.\w+\.svg" alt="two"/);
    expect(html).toContain('<span class="missing-image">three</span>');
  });

  test('the content wins on the same path; inspect sources says what comes from where; a damaged record is told', () => {
    const upstream = repository(project);
    const dir = hub([{ repo: upstream }], { 'index.md': '# Front', 'p0/start.md': '# My own start' });
    const before = docgen(dir, 'build');
    expect(before.status).toBe(0);
    expect(before.stderr).toContain('info DG212: sources not synced: p0; run `docgen sync`');
    docgen(dir, 'sync');
    expect(docgen(dir, 'build', '--strict').status).toBe(0);
    expect(page(dir, 'p0/start')).toContain('My own start');
    expect(page(dir, 'p0/start')).not.toContain('class="provenance"');
    const lines = docgen(dir, 'inspect', 'sources').stdout;
    expect(lines).toMatch(/^p0\/guide\/a\.md {2}.*@[0-9a-f]{10}:docs\/guide\/a\.md$/m);
    expect(lines).not.toContain('p0/start.md');
    const [source] = JSON.parse(docgen(dir, 'inspect', 'sources', '--json').stdout) as { files: object }[];
    expect(Object.keys(source?.files ?? {})).toEqual(['guide/a.md', 'image.svg']);
    writeFileSync(join(dir, '.docgen/sources/p0/.docgen-source.json'), '{');
    expect(docgen(dir, 'build').stderr).toContain('warning DG213: section `p0`');
    expect(page(dir, 'p0/guide/a')).toContain('text');
  });

  test('warnings name the file where it is: in the content, or in the export', () => {
    const upstream = repository({ ...project, 'docs/bad.md': '# Bad\n\n[x](nowhere.md)' });
    const dir = hub([{ repo: upstream }], { 'p0/own.md': '# Own\n\n[x](nowhere.md)' });
    docgen(dir, 'sync');
    const { stderr } = docgen(dir, 'build');
    expect(stderr).toContain('.docgen/sources/p0/bad.md:3:1: warning DG601');
    expect(stderr).toContain('content/p0/own.md:3:1: warning DG601');
  });
});

describe.runIf(hasGit('hostile repositories'))('a hostile', () => {
  test.each([
    ['ext::sh -c "touch pwned"', 'DG201'],
    ['EXT::sh -c pwned', 'DG201'],
    ['fd::17', 'DG201'],
    ['ftp://example.org/x', 'DG201'],
    ['http://example.org/x', 'DG201'],
    ['git://example.org/x', 'DG201'],
    ['https://user:secret@example.org/x', 'DG201'],
    ['https://token@example.org/x', 'DG201'],
    ['https://exa mple.org/x', 'DG201'],
    ['https://example.org/x%0ahost', 'DG201'],
    ['https://example.org/x\nhost=evil', 'DG201'],
    ['ssh://-oProxyCommand=touch%20pwned/x', 'DG201'],
    ['ssh://example.org/-x', 'DG201'],
    ['--upload-pack=touch pwned', 'DG202'],
    ['-u', 'DG202'],
  ])('address %j is refused before git is called', (repo, code) => {
    const dir = hub([{ repo }]);
    const ran = docgen(dir, 'sync');
    expect(ran.status).toBe(2);
    expect(ran.stderr).toContain(`error ${code}`);
    expect(ran.stderr).not.toContain('secret');
    expect(ran.stderr).not.toMatch(/token@/);
    expect(existsSync(join(dir, 'pwned'))).toBe(false);
    expect(existsSync(join(dir, 'docgen.lock.json'))).toBe(false);
  });

  test.each(['--upload-pack=x', '-h', 'a..b', 'a b', 'a~1', 'x:y', 'a\nb', '@{-1}', 'x.lock', '/x', 'refs/heads/x^{}'])(
    'ref %j is refused',
    (ref) => {
      expect(docgen(hub([{ repo: repository(project), ref }]), 'sync').stderr).toContain('error DG202');
    },
  );

  test.each([
    { from: '../x' },
    { from: '--help' },
    { from: ':(glob)**' },
    { from: 'docs', to: '../../x' },
    { from: 'docs', to: '/tmp/x' },
    { from: 'docs', rename: { 'start.md': '../x.md' } },
  ])('path %j is refused', (path) => {
    const ran = docgen(hub([{ repo: repository(project), paths: [path] }]), 'sync');
    expect(ran.stderr).toContain('error DG202');
    expect(ran.status).toBe(2);
  });

  test('section name is refused by the config', () => {
    for (const section of ['../x', '.git', 'a/..', '']) {
      expect(docgen(hub([{ repo: repository(project), section }]), 'build').stderr).toContain('DG105');
    }
  });

  test('tree: links, submodules, names of git’s own, twins and pointers are left out, each said', () => {
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
    const { stderr, status } = docgen(dir, 'sync');
    expect(status).toBe(0);
    expect(exported(dir)).toEqual(['.docgen-source.json', 'GOOD.md', 'program.md']);
    expect(stderr.match(/warning DG210/g)).toHaveLength(5);
    for (const reason of ['a symbolic link', 'a submodule', 'the same place', 'backslashes', 'a Git LFS pointer']) {
      expect(stderr).toContain(reason);
    }
  });

  test('tree: names that are not UTF-8 are left out, each said', () => {
    const upstream = repository(project);
    const object = Buffer.from(git(upstream, ['hash-object', '-w', '--stdin'], {}, '# Latin'), 'hex');
    const entry = (name: string) => Buffer.concat([Buffer.from(`100644 ${name}\0`, 'latin1'), object]);
    const content = Buffer.concat([entry('caf\xe8.md'), entry('caf\xe9.md'), entry('caf\xc3\xa9.md')]);
    const tree = git(upstream, ['hash-object', '-w', '-t', 'tree', '--literally', '--stdin'], {}, content);
    git(upstream, ['update-ref', 'refs/heads/main', git(upstream, ['commit-tree', tree, '-m', 'x'])]);
    const dir = hub([{ repo: upstream, paths: [{ from: '.' }], history: true }]);
    const { stderr, status } = docgen(dir, 'sync');
    expect(status).toBe(0);
    expect(stderr).toContain('`caf\\xe8.md` skipped: its name is not UTF-8');
    expect(stderr).toContain('`caf\\xe9.md` skipped: its name is not UTF-8');
    expect(exported(dir)).toEqual(['.docgen-source.json', 'café.md']);
  });

  test('hash in the lockfile that is a tree’s is no commit', () => {
    const upstream = repository(project);
    git(upstream, ['config', 'uploadpack.allowAnySHA1InWant', 'true']);
    const dir = hub([{ repo: upstream }]);
    expect(docgen(dir, 'sync').status).toBe(0);
    const [hash, tree] = ['HEAD', 'HEAD^{tree}'].map((name) => git(upstream, ['rev-parse', name])) as [string, string];
    writeFileSync(join(dir, 'docgen.lock.json'), read(dir, 'docgen.lock.json').replace(hash, tree));
    const before = contents(dir);
    for (const args of [['--frozen'], []])
      expect(docgen(dir, 'sync', ...args)).toMatchObject({ status: 2, stderr: expect.stringContaining('error DG204') });
    expect(contents(dir)).toEqual(before);
  });

  test('tree: nothing leaves the export, whatever its names are', () => {
    const upstream = repository(project);
    const inner = (path: string) =>
      git(
        upstream,
        ['mktree', '--missing'],
        {},
        `100644 blob ${git(upstream, ['hash-object', '-w', '--stdin'], {}, 'x')}\t${path}\n`,
      );
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
    expect(inner('a')).toMatch(/^[0-9a-f]{40}$/);
    const dir = hub([{ repo: upstream, paths: [{ from: '.' }] }]);
    docgen(dir, 'sync');
    const found = filesBelow(join(dir, '.docgen/sources'));
    expect(found.filter((path) => !/^p0\/(?:fine\.md|\.docgen-source\.json)$/.test(path))).toEqual([]);
  });

  test('repository: its hooks, filters, attributes and config do nothing', () => {
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
    expect(docgen(dir, 'sync').status).toBe(0);
    expect(existsSync(payload)).toBe(false);
    expect(read(dir, '.docgen/sources/p0/guide/a.md')).not.toContain('\r');
  });

  test('export folder: links that somebody put there are not followed', () => {
    const outside = writeFiles(tempDir(), { 'kept.md': 'kept' });
    const dir = hub([{ repo: repository(project) }]);
    mkdirSync(join(dir, '.docgen/sources'), { recursive: true });
    symlinkSync(outside, join(dir, '.docgen/sources/p0'));
    docgen(dir, 'sync');
    expect(filesBelow(outside)).toEqual(['kept.md']);
  });

  test('source that is too large is refused, and says by what', () => {
    const upstream = repository({ ...project, 'docs/large.bin': Buffer.alloc(51 * 1024 * 1024) });
    const ran = docgen(hub([{ repo: upstream }]), 'sync');
    expect(ran.status).toBe(2);
    expect(ran.stderr).toMatch(
      /error DG211: source `p0: .*`: `docs\/large\.bin`, 51 MB, is over the limit of 50 MB for a file/,
    );
  });

  test('tree that is in itself many times is refused within seconds', () => {
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
    const ran = docgen(hub([{ repo: `file://${upstream}` }]), 'sync');
    expect(ran.status).toBe(2);
    expect(ran.stderr).toMatch(/error DG211: source `p0: .*`: its repository is over the limit of 1000000 paths/);
  });

  test('machine without git, or with an old one', () => {
    const dir = hub([{ repo: repository(project) }]);
    const tools = tempDir();
    const ask = () => spawnDocgen(process.execPath, [bin, 'sync'], { cwd: dir, env: { PATH: tools, HOME: tools } });
    expect(ask().stderr).toMatch(/error DG214: the program `git` is not installed\n {2}help: install git/);
    writeFiles(tools, { git: '#!/bin/sh\necho git version 2.20.1\n' });
    chmodSync(join(tools, 'git'), 0o755);
    expect(ask()).toMatchObject({ status: 2, stderr: expect.stringContaining('DG214: git 2.20 is too old') });
  });

  test('or damaged lock file is an error; an unknown section too', () => {
    const dir = hub([{ repo: repository(project) }]);
    writeFileSync(join(dir, 'docgen.lock.json'), '{"version":1,"sources":[{"section":"p0"}]}');
    expect(docgen(dir, 'sync')).toMatchObject({ status: 2, stderr: expect.stringContaining('DG215') });
    rmSync(join(dir, 'docgen.lock.json'));
    expect(docgen(dir, 'sync', 'p1').stderr).toMatch(
      /DG216: no source has the section `p1`\n {2}help: did you mean `p0`/,
    );
    expect(docgen(hub([]), 'sync').stderr).toContain('DG105');
  });

  test('path that is not there: which, and what is near', () => {
    const dir = hub([{ repo: repository(project), paths: [{ from: 'dosc' }] }]);
    const ran = docgen(dir, 'sync');
    expect(ran.status).toBe(2);
    expect(ran.stderr).toMatch(/error DG205: source `p0: .*`: no file at `dosc`/);
    const none = docgen(hub([{ repo: repository(project), paths: [{ from: 'docs', include: ['*.rst'] }] }]), 'sync');
    expect(none.stderr).toContain('DG205');
  });
});
