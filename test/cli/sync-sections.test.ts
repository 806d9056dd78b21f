// Where the pages of a source are: in a section below a common one, and in the versions of the hub's own repository.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Files, tempDir, writeFiles } from '../support/hub.js';
import { commit, git, hasGit, repository } from '../support/repository.js';
import { fail, page, run, succeed } from '../support/sync.js';

const project: Files = {
  LICENSE: 'MIT License\n',
  'docs/start.md': '# Start\n\n[A](guide/a.md), [other](https://other.example/guide/a).',
  'docs/guide/a.md': '# A',
};
const docs = { paths: [{ from: 'docs' }], ref: 'main' };

function hub(config: object, files: Files = {}): string {
  return writeFiles(tempDir(), {
    'content/index.md': '# Front',
    'docgen.config.json': JSON.stringify(config),
    ...files,
  });
}

const isBuilt = (dir: string, path: string) => existsSync(join(dir, 'build/docs', path, 'index.html'));
const exportsOf = (dir: string) => readdirSync(join(dir, '.docgen/sources')).sort();

describe.runIf(hasGit('sections below others'))('a section below a common one', () => {
  test('has its pages, its front and its versions there; links lead from one to the other', async () => {
    const alpha = repository(project);
    const beta = repository(project);
    git(beta, ['tag', 'v1.0']);
    commit(beta, { 'docs/new.md': '# New' });
    git(beta, ['tag', 'v2.0']);
    const versions = [
      { name: '2', ref: 'v2.*' },
      { name: '1', ref: 'v1.*' },
    ];
    const dir = hub({
      sources: [
        { section: 'libs/alpha', repo: alpha, ...docs },
        { section: 'libs/beta', repo: beta, paths: docs.paths, versions, linkBase: 'https://other.example' },
        { section: 'libs', repo: alpha, paths: [{ from: 'docs/guide' }], ref: 'main' },
      ],
    });
    await succeed(dir, 'sync');
    expect(exportsOf(dir)).toEqual(['libs', 'libs%2Falpha', 'libs%2Fbeta', 'libs%2Fbeta@1']);
    await succeed(dir, 'sync', '--frozen', 'libs/beta');
    expect((await run(dir, 'sync', 'libs/bet')).stderr).toMatch(/DG216: .*\n {2}help: did you mean `libs\/beta`\?/);
    await succeed(dir, 'build', '--strict');
    expect(page(dir, 'libs/alpha/start')).toContain('href="/docs/libs/alpha/guide/a/">A<');
    expect(page(dir, 'libs/alpha/start')).toContain('href="/docs/libs/beta/guide/a/">other<');
    expect(page(dir, 'libs/beta')).toContain(git(beta, ['rev-parse', '--short=10', 'v2.0']));
    expect([isBuilt(dir, 'libs/beta/new'), isBuilt(dir, 'libs/beta/1/new'), isBuilt(dir, 'libs/a')]).toEqual([
      true,
      false,
      true,
    ]);
    const said = (await run(dir, 'inspect', 'sources')).stdout;
    expect(said).toMatch(/^libs\/beta\/new\.md {2}.*:docs\/new\.md$/m);
    expect(said).not.toContain('not synced');
  });

  test('is reported if the common section has a page at the same path', async () => {
    const libs = repository({ ...project, 'docs/alpha/start.md': '# Another start' });
    const dir = hub({
      sources: [
        { section: 'libs', repo: libs, ...docs },
        { section: 'libs/alpha', repo: repository(project), ...docs },
      ],
    });
    await succeed(dir, 'sync');
    const built = await run(dir, 'build');
    expect(built.stderr).toMatch(/libs\/alpha\/start\.md: warning DG222: this page \(.*docs\/start\.md\) is not built/);
    expect(built.stderr).toMatch(/another section also has `libs\/alpha\/start\.md` \(.*:docs\/alpha\/start\.md\)/);
    expect(built.stderr.match(/DG222/g)).toHaveLength(1);
    expect(page(dir, 'libs/alpha/start')).toContain('Another start');
  });

  test('stays if a working tree is shown in the place of the common one', async () => {
    const libs = repository({ ...project, 'docs/own.md': '# Own' });
    const dir = hub({
      sources: [
        { section: 'libs', repo: libs, ...docs },
        { section: 'libs/alpha', repo: repository(project), ...docs },
      ],
    });
    await succeed(dir, 'sync');
    writeFileSync(join(libs, 'docs/own.md'), '# My own');
    const built = await run(dir, 'build', '--strict', '--with', `libs=${libs}/docs`);
    expect(built).toMatchObject({ status: 0, stderr: expect.stringContaining(': 0 warnings') });
    expect(page(dir, 'libs/own')).toContain('My own');
    expect(isBuilt(dir, 'libs/alpha/start')).toBe(true);
  });

  test('moves with the config: what a sync wrote for its former name is removed', async () => {
    const sources = [{ section: 'libs/alpha', repo: repository(project), ...docs }];
    const dir = hub({ sources });
    await run(dir, 'sync');
    writeFileSync(
      join(dir, 'docgen.config.json'),
      JSON.stringify({ sources: [{ ...sources[0], section: 'tools/a/b' }] }),
    );
    await succeed(dir, 'sync');
    expect(exportsOf(dir)).toEqual(['tools%2Fa%2Fb']);
  });

  test('is reported if its export is missing, and replaces that part of a fallback folder', async () => {
    const content = ['content', { dir: 'sample', fallback: true }];
    const sample = { 'sample/libs/alpha/old.md': '# Old', 'sample/libs/other/o.md': '# O' };
    const dir = hub({ content, sources: [{ section: 'libs/alpha', repo: repository(project), ...docs }] }, sample);
    expect((await run(dir, 'build')).stderr).toMatch(/DG212: sources not synced: libs\/alpha/);
    expect(isBuilt(dir, 'libs/alpha/old')).toBe(true);
    await run(dir, 'sync');
    await run(dir, 'build');
    expect(['alpha/old', 'alpha/start', 'other/o'].map((path) => isBuilt(dir, `libs/${path}`))).toEqual([
      false,
      true,
      true,
    ]);
    const alone = hub({ sources: [{ section: 'libs/alpha', repo: repository(project), ...docs }] });
    await run(alone, 'sync');
    git(alone, ['init', '--quiet']);
    git(alone, ['clean', '--quiet', '-dfx', '.docgen']);
    expect((await run(alone, 'build')).stderr).toMatch(/DG217: section `libs\/alpha` is in docgen\.lock\.json/);
  });

  test('has no name that leads elsewhere', async () => {
    const names = ['a//b', '/a', 'a/', 'a/../b', 'a/.b', 'a\\b', 'a%2Fb', '..'];
    const stderr = await fail(hub({ sources: names.map((section) => ({ section, repo: '/x', ...docs })) }), 'sync');
    for (const n of names.keys()) expect(stderr).toContain(`DG105: config: \`sources.${n}.section\``);
  });
});

