// Lists of all pages: which exist, their contents and their URLs.
import { describe, expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config/config.js';
import { noSidebars } from '../../src/model/sidebar/sidebar.js';
import { pageLists } from '../../src/model/site/pages/page-lists.js';
import type { ListPage, Page } from '../../src/model/site/routes.js';
import type { Site } from '../../src/model/site/site.js';
import { toPermalink } from '../../src/model/types/path.js';
import { dataOf } from '../support/data.js';
import { type Files, modelOfFiles } from '../support/hub.js';

const data = dataOf<{ lists: [string, Files, UserConfig['sidebars'], unknown][] }>('model/page-lists');

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

describe('the URL of a list', () => {
  test("is different from all URLs of authors' pages, ignoring case", async () => {
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
  test('without trailing slashes, is that of a file', async () => {
    const { site } = await modelOfFiles({ 'a/b.md': '# B', 'a/c.md': '# C' }, { trailingSlash: false });
    expect(site.pages.find(({ kind }) => kind === 'list')?.outputPath).toBe('docs/all/a.html');
  });
});

/** Returns the lists of a hub with sections of these numbers of pages. */
const partsOf = (sections: Readonly<Record<string, number>>, titleOf?: (n: number) => string) => {
  const paths = Object.entries(sections).flatMap(([dir, count]) => Object.keys(numbered(dir, count)));
  const pages = paths.map((path, n) => {
    const permalink = `/docs/${path.slice(0, -3)}`;
    return { kind: 'doc', permalink, title: titleOf?.(n) ?? path, doc: { unlisted: false } } as unknown as Page;
  });
  const links = pages.map(({ permalink, title }) => ({ type: 'link' as const, href: permalink, label: title }));
  const item = { type: 'category' as const, label: 'Big', collapsible: true, collapsed: true, items: links };
  const sidebars = { ...noSidebars, byName: new Map([['docs', [item]]]) };
  const names = { others: 'Others', only: 'Pages' };
  const lists = pageLists({ pages, sidebars, folder: toPermalink('/docs/all/'), names });
  return lists.map(([name, { title, pages: own }]) => [name, title, own.length] as const);
};

test('a section with more pages than a list can have is split in equal parts', () => {
  expect(partsOf({ 'big/a': 1_000, 'big/b': 601 })).toEqual([
    ['big', 'Big', 801],
    ['big-part-2', 'Big', 800],
  ]);
});

test('a hub with too many pages for one list of titles has a list per letter', () => {
  const titles = (n: number) => `${['Zebra', 'élan', '7 up', '漢字', '字'][n % 5]} ${n}`;
  const letters = new Set(partsOf({ big: 7_001 }, titles).map(([, title]) => title));
  expect([...letters]).toEqual(['Big', '#', 'E', 'Z', '漢']);
  expect(new Set(partsOf({ big: 7_000 }, titles).map(([, title]) => title))).toEqual(new Set(['Big']));
});
