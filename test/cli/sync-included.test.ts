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

/** A file with parts as MkDocs and as mdBook mark them. */
const marked = [
  'use std::fs;',
  '',
  '# hidden();',
  '// --8<-- [start:one]',
  'fn one() {',
  '    // ANCHOR: two',
  '    two("<script>alert(1)</script> {{#include x}} $&");',
  '    // ANCHOR_END: two',
  '    ## shown();',
  '}',
  '// --8<-- [end:one]',
  '// ANCHOR: two',
  'again();',
  '// ANCHOR_END: two',
].join('\n');
const two = '    two("<script>alert(1)</script> {{#include x}} $&");';

const snippets: readonly (readonly [written: string, shown: string])[] = [
  ['--8<-- "src/x.rs:one"', `fn one() {\n    // ANCHOR: two\n${two}\n    // ANCHOR_END: two\n    ## shown();\n}`],
  ["  -8<- 'src/x.rs:13:13'", '  again();'],
  ['--8<-- "src/x.rs:3"', marked.split('\n').slice(2).filter((line) => !line.includes('8<')).join('\n')], // biome-ignore format: a table
  ['--8<-- "src/x.rs::1,13:13"', 'use std::fs;\nagain();'],
  ['--8<-- "src/x.rs:-1"', '// ANCHOR_END: two'],
  ['--8<-- "beside.txt"', 'beside'],
  ['--8<-- "mkdocs.txt"', 'of the docs'],
  ['{{#include ../../src/x.rs:two}}', two],
  ['{{#rustdoc_include ../../src/x.rs:two}}', `${two}\nagain();`],
  ['{{#include ../../src/x.rs:13}}', 'again();'],
  ['{{ #include ../../src/x.rs::3 }}', 'use std::fs;\n'],
  ['{{#include ../../src/x.rs:9:10}}', '    # shown();\n}'],
  ['a {{#include beside.txt}} b', 'a beside b'],
  [';--8<-- "src/x.rs"', '--8<-- "src/x.rs"'],
  [';;--8<-- "src/x.rs"\n;--8<--', ';--8<-- "src/x.rs"\n--8<--'],
  ['\\{{#include x.rs}}', '{{#include x.rs}}'],
  ['x = 1 --8<-- "src/x.rs"', 'x = 1 --8<-- "src/x.rs"'],
];
/** Pages below `docs`, and what they include. */
const snippetFiles: Files = {
  'docs/guide/a.md': `# A\n\n${snippets.map(([written]) => fence(written)).join('\n')}\n- item\n\n  ~~~\n  --8<-- "src/x.rs:13:"\n  ~~~\n\n{{#playground ../../src/x.rs}}\n`,
  'docs/guide/b.md':
    '# B\n\n--8<-- "NOTES.md:some"\n\nVersion {{#include ../../version.txt}} is [new](a.md).\n\n- --8<-- "docs/mkdocs.txt"\n',
  'docs/mkdocs.txt': 'of the docs',
  'docs/guide/beside.txt': 'beside',
  'src/x.rs': marked,
  'version.txt': '**2.0**\n',
  'NOTES.md':
    '---\nx: 1\n---\n# Notes\n\n<!-- --8<-- [start:some] -->\nSome *notes* on [A](a.md).\n\n--8<-- "NOTES.md:some"\n\n{{#include deep/more.md}}\n<!-- --8<-- [end:some] -->\n',
  'deep/more.md': 'More. {{#include ../docs/guide/beside.txt}}\n',
};

const snippetFaults = [
  ['--8<-- "none.rs"', /DG609: included file `none\.rs` not found/],
  ['--8<-- "../secret.txt"', /DG609: .* not found/],
  ['{{#include ../../../secret.txt}}', /DG609: .* not found/],
  ['{{#include /src/x.rs}}', /DG609: .* not found/],
  ['--8<-- "src"', /DG609: .* not found/],
  ['--8<-- "src/x.rs:none"', /DG611: .* is left out: it has no part `none`/],
  ['--8<-- "src/x.rs:99:"', /DG611: .* is left out: it has no part `99:`/],
  ['--8<-- "link.rs"', /DG611: .* is left out: it is a symbolic link/],
  ['--8<-- "large.rs"', /DG611: .* is left out: it is over 1 MB/],
  ['--8<-- "binary.rs"', /DG611: .* is left out: it is not text in UTF-8/],
  ['--8<-- "docs/guide/a.md"', /DG611: .* is left out: it includes itself/],
] as const;

