// If nothing changed, no text or page is read, and the report is that of the previous build. After any change, even a hidden one,
// the site is the same as in a clean build.
import fs, {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { build } from '../../src/build.js';
import { watchedBy } from '../../src/cli/dev/watch.js';
import type { Config, UserConfig } from '../../src/model/config/config.js';
import { type Baseline, baselineOf } from '../../src/model/strict/baseline.js';
import { readFacts, renderBody } from '../../src/render/body/body.js';
import type { BodyInput } from '../../src/render/body/body-types.js';
import { dataOf } from '../support/data.js';
import { configOf, type Files, filesBelow, say, tempDir, textsBelow, writeFiles } from '../support/hub.js';
import { change, type Step } from '../support/scenarios.js';

type Change = (dir: string) => void;
const { files, owned, besides, ...data } = dataOf<{
  files: Files;
  owned: Files;
  steps: Record<string, Step>;
  besides: [string, Files][];
  ofConfig: [string, Parameters<typeof run>[1]][];
}>('render/unchanged-builds');
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
  const [texts, rendered]: [string[], string[]] = [[], []];
  const read = (input: BodyInput) => {
    texts.push(input.source);
    return readFacts(input);
  };
  const render = (input: BodyInput) => {
    rendered.push(input.source);
    return renderBody(input);
  };
  const given = { ...configOf(dir, { out, url: 'https://example.org', ...config }), ...overrides };
  const report = await build(given, {
    strict,
    baseline,
    reader: { read, render },
    cache: cache && join(dir, cache),
  });
  return { ...report, texts, rendered, said: report.diagnostics.map(say).sort() };
}

/** Creates and builds a hub, whose files count as old enough that their times reveal every change. */
async function built(more: Files = {}, config: UserConfig = {}) {
  const dir = writeFiles(tempDir(), { ...files, ...more });
  later();
  const first = await run(dir, config);
  expect(first.published).toBe(true);
  return { dir, first };
}

const { now } = Date;
/** Files that were just written now count as old. */
const later = () => void vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
afterEach(() => void vi.restoreAllMocks());

/** Returns the files of the site that were replaced during some work. */
async function changedBy(dir: string, work: () => Promise<unknown>): Promise<string[]> {
  const site = join(dir, 'site');
  const stampOf = (path: string) => `${lstatSync(join(site, path)).ino} ${lstatSync(join(site, path)).mtimeMs}`;
  const before = new Map(filesBelow(site).map((path) => [path, stampOf(path)]));
  await work();
  return filesBelow(site).filter((path) => before.get(path) !== stampOf(path));
}

/** Returns the site of a clean build. */
async function fresh(dir: string, config: Parameters<typeof run>[1] = {}) {
  rmSync(join(dir, 'fresh'), { recursive: true, force: true });
  const { said } = await run(dir, { ...config, out: 'fresh', cache: undefined });
  return { said, site: textsBelow(join(dir, 'fresh')) };
}

