// Files that synced pages include from elsewhere in their repository: `docgen sync` stores their texts, and the build shows them as they are at the commit, and reports
// those that it can't show.
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataOf } from '../support/data.js';
import { activeIn, type Files, filesBelow, tempDir, textOf, writeFiles } from '../support/hub.js';
import { commit, git, hasGit } from '../support/repository.js';
import { scenarios } from '../support/scenarios.js';
import { license, mirror, page as pageAt, read, run, succeed } from '../support/sync.js';

/** Creates a repository `owner/project`, and a hub that syncs its `docs` from a web URL that Git redirects to this disk. */
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
  mirror(dir, { 'https://example.org/': `${join(base, 'web')}/` });
  return { dir, upstream, hash };
}

const synced = async (dir: string) => {
  const { status, stderr } = await run(dir, 'sync');
  expect({ status, stderr }).toMatchObject({ status: 0 });
};
const page = (dir: string, path: string) => pageAt(dir, `p/${path}`);
const codesOf = (html: string) =>
  [...html.matchAll(/<pre[^>]*>([\s\S]*?)<\/pre>/g)].map(([, inner = '']) => textOf(inner).replace(/\n$/, ''));
const said = (stderr: string) => stderr.split('\n').filter((line) => / (?:warning|error) DG/.test(line));
const include = (path: string, more = '') => `{% includecode github_path="${path}" ${more}%}`;
const fence = (...lines: string[]) => `\`\`\`go\n${lines.join('\n')}\n\`\`\`\n`;

const data = dataOf<{
  hidden: Files;
  code: string;
  shownCode: string;
  codeFaults: [path: string, message: RegExp][];
  marked: string;
  snippets: [written: string, shown: string][];
  snippetFiles: Files;
  snippetFaults: [written: string, message: RegExp][];
}>('cli/sync-included');

/** Pages below `docs`, and the files that they include. */
const snippetFiles: Files = {
  ...data.snippetFiles,
  'docs/guide/a.md': `# A\n\n${data.snippets.map(([written]) => fence(written)).join('\n')}\n- item\n\n  ~~~\n  --8<-- "src/x.rs:13:"\n  ~~~\n\n{{#playground ../../src/x.rs}}\n`,
  'src/x.rs': data.marked,
};

