// The program as a child process: exit codes, what it says where, and what it leaves on disk.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataOf } from '../support/data.js';
import { bin, docgen, filesBelow, root, spawnDocgen, tempDir, writeFiles } from '../support/hub.js';

const data = dataOf<{ usage: [string[], RegExp][]; configs: [string, string, RegExp][] }>('cli/cli');
const two = { 'content/a.md': '# A\n\n[B](b.md)', 'content/b.md': '# B' };
const hub = (files: Record<string, string>) => writeFiles(tempDir(), files);

describe('docgen build', () => {
  test('builds content/ into build/ and says so in one line on stderr', () => {
    const dir = hub(two);
    const ran = docgen(dir, 'build');
    expect(ran).toMatchObject({ status: 0, stdout: '' });
    expect(ran.stderr).toMatch(/^built 6 pages of content\/ in build: 0 warnings, \d+\.\d\d s\n$/);
    expect(existsSync(join(dir, 'build/docs/a/index.html'))).toBe(true);
  });

  test('--content, --out and --base say where', () => {
    const dir = hub({ 'src/docs/a.md': '# A\n\n[self](./a.md)' });
    const ran = docgen(dir, 'build', '--content', 'src/docs', '--out', 'public/site', '--base', 'hub');
    expect(ran.stderr).toMatch(/^built 5 pages in public\/site/);
    expect(readFileSync(join(dir, 'public/site/docs/a/index.html'), 'utf8')).toContain(
      '<a href="/hub/docs/a/">self</a>',
    );
  });

  test('--drafts builds drafts', () => {
    const dir = hub({ 'content/a.md': '# A', 'content/d.md': '---\ndraft: true\n---\n# D' });
    docgen(dir, 'build');
    expect(existsSync(join(dir, 'build/docs/d/index.html'))).toBe(false);
    docgen(dir, 'build', '--drafts');
    expect(existsSync(join(dir, 'build/docs/d/index.html'))).toBe(true);
  });

  test("in a workspace the cache is in the node_modules above, but in no other user's", () => {
    const dir = hub({ 'node_modules/x/package.json': '{}', 'packages/docs/content/a.md': '# A' });
    const here = join(dir, 'packages/docs');
    const cache = join(dir, 'node_modules/.cache/docgen');
    expect(docgen(here, 'build', '--no-cache').status).toBe(0);
    expect(existsSync(cache)).toBe(false);
    expect(docgen(here, 'build').status).toBe(0);
    expect(filesBelow(cache)).not.toEqual([]);
    writeFiles(here, { 'node_modules/y/package.json': '{}' });
    rmSync(cache, { recursive: true });
    expect(docgen(here, 'build').status).toBe(0);
    expect(existsSync(cache)).toBe(false);
    expect(filesBelow(join(here, 'node_modules/.cache/docgen'))).not.toEqual([]);
    if (process.getuid?.() !== 0) return; // only root can give a folder away
    rmSync(join(here, 'node_modules'), { recursive: true });
    chownSync(join(dir, 'node_modules'), 65534, 65534);
    expect(docgen(here, 'build').status).toBe(0);
    expect(existsSync(cache)).toBe(false);
  });

  test.each([
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '', NO_COLOR: '1' }, true],
    [{ FORCE_COLOR: '0' }, false],
    [{ FORCE_COLOR: undefined }, false],
  ])('without a terminal FORCE_COLOR decides about colours: %j', (colors, isColored) => {
    const dir = hub({ 'content/a.md': '[B](b.md)' });
    const env = { ...process.env, ...colors };
    const { stderr } = spawnDocgen(process.execPath, [bin, 'build'], { cwd: dir, env });
    expect(stderr).toContain('DG601');
    expect(stderr.includes('\u001b[')).toBe(isColored);
    if (!isColored) return;
    const plain = spawnDocgen(process.execPath, [bin, 'build', '--no-color'], { cwd: dir, env });
    expect(plain.stderr).not.toContain('\u001b[');
  });

  test('a warning is no failure; with --strict it is, and the site stays', () => {
    const dir = hub(two);
    expect(docgen(dir, 'build').status).toBe(0);
    const before = readFileSync(join(dir, 'build/docs/a/index.html'), 'utf8');
    writeFiles(dir, { 'content/a.md': '# Changed\n\n[C](c.md)' });
    const strict = docgen(dir, 'build', '--strict');
    expect(strict.status).toBe(1);
    expect(strict.stderr).toMatch(/content\/a\.md:3:1: warning DG601: broken link `c\.md`\n {2}help: /);
    expect(strict.stderr).toMatch(/\nsite unchanged: 1 warning, /);
    expect(readFileSync(join(dir, 'build/docs/a/index.html'), 'utf8')).toBe(before);
    expect(filesBelow(dir).filter((path) => path.startsWith('.docgen'))).toEqual([]);
    expect(docgen(dir, 'build').status).toBe(0);
    expect(readFileSync(join(dir, 'build/docs/a/index.html'), 'utf8')).toContain('Changed');
  });

  test('an unchanged folder gives the same bytes, wherever it stands', () => {
    const [one, other] = [hub(two), hub(two)];
    docgen(one, 'build');
    docgen(other, 'build', '--out', 'elsewhere');
    const paths = filesBelow(join(one, 'build'));
    expect(filesBelow(join(other, 'elsewhere'))).toEqual(paths);
    for (const path of paths) {
      const bytes = readFileSync(join(one, 'build', path));
      expect(bytes.equals(readFileSync(join(other, 'elsewhere', path)))).toBe(true);
      expect(bytes.toString()).not.toContain(one);
    }
  });

  test('the first 20 of a code are shown, --all shows them all', () => {
    const links = Array.from({ length: 25 }, (_, index) => `[x](none-${index}.md)`).join('\n\n');
    const dir = hub({ 'content/a.md': links });
    expect(docgen(dir, 'build').stderr).toMatch(/and 5 more DG601 \(--all shows them\)\nbuilt/);
    expect(docgen(dir, 'build', '--all').stderr.match(/DG601/g)).toHaveLength(25);
  });
});

