// How many links the tree of a page has where the config says nothing: fewer on the pages of a large hub.
import { expect, test } from 'vitest';
import type { SidebarItem, Sidebars } from '../../src/model/sidebar/sidebar.js';
import type { Page } from '../../src/model/site/routes.js';
import { treeLinks } from '../../src/model/site/tree-links.js';
import { SidebarTree } from '../../src/render/pages/tree/tree.js';
import { defaultParts } from '../../templates/index.js';
import { modelOfFiles, say } from '../support/hub.js';

/** A tree of so many pages, 40 in each folder, as the sidebar of a hub. */
function hub(count: number, labelOf = (n: number) => `A page about something ${n}`) {
  const folders: SidebarItem[] = [];
  for (let first = 0; first < count; first += 40) {
    const items: SidebarItem[] = Array.from({ length: Math.min(40, count - first) }, (_, n) => ({
      type: 'link',
      label: labelOf(first + n),
      href: `/docs/project-${first}/guides/page-${first + n}`,
      docId: `project-${first}/guides/page-${first + n}`,
      unlisted: false,
    }));
    folders.push({ type: 'category', label: `Project ${first}`, collapsible: true, collapsed: true, items });
  }
  const sidebars = {
    byName: new Map([['docs', folders]]),
    docIds: new Map(),
    origins: new Map(),
    folded: new Map(),
    shownLabels: new Map(),
    refs: new Map(),
  } as Sidebars;
  return { sidebars, pages: Array.from({ length: count }) as Page[], items: folders };
}

const linksOf = (count: number, maxLinks?: number) =>
  treeLinks({ ...hub(count), config: { sidebar: { expandCurrent: false, maxLinks } } });

test('a thousand links up to some thousands of pages, then fewer, fifty at least', () => {
  const values = [10, 1000, 4000, 10_000, 25_000, 200_000].map((count) => linksOf(count).value);
  expect(values.slice(0, 3)).toEqual([1000, 1000, 1000]);
  expect(values[3]).toBeLessThan(600);
  expect(values[4]).toBeLessThan(values[3] ?? 0);
  expect(values[5]).toBe(50);
});

test('DG510: it is said where it is fewer; never where the config says how many', () => {
  expect(linksOf(4000).diagnostics).toEqual([]);
  expect(linksOf(25_000).diagnostics.map(say)).toEqual([
    expect.stringMatching(/^DG510 - the sidebar of each page has at most \d+ links, to keep 25000 pages small/),
  ]);
  expect(linksOf(25_000, 700)).toEqual({ value: 700, diagnostics: [] });
});

test('long labels count', () => {
  const { value } = treeLinks({
    ...hub(10_000, () => 'w'.repeat(2000)),
    config: { sidebar: { expandCurrent: false, maxLinks: undefined } },
  });
  expect(value).toBe(50);
});

test('the trees of 25,000 pages stay below 600 MB', async () => {
  const { site } = await modelOfFiles({ 'a.md': '# A' });
  const { items } = hub(25_000);
  const { value } = linksOf(25_000);
  const tree = new SidebarTree(items, {
    site: { ...site, treeLinks: value },
    expandCurrent: false,
    parts: defaultParts,
    sanitizeHtml: (html) => html,
  });
  const bytes = [0, 5000, 12_345, 24_999].map((n) => {
    const first = n - (n % 40);
    return tree.fill(`/docs/project-${first}/guides/page-${n}` as never).reduce((sum, { length }) => sum + length, 0);
  });
  expect(Math.min(...bytes)).toBeGreaterThan(5_000);
  expect(Math.max(...bytes) * 25_000).toBeLessThan(600_000_000);
});
