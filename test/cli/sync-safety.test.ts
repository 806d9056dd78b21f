// `docgen sync` beside others, after kills, and with sources that are broken: one fault stays that source's.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config.js';
import { docgen, type Files, filesBelow, startDocgen, tempDir, writeFiles } from '../support/hub.js';
import { commit, commitTree, git, hasGit, repository, serveHttp } from '../support/repository.js';

type SourceConfig = NonNullable<UserConfig['sources']>[number];

const license = 'MIT License\n\nPermission is hereby granted, free of charge, to any person';
const project: Files = { LICENSE: license, 'docs/start.md': '# Start', 'docs/guide/a.md': '# A', 'docs/i.txt': 'text' };

/** A hub with some sources. */
function hub(sources: readonly Partial<SourceConfig>[]): string {
  const full = sources.map((source, n) => ({ section: `p${n}`, ref: 'main', paths: [{ from: 'docs' }], ...source }));
  return writeFiles(tempDir(), {
    'content/index.md': '# Front',
    'docgen.config.json': JSON.stringify({ sources: full }),
  });
}

const numbered = (count: number, text: string): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`docs/n${n}.md`, `# ${text}`]));
const sourcesOf = (dir: string) => join(dir, '.docgen/sources');
const exported = (dir: string, section = 'p0') => filesBelow(join(sourcesOf(dir), section));
const read = (dir: string, path: string) => readFileSync(join(dir, path), 'utf8');
const hidden = (dir: string) => readdirSync(sourcesOf(dir)).filter((name) => name.startsWith('.'));
const isStaging = (dir: string) => existsSync(sourcesOf(dir)) && hidden(dir).some((name) => name.endsWith('.stage'));
/** The lock as another process of this machine has it; that process lives as long as this one. */
const lockOf = (pid: number) => JSON.stringify({ pid, host: hostname(), since: Date.now() });