/** Calls `onOpen` for each file that is opened for reading during some work. */
async function whileWatched<T>(onOpen: (path: string) => void, work: () => Promise<T>): Promise<T> {
  const { openSync } = fs;
  fs.openSync = (path, ...rest) => {
    onOpen(String(path));
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
  return value;
}

/** Returns the files that are opened for reading during some work. */
async function opened<T>(work: () => Promise<T>): Promise<{ value: T; paths: string[] }> {
  const paths: string[] = [];
  const value = await whileWatched((path) => existsSync(path) && paths.push(path), work);
  return { value, paths };
}

test('nothing changed: no content file is read, and the report is the same', async () => {
  const { dir, first } = await built();
  expect(first.said.length).toBeGreaterThan(2);
  const { value, paths } = await opened(() => run(dir));
  expect(paths.filter((path) => path.startsWith(join(dir, 'content')))).toEqual([]);
  expect(value).toMatchObject({ published: true, pages: first.pages, rendered: [], said: first.said });
  expect([...value.phases.keys()]).not.toContain('model');
});

test('a file changed shortly before the build: its bytes are compared until its time is old enough', async () => {
  const dir = writeFiles(tempDir(), files);
  await run(dir);
  const { value, paths } = await opened(() => run(dir));
  expect(value.rendered).toEqual([]);
  expect(paths).toContain(join(dir, text));
  later();
  await run(dir);
  expect((await opened(() => run(dir))).paths).not.toContain(join(dir, text));
});

test('one text changed: only it is read', async () => {
  const { dir } = await built();
  writeFiles(dir, { [text]: '# X\n\n## Deep\n\nanother\n' });
  const { value, paths } = await opened(() => run(dir));
  const read = paths.filter((path) => path.startsWith(join(dir, 'content')) && path.endsWith('.md'));
  expect([...new Set(read)].sort()).toEqual([
    join(dir, 'content/a.md'),
    join(dir, 'content/b/_part.md'),
    join(dir, text),
  ]); // JSON lacks a number in a.md
  expect(value.rendered).toEqual(['b/x.md']);
  expect({ said: value.said, site: textsBelow(join(dir, 'site')) }).toEqual(await fresh(dir));
});

test('only pages that show the change are written, or made again', async () => {
  const { dir } = await built();
  writeFiles(dir, { 'content/b/bad.md': '---\ndescription: Other\n---\n\nText\n' });
  const { paths } = await opened(() => run(dir));
  expect(paths.filter((path) => /docs\/(a|all)\/index.html/.test(path))).toEqual([`${dir}/site/docs/all/index.html`]);
  expect(await changedBy(dir, () => run(dir))).toEqual([]);
  writeFiles(dir, { [text]: '# X\n\n## Deep\n\nanother\n' });
  expect(await changedBy(dir, () => run(dir))).toEqual(['docs/b/x/index.html', 'docs/b/x/index.md']);
  writeFiles(dir, { 'content/i.svg': String(files['content/i.svg']).replace('red', 'tan') });
  const changed = await changedBy(dir, () => run(dir));
  expect(changed.filter((path) => path.endsWith('.html'))).toEqual(['docs/a/index.html']);
});

test('a text is parsed again if it or its dialects changed, but not if only its time changed', async () => {
  const { dir, first } = await built();
  expect(first.texts).toHaveLength(4);
  for (const path of Object.keys(files)) utimesSync(join(dir, path), 1_000_000, 1_000_000);
  expect((await run(dir)).texts).toEqual(['a.md']); // it contains a number that JSON lacks
  writeFiles(dir, { [text]: '# Other\n' });
  expect((await run(dir)).texts).toEqual(['a.md', 'b/x.md']);
  expect((await run(dir, { extras: ['mark'] })).texts).toHaveLength(4);
});

test('temporary files of a killed build are removed, also if nothing changed', async () => {
  const dir = writeFiles(tempDir(), files);
  await run(dir);
  mkdirSync(join(dir, '.docgen-site.stage'));
  expect((await run(dir)).said.filter((line) => line.startsWith('DG806'))).toHaveLength(1);
  expect(existsSync(join(dir, '.docgen-site.stage'))).toBe(false);
});

/** Changes that the next build must detect. */
const changes: Readonly<Record<string, Change>> = {
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
  'a page of the site, of the same length and time': (dir) => {
    const page = join(dir, 'site/docs/a/index.html');
    const { atime, mtime } = lstatSync(page);
    const html = readFileSync(page, 'utf8');
    writeFileSync(page, html.replace('A one', 'A two'));
    utimesSync(page, atime, mtime);
  },
};
/** Pages are compared by size and time, because a restored site has other inodes. This change is only detected because the files are racy. */
const unseen = 'a page of the site, of the same length and time';

const stepped = Object.entries(data.steps).map(([name, step]): [string, Change] => [
  name,
  (dir) => change(step, { dir, folders: {}, config: {} }),
]);
test.each([...Object.entries(changes), ...stepped])('noticed: %s', async (name, makeChange) => {
  const { dir } = await built();
  await run(dir);
  makeChange(dir);
  const again = await run(dir);
  expect([...again.phases.keys()]).toContain('model');
  const { said, site } = await fresh(dir);
  expect(again.said).toEqual(said);
  if (name !== unseen) expect(textsBelow(join(dir, 'site'))).toEqual(site);
});

const ownedConfig: UserConfig = {
  ...{ css: 'own.css', favicon: 'icon.svg', socialImage: 'card.png', templates: 'parts', components: 'own.mjs' },
  logo: { light: 'logo.svg', dark: 'dark.svg' },
};

test.each(besides)('detected: %s', async (_, more) => {
  const { dir } = await built(owned, ownedConfig);
  expect([...(await run(dir, ownedConfig)).phases.keys()]).not.toContain('model');
  writeFiles(dir, more);
  const again = await run(dir, ownedConfig);
  expect([...again.phases.keys()]).toContain('model');
  const { said, site } = await fresh(dir, ownedConfig);
  expect(again.said.filter((one) => !one.startsWith('DG518'))).toEqual(said);
  expect(textsBelow(join(dir, 'site'))).toEqual(site);
});

test.each(data.ofConfig)('detected: %s', async (_, config) => {
  const { dir } = await built({ ...owned, 'content/.gitignore': 't.md\n' });
  const again = await run(dir, config);
  expect([...again.phases.keys()]).toContain('model');
  expect(textsBelow(join(dir, 'site'))).toEqual((await fresh(dir, config)).site);
});

test('--strict rejects a site that was published without it', async () => {
  const { dir } = await built();
  expect((await run(dir, { strict: true })).published).toBe(false);
});

test('repeated diagnostics get the current severities and baseline', async () => {
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

test('a moved page is reported once', async () => {
  const words = 'Words by which the page is known again, wherever it is. '.repeat(3);
  const { dir } = await built({ 'content/old.md': `# Old\n\n${words}\n` });
  renameSync(join(dir, 'content/old.md'), join(dir, 'content/new.md'));
  expect((await run(dir)).said).toContainEqual(expect.stringContaining('DG518'));
  const again = await run(dir);
  expect([...again.phases.keys()]).not.toContain('model');
  expect(again.said.filter((one) => one.startsWith('DG518'))).toEqual([]);
});

test('an unchanged site is watched in the same way', async () => {
  const { dir, first } = await built(owned);
  const again = await run(dir);
  expect([...again.phases.keys()]).not.toContain('model');
  const watched = ({ sites }: typeof again) =>
    watchedBy({ cwd: dir, configFile: undefined, cache: undefined, config: configOf(dir, { out: 'site' }), sites });
  expect(watched(again)).toEqual(watched(first));
  const paths = ['versioned_docs/version-1.0', 'src/theme/MDXComponents.js'].map((path) => join(dir, path));
  expect(watched(again).paths).toEqual(expect.arrayContaining(paths));
});

test('a truncated or invalid state is ignored', async () => {
  const { dir, first } = await built();
  const site = textsBelow(join(dir, 'site'));
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
    expect(textsBelow(join(dir, 'site'))).toEqual(site);
  }
});

test.skipIf(process.getuid?.() === 0)('a file that could not be read is tried again', async () => {
  const { dir } = await built();
  chmodSync(join(dir, text), 0);
  await run(dir);
  expect([...(await run(dir)).phases.keys()]).toContain('model');
});

test('a text that changes between scanning and reading: the build starts over, and nothing of the old text is used', async () => {
  const { dir } = await built();
  await run(dir);
  let changed = false;
  // The entire site is built again, so cached texts are loaded. The first one changes when it is opened.
  const change = (path: string) => {
    if (changed || path !== join(dir, text)) return;
    changed = true;
    writeFiles(dir, { [text]: '# New\n\n## Deep\n\nother\n' });
  };
  await whileWatched(change, () => run(dir, { title: 'Other' }));
  expect(changed).toBe(true);
  expect(textsBelow(join(dir, 'site'))).toEqual((await fresh(dir, { title: 'Other' })).site);
  writeFiles(dir, { [text]: String(files[text]) });
  await run(dir, { title: 'Other' });
  expect(textsBelow(join(dir, 'site'))).toEqual((await fresh(dir, { title: 'Other' })).site);
  expect(existsSync(join(dir, 'site/docs/b/x/index.html'))).toBe(true);
});
