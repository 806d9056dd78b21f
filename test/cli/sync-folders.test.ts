// `.docgen` and the lockfile as somebody else may have left them: links, pipes, and files that docgen did not write.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bin, filesBelow, spawnDocgen, tempDir, writeFiles } from '../support/hub.js';
import { hasGit, repository } from '../support/repository.js';
import { fail, read, run, succeed } from '../support/sync.js';

const project = { LICENSE: 'MIT License', 'docs/start.md': '# Start', 'docs/guide/a.md': '# A' };

/** A config with a section for each name, all of one repository. */
const config = (repo: string, sections: readonly string[]) =>
  JSON.stringify({ sources: sections.map((section) => ({ section, repo, ref: 'main', paths: [{ from: 'docs' }] })) });

/** A hub with some sections that are synced. */
async function synced(...sections: readonly string[]): Promise<{ readonly dir: string; readonly upstream: string }> {
  const upstream = repository(project);
  const dir = writeFiles(tempDir(), {
    'content/index.md': '# Front',
    'docgen.config.json': config(upstream, sections),
  });
  await succeed(dir, 'sync');
  return { dir, upstream };
}

const contentsOf = (dir: string) =>
  Object.fromEntries(filesBelow(dir).map((path) => [path, readFileSync(join(dir, path))]));

/** A command that could wait for a pipe: it is stopped then, and has no status. */
const bounded = (dir: string, ...args: string[]) =>
  spawnDocgen(process.execPath, [bin, ...args], { cwd: dir, timeout: 60_000, killSignal: 'SIGKILL' });

describe.runIf(hasGit('links in .docgen'))('a link in .docgen', () => {
  test.each(['.docgen', '.docgen/sources', '.docgen/store'])('%s: nothing behind it changes, DG218', async (path) => {
    const { dir, upstream } = await synced('p0', 'p1');
    // Everything that a sync would remove: another hub's export and store, a stage, locks of git, and files of a person.
    const victim = join(tempDir(), 'victim');
    renameSync(join(dir, path), victim);
    writeFiles(victim, {
      'thesis.md': 'kept',
      '.x.12345678.stage/a.md': 'kept',
      'x.git/index.lock': 'kept',
      'x.git/objects/pack/tmp_pack_1': 'kept',
      'sources/mine/a.md': 'kept',
    });
    const before = contentsOf(victim);
    symlinkSync(victim, join(dir, path));
    writeFiles(dir, { 'docgen.config.json': config(upstream, ['p0']) });
    const ran = await run(dir, 'sync', '--update');
    expect(ran).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`error DG218: can't write \`${path}\`: a symbolic link`),
    });
    expect(contentsOf(victim)).toEqual(before);
  });

  test('a folder of an export: nothing is removed or read behind it', async () => {
    const { dir, upstream } = await synced('p0', 'p1');
    const victim = writeFiles(tempDir(), { 'a.md': '# Secret' });
    for (const section of ['p0', 'p1']) {
      const guide = join(dir, '.docgen/sources', section, 'guide');
      rmSync(guide, { recursive: true });
      symlinkSync(victim, guide);
    }
    // `p1` is removed. The first source of `p0` fails, so that its files in the snapshot stay, next to those of the second.
    const other = repository({ ...project, 'docs/guide/a.md': '# Other' });
    rmSync(upstream, { recursive: true });
    rmSync(join(dir, '.docgen/store'), { recursive: true });
    const sources = [upstream, other].map((repo) => JSON.parse(config(repo, ['p0'])).sources[0]);
    writeFiles(dir, { 'docgen.config.json': JSON.stringify({ sources }) });
    expect((await run(dir, 'sync')).stderr).toContain('error DG203');
    expect(filesBelow(victim)).toEqual(['a.md']);
    expect(read(dir, '.docgen/sources/p0/guide/a.md')).toBe('# Other');
    expect(existsSync(join(dir, '.docgen/sources/p1/start.md'))).toBe(false);
  });

  test('a store: the repository behind it gets nothing, and a new store is made', async () => {
    const { dir } = await synced('p0');
    const store = join(dir, '.docgen/store');
    const [name = ''] = filesBelow(store).map((path) => path.split('/')[0] ?? '');
    const victim = join(repository({ 'own.md': 'own' }), '.git');
    writeFiles(victim, { 'index.lock': '' });
    const before = contentsOf(victim);
    rmSync(join(store, name), { recursive: true });
    symlinkSync(victim, join(store, name));
    await succeed(dir, 'sync');
    expect(contentsOf(victim)).toEqual(before);
  });

  test('docgen.lock.json.new: the file behind it is not written', async () => {
    const { dir } = await synced('p0');
    const victim = join(writeFiles(tempDir(), { 'own.json': 'own' }), 'own.json');
    rmSync(join(dir, 'docgen.lock.json'));
    symlinkSync(victim, join(dir, 'docgen.lock.json.new'));
    await succeed(dir, 'sync');
    expect(readFileSync(victim, 'utf8')).toBe('own');
    expect(JSON.parse(read(dir, 'docgen.lock.json')).sources).toHaveLength(1);
  });
});