describe.runIf(hasGit('syncs at once'))('syncs at once', () => {
  test('five: one or more export everything, the others say DG807; nothing is left over', async () => {
    const upstream = repository({ ...project, ...numbered(400, 'One') });
    const dir = hub([{ repo: upstream }]);
    const all = await Promise.all(Array.from({ length: 5 }, () => startDocgen(dir, 'sync').ended));
    for (const { status, stderr } of all) {
      if (status === 0) expect(stderr).toContain('synced 403 files of 1 source');
      else {
        expect({ status, stderr }).toMatchObject({
          status: 2,
          stderr: expect.stringMatching(
            /error DG807: another sync \(pid \d+, started \d+ s ago\) is writing `\.docgen`/,
          ),
        });
      }
    }
    expect(all.some(({ status }) => status === 0)).toBe(true);
    expect(exported(dir)).toHaveLength(404);
    expect(hidden(dir)).toEqual([]);
    expect(readdirSync(join(dir, '.docgen')).sort()).toEqual(['sources', 'store']);
  });

  test.each(['', '{', lockOf(2 ** 22 + 1)])('a lock %j whose owner is gone is no lock', (text) => {
    const dir = writeFiles(hub([{ repo: repository(project) }]), { '.docgen/sync.lock': text });
    expect(docgen(dir, 'sync').status).toBe(0);
    expect(existsSync(join(dir, '.docgen/sync.lock'))).toBe(false);
  });

  test('builds in a loop publish the section, of one sync, whatever syncs do', async () => {
    const upstream = repository({ ...project, ...numbered(60, 'One') });
    const dir = hub([{ repo: upstream }]);
    expect(docgen(dir, 'sync').status).toBe(0);
    let isOver = false;
    const syncs = (async () => {
      for (const text of ['Two', 'Three', 'Four']) {
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
        (_, n) => /One|Two|Three|Four/.exec(read(dir, `build/docs/p0/n${n}/index.html`))?.[0],
      );
      expect(new Set(texts).size).toBe(1);
    }
    await syncs;
  });
});

describe.runIf(hasGit('builds beside syncs'))('a build', () => {
  const built = (dir: string) => existsSync(join(dir, 'build/docs/p0/start/index.html'));
  /** The moment between the two renames. */
  function halfway(): string {
    const dir = hub([{ repo: repository(project) }]);
    expect(docgen(dir, 'sync').status).toBe(0);
    renameSync(join(sourcesOf(dir), 'p0'), join(sourcesOf(dir), '.p0.old'));
    return dir;
  }

  test('waits while a sync is between its renames', async () => {
    const dir = writeFiles(halfway(), { '.docgen/sync.lock': lockOf(process.pid) });
    const { ended } = startDocgen(dir, 'build', '--strict');
    await setTimeout(3000);
    expect(existsSync(join(dir, 'build'))).toBe(false);
    renameSync(join(sourcesOf(dir), '.p0.old'), join(sourcesOf(dir), 'p0'));
    expect((await ended).status).toBe(0);
    expect(built(dir)).toBe(true);
  });

  test('gives up on a sync that stands still there: an error, and no hub without the section', () => {
    const dir = writeFiles(halfway(), { '.docgen/sync.lock': lockOf(process.pid) });
    expect(docgen(dir, 'build')).toMatchObject({ status: 2, stderr: expect.stringContaining('error DG807') });
    expect(existsSync(join(dir, 'build'))).toBe(false);
  });

  test('recovers what a killed sync left there', () => {
    const dir = halfway();
    expect(docgen(dir, 'build', '--strict').status).toBe(0);
    expect(built(dir)).toBe(true);
    expect(hidden(dir)).toEqual([]);
  });

  test('DG217: an export that is missing though the lock file names it is refused by --strict', () => {
    const dir = halfway();
    rmSync(sourcesOf(dir), { recursive: true });
    expect(docgen(dir, 'build', '--strict')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('warning DG217: section `p0` is in docgen.lock.json, but its export is missing'),
    });
    expect(docgen(dir, 'build').status).toBe(0);
    expect(docgen(dir, 'inspect', 'sources').stderr).toContain('DG217');
  });

  test('DG213: a file that was changed, added or removed is named; --strict refuses', () => {
    const dir = hub([{ repo: repository(project) }]);
    docgen(dir, 'sync');
    expect(docgen(dir, 'build', '--strict').status).toBe(0);
    const tampered: readonly (readonly [() => void, string, string])[] = [
      [() => writeFiles(sourcesOf(dir), { 'p0/start.md': '# Tampered' }), 'start.md', 'changed'],
      [() => writeFiles(sourcesOf(dir), { 'p0/i.txt': 'tampered' }), 'i.txt', 'changed'],
      [() => writeFiles(sourcesOf(dir), { 'p0/evil.md': '# Added' }), 'evil.md', 'added'],
      [() => rmSync(join(sourcesOf(dir), 'p0/guide/a.md')), 'guide/a.md', 'removed'],
    ];
    for (const [tamper, path, change] of tampered) {
      docgen(dir, 'sync');
      tamper();
      const ran = docgen(dir, 'build');
      expect(ran.status).toBe(0);
      expect(ran.stderr).toContain(
        `.docgen/sources/p0/${path}: warning DG213: section \`p0\`: \`${path}\` was ${change} after \`docgen sync\``,
      );
      expect(ran.stderr).toContain('1 warning');
      expect(docgen(dir, 'build', '--strict').status).toBe(1);
    }
    docgen(dir, 'sync');
    expect(docgen(dir, 'build', '--strict').status).toBe(0);
  });
});

