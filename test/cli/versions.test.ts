// Versions of a hub: Docusaurus's folders, folders in the config, refs of repositories, and links between the versions of a page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Git } from '../../src/cli/sync/git.js';
import { renderBody } from '../../src/render/body/body.js';
import type { BodyInput } from '../../src/render/body/body-types.js';
import { dataOf } from '../support/data.js';
import { buildIn, type Files, filesBelow, fixtures, tempDir, writeFiles } from '../support/hub.js';
import { git, hasGit, repository } from '../support/repository.js';
import { scenarios } from '../support/scenarios.js';

const { newestTags } = dataOf<{ newestTags: [string, string[], string | null][] }>('cli/versions');

/** Docusaurus folders: `current`, and two saved versions. */
const folder = join(fixtures, 'versions');
const more: Files = Object.fromEntries(filesBelow(folder).map((path) => [path, readFileSync(join(folder, path))]));

describe('versions that Docusaurus saved', () => {
  const config = { content: 'docs', title: 'Tool', url: 'https://tool.example' };
  scenarios('cli/versions', { key: 'saved', more, config });
  scenarios('cli/versions', { key: 'unusable', more: { 'docs/a.md': '# A\n' }, config });
});

describe('versions of a section', () => {
  scenarios('cli/versions', { key: 'sections' });

  test('equal text in several versions is rendered once, and reported in each', async () => {
    const doc = (title: string, text: string) => `---\ntitle: ${title}\n---\n\n${text}\n`;
    const same = doc('Same', '[Broken](gone.md) and {{< unknown >}} in a text of all versions.');
    const files = {
      'hub/index.md': '# Hub\n',
      'hub/tool/extra.md': doc('Extra', 'Of the hub itself.'),
      ...{ 'three/deep/a.md': same, 'two/deep/a.md': same, 'one/deep/a.md': same },
      'one/deep/_part.md': 'A partial.\n',
      'one/b.md': doc('B', 'Only in the first.'),
    };
    const versions = [{ name: '3' }, { name: '2', dir: 'two' }, { name: '1', dir: 'one' }];
    const content = [{ dir: 'hub' }, { dir: 'three', prefix: 'tool', versions }];
    const rendered: string[] = [];
    const render = (input: BodyInput) => {
      rendered.push(input.source);
      return renderBody(input);
    };
    const hub = await buildIn(writeFiles(tempDir(), files), { content }, { render });
    expect(rendered.filter((source) => source.endsWith('/a.md'))).toEqual(['deep/a.md']);
    expect(hub.body('docs/tool/extra/')).toContain('Of the hub itself.');
    const broken = hub.said().filter((line) => line.startsWith('DG601'));
    expect(broken.map((line) => line.split(' ')[1])).toEqual([
      expect.stringMatching(/^tool\/deep\/a\.md:\d+:1$/),
      expect.stringMatching(/^\/two\/deep\/a\.md:\d+:1$/),
      expect.stringMatching(/^\/one\/deep\/a\.md:\d+:1$/),
    ]);
  });
});

describe.runIf(hasGit('versions of repositories'))('versions of repositories', () => {
  scenarios('cli/versions', { key: 'repositories' });
});

describe('docgen version', () => scenarios('cli/versions', { key: 'saving' }));

describe.runIf(hasGit('the newest tag'))('the newest tag of the pattern', () => {
  test.each(newestTags)('%s', async (pattern, tags, expected) => {
    const url = `file://${repository({ 'a.md': '# A' })}`;
    for (const tag of tags) git(url.slice('file://'.length), ['tag', '--annotate', '--message=x', tag]);
    const { signal } = new AbortController();
    const opened = await Git.open(tempDir(), [url], signal);
    expect((await opened.resolve(url, pattern))?.tag).toBe(expected ?? undefined);
    opened.close();
  });
});