describe.runIf(hasGit('snippets'))('snippets of MkDocs and mdBook', () => {
  /** The same files as a gathered section, and as content of the hub's own repository. */
  const hubs = [
    ['gathered', (files: Files) => ({ ...hubOf(files), at: '.docgen/sources/p/', sync: synced })],
    [
      'local',
      (files: Files) => {
        const dir = writeFiles(join(tempDir(), 'hub'), {
          'docgen.config.json': JSON.stringify({ content: [{ dir: 'docs', prefix: 'p' }] }),
          ...files,
        });
        git(dir, ['init', '--quiet']);
        return { dir, upstream: dir, at: 'docs/', sync: () => {} };
      },
    ],
  ] as const;

  test.each(hubs)('are shown in code and outside: %s', (_, hub) => {
    const { dir, sync } = hub(snippetFiles);
    sync(dir);
    const { stderr } = docgen(dir, 'build');
    expect(said(stderr)).toEqual([
      expect.stringMatching(/NOTES\.md:9:1: warning DG611: .* is left out: it includes itself/),
    ]);
    const code = codesOf(page(dir, 'guide/a'));
    expect(code).toEqual([
      ...snippets.map(([, shown]) => shown),
      'again();\n// ANCHOR_END: two',
      `use std::fs;\n\n// --8<-- [start:one]\nfn one() {\n${two}\n    # shown();\n}\n// --8<-- [end:one]\nagain();`,
    ]);
    expect(activeIn(page(dir, 'guide/a'))).toEqual([]);
    const b = page(dir, 'guide/b');
    expect(b).toMatch(/<p>Some <em>notes<\/em> on <a href="[^"]*\/guide\/a\/">A<\/a>\.<\/p>\s*<p>More\. beside<\/p>/);
    expect(b).toMatch(/<p>Version <strong>2\.0<\/strong> is <a/);
    expect(textOf(b)).toContain('of the docs');
    expect(filesBelow(join(dir, 'build')).filter((path) => /\.rs$/.test(path))).toEqual([]);
  });

  test.each(hubs)('what cannot be shown is reported at its line: %s', (_, hub) => {
    const lines = snippetFaults.map(([written]) => written);
    const { dir, upstream, at, sync } = hub({
      'docs/guide/a.md': `# A\n\n${fence(...lines)}\n${lines.join('\n\n')}\n`,
      'src/x.rs': marked,
      'large.rs': Buffer.alloc(2 * 1024 * 1024, 'x'),
      'binary.rs': Buffer.from([0x41, 0, 0x42]),
    });
    writeFileSync(join(upstream, '../secret.txt'), 'secret()');
    symlinkSync('../secret.txt', join(upstream, 'link.rs'));
    if (upstream !== dir) commit(upstream, {});
    sync(dir);
    const { status, stderr } = docgen(dir, 'build', '--all');
    expect(status).toBe(0);
    const found = said(stderr);
    const count = lines.length;
    expect(found).toHaveLength(2 * count);
    for (const [index, [, message]] of snippetFaults.entries()) {
      expect(found[index]).toMatch(message);
      expect(found[index]).toContain(`${at}guide/a.md:${4 + index}:1: warning`);
      expect(found[index + count]).toContain(`${at}guide/a.md:${6 + count + 2 * index}:1: warning`);
    }
    expect(codesOf(page(dir, 'guide/a'))).toEqual([lines.join('\n')]);
    expect(page(dir, 'guide/a')).not.toContain('secret()');
  });

  test('of content in no export: no hidden file, none that git ignores, and a change is seen by the next build', async () => {
    const [, [, hub]] = hubs;
    const { dir } = hub({
      'docs/a.md': '# A\n\n--8<-- ".env"\n\n--8<-- "build.log"\n\n--8<-- ".git/config"\n\n--8<-- "README.md"\n',
      '.env': 'SECRET',
      'build.log': 'SECRET',
      '.gitignore': '*.log\n',
      'README.md': 'One.\n',
    });
    const build = () => docgen(dir, 'build', '--cache', join(dir, '../cache'));
    const { stderr } = build();
    expect(said(stderr).map((line) => line.replace(/.*DG/, 'DG'))).toEqual(
      ['.env', 'build.log', '.git/config'].map(
        (path) => `DG611: included file \`${path}\` is left out: it is hidden, or git ignores it`,
      ),
    );
    expect(page(dir, 'a')).toContain('<p>One.</p>');
    expect(page(dir, 'a')).not.toContain('SECRET');
    await new Promise((resolve) => setTimeout(resolve, 2100)); // before, no build takes a file for settled
    build();
    writeFiles(dir, { 'README.md': 'Two.\n' });
    build();
    expect(page(dir, 'a')).toContain('<p>Two.</p>');
  });
});
