// What a user gets: the tarball with its dependencies, in a folder of its own where nothing of this repository is in reach.
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesBelow, root, writeFiles } from './support/hub.js';
import { installPackage, manifest } from './support/installed.js';

const files = {
  'content/a.mdx': '# A\n\n<Price of="tea">**hot**</Price>\n\n```js\nconst a = 1;\n```\n',
  'docgen.config.ts':
    "import { defineConfig } from 'docgen-hub';\nexport default defineConfig({ title: 'Packed', components: './components.tsx', templates: './mine' });\n",
  'components.tsx':
    'import type { ReactNode } from \'react\';\nexport default { Price: (props: { of: string; children?: ReactNode }) => <div className="x-price">{props.children}</div> };\n',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      noEmit: true,
      module: 'NodeNext',
      target: 'ES2022',
      jsx: 'react-jsx',
      skipLibCheck: false,
      types: [],
    },
    include: ['docgen.config.ts', 'components.tsx', 'mine'],
  }),
};

describe('the package', () => {
  let dir: string;
  let modules: string;
  const run = (file: string, ...args: string[]) =>
    spawnSync(process.execPath, [file, ...args], { cwd: dir, encoding: 'utf8' });
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'docgen-package-'));
    modules = join(dir, 'node_modules');
    mkdirSync(join(modules, 'docgen-hub'), { recursive: true });
    const packed = spawnSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', dir], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(packed.status, packed.stderr).toBe(0);
    const tarball = filesBelow(dir).find((path) => path.endsWith('.tgz')) ?? '';
    expect(
      spawnSync('tar', ['-xzf', tarball, '-C', join(modules, 'docgen-hub'), '--strip-components=1'], { cwd: dir })
        .status,
    ).toBe(0);
    for (const name of Object.keys(manifest(join(modules, 'docgen-hub')).dependencies ?? {}))
      installPackage(name, modules);
    writeFiles(dir, { 'package.json': '{"type": "module"}', ...files });
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test('brings at most 12 packages and 16 MB', () => {
    const paths = filesBelow(modules);
    const packages = new Set(paths.map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]));
    expect(packages.size).toBeGreaterThan(3);
    expect(packages.size, [...packages].join()).toBeLessThanOrEqual(12);
    const blocks = paths.reduce((sum, path) => sum + Math.ceil(lstatSync(join(modules, path)).size / 4096), 0);
    expect((blocks * 4096) / 1024 / 1024).toBeLessThanOrEqual(16);
  });

  test('runs no script where it is installed', () => {
    const { scripts = {} } = manifest(join(modules, 'docgen-hub'));
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) expect(scripts).not.toHaveProperty(name);
  });

  test('carries the licence of each package that is bundled', () => {
    const text = readFileSync(join(modules, 'docgen-hub/dist/licenses.txt'), 'utf8');
    for (const name of ['chokidar', 'commander', '@dagrejs/dagre', 'katex', 'react-dom', 'refractor', 'send', 'zod'])
      expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  test('builds with a config in TypeScript, components in TSX and an ejected template, and no React beside it', () => {
    const bin = join(modules, 'docgen-hub/bin/docgen.js');
    expect(run(bin, 'eject', 'DocPage')).toMatchObject({ status: 0, stdout: 'mine/DocPage.tsx\n' });
    const built = run(bin, 'build', '--strict');
    expect(built.stderr).toMatch(/^built 5 pages/);
    const page = readFileSync(join(dir, 'build/docs/a/index.html'), 'utf8');
    expect(page).toMatch(/<div class="x-price">\s*<p><strong>hot<\/strong><\/p>/);
    expect(page).toContain('<span class="hl-k">const</span>');
  });

  test('its types need @types/react alone, and say what is wrong', () => {
    installPackage('@types/react', modules);
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const good = run(tsc, '-p', '.');
    expect(good.stdout).toBe('');
    writeFiles(dir, {
      'docgen.config.ts': "import { defineConfig } from 'docgen-hub';\nexport default defineConfig({ titel: 'x' });\n",
    });
    expect(run(tsc, '-p', '.').stdout).toMatch(/docgen\.config\.ts\(2,\d+\): error TS2561: .*'titel'/);
  });
});
