// Single-page views: fixtures with expected HTML, isolation between pages, the size limit, and reuse.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { build } from '../../src/build.js';
import { decodeAddress } from '../../src/model/types/path.js';
import { renderBody } from '../../src/render/body/body.js';
import { escapedSource, type RenderBody } from '../../src/render/body/body-types.js';
import { innerMarkup } from '../../src/render/pages/one-page/inner-markup.js';
import { htmlFaults } from '../support/axe.js';
import { saidOf } from '../support/check.js';
import { dataOf } from '../support/data.js';
import { same } from '../support/expected.js';
import {
  buildHub,
  buildIn,
  configOf,
  elementsOf,
  type Files,
  filesBelow,
  fixtures,
  type Hub,
  inProcess,
  say,
  tempDir,
  textOf,
  writeFiles,
} from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

const data = dataOf<{
  imitating: Files;
  references: { html: string; expected: string };
  taken: Files;
}>('render/one-page');
const cases = join(fixtures, 'one-page');
const articleOf = (html: string) => html.slice(html.indexOf('<article>'), html.indexOf('</article>'));
const decoded = (value: string) => textOf(value);
const idsOf = (html: string) =>
  elementsOf(html).flatMap(({ attributes: { id } }) => (id === undefined ? [] : decoded(id)));
const insideLinks = (html: string) =>
  elementsOf(html).flatMap(({ attributes: { href } }) =>
    href?.startsWith('#') ? decodeAddress(decoded(href).slice(1)) : [],
  );
const headingsOf = (html: string) =>
  [...html.matchAll(/<h([1-6])(?: [^>]*)?>([\s\S]*?)<\/h\1>/g)].map(
    ([, level = '', inner = '']) =>
      `${level} ${textOf(inner.replace(/<a class="heading-anchor"[\s\S]*?<\/a>/g, '')).trim()}`,
  );

/** Checks properties of every single-page view. */
function isSound(html: string): void {
  const ids = idsOf(html);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const links = insideLinks(articleOf(html));
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  const levels = headingsOf(html).map((heading) => Number(heading[0]));
  expect(levels.filter((level) => level === 1)).toEqual([1]);
  expect(levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  expect(htmlFaults('page', html)).toEqual([]);
}

describe('fixtures', () => {
  test.each(readdirSync(cases))('%s', async (name) => {
    const expected = join(cases, name, 'expected');
    const dir = tempDir();
    cpSync(join(cases, name), dir, { recursive: true, filter: (from) => from !== expected });
    const hub = await buildIn(dir, JSON.parse(readFileSync(join(dir, 'config.json'), 'utf8')));
    const pages = hub.files().filter((path) => /\bprint(?:\/index)?\.html$/.test(path));
    expect(pages.length).toBeGreaterThan(0);
    for (const path of pages) {
      isSound(hub.file(path));
      same(join(expected, path), `${articleOf(hub.file(path))}\n`);
    }
    expect(filesBelow(expected), 'a file that nothing makes').toEqual(pages);
  });
});

const guide = { 'guide/index.md': '# Guide\n', 'guide/a.md': '# A\n\nText.\n', 'guide/b.md': '# B\n\n[A](a.md)\n' };

/** Returns the output of `docgen check`, except for descriptions, which these hubs don't have. */
const faultsOf = async ({ dir }: Hub) => (await saidOf(join(dir, 'build'))).filter((line) => !line.startsWith('DG013'));

const versions = [
  { name: '2', dir: 'now' },
  { name: '1', dir: 'old' },
];

describe('outside of the chapters', () => {
  scenarios('render/one-page');

  test('URLs: base path, files instead of folders, no route base, relative', async () => {
    const asFiles = await buildHub(guide, { basePath: '/hub/', trailingSlash: false, onePage: ['guide'] });
    isSound(asFiles.file('docs/guide/print.html'));
    expect(asFiles.file('docs/guide.html')).toContain('href="/hub/docs/guide/print"');
    const atRoot = await buildHub(guide, { routeBase: '', onePage: true });
    isSound(atRoot.file('guide/print/'));
    const copy = await buildHub(guide, { relative: true, onePage: true });
    isSound(copy.file('docs/guide/print/'));
    expect(copy.file('docs/guide/a/')).toContain('href="../print/index.html"');
    expect(copy.file('docs/guide/print/')).toMatch(/href="\.\.\/\.\.\/\.\.\/assets\/one-page\.[0-9a-f]{12}\.css"/);
    expect(await faultsOf(copy)).toEqual([]);
  });

  test('right to left: the text of a page in English has its own direction', async () => {
    const hub = await buildHub({ ...guide, 'guide/c.md': '# مرحبا\n\nنص\n' }, { lang: 'ar', onePage: true });
    const page = hub.file('docs/guide/print/');
    isSound(page);
    expect(page).toContain('<section class="chapter" id="a" dir="ltr">');
    expect(page).toContain('<section class="chapter" id="c">');
    expect(page).toContain('في صفحة واحدة');
  });

  test('a page of a version without its URL is not a chapter, and the others keep their bodies', async () => {
    const hub = await buildIn(writeFiles(tempDir(), data.taken), {
      content: [{ dir: 'now', prefix: 'app', versions, onePage: true }],
    });
    const old = hub.file('docs/app/1/print/');
    isSound(old);
    expect(headingsOf(old)).toEqual(['1 App', '2 Contents', '2 a then', '2 c then']);
    expect([...old.matchAll(/Words of (.)/g)].map(([, name]) => name)).toEqual(['a', 'c']);
  });
});

describe('several pages in one', () => {
  test('similar ids of pages do not clash, and links stay within their page', async () => {
    const hub = await buildHub(data.imitating, { onePage: true });
    const page = hub.file('docs/guide/print/');
    isSound(page);
    const linkIn = (text: string) => new RegExp(`href="#([^"]*)">${text}<`).exec(page)?.[1];
    expect(linkIn('top')).toBe('a');
    expect(linkIn('chapter')).toBe('a'); // page A has no such id
    expect(page).toContain('href="#a:b:c">own<');
    expect(linkIn('b')).toBe('b:c');
    expect(page.split(' id="docgen-main"')).toHaveLength(2);
  });

  test('references between elements keep their targets', () => {
    const { html, expected } = data.references;
    const { pieces, ids } = innerMarkup(html, {
      chapter: 'c',
      chapterAt: (href) => (href === '/docs/b/' ? 'b' : undefined),
    });
    const shown = pieces
      .map((piece) => (typeof piece === 'string' ? piece : `[${piece.chapter}|${piece.id}]`))
      .join('');
    expect(shown).toBe(expected);
    expect(ids).toEqual(['c:x', 'c:t']);
  });

  test('a body that fails is a chapter with a message, and the next build makes the page again', async () => {
    const dir = writeFiles(tempDir(), { 'content/g/a.md': '# A\n', 'content/g/b.md': '# B\n\nB’s words.\n' });
    const config = configOf(dir, { onePage: true });
    let isBroken = true;
    const render: RenderBody = async (input) =>
      isBroken && input.source === 'g/a.md' ? escapedSource(input, 'fault', 'failed') : renderBody(input);
    const page = () => readFileSync(join(config.out, 'docs/g/print/index.html'), 'utf8');
    const options = { strict: false, reader: { ...inProcess, render }, cache: join(dir, 'cache') };
    await build(config, options);
    isSound(page());
    expect(page()).toContain('could not be rendered');
    expect(page()).toContain('B’s words.');
    isBroken = false;
    await build(config, options);
    expect(page()).not.toContain('could not be rendered');
  });

  test('over the limit, chapters are links to their pages', async () => {
    const dir = writeFiles(
      tempDir(),
      Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`content/g/${name}.md`, `# ${name}\n\n[c](c.md#c)\n`])),
    );
    const long = `<p>${'word '.repeat(1_500_000)}</p>\n`;
    const render: RenderBody = async (input) => {
      const body = await renderBody(input);
      const { chunks } = body.html;
      return { ...body, html: { ...body.html, chunks: [...chunks.slice(0, -1), `${chunks.at(-1)}${long}`] } };
    };
    const config = configOf(dir, { onePage: true });
    const report = await build(config, { strict: false, reader: { ...inProcess, render } });
    const page = readFileSync(join(config.out, 'docs/g/print/index.html'), 'utf8');
    expect(report.diagnostics.map(say)).toEqual([
      'DG520 - single-page view of `G` is over 16 MB: chapters replaced by links: 2',
    ]);
    expect(page.length).toBeLessThan(17e6);
    expect(page).toContain('href="#c">c</a>');
    expect(page).toMatch(/id="c"><h2>c<\/h2><p>[^<]*<a href="\/docs\/g\/c\/">c<\/a>/);
    const chapters = headingsOf(page).filter((heading) => heading.startsWith('2 '));
    expect(chapters).toEqual(['2 Contents', '2 a', '2 b', '2 c', '2 d']);
  });
});

