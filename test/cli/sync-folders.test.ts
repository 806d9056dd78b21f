// `.docgen` and the lockfile as somebody else may have left them: links, pipes, and files that docgen did not write.
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bin, filesBelow, spawnDocgen, tempDir, textsBelow, writeFiles } from '../support/hub.js';
import { hasGit, repository } from '../support/repository.js';
import { scenarios } from '../support/scenarios.js';
import { read, run, succeed } from '../support/sync.js';

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
    const before = textsBelow(victim);
    symlinkSync(victim, join(dir, path));
    writeFiles(dir, { 'docgen.config.json': config(upstream, ['p0']) });
    const ran = await run(dir, 'sync', '--update');
    expect(ran).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`error DG218: can't write \`${path}\`: a symbolic link`),
    });
    expect(textsBelow(victim)).toEqual(before);
  });

  test('a store: the repository behind it gets nothing, and a new store is made', async () => {
    const { dir } = await synced('p0');
    const store = join(dir, '.docgen/store');
    const [name = ''] = filesBelow(store).map((path) => path.split('/')[0] ?? '');
    const victim = join(repository({ 'own.md': 'own' }), '.git');
    writeFiles(victim, { 'index.lock': '' });
    const before = textsBelow(victim);
    rmSync(join(store, name), { recursive: true });
    symlinkSync(victim, join(store, name));
    await succeed(dir, 'sync');
    expect(textsBelow(victim)).toEqual(before);
  });
});

describe.runIf(hasGit('folders of a sync'))('docgen sync', () => scenarios('cli/sync-folders'));

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
