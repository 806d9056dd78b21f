// The files of a content folder that are docs: globs of the config, and files that Git ignores.
import { describe, expect, test } from 'vitest';
import type { UserMount } from '../../src/model/config/schema/content.js';
import { isIgnored, parseIgnoreRules } from '../../src/model/content/git-ignore.js';
import { dataOf } from '../support/data.js';
import { buildIn, type Files, tempDir, writeFiles } from '../support/hub.js';
import { git, hasGit, init } from '../support/repository.js';
import { scenarios } from '../support/scenarios.js';

const data = dataOf<{
  files: Files;
  globs: [mount: Partial<UserMount>, docs: string[]][];
  named: [what: string, rules: string][];
  gen: Files;
}>('model/selected');

/** Returns the pages of docs by their URLs below `docs/`, and the diagnostics. */
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
});

describe('files that Git ignores', () => {
  test.each(data.named)('a configured content folder is built although Git ignores %s', async (_, rules) => {
    const dir = written({ ...data.gen, '.gitignore': rules });
    expect((await docsOf(dir, { dir: 'gen/content' })).docs).toEqual(['a']);
  });

  test.runIf(hasGit('tracked files that an ignore rule matches'))('tracked files are built all the same', async () => {
    const dir = written({
      '.gitignore': 'build/\n/content/c.md\n',
      'content/.gitignore': '_index.md\n',
      ...Object.fromEntries(
        ['a', 'c', 'd', 'build/x', 'build/y', 'build/deep/z', 'build/other/w'].map((doc) => [
          `content/${doc}.md`,
          `# ${doc}`,
        ]),
      ),
      'content/old/_index.md': '# Old',
      'content/build/.gitignore': '!y.md\n',
    });
    init(dir);
    const paths = ['c', 'build/x', 'build/deep/z'].map((doc) => `content/${doc}.md`);
    git(dir, ['add', '--force', '--intent-to-add', paths[0] as string]); // an entry with extended flags
    git(dir, ['add', '--force', ...paths.slice(1)]);
    const { docs, said } = await docsOf(dir);
    expect(docs).toEqual(['a', 'build/deep/z', 'build/x', 'c', 'd']);
    expect(said).toEqual(['DG311 - omitted because Git ignores it: `build/other/`, `build/y.md`, `old/_index.md`']);
    git(dir, ['update-index', '--index-version', '4']);
    expect((await docsOf(dir)).docs).toEqual(['a', 'd']);
  });

  test('patterns with many wildcards take linear time', () => {
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

scenarios('model/selected');
