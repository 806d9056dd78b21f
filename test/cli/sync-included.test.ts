// Files that gathered pages include from elsewhere in their repository: `docgen sync` gathers their texts, the build shows them as they
// are at the commit, and reports what it cannot show.
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { activeIn, docgen, type Files, filesBelow, tempDir, textOf, writeFiles } from '../support/hub.js';
import { commit, git, hasGit } from '../support/repository.js';

const license = 'MIT License\n\nPermission is hereby granted, free of charge, to any person';

/** A repository `owner/project`, and a hub that gathers its `docs` from an address on the web that git finds on this disk. */
function hubOf(files: Files): { readonly dir: string; readonly upstream: string; readonly hash: string } {
  const base = tempDir();
  const upstream = writeFiles(join(base, 'web/owner/project'), { LICENSE: license, ...files });
  git(upstream, ['init', '--quiet', '--initial-branch=main']);
  const hash = commit(upstream, {});
  const source = { section: 'p', repo: 'https://example.org/owner/project', ref: 'main', paths: [{ from: 'docs' }] };
  const dir = writeFiles(join(base, 'hub'), {
    'content/index.md': '# Front',
    'docgen.config.json': JSON.stringify({ sources: [source] }),
  });
  git(dir, ['init', '--quiet']);
  git(dir, ['config', `url.${join(base, 'web')}/.insteadOf`, 'https://example.org/']);
  return { dir, upstream, hash };
}

const synced = (dir: string) => {
  const { status, stderr } = docgen(dir, 'sync');
  expect({ status, stderr }).toMatchObject({ status: 0 });
};
const page = (dir: string, path: string) => readFileSync(join(dir, `build/docs/p/${path}/index.html`), 'utf8');
const codesOf = (html: string) =>
  [...html.matchAll(/<pre[^>]*>([\s\S]*?)<\/pre>/g)].map(([, inner = '']) => textOf(inner).replace(/\n$/, ''));
const said = (stderr: string) => stderr.split('\n').filter((line) => / (?:warning|error) DG/.test(line));
const include = (path: string, more = '') => `{% includecode github_path="${path}" ${more}%}`;
const fence = (...lines: string[]) => `\`\`\`go\n${lines.join('\n')}\n\`\`\`\n`;

const source = [
  'package p',
  '',
  'func f() {',
  '\t// [START call]',
  '\tx := call(',
  '\t\t"<script>alert(1)</script> **no** {{x}} {% raw %}",',
  '\t)',
  '\t// [START_EXCLUDE]',
  '\tsecret(x)',
  '\t// [END_EXCLUDE]',
  '\t// [START inner]',
  '\tuse(x)',
  '\t// [END inner]',
  '\t// [END call]',
  '}',
  '// [START call]',
  'again()',
  '// [END call]',
].join('\n');
const shown = 'x := call(\n\t"<script>alert(1)</script> **no** {{x}} {% raw %}",\n)\n// ...\nuse(x)\nagain()';