describe.runIf(hasGit('kills'))('a sync that is killed', () => {
  test('while it stages: the former export is whole, and the next sync clears', async () => {
    const upstream = repository({ ...project, ...numbered(1500, 'One') });
    const dir = hub([{ repo: upstream }]);
    docgen(dir, 'sync');
    commit(upstream, numbered(1500, 'Two'));
    const isLocked = () => existsSync(join(dir, '.docgen/sync.lock'));
    let killed = 0;
    for (const [begins, delay] of [
      [isLocked, 0],
      [isLocked, 100],
      [() => isStaging(dir), 0],
      [() => isStaging(dir), 20],
      [() => isStaging(dir), 60],
    ] as const) {
      const { child, ended } = startDocgen(dir, 'sync', '--update');
      while (!begins() && child.exitCode === null) await setTimeout(1);
      await setTimeout(delay);
      child.kill('SIGKILL');
      await ended;
      if (isStaging(dir)) killed += 1;
      const texts = new Set(Array.from({ length: 1500 }, (_, n) => read(dir, `.docgen/sources/p0/n${n}.md`)));
      expect(texts.size).toBe(1);
    }
    expect(killed).toBeGreaterThan(0);
    expect(docgen(dir, 'sync', '--update').status).toBe(0);
    expect(read(dir, '.docgen/sources/p0/n0.md')).toBe('# Two');
    expect(hidden(dir)).toEqual([]);
  });

  test('in git: locks and packs that are not complete are cleared', () => {
    const upstream = repository(project);
    const dir = hub([{ repo: `file://${upstream}` }]);
    docgen(dir, 'sync');
    const [store = ''] = readdirSync(join(dir, '.docgen/store'));
    const left = [
      'shallow.lock',
      'HEAD.lock',
      'config.lock',
      'packed-refs.lock',
      'shallow_Ab12Cd',
      'refs/docgen/x.lock',
    ];
    const parts = [
      'objects/pack/tmp_pack_Ab12Cd',
      'objects/pack/.tmp-1-pack-x.idx',
      'objects/incoming-x/pack/x',
      'objects/00/tmp_obj_x',
    ];
    const litter = Object.fromEntries([...left, ...parts].map((path) => [path, '']));
    writeFiles(join(dir, '.docgen/store', store), litter);
    commit(upstream, { 'docs/new.md': '# New' });
    expect(docgen(dir, 'sync', '--update')).toMatchObject({ status: 0, stderr: expect.not.stringContaining('DG203') });
    expect(exported(dir)).toContain('new.md');
    for (const path of Object.keys(litter)) expect(existsSync(join(dir, '.docgen/store', store, path))).toBe(false);
  });

  test('a store that is damaged is made anew; one that cannot be comes back', () => {
    const upstream = repository(project);
    const dir = hub([{ repo: `file://${upstream}` }]);
    docgen(dir, 'sync');
    const [store = ''] = readdirSync(join(dir, '.docgen/store'));
    const at = join(dir, '.docgen/store', store);
    writeFileSync(join(at, 'shallow'), 'damaged');
    commit(upstream, { 'docs/new.md': '# New' });
    expect(docgen(dir, 'sync', '--update').status).toBe(0);
    expect(exported(dir)).toContain('new.md');
    renameSync(upstream, `${upstream}-gone`);
    expect(docgen(dir, 'sync', '--update').stderr).toContain('DG203');
    expect(readdirSync(join(dir, '.docgen/store'))).toEqual([store]);
    expect(docgen(dir, 'sync').status).toBe(0);
  });
});

describe.runIf(hasGit('one source’s fault'))('one source’s fault is its own:', () => {
  const rest = { section: 'rest' } as const;
  /** Syncs a source beside one that is sound, which must not notice. */
  function beside(...sources: Partial<SourceConfig>[]) {
    const dir = hub([...sources, { repo: repository(project), ...rest }]);
    const ran = docgen(dir, 'sync');
    expect(ran.stderr).not.toContain('DG901');
    expect(exported(dir, 'rest')).toContain('start.md');
    const built = docgen(dir, 'build');
    expect(built).toMatchObject({ status: 0, stderr: expect.not.stringContaining('DG901') });
    return { dir, ...ran };
  }

  test('a file and a folder of one name, of two sources', () => {
    const file = repository({ LICENSE: license, z: 'file', 'keep.md': '# K' });
    const folder = repository({ LICENSE: license, 'z/a.md': '# A', 'other.md': '# O' });
    const all = [{ from: '.', include: ['z', 'z/**', '*.md'] }];
    const { dir, status, stderr } = beside(
      { repo: file, section: 's', paths: all },
      { repo: folder, section: 's', paths: all },
    );
    expect(status).toBe(0);
    expect(exported(dir, 's')).toEqual(['.docgen-source.json', 'keep.md', 'other.md', 'z']);
    expect(stderr).toMatch(/warning DG210: source `s: .*`: `z\/a\.md` skipped: `z` of `s: .*` has the same path/);
  });

  test('a file and a folder of one name, by letter case or by two rules of one source', () => {
    const upstream = repository({ LICENSE: license, 'docs/Z': 'file', 'docs/z/a.md': '# A', 'more/b.md': '# B' });
    const { dir, stderr } = beside({ repo: upstream, paths: [{ from: 'docs' }, { from: 'more', to: 'Z' }] });
    expect(exported(dir)).toEqual(['.docgen-source.json', 'Z']);
    expect(stderr.match(/DG210: .* skipped: its path is a file or folder of `docs\/Z`/g)).toHaveLength(2);
  });

  test.each(['n'.repeat(300), 'ü'.repeat(120), 'a\nb'])('section name %j', (section) => {
    const { status, stderr } = beside({ repo: repository(project), section });
    expect(status).toBe(2);
    expect(stderr).toMatch(/error DG202: .*`section`: /);
  });

  test('DG304: a section with a control character in its name', () => {
    const { dir, status, stderr } = beside({ repo: repository(project), section: 'a\u0000b' });
    expect(stderr).toContain('docgen.config.json: warning DG304: control character U+0000 replaced');
    expect(stderr).toContain(' 1 warning, ');
    expect(status).toBe(0);
    expect(exported(dir, 'a\ufffdb')).toContain('start.md');
  });

  test('a path that is longer than a disk can have', () => {
    const upstream = repository(project);
    commitTree(upstream, [
      ['docs/start.md', '# S'],
      [`docs/${'deep/'.repeat(1200)}x.md`, '# X'],
    ]);
    const { dir, status, stderr } = beside({ repo: upstream });
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
      expect(exported(dir)).toEqual(['.docgen-source.json', 'guide/a.md', 'i.txt', 'start.md']);
      expect(docgen(dir, 'build', '--strict').status).toBe(0);
    },
  );

  test('an export that cannot be written: its section keeps what it had, and its place in the lock file', () => {
    const upstream = repository(project);
    const dir = hub([{ repo: upstream }]);
    writeFileSync(join(dir, '.docgen'), '');
    expect(docgen(dir, 'sync')).toMatchObject({ status: 2, stderr: expect.stringMatching(/error DG218: `\.docgen` /) });
    rmSync(join(dir, '.docgen'));
    mkdirSync(join(dir, '.docgen'));
    writeFileSync(sourcesOf(dir), '');
    expect(docgen(dir, 'sync')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/error DG218: `\.docgen\/sources\/p0` cannot be written: E/),
    });
    expect(JSON.parse(read(dir, 'docgen.lock.json')).sources).toEqual([]);
  });

  test('120,000 paths: the record is large, and not damaged', () => {
    const upstream = repository(project);
    const name = 'a-rather-long-name-of-a-file-as-large-projects-have-them-in-many-folders';
    const entries = Array.from({ length: 120_000 }, (_, n) => [`src/f${n % 120}/${name}-${n}.ts`, ''] as const);
    commitTree(upstream, [['docs/start.md', '# S'], ['LICENSE', license], ...entries]);
    const dir = hub([{ repo: upstream }]);
    expect(docgen(dir, 'sync').status).toBe(0);
    expect(readFileSync(join(sourcesOf(dir), 'p0/.docgen-source.json')).length).toBeGreaterThan(8 * 1024 * 1024);
    expect(docgen(dir, 'build', '--strict')).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('0 warnings'),
    });
  });
});

