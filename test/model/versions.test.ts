// Compares versions and tags with those of Docusaurus on versioned sites, and tests where versions are found.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { versionData } from '../../src/cli/inspect.js';
import type { Config, UserConfig } from '../../src/model/config/config.js';
import { readHub } from '../../src/model/content/read-hub.js';
import { scanHub } from '../../src/model/content/scan-hub.js';
import { messageOf } from '../../src/model/diagnostics/diagnostic.js';
import { onceForVersions } from '../../src/model/site/hub.js';
import { buildSite } from '../../src/model/site/site.js';
import { readVersions } from '../../src/model/versions/read-versions.js';
import { dataOf } from '../support/data.js';
import { buildIn, configOf, type Files, fixtures, type Hub, say, tempDir, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';
import { hasShared, shared } from '../support/shared.js';

interface Found {
  readonly name: string;
  readonly files: Files;
  readonly config: UserConfig;
  /** Folder of the config. */
  readonly at?: string;
  /** Names of the versions and codes of diagnostics, or the sections of the versions. */
  readonly versions?: readonly string[];
  readonly sections?: readonly string[];
}

const data = dataOf<{
  found: Found[];
  hub: string[][];
  files: Files;
  sections: { files: Files; config: UserConfig };
  early: Files;
  rooted: Files;
}>('model/versions');

/** Returns all versions as `docgen inspect versions --json` prints them. */
async function inspected(config: Config) {
  const { value, diagnostics } = readVersions(config);
  const made = [];
  for (const version of value.all) {
    const content = await readHub(await scanHub(version.config.content, version.config));
    made.push(versionData(buildSite(content.value, version.config).value));
  }
  return { versions: JSON.parse(JSON.stringify(made)), diagnostics };
}

// Each is a generated site, with the data that Docusaurus 3.10.2 loads from it. Tag pages are sorted by URL, as above.
describe('saved versions of other sites', () => {
  const dir = join(fixtures, 'saved-versions');
  test.each(readdirSync(dir))('%s', async (name) => {
    const { config, files, versions } = JSON.parse(readFileSync(join(dir, name), 'utf8'));
    expect(await inspected(configOf(writeFiles(tempDir(), files), config))).toEqual({ versions, diagnostics: [] });
  });
});

describe('locations of saved versions', () => {
  test.each(data.found)('$name', async ({ files, config, at = '.', sections, versions }) => {
    const found = configOf(join(writeFiles(tempDir(), files), at), config);
    if (sections) expect(readVersions(found).value.all.map(({ section }) => section)).toEqual(sections);
    if (!versions) return;
    const all = await inspected(found);
    const names = all.versions.map(({ version }: { version: { version: string } }) => version.version);
    expect([...names, ...all.diagnostics.map(({ code }) => code)]).toEqual(versions);
  });
});

test('each version of a section has its own sidebars, including the one in the hub', async () => {
  const config = configOf(writeFiles(tempDir(), data.sections.files), data.sections.config);
  const [hub, next] = (await inspected(config)).versions;
  expect(Object.keys(hub.version.docsSidebars)).toEqual(['guide', 'team-guide']);
  expect(hub.version.docsSidebars['team-guide']).toMatchObject([
    {
      label: 'Old Things',
      href: '/docs/team/category/old-things',
      items: [{ docId: 'team/b' }, { docId: 'team/x/d' }],
    },
  ]);
  expect(next.version.docsSidebars).toMatchObject({
    people: [{ href: '/docs/team/next/category/new', items: [{ docId: 'c' }, { docId: 'a' }] }],
  });
});

test('a version before the names in saved sidebars of early releases is removed', async () => {
  const dir = writeFiles(tempDir(), data.early);
  const [, { version, nav }] = (await inspected(configOf(dir, { content: 'docs', lastVersion: 'current' }))).versions;
  expect(Object.keys(version.docsSidebars)).toEqual(['docs']);
  expect(nav).toMatchObject({ b: ['/docs/1.0/a', '/docs/1.0/c'], c: ['/docs/1.0/b', '/docs/1.0/version-2.0/d'] });
});

if (hasShared('versions as Docusaurus has them')) {
  const dir = join(shared, 'corpus/versioned');
  describe('versions are the same as those of Docusaurus', () => {
    test.each(readdirSync(join(dir, 'expected')))('%s', async (name) => {
      const { baseUrl, options, versions } = JSON.parse(readFileSync(join(dir, 'expected', name), 'utf8'));
      const { sidebarPath: _, routeBasePath = 'docs', tagsBasePath = 'tags', ...versioning } = options;
      const config = configOf(dir, {
        content: 'site/docs',
        basePath: baseUrl,
        routeBase: routeBasePath,
        tagsBasePath,
        ...versioning,
      });
      expect(await inspected(config)).toEqual({ versions, diagnostics: [] });
    });
  });
}

describe('a hub whose root folder is versioned, next to other folders', () => {
  const root = { dir: 'docs', prefix: '' };
  const sections = [
    { dir: 'team', prefix: 'team' },
    { dir: 'more', prefix: 'a/more' },
  ];
  const sidebars = { docs: ['new', 'next'], team: ['team/y', 'team/x'], tools: ['a/more/z'] };
  const sidebarsOf = async (config: UserConfig) => {
    const { versions, diagnostics } = await inspected(configOf(writeFiles(tempDir(), data.rooted), config));
    expect(diagnostics).toEqual([]);
    return versions.map(({ version }: { version: { version: string; docsSidebars: object } }) => [
      version.version,
      Object.entries(version.docsSidebars).map(([name, items]) => [name, ...items.map(idOf)]),
    ]);
  };
  const idOf = (item: { docId?: string; items?: object[] }): unknown => item.docId ?? item.items?.map(idOf);
  const hub = data.hub;

  test.each([
    ['first', [root, ...sections]],
    ['last', [...sections, root]],
  ])('each folder keeps its sidebars: the versioned one %s', async (_, content) => {
    const own = content.map((mount) => (mount === root ? { ...root, includeCurrentVersion: false } : mount));
    expect(await sidebarsOf({ content: own, sidebars })).toEqual([
      ['2.0', hub],
      ['1.0', []],
    ]);
  });

  test('another version of the root folder has no sidebars of other folders', async () => {
    const [next, last] = await sidebarsOf({ content: [root, ...sections], sidebars, versions: { current: {} } });
    expect([next, last]).toEqual([
      ['current', [['docs', 'new', 'next']]],
      ['2.0', hub],
    ]);
  });

  test('a folder without a sidebar in the config gets the tree of its folders', async () => {
    const [[, found]] = await sidebarsOf({ content: [{ ...root, includeCurrentVersion: false }, ...sections] });
    expect(found).toEqual([
      ['docs', 'a', 'b'],
      ['tools', 'a'],
      ['tutorialSidebar', 'team/x', 'team/y'],
      ['a/more-tutorialSidebar', 'a/more/z'],
    ]);
  });
});

describe('diagnostics of versions', () => {
  const said = ({ diagnostics, versions }: Hub) =>
    onceForVersions(diagnostics, versions).map((one) => `${say(one)}; ${messageOf(one).slice(one.message.length)}`);

  scenarios('model/versions');

  test('files outside the content have their own location, once for all versions', async () => {
    const files = data.files;
    const dir = writeFiles(tempDir(), files);
    const hub = await buildIn(dir, { content: 'docs' });
    expect(said(hub).sort()).toEqual([
      'DG310 /website/versioned_sidebars/version-1.0-sidebars.json versions: it is not JSON; ',
      'DG310 /website/versions.json versions: version `0.9` has no folder; ',
      "DG508 /website/static/robots.txt static file `robots.txt` has the same path as the site's own `robots.txt`; ",
      'DG509 /website/static not published: `_headers`; ',
    ]);
    for (const { place } of hub.diagnostics)
      expect(existsSync(join(dir, place?.file ?? 'nothing')), place?.file).toBe(true);
  });
});
