// `docgen init` as a person starts it: in an empty folder, in folders of Markdown, in sites of Docusaurus whose packages are not
// installed; each builds afterwards, and what was there is as it was.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { type Files, filesBelow, tempDir, writeFiles } from '../support/hub.js';
import { run } from '../support/sync.js';

/** A folder in a temporary one, so that it has a name. */
function folder(name: string, files: Files): string {
  const dir = join(tempDir(), name);
  mkdirSync(dir, { recursive: true });
  return writeFiles(dir, files);
}

const text = (dir: string, path: string) => readFileSync(join(dir, path), 'utf8');
const gitConfig = (url: string) => ({
  '.git/config': `[remote "origin"]\n\turl = ${url}\n`,
  '.git/HEAD': 'ref: refs/heads/main\n',
});

/** Runs init and a build, which both must succeed; what init said. */
async function initAndBuild(dir: string, ...args: string[]): Promise<string> {
  const ran = await run(dir, 'init', ...args);
  expect(ran).toMatchObject({ status: 0, stdout: '' });
  expect(await run(dir, 'build')).toMatchObject({ status: 0, stderr: expect.stringMatching(/^built \d+ pages in /m) });
  return ran.stderr;
}

describe('in an empty folder', () => {
  test('three pages, a config, a package.json and a workflow; the build is without a warning', async () => {
    const dir = folder('my-hub', {});
    const ran = await run(dir, 'init');
    expect(ran.status).toBe(0);
    expect(ran.stderr.trimEnd().split('\n')).toEqual([
      'made docgen.config.ts',
      'made docs/index.md',
      'made docs/writing.md',
      'made docs/publishing.md',
      'made package.json',
      'made .gitignore',
      'made .github/workflows/docs.yml',
      expect.stringContaining('to publish: '),
      'next: npm install --save-dev docgen-hub && npx docgen build',
    ]);
    expect(text(dir, 'docgen.config.ts')).toContain("title: 'My hub'");
    expect(JSON.parse(text(dir, 'package.json'))).toEqual({
      name: 'my-hub',
      private: true,
      scripts: { 'docs:dev': 'docgen dev', 'docs:build': 'docgen build' },
    });
    expect(text(dir, '.gitignore')).toBe('/build/\n.docgen*\nnode_modules/\n');
    expect(await run(dir, 'build', '--strict')).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^built 6 pages/),
    });
    const page = text(dir, 'build/docs/writing/index.html');
    for (const part of ['callout', '<math', 'diagram.', 'Footnote', 'docgen-tabs-1'])
      expect([part, page.toLowerCase()]).toEqual([part, expect.stringContaining(part.toLowerCase())]);
    expect(text(dir, 'build/docs/index.html')).toContain('<h1');
  });

  test('a second time nothing changes, and what is there is said', async () => {
    const dir = folder('again', {});
    await run(dir, 'init');
    writeFileSync(join(dir, 'docs/index.md'), '# Mine\n');
    const before = filesBelow(dir).map((path) => [path, text(dir, path)]);
    const ran = await run(dir, 'init');
    expect(ran.stderr).toMatch(/^unchanged: docgen\.config\.ts is there\n(?:unchanged: [^\n]*\n){3}/);
    expect(filesBelow(dir).map((path) => [path, text(dir, path)])).toEqual(before);
  });

  test('--dry-run writes nothing, --format json says it as data', async () => {
    const dir = folder('dry', {});
    expect((await run(dir, 'init', '--dry-run')).stderr).toMatch(/^would have made docgen\.config\.ts\n/);
    const ran = await run(dir, 'init', '--dry-run', '--ci', 'none', '--format', 'json');
    expect(JSON.parse(ran.stdout)).toMatchObject({
      made: expect.arrayContaining(['package.json', 'docs/index.md']),
      next: [expect.any(String), 'npx docgen build'],
    });
    expect(filesBelow(dir)).toEqual([]);
  });

  test.each([
    ['docusaurus.config.js', "require('node:fs').writeFileSync('ran', ''); module.exports = { title: 'Site' };"],
    ['docgen.config.cjs', "require('node:fs').writeFileSync('ran', ''); module.exports = { title: 'Site' };"],
  ])('--dry-run says first that it runs %s, --no-run does not run it', async (name, text) => {
    const dir = folder('program', { [name]: text, 'docs/a.md': '# A' });
    const not = await run(dir, 'init', '--dry-run', '--no-run');
    expect(not.status).toBe(0);
    expect(existsSync(join(dir, 'ran'))).toBe(false);
    expect(not.stderr).toContain(`not run: ${name}; nothing of it is taken\n`);
    const ran = await run(dir, 'init', '--dry-run');
    expect(ran.stderr).toMatch(new RegExp(`^running ${name}, a program of this folder, to read it`));
    expect(existsSync(join(dir, 'ran'))).toBe(true);
  });
});