describe.runIf(hasGit('included files of repositories'))('code of the repository of a page', () => {
  test('is shown by region, as text, and linked at the commit and line; without network, again from the cache', () => {
    const { dir, upstream, hash } = hubOf({
      'docs/a.md': `# A\n\n${fence(include('owner/project/src/a.go', 'region_tag="inner" adjust_indentation="auto" '))}`,
      'docs/b.md': `# B\n\n${fence(include('Owner/Project/src/a.go', 'region_tag="inner" '))}\n- item\n\n  ${include('owner/project/src/b.py')}\n`,
      'src/a.go': source,
      'src/b.py': 'print("whole")\n',
      'src/other.go': 'package other',
    });
    synced(dir);
    rmSync(upstream, { recursive: true });
    const built = docgen(dir, 'build', '--strict');
    expect({ status: built.status, said: said(built.stderr) }).toEqual({ status: 0, said: [] });
    expect(codesOf(page(dir, 'a'))).toEqual(['use(x)']);
    expect(codesOf(page(dir, 'b'))).toEqual(['\tuse(x)', 'print("whole")']);
    const blob = `https://example.org/owner/project/blob/${hash}/src`;
    expect(page(dir, 'a')).toContain(`Source: <a href="${blob}/a.go#L12"`);
    expect(page(dir, 'b')).toContain(`Source: <a href="${blob}/b.py"`);
    // It is no page, no file of the section and no file of the site.
    expect(filesBelow(join(dir, '.docgen/sources/p'))).toEqual(['.docgen-source.json', 'a.md', 'b.md']);
    expect(filesBelow(join(dir, 'build')).filter((path) => /\.(?:go|py)$/.test(path))).toEqual([]);
    const first = page(dir, 'b');
    expect(docgen(dir, 'build', '--no-cache').status).toBe(0);
    expect(page(dir, 'b')).toBe(first);
  });

  test('is code whatever it holds: no markup, no Markdown, no tag of a template; parts of a region follow each other', () => {
    const { dir } = hubOf({
      'docs/a.md': `# A\n\n${fence(include('owner/project/a.go', "region_tag='call' adjust_indentation='auto' "))}\n${include('owner/project/a.go', 'region_tag="call" adjust_indentation="auto" ')}\n\n- {{x}}\n`,
      'a.go': source.replace('again()', '\tagain()'),
    });
    synced(dir);
    expect(docgen(dir, 'build', '--strict').status).toBe(0);
    expect(codesOf(page(dir, 'a'))).toEqual([shown, shown]);
    expect(activeIn(page(dir, 'a'))).toEqual([]);
  });

  test('a new commit changes it, and a source that fails keeps what it had', () => {
    const files = { 'docs/a.md': `# A\n\n${fence(include('owner/project/a.go'))}`, 'a.go': 'one()' };
    const { dir, upstream } = hubOf(files);
    synced(dir);
    docgen(dir, 'build');
    commit(upstream, { 'a.go': 'two()' });
    expect(docgen(dir, 'sync', '--update').status).toBe(0);
    expect(docgen(dir, 'build', '--strict').status).toBe(0);
    expect(codesOf(page(dir, 'a'))).toEqual(['two()']);
    rmSync(upstream, { recursive: true });
    expect(docgen(dir, 'sync', '--update').status).toBe(2);
    expect(docgen(dir, 'build', '--strict').status).toBe(0);
    expect(codesOf(page(dir, 'a'))).toEqual(['two()']);
  });

  test('what cannot be shown is reported at its place, and nothing outside the repository is read', () => {
    const cases = [
      ['owner/project/../../hub/docgen.config.json', /DG609: included file `[^`]+` not found/],
      ['owner/project/src/../../../x', /DG609: .* not found/],
      ['owner/project/gone.go', /DG609: .* not found/],
      ['owner/project/src', /DG609: .* not found/],
      ['owner/project/link.go', /DG611: .* is left out: it is a symbolic link/],
      ['owner/project/large.go', /DG611: .* is left out: it is over 1 MB/],
      ['owner/project/binary.go', /DG611: .* is left out: it is not text in UTF-8/],
      ['owner/project/latin.go', /DG611: .* is left out: it is not text in UTF-8/],
      ['owner/project/lfs.go', /DG611: .* is left out: it is a Git LFS pointer/],
      ['owner/project/a.go" region_tag="none', /DG611: .* is left out: its region `none` is not there/],
      ['owner/project/a.go" region_tag="empty', /DG611: .* is left out: its region `empty` is empty/],
    ] as const;
    const { dir, upstream } = hubOf({
      'docs/a.md': `# A\n\n${cases.map(([path]) => include(path)).join('\n\n')}\n`,
      'a.go': 'here()\n// [START empty]\n// [END empty]\n',
      'src/a.go': 'x',
      'large.go': Buffer.alloc(50 * 1024 * 1024, 'x'),
      'binary.go': Buffer.from([0x41, 0, 0x42]),
      'latin.go': Buffer.from([0x41, 0xe4, 0x42]),
      'lfs.go': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n',
    });
    writeFileSync(join(upstream, '../secret.go'), 'secret()');
    symlinkSync('../secret.go', join(upstream, 'link.go'));
    commit(upstream, {});
    synced(dir);
    const { status, stderr } = docgen(dir, 'build');
    expect(status).toBe(0);
    const lines = said(stderr);
    expect(lines).toHaveLength(cases.length);
    for (const [index, [, message]] of cases.entries()) {
      expect(lines[index]).toMatch(message);
      expect(lines[index]).toContain(`.docgen/sources/p/a.md:${3 + 2 * index}:1: warning`);
    }
    expect(codesOf(page(dir, 'a'))).toEqual([]);
    expect(page(dir, 'a')).not.toContain('secret()');
    expect(readFileSync(join(dir, '.docgen/sources/p/.docgen-source.json'), 'utf8')).not.toContain('secret()');
  });

  test('stands among other lines of a block, in which an include of other code stays as it is written', () => {
    const other = include('other/project/a.go');
    const { dir } = hubOf({
      'docs/a.md': `# A\n\n${fence('before()', include('owner/project/a.go'), 'after()', other)}`,
      'a.go': 'here("$&")\n',
    });
    synced(dir);
    expect(docgen(dir, 'build', '--strict').status).toBe(0);
    expect(codesOf(page(dir, 'a'))).toEqual([`before()\nhere("$&")\nafter()\n${other}`]);
    expect(page(dir, 'a').match(/Source: /g)).toHaveLength(1);
  });

  test('is that of the version of a page', () => {
    const { dir, upstream, hash } = hubOf({
      'docs/a.md': `# A\n\n${fence(include('owner/project/a.go'))}`,
      'a.go': 'one()',
    });
    git(upstream, ['tag', 'v1']);
    const next = commit(upstream, { 'a.go': 'two()' });
    git(upstream, ['tag', 'v2']);
    const config = JSON.parse(readFileSync(join(dir, 'docgen.config.json'), 'utf8'));
    const versions = ['2', '1'].map((name) => ({ name, ref: `v${name}` }));
    config.sources[0] = { ...config.sources[0], ref: undefined, versions };
    writeFiles(dir, { 'docgen.config.json': JSON.stringify(config) });
    synced(dir);
    expect(docgen(dir, 'build', '--strict').status).toBe(0);
    expect([codesOf(page(dir, 'a')), codesOf(page(dir, '1/a'))]).toEqual([['two()'], ['one()']]);
    expect(page(dir, 'a')).toContain(`blob/${next}/a.go`);
    expect(page(dir, '1/a')).toContain(`blob/${hash}/a.go`);
  });

  test('of another repository it is a link to the newest commit, as in a page that was not gathered', () => {
    const text = `# A\n\n${include('other/project/a.go', 'region_tag="x" ')}\n`;
    const { dir } = hubOf({ 'docs/a.md': text, 'a.go': 'here()' });
    writeFiles(dir, { 'content/own.md': text });
    synced(dir);
    expect(docgen(dir, 'build', '--strict').status).toBe(0);
    for (const path of ['p/a', 'own'])
      expect(readFileSync(join(dir, `build/docs/${path}/index.html`), 'utf8')).toContain(
        '<p>Source: <a href="https://github.com/other/project/blob/HEAD/a.go"',
      );
  });
});

