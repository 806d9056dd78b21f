// Pure parts of `docgen init`: URLs of remotes, package.json, the text of a config, Git's own files.
import { chmodSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  collectFindings,
  editBase,
  gitFolderOf,
  pagesAddress,
  parseRemote,
  titleOf,
} from '../../src/cli/init/findings.js';
import { addScripts, configText } from '../../src/cli/init/plan.js';
import { replaceFile } from '../../src/disk/files.js';
import { importModule } from '../../src/model/config/module.js';
import { dataOf } from '../support/data.js';
import { tempDir, writeFiles } from '../support/hub.js';
import { runs } from '../support/seed.js';

const data = dataOf<{
  readonly remotes: Readonly<Record<string, string>>;
  readonly published: readonly { readonly remote: string; readonly edit?: string; readonly pages?: string }[];
  readonly manifests: readonly { readonly name: string; readonly before: string; readonly after: string }[];
}>('cli/init-parts');

describe('the remote of a repository', () => {
  test.each(Object.entries(data.remotes))('%s is %s', (address, expected) => {
    const remote = parseRemote(address);
    const parts = remote && [remote.forge ?? 'other', remote.host, remote.owner, remote.name];
    expect(parts?.join(' ') ?? 'none').toBe(expected);
  });

  test.each(data.published)('$remote: URLs for editing and of pages', ({ remote: address, edit, pages }) => {
    const remote = parseRemote(address);
    expect(remote && editBase(remote, 'main', 'docs')).toBe(edit);
    expect(remote && pagesAddress(remote)).toBe(pages);
  });

  test('is found in the files of Git, also in a worktree', () => {
    const remotes =
      '[core]\n\tbare = false\n[remote "fork"]\n\turl = git@github.com:me/kit.git\n[remote "origin"]\n\turl = "git@github.com:acme/kit.git"\n[branch "main"]\n\turl = no\n';
    const dir = writeFiles(tempDir(), {
      'repo/.git/config': remotes,
      'repo/.git/HEAD': 'ref: refs/heads/topic/x\n',
      'repo/.git/refs/remotes/origin/HEAD': 'ref: refs/remotes/origin/trunk\n',
      'repo/.git/worktrees/w/HEAD': 'ref: refs/heads/other\n',
      'repo/.git/worktrees/w/commondir': '../..\n',
      'w/.git': 'gitdir: ../repo/.git/worktrees/w\n',
      'repo/docs/a.md': '',
      'w/docs/a.md': '',
    });
    const remote = 'git@github.com:acme/kit.git';
    expect(gitFolderOf(join(dir, 'repo/docs'))).toEqual({ top: join(dir, 'repo'), remote, branch: 'trunk' });
    expect(gitFolderOf(join(dir, 'w'))).toEqual({ top: join(dir, 'w'), remote, branch: 'trunk' });
  });
});

test('a replaced file keeps its mode, and a symbolic link at the temporary path is not followed', () => {
  const dir = writeFiles(tempDir(), { 'package.json': 'old', other: 'mine' });
  const file = join(dir, 'package.json');
  chmodSync(file, 0o660);
  symlinkSync(join(dir, 'other'), `${file}.new`);
  replaceFile(file, 'new');
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['new', 0o660]);
  expect(readFileSync(join(dir, 'other'), 'utf8')).toBe('mine');
});

describe('package.json', () => {
  const scripts = { 'docs:dev': 'docgen dev', 'docs:build': 'docgen build' };
  test.each(data.manifests)('$name', ({ before, after }) => {
    expect(addScripts(before)).toEqual({ text: after, added: Object.keys(scripts) });
  });

  test('an existing script stays, and an invalid package.json is unchanged', () => {
    const { text: mended = '', added } = addScripts('{"scripts": {"docs:dev": "mine"}}') ?? {};
    expect(JSON.parse(mended)).toEqual({ scripts: { 'docs:dev': 'mine', 'docs:build': 'docgen build' } });
    expect(added).toEqual(['docs:build']);
    for (const text of ['', '[]', 'null', '{"scripts": 1}', '{"a": }']) expect(addScripts(text)).toBeUndefined();
  });

  test('any content is preserved, and scripts are added', () => {
    const key = fc.oneof(fc.constantFrom('scripts', 'docs:dev', '"', '\\', '{', '}:', '__proto'), fc.string());
    const manifest = fc.tuple(fc.dictionary(key, fc.jsonValue()), fc.option(fc.dictionary(key, fc.string())));
    fc.assert(
      fc.property(manifest, fc.constantFrom(0, 1, 2, '\t'), ([rest, own], indent) => {
        const input = { ...rest, scripts: own ?? {} };
        const text = addScripts(JSON.stringify(input, undefined, indent))?.text ?? '';
        expect(JSON.parse(text)).toEqual({ ...input, scripts: { ...scripts, ...input.scripts } });
      }),
      { numRuns: runs(300) },
    );
  });
});

