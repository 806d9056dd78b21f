// Versions and tags against what Docusaurus computes of versioned sites, and where versions are found.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { versionData } from '../../src/cli/inspect.js';
import type { Config, UserConfig } from '../../src/model/config.js';
import { readHub } from '../../src/model/content/named-files.js';
import { seeHub } from '../../src/model/mounts/see-hub.js';
import { buildSite } from '../../src/model/site.js';
import { readVersions } from '../../src/model/versions/read-versions.js';
import { configOf, type Files, fixtures, tempDir, writeFiles } from '../support/hub.js';
import { hasShared, shared } from '../support/shared.js';

/** All versions as `docgen inspect versions --json` prints them. */
async function dataOf(config: Config) {
  const { value, diagnostics } = readVersions(config);
  const made = [];
  for (const version of value.all) {
    const content = await readHub(await seeHub(version.config.content, version.config));
    made.push(versionData(buildSite(content.value, version.config).value));
  }
  return { versions: JSON.parse(JSON.stringify(made)), diagnostics };
}

// Each is a generated site and what Docusaurus 3.10.2 loads of it: the pages of tags in the order of their addresses, as above.
describe('saved versions of sites of other shapes', () => {
  const dir = join(fixtures, 'model/saved-versions');
  test.each(readdirSync(dir))('%s', async (name) => {
    const { config, files, versions } = JSON.parse(readFileSync(join(dir, name), 'utf8'));
    expect(await dataOf(configOf(writeFiles(tempDir(), files), config))).toEqual({ versions, diagnostics: [] });
  });
});

describe('where saved versions are found', () => {
  const versionsOf = async (files: Files, config: UserConfig, at = '.') => {
    const dir = join(writeFiles(tempDir(), files), at);
    const { versions, diagnostics } = await dataOf(configOf(dir, config));
    const names = versions.map(({ version }: { version: { version: string } }) => version.version);
    return [...names, ...diagnostics.map(({ code }) => code)];
  };
  const saved = (at: string, prefix = '') => ({
    [`${at}${prefix}versions.json`]: '["1.0"]',
    [`${at}${prefix}versioned_docs/version-1.0/a.md`]: '# A\n',
  });
  const docs = { 'docs/a.md': '# A\n', 'guide/a.md': '# A\n', 'more/text/a.md': '# A\n' };
  const website = { 'website/docusaurus.config.js': '', ...saved('website/') };

  test('in the website of a project whose docs are at its root, also from there', async () => {
    expect(await versionsOf({ ...docs, ...website }, { content: 'docs' })).toEqual(['current', '1.0']);
    expect(await versionsOf({ ...docs, ...website }, { content: '../docs' }, 'website')).toEqual(['current', '1.0']);
  });

  test('of another instance by its id, where the folder has another name', async () => {
    const files = { ...docs, ...saved('', 'manual_') };
    expect(await versionsOf(files, { content: [{ dir: 'guide', id: 'manual' }] })).toEqual(['current', '1.0']);
    expect(await versionsOf(files, { content: [{ dir: 'more/text', id: 'manual' }] })).toEqual(['current', '1.0']);
    expect(await versionsOf(files, { content: 'guide' })).toEqual(['current']);
    expect(await versionsOf({ ...docs, ...saved('', 'guide_') }, { content: 'guide' })).toEqual(['current', '1.0']);
  });

  test('of several folders those of `docs`, or of the one that says so', async () => {
    const files = { ...docs, ...saved('') };
    const two = (id?: string) => [
      { dir: 'guide', prefix: 'guide', ...(id && { id }) },
      { dir: 'docs', prefix: 'docs' },
    ];
    const at = async (content: UserConfig['content']) =>
      readVersions(configOf(writeFiles(tempDir(), files), { content })).value.all.map(({ section }) => section);
    expect(await at(two())).toEqual(['', 'docs']);
    expect(await at([{ dir: 'guide', prefix: 'guide', id: 'default' }, 'more'])).toEqual(['', 'guide']);
  });

  test('a list that is not beside the folder counts only with its folders', async () => {
    const list = { 'more/text/a.md': '# A\n', 'versions.json': '{"1.0.0": "0.15.0"}' };
    expect(await versionsOf(list, { content: 'more/text' })).toEqual(['current']);
    expect(await versionsOf({ ...docs, ...list }, { content: 'docs' })).toEqual(['current', 'DG310']);
  });
});

test('names that early releases put the version before lose it', async () => {
  const items = [
    'version-1.0/a',
    {
      type: 'category',
      label: 'C',
      link: { type: 'doc', id: 'version-1.0/b' },
      items: ['version-1.0/c', 'version-2.0/d'],
    },
  ];
  const dir = writeFiles(tempDir(), {
    'docs/a.md': '# A\n',
    'versions.json': '["1.0"]',
    'versioned_sidebars/version-1.0-sidebars.json': JSON.stringify({ 'version-1.0/docs': items }),
    'versioned_docs/version-1.0/a.md': '# A\n',
    'versioned_docs/version-1.0/b.md': '# B\n',
    'versioned_docs/version-1.0/c.md': '# C\n',
    'versioned_docs/version-1.0/version-2.0/d.md': '---\nid: d\n---\n# D\n',
  });
  const [, { version, nav }] = (await dataOf(configOf(dir, { content: 'docs', lastVersion: 'current' }))).versions;
  expect(Object.keys(version.docsSidebars)).toEqual(['docs']);
  expect(nav).toMatchObject({ b: ['/docs/1.0/a', '/docs/1.0/c'], c: ['/docs/1.0/b', '/docs/1.0/version-2.0/d'] });
});

if (hasShared('versions as Docusaurus has them')) {
  const dir = join(shared, 'corpus/versioned');
  describe('versions are those of Docusaurus', () => {
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
      expect(await dataOf(config)).toEqual({ versions, diagnostics: [] });
    });
  });
}