describe.runIf(hasGit('included files of repositories'))('other includes that leave the gathered folder', () => {
  test('partials, with those that they include, and imports of Markdown and of text are read from the repository', () => {
    const { dir } = hubOf({
      'docs/a.md': '# A\n\n<<../shared/_part.md>>\n\n{% include "shared/_quoted.md" %}\n',
      'docs/b.mdx': `import Part from '../shared/part.mdx';\nimport Code from '!!raw-loader!../src/x.ts';\nimport Site from '@site/src/x.ts?raw';\n\n# B\n\n<Part name="you" />\n\n<CodeBlock language="ts">{Code}</CodeBlock>\n\n<CodeBlock>{Site}</CodeBlock>\n`,
      'shared/_part.md': '---\nx: 1\n---\nThe **part**.\n\n<<deeper/_more.md>>\n',
      'shared/deeper/_more.md': 'More of it.\n\n<<_none.md>>\n',
      'shared/_quoted.md': 'Quoted.',
      'shared/part.mdx': 'Hello {props.name}.',
      'src/x.ts': 'const x = "<b>";\n',
    });
    synced(dir);
    const { status, stderr } = docgen(dir, 'build');
    expect(status).toBe(0);
    expect(said(stderr)).toEqual([
      expect.stringMatching(
        /owner\/project@[0-9a-f]{40}:shared\/deeper\/_more\.md:3:1: warning DG609: .*`_none\.md` not found/,
      ),
    ]);
    expect(page(dir, 'a')).toMatch(/The <strong>part<\/strong>\.[\s\S]*More of it\.[\s\S]*Quoted\./);
    expect(textOf(page(dir, 'b'))).toContain('Hello you.');
    expect(codesOf(page(dir, 'b'))).toEqual(['const x = "<b>";', 'const x = "<b>";']);
  });

  test('a partial that was not selected beside its page, and one that includes itself', () => {
    const { dir } = hubOf({ 'docs/a.md': '# A\n\n<<_p.md>>\n', 'docs/_p.md': 'Part.\n\n<<_p.md>>\n' });
    const config = JSON.parse(readFileSync(join(dir, 'docgen.config.json'), 'utf8'));
    config.sources[0].paths = [{ from: 'docs/a.md' }];
    writeFiles(dir, { 'docgen.config.json': JSON.stringify(config) });
    synced(dir);
    const { stderr } = docgen(dir, 'build');
    expect(said(stderr)).toEqual([
      expect.stringMatching(/_p\.md:3:1: warning DG611: .* is left out: it includes itself/),
    ]);
    expect(page(dir, 'a')).toContain('<p>Part.</p>');
  });
});