describe('incremental builds', () => {
  const buildOnce = async (dir: string, cache?: string): Promise<{ asked: string[]; page: string }> => {
    const asked: string[] = [];
    const config = configOf(dir, { onePage: ['guide'] });
    const render: RenderBody = (input) => {
      asked.push(input.source);
      return renderBody(input);
    };
    await build(config, { strict: false, reader: { ...inProcess, render }, cache });
    return { asked: asked.sort(), page: readFileSync(join(config.out, 'docs/guide/print/index.html'), 'utf8') };
  };
  const files = Object.fromEntries(Object.entries(guide).map(([path, text]) => [`content/${path}`, text]));

  test('each body is rendered once with a cache, and the result without a cache is the same', async () => {
    const dir = writeFiles(tempDir(), files);
    const { asked, ...cached } = await buildOnce(dir, join(dir, 'cache'));
    expect(asked).toEqual(['guide/a.md', 'guide/b.md', 'guide/index.md']);
    expect(await buildOnce(dir)).toMatchObject(cached);
  });

  test('the view is made again if one of its pages changed, and reused if another page changed', async () => {
    const dir = writeFiles(tempDir(), { ...files, 'content/other.md': '# Other\n\nOne.\n' });
    const cache = join(dir, 'cache');
    await buildOnce(dir, cache);
    writeFileSync(join(dir, 'content/guide/a.md'), '# A\n\nAnother text.\n');
    const changed = await buildOnce(dir, cache);
    expect(changed.asked).toEqual(['guide/a.md']);
    expect(changed.page).toContain('Another text.');
    const out = join(dir, 'build/docs/guide/print/index.html');
    writeFileSync(join(dir, 'content/other.md'), '# Other\n\nTwo.\n');
    const before = readFileSync(out);
    expect((await buildOnce(dir, cache)).asked).toEqual(['other.md']);
    expect(readFileSync(out)).toEqual(before);
  });
});
