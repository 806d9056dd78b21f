// The names under which bodies and pages are reused: whatever one of them depends on must change its name.
import { statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { namedTexts } from '../../src/model/content/imports.js';
import { readHub } from '../../src/model/content/named-files.js';
import type { Doc } from '../../src/model/docs/doc.js';
import { bodyHashOf } from '../../src/model/docs/parsed-doc.js';
import { moduleKey } from '../../src/model/module-key.js';
import { seeHub } from '../../src/model/mounts/see-hub.js';
import { toSourcePath } from '../../src/model/path.js';
import { lookOf } from '../../src/model/regular-file.js';
import { buildSite, type Site } from '../../src/model/site.js';
import type { UserConfig } from '../../src/model/user-config.js';
import type { BodyInput } from '../../src/render/body/body-types.js';
import { bodyInputs, factsReader } from '../../src/render/body-inputs.js';
import { isReusable, type PartRecord } from '../../src/render/cache/pages.js';
import { type SiteKeyInput, siteKey } from '../../src/render/cache/site-key.js';
import { entriesBelow } from '../../src/render/output/in-place.js';
import { readSetting } from '../../src/render/setting.js';
import { configOf, inProcess, modelOfFiles, tempDir, writeFiles } from '../support/hub.js';

const files = {
  'a.md': '# A\n\n<<_part.md>>\n',
  'b/x.md': '# X\n',
  'b/_category_.json': '{"label": "B", "link": {"type": "generated-index", "description": "All of B"}}',
  '_part.md': 'a part',
  'i.png': 'image',
};

const staticFile = { source: toSourcePath('/static/i.png'), file: '/static/i.png', path: 'i.png', isOwned: false };

async function input(): Promise<SiteKeyInput> {
  const model = await modelOfFiles(files);
  const site = { ...model.site, statics: new Map([['i.png', staticFile]]) };
  const frame = { stylesheet: '/s.css', icon: '/i.svg', socialImage: '/p.svg' } as unknown as SiteKeyInput['frame'];
  return { site, frame, buildId: 'build', templatesKey: 'templates' };
}

/** What of a doc is made of its body, but for what readers see elsewhere. */
const written = (body: string): Pick<Doc, 'body' | 'bodyHash' | 'named'> => ({
  body: () => body,
  bodyHash: bodyHashOf(body),
  named: namedTexts(body),
});

const withSite = (given: SiteKeyInput, change: Partial<Site>): SiteKeyInput => ({
  ...given,
  site: { ...given.site, ...change },
});

describe('the key of a site', () => {
  const changes: Readonly<Record<string, (given: SiteKeyInput) => SiteKeyInput>> = {
    'the program': (given) => ({ ...given, buildId: 'another' }),
    'the templates': (given) => ({ ...given, templatesKey: 'another' }),
    'the stylesheet': (given) => ({ ...given, frame: { ...given.frame, stylesheet: '/t.css' as never } }),
    'the icon': (given) => ({ ...given, frame: { ...given.frame, icon: '/j.svg' as never } }),
    'the image of previews': (given) => ({ ...given, frame: { ...given.frame, socialImage: '/q.svg' as never } }),
    'the config': (given) => withSite(given, { config: { ...given.site.config, tagline: 'another' } }),
    'the description of a doc': (given) =>
      withSite(given, {
        docs: new Map([...given.site.docs].map(([id, doc]) => [id, { ...doc, description: 'another' }])),
      }),
    'the keywords of a doc, by which others name it': (given) =>
      withSite(given, {
        docs: new Map(
          [...given.site.docs].map(([id, doc]) => [
            id,
            { ...doc, frontMatter: { ...doc.frontMatter, keywords: ['x'] } },
          ]),
        ),
      }),
    'the label of a sidebar': (given) =>
      withSite(given, {
        sidebars: {
          ...given.site.sidebars,
          byName: new Map([...given.site.sidebars.byName].map(([name, items]) => [name, items.slice(1)])),
        },
      }),
    'what stands behind a category': (given) =>
      withSite(given, {
        sidebars: {
          ...given.site.sidebars,
          origins: new Map(
            [...given.site.sidebars.origins].map(([category, origin]) => [category, { ...origin, dir: 'another' }]),
          ),
        },
      }),
    'the address of a page': (given) =>
      withSite(given, { pages: given.site.pages.map((page) => ({ ...page, permalink: '/another' as never })) }),
    'the title of a page': (given) =>
      withSite(given, { pages: given.site.pages.map((page) => ({ ...page, title: 'another' })) }),
    'a file that pages may name': (given) => withSite(given, { files: new Map([['j.png' as never, '/j.png']]) }),
    'a static file': (given) => withSite(given, { statics: new Map([['x.png', { ...staticFile, path: 'x.png' }]]) }),
    'the place of a static file': (given) =>
      withSite(given, { statics: new Map([['i.png', { ...staticFile, path: 'y/i.png' }]]) }),
    'whose a static file is': (given) =>
      withSite(given, { statics: new Map([['i.png', { ...staticFile, isOwned: true }]]) }),
    'the folders of a project': (given) =>
      withSite(given, { roots: { roots: [], aliases: [{ project: 0, written: '~/', at: '' }] } }),
    'a partial or draft': (given) => withSite(given, { hiddenSources: new Set(['_other.md' as never]) }),
    'which files were gathered': (given) => withSite(given, { provenance: new Map([['a.md' as never, {} as never]]) }),
    'where they come from': (given) => withSite(given, { gathered: new Map([['b', {} as never]]) }),
  };

  test.each(Object.entries(changes))('changes with %s', async (_, change) => {
    const given = await input();
    expect(siteKey(change(given))).not.toBe(siteKey(given));
  });

  test('does not change with the text of a doc', async () => {
    const given = await input();
    const docs = new Map([...given.site.docs].map(([id, doc]) => [id, { ...doc, ...written('another') }]));
    expect(siteKey(withSite(given, { docs }))).toBe(siteKey(given));
    expect(siteKey(await input())).not.toBe(''); // another folder, another config
  });
});

describe('the key of a body', () => {
  const keyOf = (site: Site, buildId = 'build', componentsKey = '') =>
    bodyInputs(site, site, { buildId, componentsKey })(site.docs.get('a') as Doc).key;
  const withDoc = (site: Site, change: object): Site => ({
    ...site,
    docs: new Map([...site.docs].map(([id, doc]) => [id, { ...doc, ...change }])),
  });

  test('changes with its text, its place, its partials, the program, the rule of its headings’ ids, the sites that mean the hub', async () => {
    const { site } = await input();
    const key = keyOf(site);
    expect(keyOf(site)).toBe(key);
    const others = [
      keyOf(site, 'another'),
      keyOf(withDoc(site, written('# Other'))),
      keyOf(withDoc(site, { bodyLine: 7 })),
      keyOf({ ...site, headingIds: new Map([['a.md' as never, 'mkdocs']]) }),
      keyOf({ ...site, includable: new Map([['_part.md', 'another part']]) }),
      keyOf(withDoc(site, written("import A from './_part.md'"))),
      keyOf({
        ...withDoc(site, written("import A from './_part.md'")),
        includable: new Map([['_part.md', 'another part']]),
      }),
      keyOf(withDoc(site, written("import A from '!!raw-loader!./a.js'"))),
      keyOf({
        ...withDoc(site, written("import A from '!!raw-loader!./a.js'")),
        showable: new Map([['a.js', 'text']]),
      }),
      keyOf({
        ...withDoc(site, written("import A from '!!raw-loader!./a.js'")),
        showable: new Map([['a.js', 'another text']]),
      }),
      keyOf({
        ...site,
        gathered: new Map([
          ['b', { version: 1, sources: [{ repo: 'https://example.org/x', linkBase: null }] } as never],
        ]),
      }),
    ];
    expect(new Set([key, ...others]).size).toBe(others.length + 1);
  });

  test('changes with the code of components', async () => {
    const { site } = await input();
    expect(keyOf(site, 'build', 'code')).not.toBe(keyOf(site));
    const dir = writeFiles(tempDir(), { 'c.mjs': "export { X } from './x.mjs'", 'x.mjs': 'export const X = 1' });
    const codeOf = async () =>
      (await readSetting({ ...site, config: { ...site.config, components: `${dir}/c.mjs` } })).componentsKey;
    const code = await codeOf();
    expect([undefined, '']).not.toContain(code);
    writeFiles(dir, { 'x.mjs': 'export const X = 2' });
    expect(await codeOf()).not.toBe(code);
  });
});

describe('the key of modules', () => {
  const keyOf = (dir: string) => moduleKey([`${dir}/a.ts`], ['react']);

  test('follows imports by path, with any ending, and packages by their package.json', () => {
    const dir = writeFiles(tempDir(), {
      'a.ts': "import { b } from './b.js';\nimport 'react';\nexport * from 'pkg/part';\nconst c = require('./c');",
      'b.ts': 'export const b = 1',
      'c/index.json': '{}',
      'node_modules/pkg/package.json': '{"version": "1.0.0"}',
    });
    const seen = new Set([keyOf(dir)]);
    expect(seen.has(undefined)).toBe(false);
    for (const [path, text] of [
      ['a.ts', "import './b.js';\nimport 'pkg';\nrequire('./c');"],
      ['b.ts', 'export const b = 2'],
      ['c/index.json', '{"x": 1}'],
      ['node_modules/pkg/package.json', '{"version": "1.0.1"}'],
    ] as const) {
      writeFiles(dir, { [path]: text });
      const key = keyOf(dir);
      expect(seen.has(key), path).toBe(false);
      seen.add(key);
    }
  });

  test.each(['import(name)', 'require(`./x`)', "import('./' + 'x.js')"])(
    'is none where an import is computed: %s',
    (text) => {
      expect(keyOf(writeFiles(tempDir(), { 'a.ts': text }))).toBeUndefined();
    },
  );
});

test('a record is reused for its key, with every file that its page must have, and while the files are there', () => {
  const out = writeFiles(tempDir(), { 'a/index.html': 'x' });
  const look = lookOf(statSync(`${out}/a/index.html`));
  const record = (more: Partial<PartRecord> = {}): PartRecord => ({
    key: 'k',
    ids: [],
    anchors: [],
    diagnostics: [],
    files: [['a/index.html', look]],
    sources: [],
    ...more,
  });
  const wanted = { key: 'k', paths: ['a/index.html'] };
  const context = { entryOf: entriesBelow(out), files: new Map() };
  expect(isReusable(record(), wanted, context)).toBe(true);
  expect(isReusable(record({ files: [] }), wanted, context)).toBe(false);
  expect(isReusable(record({ key: 'other' }), wanted, context)).toBe(false);
  expect(isReusable(record({ sources: [['i.png', '1']] }), wanted, context)).toBe(false);
  writeFiles(out, { 'a/index.html': 'xy' });
  expect(isReusable(record(), wanted, context)).toBe(false);
});

test.each([
  "import { v } from '#lib'",
  "import { v } from 'mine/lib'",
  "import { v } from './lib.mjs?x'",
  "import { v } from/**/'./lib.mjs'",
  "import { v } from './l\\u0069b.mjs'",
  "import { v } from './folder'",
  "import { createRequire as r } from 'node:module'",
])('what a template loads cannot be told: %s', (code) => {
  const dir = writeFiles(tempDir(), {
    'a.tsx': code,
    'lib.mjs': '',
    'folder/package.json': '{"main": "m.mjs"}',
    'folder/index.js': '',
  });
  expect(moduleKey([`${dir}/a.tsx`], [])).toBeUndefined();
  expect(moduleKey([`${dir}/folder`], [])).toBeUndefined();
});

test('every file that an import may mean is part of the key', () => {
  const keyWith = (text: string) => {
    writeFiles(dir, { 'two.js': text });
    return moduleKey([`${dir}/a.tsx`], []);
  };
  const dir = writeFiles(tempDir(), { 'a.tsx': "import { v } from './two'", 'two.ts': '' });
  expect(keyWith('1')).not.toBe(keyWith('2'));
});

describe('bodies that are begun while files are read', () => {
  const setting = { buildId: 'build', componentsKey: '' };

  test.each<[string, UserConfig]>([
    ['as the config has it', {}],
    ['with titles of the records', { titles: 'record', extras: ['mark'], lang: 'de' }],
    [
      'in a section, whose headings are named as MkDocs does',
      { content: [{ dir: 'content', prefix: 'x/y', headingIds: 'mkdocs' }] },
    ],
  ])('are those that pages will ask for: %s', async (_, options) => {
    const record = {
      repo: 'https://github.com/own/p',
      ref: 'main',
      branch: 'main',
      commit: '1'.repeat(40),
      license: null,
    };
    const source = { ...record, date: '2026-01-31', files: { 'a.md': 'docs/a.md' }, tree: ['docs/a.md', 'mkdocs.yml'] };
    const dir = writeFiles(tempDir(), {
      '.docgen/sources/p/.docgen-source.json': JSON.stringify({ version: 1, sources: [source] }),
      '.docgen/sources/p/a.md': '# G\n',
      'content/plain.md': 'text\n\n# A\n',
      'content/titled.md': '---\ntitle: T\n---\n\n## B\n\ntext\n',
      'content/lower.md': '## B\n\ntext\n',
      'content/hidden/_part.md': 'a part',
      'content/with.md': '# W\n\n<<hidden/_part.md>>\n',
    });
    const sources = [{ section: 'p', repo: record.repo, ref: 'main', paths: [{ from: 'docs' }] }];
    const config = configOf(dir, { sources, ...options });
    const begun: BodyInput[] = [];
    const readFacts = factsReader(inProcess.read, setting)(config, (input) => void begun.push(input));
    const { value } = await readHub(await seeHub(config.content, config), undefined, { readFacts });
    const site = buildSite(value, config).value;
    const asked = [...site.docs.values()].map((doc) => bodyInputs(site, site, setting)(doc).read());
    const isWhole = ({ source }: BodyInput) => !source.endsWith('with.md');
    const sorted = (inputs: readonly BodyInput[]) => [...inputs].sort((a, b) => (a.source < b.source ? -1 : 1));
    expect(sorted(begun)).toEqual(sorted(asked.filter(isWhole)));
    expect(begun).toHaveLength(4);
  });
});