test.runIf(hasGit('the lockfile'))(
  'a lockfile that cannot be written is DG218, beside what else the sync has to say',
  async () => {
    const upstream = repository({ 'docs/a.md': '# A' });
    const dir = writeFiles(tempDir(), {
      'docgen.config.json': config(upstream, ['a']),
      'docgen.lock.json.new/file': '',
    });
    const stderr = await fail(dir, 'sync');
    expect(stderr).toMatch(/error DG218: can't write `docgen\.lock\.json`: /);
    expect(stderr).toContain('warning DG209');
    rmSync(join(dir, 'docgen.lock.json.new'), { recursive: true });
    await succeed(dir, 'sync');
  },
);

describe.runIf(hasGit('sections that are gone'))('a section that is no longer in the config', () => {
  test('loses what its record names; files that docgen did not write stay', async () => {
    const { dir, upstream } = await synced('p0', 'p1', 'p2');
    writeFiles(join(dir, '.docgen/sources'), { 'p1/guide/own.md': 'own', 'mine/notes.md': 'own', 'p3/a.md': 'own' });
    writeFiles(dir, { 'docgen.config.json': config(upstream, ['p0']) });
    await succeed(dir, 'sync');
    const left = filesBelow(join(dir, '.docgen/sources')).filter((path) => !path.startsWith('p0/'));
    expect(left).toEqual(['mine/notes.md', 'p1/guide/own.md', 'p3/a.md']);
    expect(existsSync(join(dir, '.docgen/sources/p2'))).toBe(false);
  });

  test('a record that names a path outside its folder: that file is neither removed nor gathered', async () => {
    const { dir, upstream } = await synced('p0', 'p1');
    for (const section of ['p0', 'p1']) {
      const path = join(dir, '.docgen/sources', section, '.docgen-source.json');
      const record = JSON.parse(readFileSync(path, 'utf8'));
      record.sources[0].files['../../../content/index.md'] = 'docs/x.md';
      writeFileSync(path, JSON.stringify(record));
    }
    writeFiles(dir, { 'docgen.config.json': config(upstream, ['p0']) });
    await succeed(dir, 'sync');
    expect(read(dir, 'content/index.md')).toBe('# Front');
    expect(existsSync(join(dir, '.docgen/sources/p1'))).toBe(false);
  });
});

describe.runIf(hasGit('pipes in .docgen'))('a pipe', () => {
  const pipe = (path: string) => {
    rmSync(path, { force: true });
    mkdirSync(dirname(path), { recursive: true });
    execFileSync('mkfifo', [path]);
  };

  test.each([
    ['docgen.lock.json', 2, "error DG215: docgen.lock.json can't be read: not a regular file"],
    ['.docgen/sync.lock', 2, "error DG218: can't write `.docgen/sync.lock`: not a regular file"],
    ['docgen.lock.json.new', 0, 'synced 2 files'],
    ['.docgen/sources/p0/.docgen-source.json', 0, 'synced 2 files'],
    ['.docgen/sources/p0/start.md', 0, 'synced 2 files'],
    ['.docgen/sources/gone/.docgen-source.json', 0, 'synced 2 files'],
  ])('in the place of %s: sync ends with %i', async (path, status, said) => {
    const { dir } = await synced('p0');
    pipe(join(dir, path));
    expect(bounded(dir, 'sync')).toMatchObject({ status, stderr: expect.stringContaining(said) });
  });

  test('in the place of a file of an export whose source fails: the sync ends, and names the source', async () => {
    const { dir, upstream } = await synced('p0');
    const other = repository(project);
    const sources = [upstream, other].map((repo) => JSON.parse(config(repo, ['p0'])).sources[0]);
    rmSync(upstream, { recursive: true });
    rmSync(join(dir, '.docgen/store'), { recursive: true });
    writeFiles(dir, { 'docgen.config.json': JSON.stringify({ sources }) });
    pipe(join(dir, '.docgen/sources/p0/start.md'));
    expect(bounded(dir, 'sync')).toMatchObject({ status: 2, stderr: expect.stringContaining('error DG203') });
    expect(read(dir, '.docgen/sources/p0/start.md')).toBe('# Start');
  });

  test('in the place of the lockfile: a build whose exports are missing ends too', async () => {
    const { dir } = await synced('p0');
    rmSync(join(dir, '.docgen'), { recursive: true });
    pipe(join(dir, 'docgen.lock.json'));
    expect(bounded(dir, 'build')).toMatchObject({ status: 0, stderr: expect.stringContaining('DG212') });
  });
});