describe('usage, config and environment end with 2', () => {
  test.each(data.usage)('docgen %j', (args, message) => {
    const ran = docgen(hub(two), ...args);
    expect(ran.status).toBe(2);
    expect(ran.stderr).toMatch(message);
    expect(ran.stderr).toMatch(/\n {2}help: /);
    expect(ran.stderr).not.toMatch(/\n {4}at /);
  });

  test.each(data.configs)('%s: %s', (name, text, message) => {
    const ran = docgen(hub({ ...two, [name]: text }), 'build');
    expect(ran.status).toBe(2);
    expect(ran.stderr).toMatch(message);
    expect(ran.stderr).not.toMatch(/\n {4}at /);
  });

  test('DG101: a Node.js that is too old', () => {
    const pretend = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.1.0"})';
    const ran = spawnDocgen(process.execPath, ['--import', pretend, bin, 'build'], { cwd: hub(two) });
    expect(ran.status).toBe(2);
    expect(ran.stderr).toMatch(/error DG101: Node.js 18\.1\.0 is too old: docgen needs >=20\.19/);
  });

  test('DG901: a fault of docgen ends with 3, without a stack unless --debug asks for it', () => {
    const dir = hub(two);
    const broken = 'data:text/javascript,String.prototype.normalize=()=>{throw new Error("broken")}';
    const run = (...more: string[]) =>
      spawnDocgen(process.execPath, ['--import', broken, bin, 'build', ...more], { cwd: dir });
    const plain = run();
    expect(plain.status).toBe(3);
    expect(plain.stderr).toMatch(/^docgen: error DG901: internal error in build: broken\n {2}help: .*\n$/);
    expect(run('--debug').stderr).toMatch(/\n {4}at /);
    for (const format of [['--format', 'json'], ['--format=json'], ['--format', 'json', '--debug']]) {
      const { status, stderr } = run(...format);
      expect(status).toBe(3);
      expect(JSON.parse(stderr)).toMatchObject({ code: 'DG901', severity: 'error' });
      expect(stderr.includes(' at ')).toBe(format.includes('--debug'));
    }
    expect(run('--format', 'github').stderr).toMatch(/^::error title=DG901::/);
    expect(existsSync(join(dir, 'build'))).toBe(false);
  });
});

