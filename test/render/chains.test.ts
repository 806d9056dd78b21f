// Folders that hold nothing but one folder: one line in the tree, on cards and in breadcrumbs; the records have each of them.
import { describe, expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config/config.js';
import type { SidebarItem } from '../../src/model/sidebar/sidebar-item.js';
import { dataOf } from '../support/data.js';
import { buildHub, type Files, modelOfFiles, textOf } from '../support/hub.js';

const data = dataOf<{
  files: Files;
  single: [string, Files, unknown][];
  sidebars: NonNullable<UserConfig['sidebars']>;
}>('render/chains');

const files = data.files;

const outline = (items: readonly SidebarItem[]): unknown[] =>
  items.map((item) =>
    item.type === 'category' ? [item.label, outline(item.items)] : item.type === 'link' ? item.label : '',
  );

const crumbsOf = (html: string) =>
  [...html.matchAll(/<span itemprop="name"[^>]*>([^<]*)<\/span>/g)].map(([, label]) => label);

test('the tree has a line for a chain, of folders or of folders and a folder’s page', async () => {
  const { site } = await modelOfFiles(files);
  expect(outline([...site.sidebars.byName.values()].flat())).toEqual([
    ['Other', ['SNMP traps', 'Zzz']],
    ['Src / Go / Plugin / go.d / Collector', [['Ping', ['Set up ping']], 'SNMP']],
  ]);
});

test('the records have each folder, and reading goes on as in them', async () => {
  const { site } = await modelOfFiles(files);
  const [recorded = []] = Object.values(site.version.docsSidebars);
  expect(outline(recorded as SidebarItem[])).toEqual([
    ['other', [['collector', ['SNMP traps']], 'Zzz']],
    ['src', [['go', [['plugin', [['go.d', [['collector', [['Ping', ['Set up ping']], 'SNMP']]]]]]]]]],
  ]);
  const snmp = [...site.docs.values()].find(({ id }) => id.startsWith('src/') && id.includes('snmp'));
  expect(snmp && site.docNeighbours(snmp).previous?.permalink).toMatch(/ping\/setup$/);
});

describe('each folder', async () => {
  test('has its page, which lists what is at the end and is that line of the tree', async () => {
    const hub = await buildHub(files);
    for (const path of ['docs/src/', 'docs/src/go/plugin/', 'docs/src/go/plugin/go.d/collector/']) {
      const page = hub.file(path);
      expect(textOf(page), path).toContain('Collects from devices');
      expect(page, path).toMatch(/aria-current="page" id="docgen-here">Src \/ Go \/ Plugin \/ go\.d \/ Collector</);
      expect(page, path).toContain('Show in tree');
    }
    const page = hub.file('docs/other/collector/');
    expect(page).toMatch(/<a class="card-link" href="\/docs\/other\/collector\/snmp\/">SNMP traps</);
    expect(page).toMatch(/aria-current="page" id="docgen-here">SNMP traps</);
  });
  test('is part of one breadcrumb', async () => {
    const hub = await buildHub(files, { title: 'Hub' });
    expect(crumbsOf(hub.file('docs/src/go/plugin/go.d/collector/ping/setup/'))).toEqual([
      'Hub',
      'Src / Go / Plugin / go.d / Collector',
      'Ping',
      'Set up ping',
    ]);
    expect(crumbsOf(hub.file('docs/other/collector/snmp/'))).toEqual(['Hub', 'Other', 'Collector', 'SNMP traps']);
    expect(hub.file('docs/other/')).toMatch(/<a class="card-link" href="[^"]*snmp\/">SNMP traps</);
    expect(hub.file('docs/')).toMatch(
      /<a class="card-link" href="\/docs\/src\/go\/plugin\/go\.d\/collector\/">Src \/ Go/,
    );
  });
});

test.each(data.single)('%s stays a line of its own', async (_, content, wanted) => {
  const { site } = await modelOfFiles(content);
  expect(outline([...site.sidebars.byName.values()].flat())).toEqual([wanted]);
});

test('categories that the config writes stay as they are; labels of folders are those of their files', async () => {
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

test('a folder of one page is that page, with the name of the folder if its title says nothing alone', async () => {
  const { site } = await modelOfFiles({
    'x/ap/integrations/access-points.md': '# Access Points',
    'x/android/changelog.md': '# Change Log',
    'x/app-check/app-check.md': '# App Check',
    'x/y.md': '# Y',
    'one/only.md': '# Only',
  });
  expect(outline([...site.sidebars.byName.values()].flat())).toEqual([
    ['One', ['Only']],
    ['X', ['Android / Change Log', 'Access Points', 'App Check', 'Y']],
  ]);
});

test('the title of a folder’s page names the folder, unless it is one that every folder could have', async () => {
  const { site } = await modelOfFiles({
    'a/b/index.md': '# Overview',
    'a/b/c.md': '# C',
    'a/d/index.md': '# Deployment guides',
    'a/d/e.md': '# E',
  });
  expect(outline([...site.sidebars.byName.values()].flat())).toEqual([
    [
      'A',
      [
        ['B', ['C']],
        ['Deployment guides', ['E']],
      ],
    ],
  ]);
  const hub = await buildHub({ 'a/b/index.md': '# Overview', 'a/b/c.md': '# C', 'a/d.md': '# D' }, { title: 'Hub' });
  expect(crumbsOf(hub.file('docs/a/b/'))).toEqual(['Hub', 'A', 'B']);
  expect(hub.file('docs/a/b/')).toContain('<title>Overview · A · Hub</title>');
});
