// Where the slugs of front matter and of `_category_` files lead in a hub of several content folders: each is an instance of
// Docusaurus's docs plugin.
import { expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config/config.js';
import { dataOf } from '../support/data.js';
import { buildHub, buildIn, type Files, tempDir, writeFiles } from '../support/hub.js';

const data = dataOf<{ files: Files; titles: [string, string][] }>('model/slugs');
const page = (slug: string, title: string) => `---\nslug: ${slug}\n---\n# ${title}\n`;
const content: UserConfig['content'] = ['guide', { dir: 'arch', prefix: 'arch' }, { dir: 'team', prefix: 'a/2-team' }];

test('a slash at the beginning of a slug is the root of the content folder, not of the hub', async () => {
  const hub = await buildIn(writeFiles(tempDir(), data.files), { content, routeBase: '' });
  expect(hub.said()).toEqual([]);
  const titleAt = (path: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(hub.file(path))?.[1]?.replace(/<[^>]*>/g, '');
  expect(data.titles.map(([path]) => [path, titleAt(path)])).toEqual(data.titles);
  expect(['overview/', 'list/', 'category/deep/'].filter((path) => hub.has(path))).toEqual([]);
});

test('no slug leaves its content folder', async () => {
  const files = {
    'guide/index.md': '# Hub',
    'arch/a.md': page('../guide/index', 'A'),
    'arch/b.md': page('/../x', 'B'),
  };
  const hub = await buildIn(writeFiles(tempDir(), files), { content: ['guide', { dir: 'arch', prefix: 'arch' }] });
  expect(hub.said()).toEqual([
    expect.stringMatching(/^DG503 arch\/a\.md:2:1 /),
    expect.stringMatching(/^DG503 arch\/b\.md:2:1 /),
  ]);
  expect(hub.has('docs/arch/a/index.html') && hub.has('docs/arch/b/index.html')).toBe(true);
});

test('a page of an overlay has its address from the root of the hub', async () => {
  const dir = writeFiles(tempDir(), { 'own/arch/a.md': page('/first', 'A'), 'arch/b.md': page('/b2', 'B') });
  const hub = await buildIn(dir, {
    content: [
      { dir: 'own', overlay: true },
      { dir: 'arch', prefix: 'arch' },
    ],
  });
  expect([hub.has('docs/first/index.html'), hub.has('docs/arch/b2/index.html')]).toEqual([true, true]);
});

test('in a single folder nothing changes', async () => {
  const hub = await buildHub({ 'a/x.md': page('/y', 'X'), 'a/_category_.yml': 'link: {type: generated-index}' });
  expect(hub.has('docs/y/index.html') && hub.has('docs/category/a/index.html')).toBe(true);
});