test('--format json: also usage, config and what a maintainer’s timer throws', () => {
  const dir = hub({
    ...two,
    'late.mjs': 'setTimeout(() => { throw new Error("late"); });\nexport default {};',
    'bad.json': '{"title": 7}',
  });
  const code = (...args: string[]) => {
    const { status, stderr } = docgen(dir, ...args);
    return [
      status,
      ...stderr
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { code: string }).code),
    ];
  };
  expect(code('bild', '--format', 'json')).toEqual([2, 'DG102']);
  expect(code('build', '--nothing', '--format=json')).toEqual([2, 'DG102']);
  expect(code('build', '--config', 'bad.json', '--format', 'json')).toEqual([2, 'DG105']);
  expect(code('build', '--config', 'late.mjs', '--format', 'json', '--no-cache').slice(0, 2)).toEqual([3, 'DG901']);
  expect(docgen(dir, 'build', '--format', 'json', '--profile').stderr).toBe('');
});

describe('help', () => {
  test('--help shows commands, examples and exit codes', () => {
    const { status, stdout } = docgen(root, '--help');
    expect(status).toBe(0);
    for (const text of ['build', 'inspect', 'Examples:', 'Exit codes:']) expect(stdout).toContain(text);
  });
  test('--version is that of the package', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(docgen(root, '--version')).toMatchObject({ status: 0, stdout: `${version}\n` });
  });
  test('without a command: the help, and 2', () => {
    expect(docgen(root)).toMatchObject({ status: 2 });
  });
});

describe('diagnostics for programs', () => {
  const hostile = 'x\u001b]0;pwned\u0007::error::y\u202e,:%.md';
  const files = { [`content/${hostile}`]: '---\nslug: /x\n---\n\n# X\n\n[a](none.md)' };

  test('text: control characters and direction marks are written out', () => {
    const { stderr } = docgen(hub(files), 'build');
    expect(stderr).toContain('content/x\\u{1b}]0;pwned\\u{7}::error::y\\u{202e},:%.md:7:1: warning DG601:');
    expect(stderr).not.toMatch(/[\u001b\u0007\u202e]/);
  });

  test('--format json: one object a line on stderr, the summary on stdout', () => {
    const { stdout, stderr } = docgen(hub(files), 'build', '--format', 'json');
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual({
      code: 'DG601',
      severity: 'warning',
      message: 'broken link `none.md`',
      file: `content/${hostile}`,
      line: 7,
      column: 1,
      url: 'docs/reference/diagnostics/DG601.md',
    });
    expect(JSON.parse(stdout)).toMatchObject({ published: true, pages: 5, errors: 0, warnings: lines.length });
  });

  test('--format github: one annotation a line, nothing that starts another', () => {
    const { stderr } = docgen(hub(files), 'build', '--format', 'github');
    const lines = stderr
      .trim()
      .split('\n')
      .filter((line) => line.includes('DG601'));
    expect(lines).toEqual([
      '::warning file=content/x\\u{1b}]0;pwned\\u{7}%3A%3Aerror%3A%3Ay\\u{202e}%2C%3A%25.md,line=7,col=1,title=DG601::broken link `none.md`',
    ]);
    expect(stderr.split('\n').filter((line) => line.startsWith('::error'))).toEqual([]);
  });
});