test('the text of a config is a module that exports the config', async () => {
  const config = {
    title: `It's "so"\n\u2028 \\ \${x}`,
    url: '',
    content: [{ dir: '../docs', prefix: 'a-b' }],
    sidebars: {
      'a b': [{ type: 'category' as const, label: 'x'.repeat(120), items: ['one', 'two'], link: null }],
      list: [...Array.from({ length: 60 }, (_, index) => `page-${index}`), 'a [b]'], // would take years if tried in all ways
    },
  };
  const text = configText(config);
  for (const made of [text, configText({ title: 'Short', url: '' })])
    expect(made).toContain("  url: '', // where the site will be, such as https://docs.example.org/\n");
  expect(text).toContain("  content: [\n    { dir: '../docs', prefix: 'a-b' },\n  ],\n");
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(150);
  const dir = writeFiles(tempDir(), { 'docgen.config.ts': text });
  expect(await importModule(join(dir, 'docgen.config.ts'))).toEqual(config);
});

test('a project of another generator is found in this folder or one below, with its content and pages', async () => {
  const files = {
    'website/mkdocs.yml': 'site_name: Own\ndocs_dir: pages\n',
    'website/pages/a.md': '# A\n',
    'docs/b.md': '# B\n',
  };
  const facts = await collectFindings(writeFiles(tempDir(), files));
  expect([facts.content, facts.project?.note]).toEqual(['website/pages', 'MkDocs: 1 pages in its own order']);
  const translated = { '.vitepress/config.ts': 'export default { locales: { fr: {} } }', 'a.md': '', 'fr/a.md': '' };
  expect((await collectFindings(writeFiles(tempDir(), translated))).project?.note).toBe(
    'VitePress: 1 pages in its own order',
  );
  const astro = { 'astro.config.mjs': 'export default {}', 'src/content/docs/a.md': '' };
  expect((await collectFindings(writeFiles(tempDir(), astro))).project?.note).toBe(
    'Astro: 1 pages in the order of their files',
  );
  // Links from the root reveal the URL of the docs. The default language is the content.
  const based = {
    ...astro,
    'src/content/docs/a.md': '[b](/guide/b/) [c](/guide/a#x) [d](/a) [e](/other/e)',
    'src/content/docs/b.md': '',
  };
  expect((await collectFindings(writeFiles(tempDir(), based))).project?.base).toBe('guide');
  const languages = {
    'hugo.toml': '[languages.en]\n[languages.de]\n',
    'content/en/a.md': '[b](/b)',
    'content/en/b.md': '',
    'content/de/a.md': '',
  };
  const ofHugo = await collectFindings(writeFiles(tempDir(), languages));
  expect([ofHugo.content, ofHugo.project?.note, ofHugo.project?.base]).toEqual([
    'content/en',
    'Hugo: 2 pages in its own order',
    '',
  ]);
  const inFolders = {
    'layouts/index.html': 'x',
    'config/_default/config.toml': 'title = "Demo"',
    'config/_default/module/module.yaml': 'mounts: [{ source: content/en, target: content }]',
    'content/en/a.md': '# A',
    'README.md': '# Read',
  };
  const inConfig = await collectFindings(writeFiles(tempDir(), inFolders));
  expect([inConfig.content, inConfig.project?.title]).toEqual(['content/en', 'Demo']);
  const withoutConfig = {
    'docs/x.md': '# X',
    'docs/sources/_index.md': '---\ntitle: A\n---',
    'docs/sources/b.md': '# B',
  };
  const { content, project } = await collectFindings(writeFiles(tempDir(), withoutConfig));
  expect([content, project?.note]).toEqual(['docs/sources', 'Hugo: 2 pages in its own order']);
  const deep = {
    'docs/readme.md': '# All\n',
    'docs/de/mkdocs.yml': 'site_name: De\n',
    'docs/de/docs/a.md': '# A\n',
    'packages/x/docs/.vitepress/config.ts': "export default { title: 'X' }\n",
    'packages/x/docs/a.md': '# A\n',
    'packages/x/docs/b.md': '# B\n',
    'node_modules/y/mkdocs.yml': 'site_name: Y\n',
    'node_modules/y/docs/a.md': '# A\n',
  };
  expect((await collectFindings(writeFiles(tempDir(), deep))).content).toBe('packages/x/docs');
  expect(titleOf(facts)).toBe('Own');
});
