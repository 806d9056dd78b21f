// The published package: the tarball with its dependencies, in a separate folder without access to this repository.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ejectable } from '../src/cli/options.js';
import { dataOf } from './support/data.js';
import { startServer } from './support/dev.js';
import { type Files, filesBelow, root, spawnDocgen, tempDir, writeFiles } from './support/hub.js';
import { installPackage, manifest } from './support/installed.js';
import { first } from './support/seed.js';
import { otherNodes } from './support/shared.js';
import { succeed } from './support/sync.js';

const nodes = [process.execPath, ...first(1, otherNodes('a session'))];

const { files, ownReact } = dataOf<{ files: Files; ownReact: Files }>('package');

describe('the package', () => {
  let dir: string;
  let modules: string;
  const bin = () => join(modules, 'docgen-hub/bin/docgen.js');
  const docgen = (cwd: string, ...args: string[]) => spawnDocgen(process.execPath, [bin(), ...args], { cwd });
  beforeAll(() => {
    dir = tempDir();
    modules = join(dir, 'node_modules');
    mkdirSync(join(modules, 'docgen-hub'), { recursive: true });
    execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', dir], { cwd: root });
    const tarball = filesBelow(dir).find((path) => path.endsWith('.tgz')) ?? '';
    execFileSync('tar', ['-xzf', tarball, '-C', join(modules, 'docgen-hub'), '--strip-components=1'], { cwd: dir });
    for (const name of Object.keys(manifest(join(modules, 'docgen-hub')).dependencies ?? {}))
      installPackage(name, modules);
    writeFiles(dir, { 'package.json': '{"type": "module"}', ...files });
  });

  test('installs at most 14 packages and 25 MB', () => {
    const paths = filesBelow(modules);
    const packages = new Set(paths.map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]));
    expect(packages.size).toBeGreaterThan(3);
    expect(packages.size, [...packages].join()).toBeLessThanOrEqual(14);
    const blocks = paths.reduce((sum, path) => sum + Math.ceil(lstatSync(join(modules, path)).size / 4096), 0);
    expect((blocks * 4096) / 1024 / 1024).toBeLessThanOrEqual(25);
  });

  test.each(nodes)(
    'a first session in an empty folder, by the words of the README: init, build, dev (%s)',
    async (node) => {
      const cwd = mkdtempSync(join(dir, 'session-'));
      const run = (...args: string[]) => spawnSync(node, [bin(), ...args], { cwd, encoding: 'utf8' });
      const made = run('init', '--yes');
      expect(made).toMatchObject({ status: 0, stdout: '' });
      expect(made.stderr).toMatch(/^made docgen\.config\.ts\n[\s\S]*^next: .*docgen build$/m);
      const { scripts } = manifest(cwd);
      expect(scripts).toEqual({ 'docs:dev': 'docgen dev', 'docs:build': 'docgen build' });
      const built = run('build', '--strict');
      expect(built.stderr).toMatch(/^built \d+ pages in build: 0 warnings, [\d.]+ s\n$/);
      expect(built.status).toBe(0);

      const server = await startServer(cwd, ['dev'], { program: [node, bin()] });
      await server.built(0);
      const page = async () => (await fetch(`${server.url}docs/writing/`)).text();
      expect(await page()).toContain('<h1');
      const next = server.built(1);
      appendFileSync(join(cwd, 'docs/writing.md'), '\nA sentence of my own.\n');
      expect(await next).toMatchObject({ published: true });
      expect(await page()).toContain('A sentence of my own.');
      expect(readFileSync(join(cwd, 'build/docs/writing/index.html'), 'utf8')).toContain('A sentence of my own.');
      expect(await server.stop('SIGINT')).toEqual({ status: 130, signal: null });
    },
  );

  test('runs no install script', () => {
    const { scripts = {} } = manifest(join(modules, 'docgen-hub'));
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) expect(scripts).not.toHaveProperty(name);
  });

  test('contains the license of each bundled package', () => {
    const text = readFileSync(join(modules, 'docgen-hub/dist/licenses.txt'), 'utf8');
    for (const name of ['commander', '@dagrejs/dagre', 'katex', 'refractor', 'send', 'zod'])
      expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  test('builds with a config in TypeScript, components in TSX and an ejected template, in a project without React', () => {
    expect(docgen(dir, 'eject', 'DocPage')).toMatchObject({ status: 0, stdout: 'mine/DocPage.tsx\n' });
    const built = docgen(dir, 'build', '--strict');
    expect(built.stderr).toMatch(/^built 5 pages/);
    const page = readFileSync(join(dir, 'build/docs/a/index.html'), 'utf8');
    expect(page).toMatch(/<div class="x-price">\s*<p><strong>hot<\/strong><\/p>/);
    expect(page).toContain('<span class="hl-k">const</span>');
  });

  test('reports in one line if the native parser is missing or has another version; pages are the same', () => {
    const cwd = writeFiles(mkdtempSync(join(dir, 'parser-')), {
      'content/a.md': '# A\n\n| a | b |\n|---|---|\n| **1** | 2 |\n',
    });
    const build = () => {
      const { status, stderr } = docgen(cwd, 'build', '--no-cache');
      expect(status).toBe(0);
      return { stderr, page: readFileSync(join(cwd, 'build/docs/a/index.html'), 'utf8') };
    };
    const native = build();
    expect(native.stderr).not.toContain('DG117');
    const [binary = ''] = readdirSync(join(modules, '@bruits'));
    const file = join(modules, '@bruits', binary, 'package.json');
    const text = readFileSync(file, 'utf8');
    writeFiles(dirname(file), { 'package.json': text.replace(/"version": "[\d.]+"/, '"version": "0.10.99"') });
    const other = build();
    expect(other.stderr).toMatch(/^docgen: info DG117: [^\n]* got 0\.10\.99[^\n]*\n {2}help: [^\n]*\nbuilt 5 pages/);
    expect(other.page).toBe(native.page);
    renameSync(join(modules, '@bruits'), join(modules, '@gone'));
    const missing = build();
    expect(missing.stderr).toMatch(/^docgen: info DG117: [^\n]*'@bruits\/[^\n]*\n {2}help: [^\n]*\nbuilt 5 pages/);
    expect(missing.page).toBe(native.page);
    renameSync(join(modules, '@gone'), join(modules, '@bruits'));
    writeFiles(dirname(file), { 'package.json': text });
  });

  // Like npm, puts the project's React at the top, which the library and docgen use.
  const reacts = [
    ['18', 'react-18', 'react-dom-18'],
    ['19', 'react', 'react-dom'],
  ] as const;
  test.each(first(1, reacts))(
    'components use hooks, contexts and libraries with the React %s of the project; other pages are the same',
    (major, react, reactDom) => {
      const cwd = writeFiles(mkdtempSync(join(dir, 'react-')), ownReact);
      const own = join(cwd, 'node_modules');
      installPackage(react, own, { as: 'react' });
      installPackage(reactDom, own, { as: 'react-dom' });
      for (const name of ['react-tabs', 'react-aria-components']) installPackage(name, own, { onlyCode: true });
      const build = (where: string, ...args: string[]) => {
        const built = docgen(where, 'build', '--strict', '--no-cache', ...args);
        expect(built.stderr).toMatch(/^built \d+ pages[^\n]*\n$/); // React prints nothing
      };
      build(cwd);
      const page = readFileSync(join(cwd, 'build/docs/a/index.html'), 'utf8');
      expect(page).toMatch(/<b>dark<\/b> React <i>(\d+)\.[\d.]+<\/i>/);
      expect(page).toContain(`React <i>${major}.`);
      expect(page).toMatch(/<li[^>]*>one<\/li>\s*<li[^>]*>two<\/li>/);
      expect(page).toMatch(/<strong>pressed<\/strong>/);
      // docgen's own templates only, with React of the project and of docgen.
      const sample = join(root, 'content');
      build(cwd, '--config', 'plain.json', '--content', sample, '--out', 'sample');
      const plain = writeFiles(mkdtempSync(join(dir, 'plain-')), { 'plain.json': String(ownReact['plain.json']) });
      build(plain, '--config', 'plain.json', '--content', sample, '--out', 'sample');
      const paths = filesBelow(join(plain, 'sample'));
      expect(filesBelow(join(cwd, 'sample'))).toEqual(paths);
      const bytes = (at: string, path: string) => readFileSync(join(at, 'sample', path));
      expect(paths.filter((path) => !bytes(cwd, path).equals(bytes(plain, path)))).toEqual([]);
    },
  );

  // A project has the types of its own React. npm must accept them, and they must suffice.
  test.each(first(1, ['types-react-17', 'types-react-18', '@types/react']))(
    'its types need %s alone, npm takes them, and they say what is wrong',
    async (types) => {
      for (const name of ['@types/react', '@types/prop-types', '@types/scheduler', 'csstype'])
        rmSync(join(modules, name), { recursive: true, force: true });
      installPackage(types, modules, { as: '@types/react' });
      const { version } = manifest(join(modules, '@types/react'));
      const known = { 'docgen-hub': '*', '@types/react': version };
      writeFiles(dir, { 'package.json': JSON.stringify({ type: 'module', dependencies: known }) });
      const listed = spawnSync('npm', ['ls', '@types/react', '--json'], { cwd: dir, encoding: 'utf8' });
      expect(JSON.parse(listed.stdout)).not.toHaveProperty('problems');
      for (const name of ejectable) await succeed(dir, 'eject', name, '--force');
      // Inferred from the schema, without names of zod, and with comments on the keys.
      const own = readFileSync(join(modules, 'docgen-hub/dist/types/src/index.d.ts'), 'utf8');
      expect(own).toMatch(/\n {2}\/\*\* Path of the site on its host, [^\n]*\n {2}basePath\?: string \| undefined;\n/);
      expect(own).not.toMatch(/\bzod\b|: any\b/);
      const tsc = () =>
        spawnSync('node', [join(root, 'node_modules/typescript/bin/tsc')], { cwd: dir, encoding: 'utf8' }).stdout;
      expect(tsc()).toBe('');
      writeFiles(dir, {
        'docgen.config.ts':
          "import { defineConfig } from 'docgen-hub';\nexport default defineConfig({ titel: 'x' });\n",
      });
      expect(tsc()).toMatch(/docgen\.config\.ts\(2,\d+\): error TS2561: .*'titel'/);
      writeFiles(dir, files);
    },
  );
});
