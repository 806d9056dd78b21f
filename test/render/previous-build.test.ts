// A page that would come out the same is reused; whatever is changed, the site is the one that a build from nothing makes.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { build, type Report } from '../../src/build.js';
import type { UserConfig } from '../../src/model/config.js';
import { readFacts, renderBody } from '../../src/render/body/body.js';
import type { BodyInput } from '../../src/render/body/body-types.js';
import { configOf, filesBelow, inProcess, say, tempDir, writeFiles } from '../support/hub.js';

const svg = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect fill="${color}"/></svg>`;

function hub(): string {
  const pages = Array.from({ length: 12 }, (_, n) => {
    const links = `[next](p${(n + 1) % 12}.md#part) [gone](p0.md#none) [far](../b/x.md#deep) [no](nowhere.md)`;
    return [`content/a/p${n}.md`, `# Page ${n}\n\n${links}\n\n## Part\n\n![i](../i.svg)\n`] as const;
  });
  return writeFiles(tempDir(), {
    ...Object.fromEntries(pages),
    'content/b/x.md': '# X\n\n## Deep\n\n<<_part.md>>\n',
    'content/b/_part.md': 'a part',
    'content/i.svg': svg('red'),
  });
}

async function run(dir: string, out: string, cache: string | undefined, config: UserConfig = {}) {
  const [texts, rendered]: [string[], string[]] = [[], []];
  const read = (input: BodyInput) => {
    texts.push(input.source);
    return readFacts(input);
  };
  const render = (input: BodyInput) => {
    rendered.push(input.source);
    return renderBody(input);
  };
  const report: Report = await build(configOf(dir, { out, url: 'https://example.org', ...config }), {
    strict: false,
    reader: { read, render },
    cache,
  });
  return { report, texts, rendered, said: report.diagnostics.map(say).sort() };
}

/** Every file of a site. */
const look = (dir: string) =>
  Object.fromEntries(filesBelow(dir).map((path) => [path, readFileSync(join(dir, path), 'utf8')]));
const stamps = (dir: string) =>
  Object.fromEntries(
    filesBelow(dir).map((path) => [path, `${statSync(join(dir, path)).ino} ${statSync(join(dir, path)).mtimeMs}`]),
  );

test('nothing changed: nothing is touched, and the same is said', async () => {
  const dir = hub();
  const first = await run(dir, 'site', join(dir, 'kept'));
  const before = { stamps: stamps(join(dir, 'site')), folder: statSync(join(dir, 'site')).ino };
  const again = await run(dir, 'site', join(dir, 'kept'));
  expect(again.report).toMatchObject({ published: true, pages: first.report.pages });
  expect(again.said).toEqual(first.said);
  expect(again.said.length).toBeGreaterThan(10);
  expect(again.rendered).toEqual([]);
  expect({ stamps: stamps(join(dir, 'site')), folder: statSync(join(dir, 'site')).ino }).toEqual(before);
});

test('a text is read as Markdown again if it or what decides about its dialects changed, not if its file has other stats', async () => {
  const dir = hub();
  const cache = join(dir, 'kept');
  const first = await run(dir, 'site', cache);
  expect(first.texts).toHaveLength(13);
  const paths = filesBelow(join(dir, 'content'));
  for (const path of paths) utimesSync(join(dir, 'content', path), 1_000_000, 1_000_000);
  expect((await run(dir, 'site', cache)).texts).toEqual([]);
  writeFiles(dir, { 'content/b/x.md': '# Other\n' });
  expect((await run(dir, 'site', cache)).texts).toEqual(['b/x.md']);
  expect((await run(dir, 'site', cache, { extras: ['mark'] })).texts).toHaveLength(13);
});

test('what a killed build left is cleared, also where nothing changed', async () => {
  const dir = hub();
  await run(dir, 'site', join(dir, 'kept'));
  mkdirSync(join(dir, '.docgen-site.stage'));
  const { said } = await run(dir, 'site', join(dir, 'kept'));
  expect(said.filter((line) => line.startsWith('DG806'))).toHaveLength(1);
  expect(existsSync(join(dir, '.docgen-site.stage'))).toBe(false);
});

test('one text changed: its page is made, all others are the same files', async () => {
  const dir = hub();
  await run(dir, 'site', join(dir, 'kept'));
  const before = stamps(join(dir, 'site'));
  appendFileSync(join(dir, 'content/a/p3.md'), 'More text.\n');
  const { rendered } = await run(dir, 'site', join(dir, 'kept'));
  expect(rendered).toEqual(['a/p3.md']);
  const after = stamps(join(dir, 'site'));
  const changed = Object.keys(after).filter((path) => path !== '.docgen-manifest' && after[path] !== before[path]);
  expect(changed).toEqual(['docs/a/p3/index.html', 'docs/a/p3/index.md']);
});