describe.runIf(hasGit('the hub’s own repository'))('the repository of the hub', () => {
  test('is gathered by `.`, each version from its newest tag; its working tree is not', async () => {
    const source = {
      section: 'guide',
      repo: '.',
      homepage: 'https://git.example/owner/own',
      paths: docs.paths,
      versions: [
        { name: '2', ref: 'v2.*' },
        { name: '1', ref: 'v1.*' },
      ],
    };
    const dir = hub({ sources: [source] }, { ...project, '.gitignore': 'build/\n.docgen*\n' });
    git(dir, ['init', '--quiet', '--initial-branch=main']);
    for (const version of ['v1.9.0', 'v1.10.0', 'v2.0.0']) {
      commit(dir, { 'docs/start.md': `# Start of ${version}` });
      git(dir, ['tag', version]);
    }
    writeFileSync(join(dir, 'docs/start.md'), '# Not committed');
    expect(await succeed(dir, 'sync')).toContain('guide@1: . at ');
    await succeed(dir, 'build', '--strict');
    expect(page(dir, 'guide/start')).toContain('Start of v2.0.0');
    expect(page(dir, 'guide/1/start')).toContain('Start of v1.10.0');
    expect(page(dir, 'guide/start')).toMatch(/href="https:\/\/git\.example\/owner\/own"[^>]*>owner\/own</);
    // As in CI, where the clone has the lockfile and all tags.
    commit(dir, {});
    const fresh = join(tempDir(), 'fresh');
    git(dir, ['clone', '--quiet', `file://${dir}`, fresh]);
    await succeed(fresh, 'sync', '--frozen');
  });
});
