// `.docgen` and the lockfile as somebody else may have left them: links, pipes, and files that docgen did not write.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bin, docgen, filesBelow, spawnDocgen, tempDir, writeFiles } from '../support/hub.js';
import { hasGit, repository } from '../support/repository.js';

const project = { LICENSE: 'MIT License', 'docs/start.md': '# Start', 'docs/guide/a.md': '# A' };

/** A config with a section for each name, all of one repository. */
const config = (repo: string, sections: readonly string[]) =>
  JSON.stringify({ sources: sections.map((section) => ({ section, repo, ref: 'main', paths: [{ from: 'docs' }] })) });

/** A hub with some sections that are synced. */
function synced(...sections: readonly string[]): { readonly dir: string; readonly upstream: string } {
  const upstream = repository(project);
  const dir = writeFiles(tempDir(), {
    'content/index.md': '# Front',
    'docgen.config.json': config(upstream, sections),
  });
  expect(docgen(dir, 'sync').status).toBe(0);
  return { dir, upstream };
}

const contentsOf = (dir: string) =>
  Object.fromEntries(filesBelow(dir).map((path) => [path, readFileSync(join(dir, path))]));

/** A command that could wait for a pipe: it is stopped then, and has no status. */
const run = (dir: string, ...args: string[]) =>
  spawnDocgen(process.execPath, [bin, ...args], { cwd: dir, timeout: 60_000, killSignal: 'SIGKILL' });

describe.runIf(hasGit('links in .docgen'))('a link in .docgen', () => {
  test.each(['.docgen', '.docgen/sources', '.docgen/store'])('%s: nothing behind it changes, DG218', (path) => {
    const { dir, upstream } = synced('p0', 'p1');
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
    const ran = docgen(dir, 'sync', '--update');
    expect(ran).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`error DG218: \`${path}\` cannot be written: a symbolic link`),
    });
    expect(contentsOf(victim)).toEqual(before);
  });

  test('a folder of an export: nothing is removed or read behind it', () => {
    const { dir, upstream } = synced('p0', 'p1');
    const victim = writeFiles(tempDir(), { 'a.md': '# Secret' });
    for (const section of ['p0', 'p1']) {
      const guide = join(dir, '.docgen/sources', section, 'guide');
      rmSync(guide, { recursive: true });
      symlinkSync(victim, guide);
    }
    // `p1` is removed. The first source of `p0` fails, so that what it has in the export stays, beside the second.
    const other = repository({ ...project, 'docs/guide/a.md': '# Other' });
    rmSync(upstream, { recursive: true });
    rmSync(join(dir, '.docgen/store'), { recursive: true });
    const sources = [upstream, other].map((repo) => JSON.parse(config(repo, ['p0'])).sources[0]);
    writeFiles(dir, { 'docgen.config.json': JSON.stringify({ sources }) });
    expect(docgen(dir, 'sync').stderr).toContain('error DG203');
    expect(filesBelow(victim)).toEqual(['a.md']);
    expect(readFileSync(join(dir, '.docgen/sources/p0/guide/a.md'), 'utf8')).toBe('# Other');
    expect(existsSync(join(dir, '.docgen/sources/p1/start.md'))).toBe(false);
  });

  test('a store: the repository behind it gets nothing, and a new store is made', () => {
    const { dir } = synced('p0');
    const store = join(dir, '.docgen/store');
    const [name = ''] = filesBelow(store).map((path) => path.split('/')[0] ?? '');
    const victim = join(repository({ 'own.md': 'own' }), '.git');
    writeFiles(victim, { 'index.lock': '' });
    const before = contentsOf(victim);
    rmSync(join(store, name), { recursive: true });
    symlinkSync(victim, join(store, name));
    expect(docgen(dir, 'sync').status).toBe(0);
    expect(contentsOf(victim)).toEqual(before);
  });

  test('docgen.lock.json.new: the file behind it is not written', () => {
    const { dir } = synced('p0');
    const victim = join(writeFiles(tempDir(), { 'own.json': 'own' }), 'own.json');
    rmSync(join(dir, 'docgen.lock.json'));
    symlinkSync(victim, join(dir, 'docgen.lock.json.new'));
    expect(docgen(dir, 'sync').status).toBe(0);
    expect(readFileSync(victim, 'utf8')).toBe('own');
    expect(JSON.parse(readFileSync(join(dir, 'docgen.lock.json'), 'utf8')).sources).toHaveLength(1);
  });
});

