// Folders that only contain another folder: one item in the sidebar, on cards and in breadcrumbs. The records have each folder.
import { expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config/config.js';
import type { SidebarItem } from '../../src/model/sidebar/sidebar-item.js';
import { dataOf } from '../support/data.js';
import { type Files, modelOfFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

const data = dataOf<{
  files: Files;
  trees: [string, Files, unknown][];
  sidebars: NonNullable<UserConfig['sidebars']>;
}>('render/chains');

const files = data.files;

const outline = (items: readonly SidebarItem[]): unknown[] =>
  items.map((item) =>
    item.type === 'category' ? [item.label, outline(item.items)] : item.type === 'link' ? item.label : '',
  );

test('the records have each folder, and the reading order is theirs', async () => {
  const { site } = await modelOfFiles(files);
  const [recorded = []] = Object.values(site.version().docsSidebars);
  expect(outline(recorded as SidebarItem[])).toEqual([
    ['other', [['collector', ['SNMP traps']], 'Zzz']],
    ['src', [['go', [['plugin', [['go.d', [['collector', [['Ping', ['Set up ping']], 'SNMP']]]]]]]]]],
  ]);
  const snmp = [...site.docs.values()].find(({ id }) => id.startsWith('src/') && id.includes('snmp'));
  expect(snmp && site.docNeighbours(snmp).previous?.permalink).toMatch(/ping\/setup$/);
});

scenarios('render/chains');

test.each(data.trees)('the sidebar: %s', async (_, content, wanted) => {
  const { site } = await modelOfFiles(content);
  expect(outline([...site.sidebars.byName.values()].flat())).toEqual(wanted);
});

test('categories in the config stay unchanged; folders have the labels of their files', async () => {
  const sidebars = data.sidebars;
  const { site } = await modelOfFiles(
    { 'x/a/b/c.md': '# C', 'x/a/b/d.md': '# D', 'x/a/_category_.json': '{"label": "First", "description": "Said"}' },
    { sidebars },
  );
  const [items = []] = [...site.sidebars.byName.values()];
  expect(outline(items)).toEqual([
    ['Mine', [['First / B', ['C', 'D']]]],
    ['Alone', [['One', ['C']]]],
  ]);
  expect(items[0]?.type === 'category' && items[0].items[0]).toMatchObject({ description: 'Said' });
});
