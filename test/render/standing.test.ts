// Nothing changed: no text is read and no page looked into, and what is reported is what the build before reported. Whatever did change,
// however well it hides, the site is the one that a build from nothing makes.
import fs, {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { build } from '../../src/build.js';
import { watchedBy } from '../../src/cli/dev/watched.js';
import type { Config, UserConfig } from '../../src/model/config.js';
import { type Baseline, baselineOf } from '../../src/model/strict/baseline.js';
import { renderBody } from '../../src/render/body/body.js';
import type { BodyInput } from '../../src/render/body/body-types.js';
import { configOf, type Files, filesBelow, inProcess, say, tempDir, writeFiles } from '../support/hub.js';

const svg = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect fill="${color}"/></svg>`;

const files: Files = {
  'content/a.md':
    '---\nsidebar_custom_props: {n: .inf, deep: [1, {x: null}]}\n---\n\n# A one\n\n[b](b/x.md#deep) [gone](c.md) ![i](i.svg)\n',
  'content/b/x.md': '# X\n\n## Deep\n\n<<_part.md>>\n',
  'content/b/_part.md': 'a part',
  'content/b/bad.md': '---\ntitle: a: b\n---\n\nText\n',
  'content/b/latin.md': new Uint8Array([0x23, 0x20, 0xe9, 0x0a]),
  'content/b/_category_.json': '{"label": "Bees"}',
  'content/i.svg': svg('red'),
  'static/robot.png': 'not an image',
};
const text = 'content/b/x.md';

async function run(
  dir: string,
  {
    out = 'site',
    cache = 'kept',
    strict = false,
    baseline,
    given: overrides = {},
    ...config
  }: UserConfig & {
    cache?: string | undefined;
    strict?: boolean;
    baseline?: Baseline;
    given?: Partial<Config>;
  } = {},
) {
  const rendered: string[] = [];
  const render = (input: BodyInput) => {
    rendered.push(input.source);
    return renderBody(input);
  };
  const given = { ...configOf(dir, { out, url: 'https://example.org', ...config }), ...overrides };
  const report = await build(given, {
    strict,
    baseline,
    reader: { ...inProcess, render },
    cache: cache && join(dir, cache),
  });
  return { ...report, rendered, said: report.diagnostics.map(say).sort() };
}

/** A hub that was built; its files are so old for docgen that their times tell every change. */
async function built(more: Files = {}, config: UserConfig = {}) {
  const dir = writeFiles(tempDir(), { ...files, ...more });
  later();
  const first = await run(dir, config);
  expect(first.published).toBe(true);
  return { dir, first };
}

const { now } = Date;
/** From now on what was written just now is as old as any file. */
const later = () => void vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
afterEach(() => void vi.restoreAllMocks());

/** Waits until no change can have the time of one before. */
async function settle(dir: string): Promise<void> {
  const newest = Math.max(...filesBelow(dir).map((path) => lstatSync(join(dir, path)).ctimeMs));
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, newest + 2100 - Date.now())));
}

const look = (dir: string) =>
  Object.fromEntries(filesBelow(dir).map((path) => [path, readFileSync(join(dir, path), 'latin1')]));

/** The site that a build from nothing makes. */
async function fresh(dir: string, config: Parameters<typeof run>[1] = {}) {
  rmSync(join(dir, 'fresh'), { recursive: true, force: true });
  const { said } = await run(dir, { ...config, out: 'fresh', cache: undefined });
  return { said, site: look(join(dir, 'fresh')) };
}

/** Files that are opened for reading while something runs. */
async function opened<T>(work: () => Promise<T>): Promise<{ value: T; paths: string[] }> {
  const { openSync } = fs;
  const paths: string[] = [];
  fs.openSync = (path, ...rest) => {
    if (existsSync(path)) paths.push(String(path));
    return openSync(path, ...rest);
  };
  syncBuiltinESMExports();
  const restore = () => {
    fs.openSync = openSync;
    syncBuiltinESMExports();
  };
  onTestFinished(restore);
  const value = await work();
  restore();
  return { value, paths };
}

test('nothing changed: no file of the content is read, and the same is said', async () => {
  const { dir, first } = await built();
  expect(first.said.length).toBeGreaterThan(2);
  const { value, paths } = await opened(() => run(dir));
  expect(paths.filter((path) => path.startsWith(join(dir, 'content')))).toEqual([]);
  expect(value).toMatchObject({ published: true, pages: first.pages, rendered: [], said: first.said });
  expect([...value.phases.keys()]).not.toContain('model');
});

test('a file changed shortly before the build: its bytes are compared, until its time is old enough', async () => {
  const dir = writeFiles(tempDir(), files);
  await settle(dir);
  writeFiles(dir, { [text]: '# X\n\n## Deep\n\nfirst\n' });
  await run(dir);
  const { value, paths } = await opened(() => run(dir));
  expect(value.rendered).toEqual([]);
  expect(paths).toContain(join(dir, text));
  await settle(dir);
  await run(dir);
  expect((await opened(() => run(dir))).paths).not.toContain(join(dir, text));
});

test('one text changed: it is read, and no other', async () => {
  const { dir } = await built();
  writeFiles(dir, { [text]: '# X\n\n## Deep\n\nanother\n' });
  const { value, paths } = await opened(() => run(dir));
  const read = paths.filter((path) => path.startsWith(join(dir, 'content')) && path.endsWith('.md'));
  expect([...new Set(read)].sort()).toEqual([
    join(dir, 'content/a.md'),
    join(dir, 'content/b/_part.md'),
    join(dir, text),
  ]); // of a.md JSON has no number
  expect(value.rendered).toEqual(['b/x.md']);
  expect({ said: value.said, site: look(join(dir, 'site')) }).toEqual(await fresh(dir));
});

/** Whatever a change is, the next build must notice. */
const changes: Readonly<Record<string, (dir: string) => void>> = {
  'a text of the same length, its time put back': (dir) => {
    const { atime, mtime } = lstatSync(join(dir, text));
    writeFiles(dir, { [text]: '# X\n\n## Deep\n\n<<_pArt.md>>\n' });
    utimesSync(join(dir, text), atime, mtime);
  },
  'another file in its place, of the same length and time': (dir) => {
    const { atime, mtime } = lstatSync(join(dir, text));
    writeFiles(dir, { other: '# X\n\n## Deep\n\n<<_pArt.md>>\n' });
    utimesSync(join(dir, 'other'), atime, mtime);
    renameSync(join(dir, 'other'), join(dir, text));
  },
  'two files that change places': (dir) => {
    renameSync(join(dir, text), join(dir, 'away'));
    renameSync(join(dir, 'content/a.md'), join(dir, text));
    renameSync(join(dir, 'away'), join(dir, 'content/a.md'));
  },
  'a partial': (dir) => void writeFiles(dir, { 'content/b/_part.md': 'b part' }),
  'a category': (dir) => void writeFiles(dir, { 'content/b/_category_.json': '{"label": "Cees"}' }),
  'a new doc': (dir) => void writeFiles(dir, { 'content/c.md': '# C\n' }),
  'a doc that is gone': (dir) => rmSync(join(dir, 'content/b/bad.md')),
  'an image': (dir) => void writeFiles(dir, { 'content/i.svg': svg('tan') }),
  'an image that is gone': (dir) => rmSync(join(dir, 'content/i.svg')),
  'a static file': (dir) => void writeFiles(dir, { 'static/robot.png': 'nor an image' }),
  'a new static file': (dir) => void writeFiles(dir, { 'static/new.png': 'new' }),
  'a link where a doc was': (dir) => {
    rmSync(join(dir, text));
    symlinkSync(join(dir, 'content/a.md'), join(dir, text));
  },
  'what generator the docs are of': (dir) => void writeFiles(dir, { 'mkdocs.yml': '' }),
  'a page of the site': (dir) => writeFileSync(join(dir, 'site/docs/a/index.html'), 'edited'),
  'a page of the site, of the same length and time': (dir) => {
    const page = join(dir, 'site/docs/a/index.html');
    const { atime, mtime } = lstatSync(page);
    const html = readFileSync(page, 'utf8');
    writeFileSync(page, html.replace('A one', 'A two'));
    utimesSync(page, atime, mtime);
  },
  'a page of the site that is gone': (dir) => rmSync(join(dir, 'site/docs/a/index.html')),
  'a folder of the site that is a link': (dir) => {
    renameSync(join(dir, 'site/docs/b'), join(dir, 'elsewhere'));
    symlinkSync(join(dir, 'elsewhere'), join(dir, 'site/docs/b'));
  },
  'a foreign asset': (dir) => writeFileSync(join(dir, 'site/assets/x.0123456789ab.png'), ''),
  'the list of its files': (dir) => writeFileSync(join(dir, 'site/.docgen-manifest'), 'index.html\n'),
  'the site that is gone': (dir) => rmSync(join(dir, 'site'), { recursive: true }),
};
/** A page is known by length and time, since a restored site has other numbers: here it is noticed only that nothing is certain. */
const unseen = 'a page of the site, of the same length and time';

test.each(Object.entries(changes))('noticed: %s', async (name, change) => {
  const { dir } = await built();
  await run(dir);
  change(dir);
  const again = await run(dir);
  expect([...again.phases.keys()]).toContain('model');
  const { said, site } = await fresh(dir);
  expect(again.said).toEqual(said);
  if (name !== unseen) expect(look(join(dir, 'site'))).toEqual(site);
});

const owned: Files = {
  'own.css': "@font-face { font-family: 'Own'; src: url(own.woff2) } a { background: url(tile.svg) }",
  'own.woff2': 'wOF2 no font',
  'tile.svg': svg('red'),
  'logo.svg': svg('red'),
  'dark.svg': svg('black'),
  'icon.svg': svg('red'),
  'card.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]),
  'parts/Footer.mjs': "export const Footer = () => 'one';\n",
  'own.mjs': 'export default { Own: () => null };\n',
  '.git/info/exclude': '',
  'content/tags.yml': 'one:\n  label: One\n',
  'content/t.md': '---\ntags: [one]\n---\n\n# T\n',
  'content/d.md': '---\ndraft: true\n---\n\n# D\n',
  'content/own.mdx': '# Own\n\n<Own/>\n',
  'versions.json': '["1.0"]',
  'versioned_docs/version-1.0/v.md': '# V\n',
  'versioned_docs/version-0.9/v.md': '# V\n',
};
const ownedConfig: UserConfig = {
  ...{ css: 'own.css', favicon: 'icon.svg', socialImage: 'card.png', templates: 'parts', components: 'own.mjs' },
  logo: { light: 'logo.svg', dark: 'dark.svg' },
};

/** What stands beside the content, and what decides which of it counts. */
const besides: Readonly<Record<string, (dir: string) => void>> = {
  'a `.gitignore` beside the docs': (dir) => void writeFiles(dir, { 'content/b/.gitignore': 'x.md\n' }),
  'a `.gitignore` above the content': (dir) => void writeFiles(dir, { '.gitignore': '/content/b/\n' }),
  'what the repository excludes': (dir) => void writeFiles(dir, { '.git/info/exclude': 'bad.md\n' }),
  'the stylesheet': (dir) => void writeFiles(dir, { 'own.css': 'a { color: tan }' }),
  'a font of the stylesheet': (dir) => void writeFiles(dir, { 'own.woff2': 'wOF2 nor font' }),
  'an image of the stylesheet': (dir) => void writeFiles(dir, { 'tile.svg': svg('tan') }),
  'the logo': (dir) => void writeFiles(dir, { 'logo.svg': svg('tan') }),
  'the logo for dark pages': (dir) => void writeFiles(dir, { 'dark.svg': svg('tan') }),
  'the icon': (dir) => void writeFiles(dir, { 'icon.svg': svg('tan') }),
  'the image of previews': (dir) =>
    void writeFiles(dir, { 'card.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 2]) }),
  'another template': (dir) =>
    void writeFiles(dir, { 'parts/Breadcrumbs.mjs': 'export const Breadcrumbs = () => null;\n' }),
  'the names of tags': (dir) => void writeFiles(dir, { 'content/tags.yml': 'one:\n  label: Two\n' }),
  'the list of versions': (dir) => void writeFiles(dir, { 'versions.json': '["1.0", "0.9"]' }),
  'a doc of a version': (dir) => void writeFiles(dir, { 'versioned_docs/version-1.0/v.md': '# W\n' }),
  'the sidebar of a version': (dir) =>
    void writeFiles(dir, { 'versioned_sidebars/version-1.0-sidebars.json': '{"own": ["v"]}' }),
};

test.each(Object.entries(besides))('noticed: %s', async (_, change) => {
  const { dir } = await built(owned, ownedConfig);
  expect([...(await run(dir, ownedConfig)).phases.keys()]).not.toContain('model');
  change(dir);
  const again = await run(dir, ownedConfig);
  expect([...again.phases.keys()]).toContain('model');
  const { said, site } = await fresh(dir, ownedConfig);
  expect(again.said.filter((one) => !one.startsWith('DG518'))).toEqual(said);
  expect(look(join(dir, 'site'))).toEqual(site);
});

test.each<[string, Parameters<typeof run>[1]]>([
  ['the title', { title: 'Other' }],
  ['the stylesheet', { css: 'own.css' }],
  ['drafts of the tree', { sidebar: { expandCurrent: true } }],
  ['docs that are left out', { content: [{ dir: 'content', exclude: ['b/x.md'] }] }],
  ['docs that are taken', { content: [{ dir: 'content', include: ['b'] }] }],
  ['that git has no say', { content: [{ dir: 'content', gitignore: false }] }],
  ['a redirect', { redirects: [{ from: '/old/', to: '/docs/a/' }] }],
  ['the host of redirects', { redirects: [{ from: '/old/', to: '/docs/a/' }], given: { redirectsFile: 'nginx' } }],
  ['the text below pages', { footer: { text: 'Other' } }],
  ['drafts', { given: { drafts: true } }],
  ['the base path', { given: { basePath: '/base/' } }],
])('noticed: %s', async (_, config) => {
  const { dir } = await built({ ...owned, 'content/.gitignore': 't.md\n' });
  const again = await run(dir, config);
  expect([...again.phases.keys()]).toContain('model');
  expect(look(join(dir, 'site'))).toEqual((await fresh(dir, config)).site);
});

test('--strict refuses what was published without it', async () => {
  const { dir } = await built();
  expect((await run(dir, { strict: true })).published).toBe(false);
});

test('what is repeated is weighed by the baseline and the config of now', async () => {
  const { dir, first } = await built();
  const baseline = baselineOf(first.diagnostics);
  const all = await run(dir, { strict: true, baseline });
  expect([...all.phases.keys()]).not.toContain('model');
  expect(all.published).toBe(true);
  expect(all.diagnostics.filter(({ severity }) => severity !== 'info').every(({ known }) => known)).toBe(true);
  expect((await run(dir, { strict: true, baseline: baseline.slice(1) })).published).toBe(false);
  const gone = { file: 'a.md', code: 'DG601', message: 'it was', count: 1 };
  expect((await run(dir, { baseline: [...baseline, gone] })).said).toContainEqual(expect.stringContaining('DG116'));
  const { code } = first.diagnostics.find(({ severity }) => severity === 'warning') as { code: `DG${number}` };
  const less = await run(dir, { diagnostics: { [code]: 'off' } });
  expect(less.said).toEqual(first.said.filter((one) => !one.startsWith(code)));
  expect(less.off).toBe(first.said.length - less.said.length);
  expect(await run(dir, { diagnostics: { [code]: 'off' } })).toMatchObject({ said: less.said, off: less.off });
  expect((await run(dir)).said).toEqual(first.said);
});

test('that a page moved is said once', async () => {
  const words = 'Words by which the page is known again, wherever it is. '.repeat(3);
  const { dir } = await built({ 'content/old.md': `# Old\n\n${words}\n` });
  renameSync(join(dir, 'content/old.md'), join(dir, 'content/new.md'));
  expect((await run(dir)).said).toContainEqual(expect.stringContaining('DG518'));
  const again = await run(dir);
  expect([...again.phases.keys()]).not.toContain('model');
  expect(again.said.filter((one) => one.startsWith('DG518'))).toEqual([]);
});