describe.runIf(hasGit('included files of repositories'))('code of the repository of a page', () => {
  scenarios('cli/sync-included');

  test('any content is code: no markup, no Markdown, no template tags; parts of a region are joined', async () => {
    const { dir } = hubOf({
      'docs/a.md': `# A\n\n${fence(include('owner/project/a.go', "region_tag='call' adjust_indentation='auto' "))}\n${include('owner/project/a.go', 'region_tag="call" adjust_indentation="auto" ')}\n\n- {{x}}\n`,
      'a.go': data.code.replace('again()', '\tagain()'),
    });
    await synced(dir);
    await succeed(dir, 'build', '--strict');
    expect(codesOf(page(dir, 'a'))).toEqual([data.shownCode, data.shownCode]);
    expect(activeIn(page(dir, 'a'))).toEqual([]);
  });

  test('files that cannot be shown are reported at their location, and nothing outside the repository is read', async () => {
    const { dir, upstream } = hubOf({
      'docs/a.md': `# A\n\n${data.codeFaults.map(([path]) => include(path)).join('\n\n')}\n`,
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
    await synced(dir);
    const { status, stderr } = await run(dir, 'build');
    expect(status).toBe(0);
    const lines = said(stderr);
    expect(lines).toHaveLength(data.codeFaults.length);
    for (const [index, [, message]] of data.codeFaults.entries()) {
      expect(lines[index]).toMatch(message);
      expect(lines[index]).toContain(`.docgen/sources/p/a.md:${3 + 2 * index}:1: warning`);
    }
    expect(codesOf(page(dir, 'a'))).toEqual([]);
    expect(page(dir, 'a')).not.toContain('secret()');
    expect(read(dir, '.docgen/sources/p/.docgen-source.json')).not.toContain('secret()');
  });
});

describe.runIf(hasGit('snippets'))('snippets of MkDocs and mdBook', () => {
  /** The same files as a synced section, and as content of the hub's own repository. */
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
        return { dir, upstream: dir, at: 'docs/', sync: async () => {} };
      },
    ],
  ] as const;

  test.each(hubs)('are shown in code and outside: %s', async (_, hub) => {
    const { dir, sync } = hub(snippetFiles);
    await sync(dir);
    const { stderr } = await run(dir, 'build');
    expect(said(stderr)).toEqual([
      expect.stringMatching(/NOTES\.md:9:1: warning DG611: .* omitted: it includes itself/),
    ]);
    const code = codesOf(page(dir, 'guide/a'));
    expect(code).toEqual([
      ...data.snippets.map(([, shown]) => shown),
      'again();\n// ANCHOR_END: two',
      `use std::fs;\n\n// --8<-- [start:one]\nfn one() {\n    two("<script>alert(1)</script> {{#include x}} $&");\n    # shown();\n}\n// --8<-- [end:one]\nagain();`,
    ]);
    expect(activeIn(page(dir, 'guide/a'))).toEqual([]);
    const b = page(dir, 'guide/b');
    expect(b).toMatch(/<p>Some <em>notes<\/em> on <a href="[^"]*\/guide\/a\/">A<\/a>\.<\/p>\s*<p>More\. beside<\/p>/);
    expect(b).toMatch(/<p>Version <strong>2\.0<\/strong> is <a/);
    expect(textOf(b)).toContain('of the docs');
    expect(filesBelow(join(dir, 'build')).filter((path) => /\.rs$/.test(path))).toEqual([]);
  });

  test.each(hubs)('files that cannot be shown are reported at their line: %s', async (_, hub) => {
    const lines = data.snippetFaults.map(([written]) => written);
    const { dir, upstream, at, sync } = hub({
      'docs/guide/a.md': `# A\n\n${fence(...lines)}\n${lines.join('\n\n')}\n`,
      'src/x.rs': data.marked,
      'large.rs': Buffer.alloc(2 * 1024 * 1024, 'x'),
      'binary.rs': Buffer.from([0x41, 0, 0x42]),
    });
    writeFileSync(join(upstream, '../secret.txt'), 'secret()');
    symlinkSync('../secret.txt', join(upstream, 'link.rs'));
    if (upstream !== dir) commit(upstream, {});
    await sync(dir);
    const { status, stderr } = await run(dir, 'build', '--all');
    expect(status).toBe(0);
    const found = said(stderr);
    const count = lines.length;
    expect(found).toHaveLength(2 * count);
    for (const [index, [, message]] of data.snippetFaults.entries()) {
      expect(found[index]).toMatch(message);
      expect(found[index]).toContain(`${at}guide/a.md:${4 + index}:1: warning`);
      expect(found[index + count]).toContain(`${at}guide/a.md:${6 + count + 2 * index}:1: warning`);
    }
    expect(codesOf(page(dir, 'guide/a'))).toEqual([lines.join('\n')]);
    expect(page(dir, 'guide/a')).not.toContain('secret()');
  });

  test('in local content: no hidden or ignored files, and the next build detects a change', async () => {
    const [, [, hub]] = hubs;
    const { dir } = hub(data.hidden);
    const build = () => run(dir, 'build', '--cache', join(dir, '../cache'));
    const { stderr } = await build();
    expect(said(stderr).map((line) => line.replace(/.*DG/, 'DG'))).toEqual(
      ['.env', 'build.log', '.git/config', '../.env'].map(
        (path) => `DG611: included file \`${path}\` omitted: it is hidden, or Git ignores it`,
      ),
    );
    expect(page(dir, 'a')).toContain('<p>One.</p>');
    expect(page(dir, 'b')).toContain('one();');
    expect(page(dir, 'b')).not.toContain('SECRET');
    expect(page(dir, 'a')).not.toContain('SECRET');
    await new Promise((resolve) => setTimeout(resolve, 2100)); // younger files are racy for every build
    await build();
    writeFiles(dir, { 'README.md': 'Two.\n' });
    await build();
    expect(page(dir, 'a')).toContain('<p>Two.</p>');
  });
});
