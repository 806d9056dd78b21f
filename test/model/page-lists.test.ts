// Lists of all pages: which exist, their contents and their URLs.
import { describe, expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config/config.js';
import type { ListPage } from '../../src/model/site/routes.js';
import type { Site } from '../../src/model/site/site.js';
import { dataOf } from '../support/data.js';
import { type Files, modelOfFiles } from '../support/hub.js';

const data = dataOf<{
  lists: [string, Files, UserConfig['sidebars'], unknown][];
  large: unknown[];
}>('model/page-lists');

const listsOf = ({ pages }: Site) =>
  pages
    .filter((page): page is ListPage => page.kind === 'list')
    .sort((a, b) => a.list.index - b.list.index)
    .map(({ permalink, title, list }) => [permalink, title, list.pages.map((page) => page.title)]);

const numbered = (dir: string, count: number, titleOf = (n: number) => `Page ${n}`) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`${dir}/p${String(n).padStart(4, '0')}.md`, `# ${titleOf(n)}`]),
  );

test.each(data.lists)('%s', async (_, files, sidebars, expected) => {
  const { site } = await modelOfFiles(files, sidebars ? { sidebars } : {});
  expect(listsOf(site)).toEqual(expected);
});

describe('the address of a list', () => {
  test('is none that an author’s page has, whatever the case of its letters', async () => {
    const { site } = await modelOfFiles({
      'guides/a.md': '# A',
      'x.md': '---\nslug: /all/Guides\n---\n# Mine',
    });
    expect(listsOf(site).map(([permalink]) => permalink)).toEqual(['/docs/all/guides-1/', '/docs/all/other-pages/']);
  });
  test.each([
    ['con', '/docs/all/list-con/'],
    ['Руководства', '/docs/all/руководства/'],
    ['!!!', '/docs/all/list-/'],
  ])('made of a folder %s can be a folder', async (dir, permalink) => {
    const { site } = await modelOfFiles({ [`${dir}/a.md`]: '# A', [`${dir}/b.md`]: '# B' });
    expect(listsOf(site).map(([found]) => found)).toEqual([permalink]);
  });
  test('without slashes at the end is that of a file', async () => {
    const { site } = await modelOfFiles({ 'a/b.md': '# B', 'a/c.md': '# C' }, { trailingSlash: false });
    expect(site.pages.find(({ kind }) => kind === 'list')?.outputPath).toBe('docs/all/a.html');
  });
});

test('of more pages than a list holds there are parts, and lists of letters', async () => {
  const titles = (n: number) => `${['Zebra', 'élan', '7 up', '漢字', '字'][n % 5]} ${n}`;
  const few = { 'small/a.md': '# Ape', 'small/b.md': '# Bee' };
  const { site } = await modelOfFiles({ ...numbered('big', 1_001, titles), ...few });
  const lists = listsOf(site);
  expect(lists.map(([permalink, title, pages]) => [permalink, title, pages?.length])).toEqual(data.large);
  expect(new Set(lists.slice(0, 3).flatMap(([, , pages]) => pages)).size).toBe(1_003);
});
