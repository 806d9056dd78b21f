// Converts Docusaurus sites like those of large projects, and invalid configs. Each folder of the fixtures has a
// site, the expected config, and the expected unsupported parts.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromDocusaurus } from '../../src/cli/init/docusaurus/from-docusaurus.js';
import type { DocusaurusSite } from '../../src/cli/init/docusaurus/site.js';
import { resolveConfig } from '../../src/model/config/config.js';
import { dataOf } from '../support/data.js';
import { same } from '../support/expected.js';
import { buildIn, fixtures, say, tempDir, writeFiles } from '../support/hub.js';
import { runs } from '../support/seed.js';

const data = dataOf<{ items: object[] }>('cli/docusaurus');

const folder = join(fixtures, 'docusaurus');
const fixture = async (name: string) => (await import(join(folder, name, 'site.mjs'))).default as DocusaurusSite;

/** Converts a site that has no `static` folder, but all others. */
const convert = (site: Pick<DocusaurusSite, 'config'> & Partial<DocusaurusSite>) =>
  fromDocusaurus({ sidebars: {}, files: [], siteDir: '/repo/website', hasFolder: (dir) => dir !== 'static', ...site });

test.each(readdirSync(folder))(
  '%s: a config that docgen takes, and each thing that cannot come along',
  async (name) => {
    const { config, notTaken } = convert(await fixture(name));
    const { diagnostics } = resolveConfig(config, { cwd: '/', file: undefined, overrides: {} });
    expect(diagnostics.map(say)).toEqual([]);
    const lost = notTaken.map(({ key, what }) => `${key}: ${what}`);
    same(join(folder, name, 'expected.json'), `${JSON.stringify({ config, lost }, undefined, 2)}\n`);
  },
);

test('a site with several docs plugins builds, and every page keeps its URL', async () => {
  const site = await fixture('several-plugins');
  const dir = writeFiles(tempDir(), {
    'docs/start.md': '# Start\n\n[a](more/a.md)',
    'docs/more/a.md': '# A',
    'website/versions.json': '["1.2"]',
    'website/versioned_sidebars/version-1.2-sidebars.json': JSON.stringify(site.sidebars['sidebars.js']),
    'website/versioned_docs/version-1.2/start.md': '# Start',
    'website/versioned_docs/version-1.2/more/a.md': '# A',
    'website/design/one.md': '# One',
    'website/community/overview.md': '# Overview',
  });
  const hub = await buildIn(`${dir}/website`, convert(site).config);
  expect(hub.said()).toEqual([]);
  const paths = [
    'docs/start',
    'docs/next/start',
    'docs/more/a',
    'docs/category/more',
    'design/one',
    'community/overview',
  ];
  expect(hub.files()).toEqual(expect.arrayContaining(paths.map((path) => `${path}.html`)));
});

test('links use ids and sidebars of docs; pages that docgen does not build are linked, and missing ones are reported', () => {
  const items = data.items;
  const plugins = [
    ['docusaurus-plugin-typedoc', { out: './docs/api-v2' }],
    ['x', { routeBasePath: '/forum/' }],
  ];
  const { config, notTaken } = convert({
    config: { baseUrl: '/lib/', presets: ['classic'], plugins, themeConfig: { navbar: { items } } },
    files: ['src/pages/index.js', 'src/pages/_part.js', 'src/pages/team/index.mdx', 'src/pages/a.test.js'],
    hasFolder: (dir) => dir !== 'docs/api-v2',
    pages: {
      docs: [],
      all: new Set(['/docs/api', '/faq']),
      byId: new Map([['api/index', '/docs/api/']]),
      firstOf: new Map([['main', '/docs/start']]),
    },
  });
  const shown = config.header?.links?.map((one) => ('links' in one ? one.links[0]?.href : `${one.label} ${one.href}`));
  expect(shown).toEqual([
    ...['API /docs/api/', 'Guide /docs/start', 'https://old.example/', 'Q & A /faq', 'Blog /blog'],
    ...['Playground /play#new', 'github.com https://www.github.com/a/b'],
  ]);
  const others = ['blog/**', 'docs/api-v2/**', 'forum/**', 'play', 'team'];
  expect(config.external).toEqual(others.map((path) => `/lib/${path}`));
  const lost = notTaken.filter(({ key }) => key.startsWith('themeConfig.navbar'));
  expect(lost.map(({ key }) => Number(key.split('.').at(-1)))).toEqual([8, 9, 10, 11]);
});

test('a cyclic navigation bar is ignored', () => {
  const menu = { label: 'Menu', items: [{ label: 'Guide', href: 'https://a.example/' }] as object[] };
  menu.items.push(menu);
  expect(convert({ config: { themeConfig: { navbar: { items: [menu] } } } }).config.header).toBeUndefined();
});

test('any config can be read', () => {
  const keys =
    'title presets plugins themes themeConfig i18n navbar items docs sidebarPath versions editUrl markdown x'.split(
      ' ',
    );
  const key = fc.constantFrom(...keys);
  const value = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(undefined, null, 0, true, false, '', 'classic', 'content-docs', '/a', () => 1),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.array(fc.tuple(key, tie('any')), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
    ),
  })).any;
  fc.assert(
    fc.property(value, value, (config, sidebars) => {
      const { notTaken } = convert({ config, sidebars: { '/a': sidebars, classic: sidebars } });
      for (const { key: place, what } of notTaken) expect(`${place}${what}`).not.toContain('[object');
    }),
    { numRuns: runs(2000) },
  );
});
