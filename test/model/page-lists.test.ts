// The lists of all pages: which there are, what each has, and where it stands.
import { describe, expect, test } from 'vitest';
import type { ListPage } from '../../src/model/routes.js';
import type { Site } from '../../src/model/site.js';
import { modelOfFiles } from '../support/hub.js';

const listsOf = ({ pages }: Site) =>
  pages
    .filter((page): page is ListPage => page.kind === 'list')
    .sort((a, b) => a.list.index - b.list.index)
    .map(({ permalink, title, list }) => [permalink, title, list.pages.map((page) => page.title)]);

const numbered = (dir: string, count: number, titleOf = (n: number) => `Page ${n}`) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`${dir}/p${String(n).padStart(4, '0')}.md`, `# ${titleOf(n)}`]),
  );

test('each section is a list in the order of the tree; what no section has is the last', async () => {
  const { site } = await modelOfFiles({
    'intro.md': '# Intro',
    'beta/_category_.json': '{"position": 1, "link": {"type": "generated-index", "title": "All of beta"}}',
    'beta/z.md': '---\nsidebar_position: 1\n---\n# Z',
    'beta/deep/a.md': '# A',
    'beta/hidden.md': '---\nunlisted: true\n---\n# Hidden',
    'beta/draft.md': '---\ndraft: true\n---\n# Draft',
    '02-alpha/index.md': '# Alpha’s front',
    '02-alpha/b.md': '# B',
  });
  expect(listsOf(site)).toEqual([
    ['/docs/all/beta/', 'All pages: Beta', ['All of beta', 'Z', 'A']],
    ['/docs/all/02-alpha/', 'All pages: Alpha’s front', ['Alpha’s front', 'B']],
    ['/docs/all/other-pages/', 'All pages: Other pages', ['Intro']],
  ]);
});

test('a hub without folders has one list', async () => {
  const { site } = await modelOfFiles({ 'a.md': '# A', 'b.md': '# B' });
  expect(listsOf(site)).toEqual([['/docs/all/pages/', 'All pages: Pages', ['A', 'B']]]);
});

test('every page is in one list, also where several sidebars name it', async () => {
  const sidebars = {
    one: [{ type: 'category' as const, label: 'First', items: ['a', 'b'] }],
    two: [
      { type: 'category' as const, label: 'Second', items: ['b', 'c'] },
      { type: 'category' as const, label: 'First', items: ['d', 'a'] },
    ],
  };
  const files = { 'a.md': '# A', 'b.md': '# B', 'c.md': '# C', 'd.md': '# D', 'e.md': '# E' };
  const { site } = await modelOfFiles(files, { sidebars });
  expect(listsOf(site).map(([, , pages]) => pages)).toEqual([['A', 'B', 'D'], ['C'], ['E']]);
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
  const { site } = await modelOfFiles({
    ...numbered('big', 1_001, titles),
    'small/a.md': '# Ape',
    'small/b.md': '# Bee',
  });
  const lists = listsOf(site);
  expect(lists.map(([permalink, title, pages]) => [permalink, title, pages?.length])).toEqual([
    ['/docs/all/big/', 'All pages: Big, part 1 of 2', 1_000],
    ['/docs/all/big-part-2/', 'All pages: Big, part 2 of 2', 1],
    ['/docs/all/small/', 'All pages: Small', 2],
    ['/docs/all/letter-none/', 'All pages: #', 200],
    ['/docs/all/letter-a/', 'All pages: A', 1],
    ['/docs/all/letter-b/', 'All pages: B', 1],
    ['/docs/all/letter-e/', 'All pages: E', 200],
    ['/docs/all/letter-z/', 'All pages: Z', 201],
    ['/docs/all/letter-漢/', 'All pages: 漢', 400],
  ]);
  expect(new Set(lists.slice(0, 3).flatMap(([, , pages]) => pages)).size).toBe(1_003);
});