describe('in a folder of Markdown', () => {
  const docs = { 'docs/intro.md': '# Intro\n\nHello, *reader*.\n' };

  test('title, address and edit address come from package.json and git', async () => {
    const manifest =
      '{\n\t"name": "@acme/rocket-kit",\n\t"description": "Rockets, made simple",\n\t"scripts": {\n\t\t"docs:build": "mine"\n\t}\n}\n';
    const dir = folder('x', {
      ...docs,
      ...gitConfig('git@github.com:acme/rocket-kit.git'),
      'package.json': manifest,
      '.gitignore': 'node_modules\nbuild',
    });
    const said = await initAndBuild(dir);
    expect(text(dir, 'docgen.config.ts')).toBe(`import { defineConfig } from 'docgen-hub';

export default defineConfig({
  title: 'Rocket kit',
  tagline: 'Rockets, made simple',
  url: 'https://acme.github.io/rocket-kit/',
  content: 'docs',
  editUrl: 'https://github.com/acme/rocket-kit/edit/main/docs',
});
`);
    expect(text(dir, 'package.json')).toBe(manifest.replace('"mine"', '"mine",\n\t\t"docs:dev": "docgen dev"'));
    expect(text(dir, '.gitignore')).toBe('node_modules\nbuild\n.docgen*\n');
    expect(said).toContain(
      'added to package.json: docs:dev\nadded to .gitignore: .docgen*\nmade .github/workflows/docs.yml\n',
    );
    const page = text(dir, 'build/docs/intro/index.html');
    expect(page).toContain('href="https://github.com/acme/rocket-kit/edit/main/docs/intro.md"');
    expect(page).toContain('<link rel="canonical" href="https://acme.github.io/rocket-kit/docs/intro/"');
    expect(page).toContain('href="/rocket-kit/assets/');
  });

  test.each([
    ['gitlab', '.gitlab-ci.yml', /npx docgen build --base .* --out public/],
    ['netlify', 'netlify.toml', /publish = "build"/],
    ['cloudflare', 'wrangler.jsonc', /"directory": "\.\/build"/],
    ['github', '.github/workflows/docs.yml', /actions\/deploy-pages/],
  ])('--ci %s makes %s', async (host, path, content) => {
    const dir = folder('x', docs);
    await initAndBuild(dir, '--ci', host, '--yes');
    expect(text(dir, path)).toMatch(content);
    expect(text(dir, path)).toMatch(/npx docgen sync --frozen[\s\S]*npx docgen build/);
    if (['github', 'gitlab'].includes(host)) expect(text(dir, path)).toContain('.docgen/store');
  });

  test('a config with sources is told to sync first', async () => {
    const sources = [{ section: 'a', repo: '../a', ref: 'main', paths: [{ from: 'docs' }] }];
    const dir = folder('x', { 'docgen.config.json': JSON.stringify({ sources }) });
    expect((await run(dir, 'init', '--yes')).stderr).toMatch(/\nnext: .*npx docgen sync && npx docgen build\n/);
  });

  test('a workflow syncs in every project: without sources there is nothing to do', async () => {
    const dir = folder('x', docs);
    await initAndBuild(dir, '--yes');
    expect(await run(dir, 'sync', '--frozen')).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('0 sources'),
    });
    expect((await run(dir, 'sync')).status).toBe(2);
    writeFiles(dir, { 'docgen.lock.json': '{"version":1,"sources":[]}' });
    expect((await run(dir, 'sync', '--frozen')).status).toBe(2);
  });

  test.each([
    ['https://gitlab.com/acme/kit.git', '.gitlab-ci.yml', "url: 'https://acme.gitlab.io/kit/'"],
    ['git@codeberg.org:acme/kit.git', undefined, "editUrl: 'https://codeberg.org/acme/kit/_edit/main/docs'"],
  ])('the host of the repository builds: %s', async (url, path, line) => {
    const dir = folder('x', { ...docs, ...gitConfig(url) });
    const said = await initAndBuild(dir);
    expect(existsSync(join(dir, '.github'))).toBe(false);
    if (path === undefined) expect(said).toContain('no workflow: codeberg.org has none of its own');
    else expect(existsSync(join(dir, path))).toBe(true);
    expect(text(dir, 'docgen.config.ts')).toContain(line);
  });

  test('below the top of a repository the workflow stands at the top and works below', async () => {
    const dir = folder('x', { ...gitConfig('git@github.com:acme/kit.git'), 'packages/kit/docs/a.md': '# A' });
    await initAndBuild(join(dir, 'packages/kit'));
    const workflow = text(dir, '.github/workflows/docs.yml');
    expect(workflow).toContain('working-directory: packages/kit');
    expect(workflow).toContain('path: packages/kit/build');
    const { jobs } = load(workflow) as { jobs: { docs: { steps: { with?: { path?: string }; if?: string }[] } } };
    const cache = jobs.docs.steps.find((step) => step.with?.path?.endsWith('store'));
    expect(cache).toMatchObject({
      if: "hashFiles('packages/kit/docgen.lock.json') != ''",
      with: { path: 'packages/kit/.docgen/store' },
    });
    expect(text(dir, 'packages/kit/docgen.config.ts')).toContain('edit/main/packages/kit/docs');
  });

  test('content/ before docs/, and files beside each other are the content themselves', async () => {
    const both = folder('x', { ...docs, 'content/a.md': '# A' });
    await initAndBuild(both);
    expect(text(both, 'docgen.config.ts')).toContain("content: 'content'");
    const loose = folder('notes', {
      'README.md': '# Notes',
      'guide.md': '# Guide',
      'more/deep.md': '# Deep',
      'node_modules/x/README.md': '# X',
    });
    await initAndBuild(loose);
    expect(text(loose, 'docgen.config.ts')).toContain("content: '.'");
    const pages = filesBelow(join(loose, 'build')).filter((path) => path.endsWith('index.html'));
    expect(pages).toEqual(
      expect.arrayContaining(['docs/index.html', 'docs/guide/index.html', 'docs/more/deep/index.html']),
    );
    expect((await run(loose, 'build')).status).toBe(0);
    expect(filesBelow(join(loose, 'build')).filter((path) => path.endsWith('index.html'))).toEqual(pages); // the site must not become content
  });

  test('what others built in build/ stays: the site goes elsewhere', async () => {
    const dir = folder('x', { ...docs, 'build/app.js': 'mine' });
    await initAndBuild(dir);
    expect(text(dir, 'docgen.config.ts')).toContain("out: 'site'");
    expect(text(dir, 'build/app.js')).toBe('mine');
  });

  test('the package manager of the project is the one that is named', async () => {
    const dir = folder('x', {
      ...docs,
      'package.json': '{"name": "x", "devDependencies": {"docgen-hub": "1"}}',
      'pnpm-lock.yaml': '',
    });
    expect(await initAndBuild(dir)).toMatch(/\nnext: pnpm exec docgen build\n$/);
    expect(text(dir, '.github/workflows/docs.yml')).toContain('pnpm install --frozen-lockfile');
  });

  // pnpm's own action stops where package.json names no version of pnpm; the yarn of GitHub's machines is version 1.
  test.each([
    ['pnpm', { 'pnpm-lock.yaml': '' }],
    ['yarn', { 'package.json': '{"name": "x", "packageManager": "yarn@4.9.0"}' }],
  ])('a workflow for GitHub enables %s itself, by what comes with Node.js', async (name, files) => {
    const dir = folder('x', { ...docs, 'package.json': '{"name": "x"}', ...files });
    expect((await run(dir, 'init', '--yes', '--ci', 'github')).status).toBe(0);
    const workflow = text(dir, '.github/workflows/docs.yml');
    expect(workflow).not.toContain('action-setup');
    const steps = ['actions/setup-node@', '- run: corepack enable\n', `- run: ${name} install`];
    const places = steps.map((step) => workflow.indexOf(step));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

test('without a config the build takes content/, else docs/, and says which', async () => {
  const dir = folder('x', { 'docs/a.md': '# A' });
  expect((await run(dir, 'build')).stderr).toMatch(/^built 5 pages of docs\/ in build: /);
  writeFiles(dir, { 'content/b.md': '# B' });
  expect((await run(dir, 'build')).stderr).toMatch(/^built 5 pages of content\/ in build: /);
  expect(existsSync(join(dir, 'build/docs/b/index.html'))).toBe(true);
  const empty = await run(folder('y', {}), 'build');
  expect(empty.stderr.match(/DG\d+/g)).toEqual(['DG108']);
  expect(empty.stderr).toContain('run `docgen init`');
  expect((await run(folder('z', { 'content/a.txt': '' }), 'build')).stderr.match(/DG\d+/g)).toEqual(['DG112']);
});

test('so does a config that names no content folder', async () => {
  const dir = folder('x', { 'docgen.config.yaml': 'title: Mine\n', 'docs/a.md': '# A' });
  expect((await run(dir, 'build')).stderr).toMatch(/^built 5 pages in build: /);
  expect(existsSync(join(dir, 'build/docs/a/index.html'))).toBe(true);
  const own = folder('y', { 'docgen.config.yaml': 'title: Mine\ncontent: text\n', 'docs/a.md': '# A' });
  expect((await run(own, 'build')).stderr).toMatch(/DG108: .*text/);
});