test('of a site that stands the same is watched', async () => {
  const { dir, first } = await built(owned);
  const again = await run(dir);
  expect([...again.phases.keys()]).not.toContain('model');
  const watched = ({ sites }: typeof again) =>
    watchedBy({ cwd: dir, configFile: undefined, config: configOf(dir, { out: 'site' }), sites });
  expect(watched(again)).toEqual(watched(first));
  expect(watched(again).paths).toContain(join(dir, 'versioned_docs/version-1.0'));
});

test('a state that is cut off, or of another form, is none', async () => {
  const { dir, first } = await built();
  const site = look(join(dir, 'site'));
  for (const spoil of [
    (bytes: Buffer) => bytes.subarray(0, bytes.length / 2),
    () => Buffer.from('{}'),
    () => Buffer.alloc(0),
  ]) {
    for (const path of filesBelow(join(dir, 'kept'))) {
      const file = join(dir, 'kept', path);
      writeFileSync(file, spoil(readFileSync(file)));
    }
    expect(await run(dir)).toMatchObject({ published: true, said: first.said });
    expect(look(join(dir, 'site'))).toEqual(site);
  }
});

test.skipIf(process.getuid?.() === 0)('a file that could not be read is tried again', async () => {
  const { dir } = await built();
  chmodSync(join(dir, text), 0);
  await run(dir);
  expect([...(await run(dir)).phases.keys()]).toContain('model');
});

test('a text that changes between looking and reading: the build begins again, and nothing of the old text is taken for the new', async () => {
  const { dir } = await built();
  await run(dir);
  const { openSync } = fs;
  onTestFinished(() => {
    fs.openSync = openSync;
    syncBuiltinESMExports();
  });
  let changed = false;
  // The whole site is wanted again, so that texts are read that are known: the first that is opened changes just then.
  fs.openSync = (path, ...rest) => {
    if (!changed && String(path) === join(dir, text)) {
      changed = true;
      writeFiles(dir, { [text]: '# New\n\n## Deep\n\nother\n' });
    }
    return openSync(path, ...rest);
  };
  syncBuiltinESMExports();
  await run(dir, { title: 'Other' });
  expect(changed).toBe(true);
  expect(look(join(dir, 'site'))).toEqual((await fresh(dir, { title: 'Other' })).site);
  writeFiles(dir, { [text]: String(files[text]) });
  await run(dir, { title: 'Other' });
  expect(look(join(dir, 'site'))).toEqual((await fresh(dir, { title: 'Other' })).site);
  expect(existsSync(join(dir, 'site/docs/b/x/index.html'))).toBe(true);
});
