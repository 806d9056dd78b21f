// Which files of a content folder are docs: globs of the config, and what git ignores.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { UserMount } from '../../src/model/config/schema/content.js';
import { isIgnored, parseIgnoreRules } from '../../src/model/content/git-ignore.js';
import { dataOf } from '../support/data.js';
import { buildIn, type Files, tempDir, writeFiles } from '../support/hub.js';

const data = dataOf<{
  files: Files;
  globs: [mount: Partial<UserMount>, docs: string[]][];
  named: [what: string, rules: string][];
  ignored: Files;
  gen: Files;
  alone: Files;
  worktree: Files;
  silent: Files;
  withExport: Files;
}>('model/selected');

const page = (title: string) => `# ${title}\n\nText.\n`;

/** Pages of docs, by their addresses below `docs/`, and what was said. */
async function docsOf(dir: string, mount: Partial<UserMount> = {}, config: object = {}) {
  const hub = await buildIn(dir, { content: [{ dir: 'content', ...mount }], ...config });
  const docs = hub
    .files()
    .filter((path) => /^docs\/.*index\.md$/.test(path))
    .map((path) => path.slice('docs/'.length).replace(/\/?index\.md$/, ''))
    .sort();
  return { docs, said: hub.said(), hub };
}

const written = (files: Files) => writeFiles(tempDir(), files);

describe('include and exclude', () => {
  test.each(data.globs)('%j', async (mount, docs) => {
    expect((await docsOf(written(data.files), mount)).docs).toEqual(docs);
  });

  test('a file that is no doc can be included and named; a link to it says what it is', async () => {
    const { said, hub } = await docsOf(written(data.files), { exclude: ['drafts/**'] });
    expect(said).toEqual(['DG606 a.md:3:1 `drafts/b.md` is an excluded, hidden or draft file']);
    expect(hub.body('docs/a/')).toContain('<img src="/assets/p.');
    expect(hub.body('docs/a/')).toMatch(/id="b"/);
  });
});

describe('what git ignores', () => {
  test('is left out, by the files of all folders from the repository on', async () => {
    const dir = written(data.ignored);
    const { docs, said } = await docsOf(dir);
    expect(docs).toEqual(['a', 'api', 'deep/more/own', 'kept.tmp']);
    expect(said).toEqual([
      'DG311 - omitted because Git ignores it: `api/gone.md`, `deep/build/`, `deep/own.md`, `here.md`, `private/` and 1 more',
    ]);
    const all = await docsOf(dir, { gitignore: false });
    expect(all.docs.join(' ')).toBe('a api api/gone deep/build/b deep/more/own deep/own here kept.tmp private/p x.tmp');
    expect(all.said).toEqual([]);
  });

  test.each(data.named)('a content folder that the config names is built where git ignores %s', async (_, rules) => {
    const dir = written({ ...data.gen, '.gitignore': rules });
    expect((await docsOf(dir, { dir: 'gen/content' })).docs).toEqual(['a']);
  });

  test('without a repository above, the files of the content folder count', async () => {
    expect((await docsOf(written(data.alone))).docs).toEqual(['a']);
  });

  test('a worktree has the exclude file of its repository', async () => {
    expect((await docsOf(written(data.worktree), { dir: 'w/content' })).docs).toEqual(['a']);
  });

  test('a link, a folder and a file of a million rules say nothing', async () => {
    const dir = written(data.silent);
    symlinkSync(join(dir, 'rules'), join(dir, 'content/one/.gitignore'));
    expect((await docsOf(dir)).docs).toEqual(['a', 'one/b', 'three/d', 'two/c']);
  });

  test('an export has what its repository has: its rules count for nothing, and those of the hub not for it', async () => {
    const commit = '0123456789'.repeat(4);
    const source = { repo: 'https://github.com/own/p', ref: 'main', branch: 'main', commit, date: '2024-01-02' };
    const record = { ...source, license: null, files: { 'x.md': 'docs/x.md' }, tree: ['docs/x.md'] };
    const text = JSON.stringify({ version: 1, sources: [record] });
    const dir = written({ ...data.withExport, '.docgen/sources/s/.docgen-source.json': text });
    const sources = [{ section: 's', repo: source.repo, ref: 'main', paths: [{ from: 'docs' }] }];
    expect((await docsOf(dir, {}, { sources })).docs).toEqual(['a', 's/x']);
  });

  test('patterns that are made to be slow are not', () => {
    const started = process.cpuUsage();
    const rules = parseIgnoreRules(
      `${'*a'.repeat(200)}b\n${'**/a/'.repeat(150)}b\n[${'a-'.repeat(400)}\n`.repeat(50),
      '/hub',
    );
    const path = `/hub/${'a/'.repeat(200)}${'a'.repeat(250)}`;
    for (let round = 0; round < 10; round += 1) isIgnored(rules, path, false);
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
  });
});

test('the site may stand in a content folder: it is no content, and neither is the cache', async () => {
  const dir = written({ 'README.md': '# Root\n', 'docs/a.md': '# A\n', 'node_modules/x/README.md': '# X\n' });
  const first = await docsOf(dir, { dir: '.' });
  const second = await docsOf(dir, { dir: '.' });
  expect(first.docs).toEqual(second.docs);
  expect(second.docs).toEqual(['', 'docs/a']);
  expect(second.hub.files()).toEqual(first.hub.files());
  expect(second.said).toEqual([]);
});

describe('a site that docgen built is no content', () => {
  const pages: Files = { 'a.md': page('A'), 'guides/b.md': page('B') };

  test('in a hub whose content is the project, however its out folder changes', async () => {
    const dir = written(pages);
    const built = async (out: string) => {
      const hub = await buildIn(dir, { content: '.', out });
      return { said: hub.said(), files: hub.files() };
    };
    const first = await built('build');
    const second = await built('guides/site');
    expect(second.files).toEqual(first.files);
    expect(second.said).toEqual([expect.stringMatching(/^DG312 build .*`docgen build`/)]);
    expect((await built('public')).said).toEqual([
      expect.stringMatching(/^DG312 build /),
      expect.stringMatching(/^DG312 guides\/site /),
    ]);
    expect((await built('public')).files).toEqual(first.files);
  });

  test('in a folder with a prefix, and if the whole folder is one', async () => {
    const dir = written({ 'docs/a.md': page('A'), 'docs/x/y/.docgen-manifest': '', 'docs/x/y/z/b.md': page('B') });
    expect((await buildIn(dir, { content: [{ dir: 'docs', prefix: 'p' }] })).said()).toEqual([
      expect.stringMatching(/^DG312 p\/x\/y /),
    ]);
    const { said, docs } = await docsOf(written({ 'content/a.md': page('A'), 'content/.docgen-manifest': '' }));
    expect(docs).toEqual([]);
    expect(said.map((line) => line.slice(0, 5))).toEqual(['DG312', 'DG112']);
  });

  test('a static folder may be one: its owner publishes it as it is', async () => {
    const dir = written({ 'content/a.md': page('A'), 'old/v1/.docgen-manifest': '', 'old/v1/index.html': '<p>old' });
    const hub = await buildIn(dir, { static: ['old'] });
    expect(hub.has('v1/index.html')).toBe(true);
    expect(hub.said()).toEqual([]);
  });
});