describe('docgen inspect', () => {
  const dir = () =>
    hub({ ...two, 'content/c/index.md': '---\ntitle: Landing\nunlisted: true\n---', 'content/c/d.md': '# D' });

  test('version --json holds record, permalinks and neighbours', () => {
    const data = JSON.parse(docgen(dir(), 'inspect', 'version', '--json').stdout);
    expect(data.version).toMatchObject({ pluginId: 'default', version: 'current', label: 'Next', isLast: true });
    expect(data.permalinks).toEqual({ a: '/docs/a', b: '/docs/b', 'c/d': '/docs/c/d', 'c/index': '/docs/c/' });
    expect(data.nav).toEqual({
      a: [null, '/docs/b'],
      b: ['/docs/a', '/docs/c/d'],
      'c/d': ['/docs/b', null],
      'c/index': [null, null],
    });
  });

  test.each([
    ['version', /^pluginId: default\nversion: current\n.*docs: 4\nsidebars: tutorialSidebar\n$/s],
    ['docs', /^a {2}\/docs\/a {2}A\n/],
    [
      'sidebar',
      /^tutorialSidebar\n {2}A {2}\/docs\/a\n {2}B {2}\/docs\/b\n {2}Landing {2}\/docs\/c\/\n {4}D {2}\/docs\/c\/d\n$/,
    ],
    ['routes', /^\/404\.html {2}notFound {2}404\.html\n\/docs\/a {2}doc {2}docs\/a\/index\.html\n/],
  ])('%s as text and as JSON', (subject, text) => {
    const cwd = dir();
    expect(docgen(cwd, 'inspect', subject).stdout).toMatch(text);
    expect(() => JSON.parse(docgen(cwd, 'inspect', subject, '--json').stdout)).not.toThrow();
    expect(filesBelow(cwd).every((path) => path.startsWith('content/'))).toBe(true);
  });

  test('a reader that goes away is no fault', () => {
    const ran = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" "${bin}" inspect version --json --content content | head -c 1; exit $?`],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    expect(ran).toMatchObject({ status: 0, stderr: '' });
  });
});

test('the config may be TypeScript with the types of docgen', () => {
  const config =
    "import { defineConfig } from 'docgen-hub';\nexport default defineConfig({ title: 'Typed' as string });\n";
  const dir = hub({ ...two, 'docgen.config.ts': config });
  expect(docgen(dir, 'build').status).toBe(0);
  expect(readFileSync(join(dir, 'build/docs/index.html'), 'utf8')).toContain('<title>Typed</title>');
});