test('after any changes the site, and what is said of it, is that of a build from nothing', async () => {
  const dir = hub();
  const at = (path: string) => join(dir, 'content', path);
  const edit = (path: string, change: (text: string) => string) =>
    writeFileSync(at(path), change(readFileSync(at(path), 'utf8')));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  let config: UserConfig = {};
  const steps: readonly (readonly [string, () => void])[] = [
    ['nothing', () => {}],
    ['a text', () => edit('a/p1.md', (text) => `${text}\nmore`)],
    ['a heading that others link to', () => edit('a/p2.md', (text) => text.replace('## Part', '## Other part'))],
    ['a heading that others wanted', () => edit('a/p0.md', (text) => `${text}\n## None\n`)],
    ['a title', () => edit('a/p4.md', (text) => text.replace('# Page 4', '# Another title'))],
    [
      'a text and a line of front matter before it',
      () => edit('a/p5.md', (text) => `---\nsidebar_position: 1\n---\n${text}\nx`),
    ],
    ['a description', () => edit('a/p6.md', (text) => `---\ndescription: New\n---\n${text}`)],
    ['an image', () => write('i.svg', svg('blue'))],
    ['a partial', () => write('b/_part.md', 'another part')],
    ['a new page that links meant', () => write('a/nowhere.md', '# Now here')],
    ['a page that goes', () => rmSync(at('a/p7.md'))],
    ['a page that moves', () => renameSync(at('a/p8.md'), at('b/p8.md'))],
    ['a category', () => write('b/_category_.json', '{"label":"Bees","description":"d"}')],
    [
      'the config',
      () => {
        config = { title: 'Other', sidebar: { maxLinks: 5 } };
      },
    ],
    [
      'a file of the site that somebody changed',
      () => appendFileSync(join(dir, 'site/docs/a/p1/index.html'), 'spoilt'),
    ],
    ['a file of the site that somebody removed', () => rmSync(join(dir, 'site/docs/a/p9/index.html'))],
    ['an asset of the site that went', () => rmSync(join(dir, 'site/assets'), { recursive: true })],
    ['a sitemap that went', () => rmSync(join(dir, 'site/sitemap.xml'))],
    ['only a time', () => utimesSync(at('i.svg'), new Date(0), new Date(0))],
    ['two texts', () => ['a/p1.md', 'b/x.md'].forEach((path) => void edit(path, (text) => `${text}\n\n[x](p2.md)\n`))],
    ['a draft', () => edit('a/p10.md', (text) => `---\ndraft: true\n---\n${text}`)],
  ];
  for (const [name, change] of steps) {
    change();
    const kept = await run(dir, 'site', join(dir, 'kept'), config);
    rmSync(join(dir, 'clean'), { recursive: true, force: true });
    const clean = await run(dir, 'clean', undefined, config);
    // That a page moved is said once, of the build before.
    const said = kept.said.filter((line) => !line.startsWith('DG518 '));
    expect({ name, said, pages: kept.report.pages }).toEqual({
      name,
      said: clean.said,
      pages: clean.report.pages,
    });
    expect({ name, files: look(join(dir, 'site')) }).toEqual({ name, files: look(join(dir, 'clean')) });
  }
});

test('--strict still refuses what was published without it', async () => {
  const dir = hub();
  await run(dir, 'site', join(dir, 'kept'));
  const options = { strict: true, reader: inProcess, cache: join(dir, 'kept') };
  const report = await build(configOf(dir, { out: 'site', url: 'https://example.org' }), options);
  expect(report.published).toBe(false);
});

test('a state that is cut off is none', async () => {
  const dir = hub();
  await run(dir, 'site', join(dir, 'kept'));
  for (const path of filesBelow(join(dir, 'kept'))) writeFileSync(join(dir, 'kept', path), '{');
  const { rendered, report } = await run(dir, 'site', join(dir, 'kept'));
  expect(report.published).toBe(true);
  expect(rendered).toHaveLength(13);
});

test('an image that changed: the pages that name it are made, and no other', async () => {
  const dir = hub();
  writeFiles(dir, { 'content/a/alone.md': '# Alone\n\nwithout an image' });
  await run(dir, 'site', join(dir, 'kept'));
  const before = stamps(join(dir, 'site'));
  writeFileSync(join(dir, 'content/i.svg'), svg('green'));
  await run(dir, 'site', join(dir, 'kept'));
  const after = stamps(join(dir, 'site'));
  expect(after['docs/a/p3/index.html']).not.toBe(before['docs/a/p3/index.html']);
  expect(after['docs/a/alone/index.html']).toBe(before['docs/a/alone/index.html']);
});