test.runIf(hasGit('the lockfile'))(
  'a lockfile that cannot be written is DG218, beside what else the sync has to say',
  () => {
    const upstream = repository({ 'docs/a.md': '# A' });
    const dir = writeFiles(tempDir(), {
      'docgen.config.json': config(upstream, ['a']),
      'docgen.lock.json.new/file': '',
    });
    const ran = docgen(dir, 'sync');
    expect(ran.status).toBe(2);
    expect(ran.stderr).toMatch(/error DG218: `docgen\.lock\.json` cannot be written: /);
    expect(ran.stderr).toContain('warning DG209');
    rmSync(join(dir, 'docgen.lock.json.new'), { recursive: true });
    expect(docgen(dir, 'sync').status).toBe(0);
  },
);

describe.runIf(hasGit('sections that are gone'))('a section that is no longer in the config', () => {
  test('loses what its record names; files that docgen did not write stay', () => {
    const { dir, upstream } = synced('p0', 'p1', 'p2');
    writeFiles(join(dir, '.docgen/sources'), { 'p1/guide/own.md': 'own', 'mine/notes.md': 'own', 'p3/a.md': 'own' });
    writeFiles(dir, { 'docgen.config.json': config(upstream, ['p0']) });
    expect(docgen(dir, 'sync').status).toBe(0);
    const left = filesBelow(join(dir, '.docgen/sources')).filter((path) => !path.startsWith('p0/'));
    expect(left).toEqual(['mine/notes.md', 'p1/guide/own.md', 'p3/a.md']);
    expect(existsSync(join(dir, '.docgen/sources/p2'))).toBe(false);
  });

  test('a record that names a path outside its folder: that file is neither removed nor gathered', () => {
    const { dir, upstream } = synced('p0', 'p1');
    for (const section of ['p0', 'p1']) {
      const path = join(dir, '.docgen/sources', section, '.docgen-source.json');
      const record = JSON.parse(readFileSync(path, 'utf8'));
      record.sources[0].files['../../../content/index.md'] = 'docs/x.md';
      writeFileSync(path, JSON.stringify(record));
    }
    writeFiles(dir, { 'docgen.config.json': config(upstream, ['p0']) });
    expect(docgen(dir, 'sync').status).toBe(0);
    expect(readFileSync(join(dir, 'content/index.md'), 'utf8')).toBe('# Front');
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
    ['docgen.lock.json', 2, 'error DG215: docgen.lock.json cannot be read: not a regular file'],
    ['.docgen/sync.lock', 2, 'error DG218: `.docgen/sync.lock` cannot be written: not a regular file'],
    ['docgen.lock.json.new', 0, 'synced 2 files'],
    ['.docgen/sources/p0/.docgen-source.json', 0, 'synced 2 files'],
    ['.docgen/sources/p0/start.md', 0, 'synced 2 files'],
    ['.docgen/sources/gone/.docgen-source.json', 0, 'synced 2 files'],
  ])('in the place of %s: sync ends with %i', (path, status, said) => {
    const { dir } = synced('p0');
    pipe(join(dir, path));
    expect(run(dir, 'sync')).toMatchObject({ status, stderr: expect.stringContaining(said) });
  });

  test('in the place of a file of an export whose source fails: the sync ends, and names the source', () => {
    const { dir, upstream } = synced('p0');
    const other = repository(project);
    const sources = [upstream, other].map((repo) => JSON.parse(config(repo, ['p0'])).sources[0]);
    rmSync(upstream, { recursive: true });
    rmSync(join(dir, '.docgen/store'), { recursive: true });
    writeFiles(dir, { 'docgen.config.json': JSON.stringify({ sources }) });
    pipe(join(dir, '.docgen/sources/p0/start.md'));
    expect(run(dir, 'sync')).toMatchObject({ status: 2, stderr: expect.stringContaining('error DG203') });
    expect(readFileSync(join(dir, '.docgen/sources/p0/start.md'), 'utf8')).toBe('# Start');
  });

  test('in the place of the lockfile: a build whose exports are missing ends too', () => {
    const { dir } = synced('p0');
    rmSync(join(dir, '.docgen'), { recursive: true });
    pipe(join(dir, 'docgen.lock.json'));
    expect(run(dir, 'build')).toMatchObject({ status: 0, stderr: expect.stringContaining('DG212') });
  });
});