describe('docgen eject', () => {
  const config = {
    'docgen.config.json': '{"templates": "./mine", "css": "./more.css"}',
    'more.css': '.mine{color:red}',
    ...two,
  };
  test('copies a template that the next build uses', () => {
    const dir = hub(config);
    expect(docgen(dir, 'eject', 'DocPage')).toMatchObject({ status: 0, stdout: 'mine/DocPage.tsx\n' });
    const text = readFileSync(join(dir, 'mine/DocPage.tsx'), 'utf8');
    expect(text).not.toMatch(/from '\.{1,2}\//);
    writeFiles(dir, { 'mine/DocPage.tsx': text.replace('<article ', '<article className="x-mine" ') });
    expect(docgen(dir, 'build')).toMatchObject({ status: 0 });
    expect(readFileSync(join(dir, 'build/docs/a/index.html'), 'utf8')).toContain('<article class="x-mine"');
    const style = filesBelow(join(dir, 'build')).find((path) => path.endsWith('.css')) ?? '';
    expect(readFileSync(join(dir, 'build', style), 'utf8')).toMatch(/\.mine\{color:red\}$/);
  });
  test('DG113: a file that is there stays, but for --force', () => {
    const dir = hub({ ...config, 'mine/Cards.tsx': 'mine' });
    expect(docgen(dir, 'eject', 'Cards').stderr).toMatch(
      /DG113: `mine\/Cards\.tsx` already exists\n {2}help: pass `--force`/,
    );
    expect(docgen(dir, 'eject', 'Cards', '--force').status).toBe(0);
  });
  test('lists templates, shows what docgen changed since, and forgets it once it is merged', () => {
    const dir = hub(config);
    expect(docgen(dir, 'eject').stderr).toMatch(/DG102: which template\?/);
    expect(docgen(dir, 'eject', '--diff', 'Cards')).toMatchObject({ status: 2, stdout: '' });
    for (const name of ['Cards', 'DocPage']) docgen(dir, 'eject', name);
    expect(docgen(dir, 'eject', '--diff')).toMatchObject({ status: 0, stdout: '' });
    // As if docgen had changed it since: its original was another then, and the owner's is made of that.
    const now = readFileSync(join(dir, 'mine/Cards.tsx'), 'utf8');
    const then = now.replace('const maxCards = 60;', 'const maxCards = 50;');
    writeFiles(dir, {
      'mine/.ejected/Cards.tsx': then,
      'mine/Cards.tsx': `// mine\n${then}`,
      'mine/Footer.tsx': 'export const Footer = () => null;',
    });
    const listed = docgen(dir, 'eject', '--list').stdout.split('\n');
    expect(listed).toContain('Document');
    expect(listed).toContain(`${'DocPage'.padEnd(17)}ejected`);
    expect(listed).toContain(`${'Cards'.padEnd(17)}ejected; docgen changed it since: \`docgen eject --diff Cards\``);
    expect(listed.find((line) => line.startsWith('Footer'))).toMatch(/of your own/);
    const { stdout: patch } = docgen(dir, 'eject', '--diff', 'Cards');
    expect(patch).toMatch(
      /^--- a\/mine\/Cards\.tsx\n\+\+\+ b\/mine\/Cards\.tsx\n@@[\s\S]*\n-export const maxCards = 50;\n\+export const maxCards = 60;\n/,
    );
    expect(spawnSync('git', ['apply', '-'], { cwd: dir, input: patch }).status).toBe(0);
    expect(readFileSync(join(dir, 'mine/Cards.tsx'), 'utf8')).toBe(`// mine\n${now}`);
    expect(docgen(dir, 'eject', 'Cards', '--merged').status).toBe(0);
    expect(docgen(dir, 'eject', '--diff', 'Cards')).toMatchObject({ status: 0, stdout: '' });
    expect(docgen(dir, 'build').status).toBe(0);
  });
  test('a template in JSX, without types', () => {
    const dir = hub({ ...config, 'mine/NotFoundPage.jsx': 'export function NotFoundPage() { return <p>mine</p>; }' });
    expect(docgen(dir, 'build')).toMatchObject({ status: 0 });
    expect(readFileSync(join(dir, 'build/404.html'), 'utf8')).toContain('<p>mine</p>');
  });

  test.each([
    ['export default 7;', /DG114: template `Cards`: it exports no component `Cards`/],
    ['export function Cards() { throw new Error("mine broke"); }', /DG114: template `\w+`: mine broke/],
    ['export function Cards( {', /DG114: template `Cards`: /],
  ])('DG114: a template that does not work stops the build: %s', (text, message) => {
    const ran = docgen(hub({ ...config, 'mine/Cards.tsx': text }), 'build');
    expect(ran.status).toBe(2);
    expect(ran.stderr).toMatch(message);
    expect(ran.stderr).not.toMatch(/\n {4}at /);
  });
});

test('a control character in the config is reported; under --strict the site stays', () => {
  const dir = writeFiles(tempDir(), { 'content/a.md': '# A', 'docgen.config.json': '{"title": "H\\u0000ub"}' });
  expect(docgen(dir, 'build')).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('docgen.config.json: warning DG304'),
  });
  expect(docgen(dir, 'build', '--strict').status).toBe(1);
  expect(docgen(dir, 'inspect', 'version').stderr).toContain('DG304');
});
