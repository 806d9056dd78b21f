// The pure parts of `docgen init`: addresses of remotes, package.json by insertion, the text of a config, git's own files.
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { configText } from '../../src/cli/init/config-text.js';
import { gitFolderOf, remotesOf } from '../../src/cli/init/git-folder.js';
import { addScripts } from '../../src/cli/init/package-json.js';
import { editBase, pagesAddress, parseRemote } from '../../src/cli/init/remote.js';
import { importModule } from '../../src/model/module.js';
import { tempDir, writeFiles } from '../support/hub.js';
import { runs } from '../support/seed.js';

describe('the remote of a repository', () => {
  const github = { forge: 'github', host: 'github.com', owner: 'acme', name: 'kit' };
  test.each([
    ['git@github.com:acme/kit.git', github],
    ['https://github.com/acme/kit', github],
    ['https://github.com/acme/kit.git/', github],
    ['https://me:ghp_secret@github.com/acme/kit.git', github],
    ['ssh://git@github.com/acme/kit.git', github],
    ['ssh://git@ssh.github.com:443/acme/kit.git', github],
    ['git+https://github.com/acme/kit.git', github],
    ['git://github.com/acme/kit.git', github],
    ['github:acme/kit', github],
    ['acme/kit', github],
    ['git@gitlab.com:group/sub/kit.git', { forge: 'gitlab', host: 'gitlab.com', owner: 'group/sub', name: 'kit' }],
    ['https://gitlab.acme.dev/a/kit.git', { forge: 'gitlab', host: 'gitlab.acme.dev', owner: 'a', name: 'kit' }],
    ['git@bitbucket.org:acme/kit.git', { forge: 'bitbucket', host: 'bitbucket.org', owner: 'acme', name: 'kit' }],
    ['https://codeberg.org/acme/kit.git', { forge: 'forgejo', host: 'codeberg.org', owner: 'acme', name: 'kit' }],
    ['ssh://git@codeberg.org/acme/kit.git', { forge: 'forgejo', host: 'codeberg.org', owner: 'acme', name: 'kit' }],
    ['https://git.acme.dev/acme/kit', { forge: 'other', host: 'git.acme.dev', owner: 'acme', name: 'kit' }],
    ['/srv/git/kit.git', undefined],
    ['../kit.git', undefined],
    ['C:\\git\\kit', undefined],
    ['', undefined],
  ])('%s', (address, remote) => {
    expect(parseRemote(address)).toEqual(remote);
  });

  test.each([
    ['git@github.com:acme/kit.git', 'https://github.com/acme/kit/edit/main/docs', 'https://acme.github.io/kit/'],
    [
      'git@github.com:Acme/acme.github.io.git',
      'https://github.com/Acme/acme.github.io/edit/main/docs',
      'https://acme.github.io/',
    ],
    [
      'git@gitlab.com:group/sub/kit.git',
      'https://gitlab.com/group/sub/kit/-/edit/main/docs',
      'https://group.gitlab.io/sub/kit/',
    ],
    [
      'git@codeberg.org:acme/kit.git',
      'https://codeberg.org/acme/kit/_edit/main/docs',
      'https://acme.codeberg.page/kit/',
    ],
    ['git@bitbucket.org:acme/kit.git', 'https://bitbucket.org/acme/kit/src/main/docs', undefined],
    ['git@git.acme.dev:acme/kit.git', undefined, undefined],
  ])('%s: where files are edited and pages are', (address, edit, pages) => {
    const remote = parseRemote(address);
    expect(remote && editBase(remote, 'main', 'docs')).toBe(edit);
    expect(remote && pagesAddress(remote)).toBe(pages);
  });

  test('is found in the files of git, also from a worktree and a submodule', () => {
    const config =
      '[core]\n\tbare = false\n[remote "fork"]\n\turl = git@github.com:me/kit.git\n[remote "origin"]\n\turl = git@github.com:acme/kit.git\n';
    const dir = writeFiles(tempDir(), {
      'repo/.git/config': config,
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
    expect(remotesOf('[remote "up"]\nurl = "https://x.example/a b"\n[branch "origin"]\nurl = no').get('up')).toBe(
      'https://x.example/a b',
    );
  });
});

describe('package.json', () => {
  const scripts = { 'docs:dev': 'docgen dev', 'docs:build': 'docgen build' };
  test.each([
    [
      'two spaces',
      '{\n  "name": "x",\n  "scripts": {\n    "test": "t"\n  }\n}\n',
      '{\n  "name": "x",\n  "scripts": {\n    "test": "t",\n    "docs:dev": "docgen dev",\n    "docs:build": "docgen build"\n  }\n}\n',
    ],
    [
      'tabs, no scripts',
      '{\n\t"files": ["a", "b"]\n}',
      '{\n\t"files": ["a", "b"],\n\t"scripts": {\n\t\t"docs:dev": "docgen dev",\n\t\t"docs:build": "docgen build"\n\t}\n}',
    ],
    [
      'lines of Windows',
      '{\r\n    "scripts": {}\r\n}\r\n',
      '{\r\n    "scripts": {\r\n        "docs:dev": "docgen dev",\r\n        "docs:build": "docgen build"\r\n    }\r\n}\r\n',
    ],
    [
      'one line',
      '{ "scripts": { "test": "t" } }',
      '{ "scripts": { "test": "t", "docs:dev": "docgen dev", "docs:build": "docgen build" } }',
    ],
    [
      'an empty map',
      '{}',
      '{\n  "scripts": {\n    "docs:dev": "docgen dev",\n    "docs:build": "docgen build"\n  }\n}',
    ],
  ])('%s', (_, text, expected) => {
    expect(addScripts(text, scripts)).toEqual({ text: expected, added: Object.keys(scripts) });
  });

  test('a script that is there stays, and what is no package.json is left', () => {
    const own = '{"scripts": {"docs:dev": "mine"}}';
    expect(addScripts(own, scripts)).toEqual({
      text: '{"scripts": {"docs:dev": "mine", "docs:build": "docgen build"}}',
      added: ['docs:build'],
    });
    for (const text of ['', '[]', 'null', '{"scripts": 1}', '{"a": }'])
      expect(addScripts(text, scripts)).toEqual({ text: undefined, added: [] });
  });

  test('whatever it holds, the same is in it afterwards, and the scripts', () => {
    const key = fc.oneof(fc.constantFrom('scripts', 'docs:dev', '"', '\\', '{', '}:', '__proto'), fc.string());
    const manifest = fc.tuple(fc.dictionary(key, fc.jsonValue()), fc.option(fc.dictionary(key, fc.string())));
    fc.assert(
      fc.property(manifest, fc.constantFrom(0, 1, 2, '\t'), ([rest, own], indent) => {
        const data = { ...rest, scripts: own ?? {} };
        const { text = '' } = addScripts(JSON.stringify(data, undefined, indent), scripts);
        expect(JSON.parse(text)).toEqual({ ...data, scripts: { ...scripts, ...data.scripts } });
      }),
      { numRuns: runs(300) },
    );
  });
});

test('the text of a config is a module that gives the config', async () => {
  const config = {
    title: `It's "so"\n\u2028 \\ \${x}`,
    url: '',
    content: [{ dir: '../docs', prefix: 'a-b' }],
    sidebars: {
      'a b': [{ type: 'category' as const, label: 'x'.repeat(120), items: ['one', 'two'], link: null }],
      list: [],
    },
  };
  const text = configText({ config, notes: { url: 'later' } });
  expect(text).toContain("  url: '', // later\n");
  expect(text).toContain("  content: [{ dir: '../docs', prefix: 'a-b' }],\n");
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(150);
  const dir = writeFiles(tempDir(), { 'docgen.config.ts': text });
  expect(await importModule(join(dir, 'docgen.config.ts'))).toEqual(config);
  expect(configText({ config: {}, imports: { sidebars: './sidebars.js' } })).toBe(
    "import { defineConfig } from 'docgen-hub';\nimport sidebars from './sidebars.js';\n\nexport default defineConfig({\n  sidebars,\n});\n",
  );
});