describe.runIf(hasGit('secrets'))('a password', () => {
  test.each([
    'https://u:a@s3cret@127.0.0.1/x',
    'u:s3 cret@127.0.0.1:x',
    'user:s3cret@127.0.0.1:path',
    'https://127.0.0.1/x?private_token=s3cret',
  ])('in %j is nowhere in messages, lockfile or exports', (repo) => {
    const dir = hub([{ repo }, { repo: repository(project) }]);
    const former = { section: 'p0', repo, ref: 'main', commit: '1'.repeat(40), branch: 'main', paths: {} };
    writeFileSync(join(dir, 'docgen.lock.json'), JSON.stringify({ version: 1, sources: [former] }));
    const frozen = docgen(dir, 'sync', '--frozen', '--debug');
    const ran = docgen(dir, 'sync', '--debug');
    expect(ran.stderr).toContain('error DG201');
    const json = docgen(dir, 'sync', '--format', 'json');
    const texts = [frozen.stderr, ran.stderr, ran.stdout, json.stderr, json.stdout, read(dir, 'docgen.lock.json')];
    expect(texts.join('\n')).not.toMatch(/\bs3\b|cret/);
  });

  test('that git is told of by its own settings is hidden in what git says', () => {
    const dir = hub([{ repo: 'https://example.org/x' }]);
    git(dir, ['init', '--quiet']);
    git(dir, ['config', 'url.http://u:s3cret@127.0.0.1:1/.insteadOf', 'https://example.org/']);
    const { stderr } = docgen(dir, 'sync');
    expect(stderr).toContain('DG203');
    expect(stderr).not.toContain('s3cret');
  });

  test('in an address for pages is refused by the config', () => {
    for (const key of ['homepage', 'editUrl', 'linkBase']) {
      const { stderr, status } = docgen(hub([{ repo: './x', [key]: 'https://u:s3cret@example.org' }]), 'build');
      expect(status).toBe(2);
      expect(stderr).toMatch(/DG105: config: `sources\.0\.\w+`: it must not contain a user name or password/);
      expect(stderr).not.toContain('s3cret');
    }
  });
});
