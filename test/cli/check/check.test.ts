import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkFolder, diagnosticsOf, saidOf } from '../../support/check.js';
import { dataOf } from '../../support/data.js';
import { same } from '../../support/expected.js';
import { fixtures, say, tempDir, writeFiles } from '../../support/hub.js';
import { scenarios } from '../../support/scenarios.js';

type Rows = readonly (readonly [string, string])[];
const data = dataOf<{ toFile: Rows; toNowhere: Rows; srcsets: Rows; fine: Rows }>('cli/check/check');
const fixture = join(fixtures, 'check/site');
const head = '<!doctype html><html lang="en"><head><title>T</title><meta name="description" content="D"></head><body>';
/** Creates files by path. Of pages, only the contents of the body are given. */
const siteOf = (pages: Readonly<Record<string, string>>) =>
  writeFiles(
    tempDir(),
    Object.fromEntries(
      Object.entries(pages).map(([path, body]) => [
        path,
        /\.html?$/.test(path) && !body.startsWith('<!') ? head + body : body,
      ]),
    ),
  );

test('a site with one of each problem: each is reported at its location, and nothing else', async () => {
  const { faults } = await checkFolder(fixture, { isPlain: true, pageKb: 2, totalMb: 0.004 });
  const lines = diagnosticsOf(fixture, faults).map(
    (one) => `${one.severity} ${say(one)}\n${one.hint === undefined ? '' : `  ${one.hint}\n`}`,
  );
  same(join(fixtures, 'check/expected.txt'), lines.join(''));
});

test('scripts and forms are allowed on a site of another generator', async () => {
  const said = await saidOf(fixture, { isPlain: false });
  expect(said.filter((line) => line.startsWith('DG011'))).toEqual([]);
});

describe('URLs of existing files', () => {
  test.each(data.toFile)('%s', async (_, href) => {
    const place = '<p id="here">x</p><p id="über"></p><a name="named"></a><svg><path id="shape"/></svg>';
    const dir = siteOf({
      'index.html': `<a href="${href}">x</a>`,
      'a/b/index.html': 'x',
      'a/c.html': place,
      'a/with space.html': 'x',
      'a/größe.html': 'x',
      'a/100%.html': 'x',
      'a/file.pdf': '%PDF',
    });
    expect((await saidOf(dir)).filter((line) => !line.startsWith('DG010'))).toEqual([]);
  });
});

describe('broken URLs', () => {
  test.each(data.toNowhere)('%s', async (href, message) => {
    const dir = siteOf({
      'index.html': `<a href="${href === '/a/b/index' ? '/a/b/index.php' : href}">x</a>`,
      'a/b/index.html': 'x',
      'a/c.html': '<p id="here"></p><template><p id="hidden"></p></template><!-- <p id="Here"> -->',
    });
    const said = (await saidOf(dir)).filter((line) => !line.startsWith('DG010'));
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(`index.html:1:${head.length + 10} ${message}`);
  });
});

test('URLs in a srcset end where browsers end them', async () => {
  for (const [list, gone] of data.srcsets) {
    const dir = siteOf({ 'index.html': `<img alt="" src="/p.png" srcset="${list}">`, 'p.png': 'x' });
    const said = (await saidOf(dir)).map((line) => line.replace(/^DG004 \S+ |^DG\d+ \S+ /, ''));
    expect(said, list).toEqual(gone === '' ? [] : [expect.stringContaining(`\`${gone}\``)]);
  }
});

describe('valid markup', () => {
  test.each(data.fine)('%s', async (_, body) => {
    const dir = siteOf({ 'index.html': body, 'p.png': 'x', 'p,q.png': 'x', _redirects: '/app/*  /  200\n' });
    expect(await saidOf(dir)).toEqual([]);
  });
});

scenarios('cli/check/check');

describe('the URL at which a site is served', () => {
  test('parts of the host that other applications serve', async () => {
    const dir = siteOf({ 'index.html': '<a href="/blog/x">x</a><a href="/shop/">x</a>' });
    expect(await saidOf(dir, { base: '/', foreign: ['/blog/**', '/shop'] })).toEqual([]);
    expect(await saidOf(dir, { base: '/' })).toHaveLength(2);
    const globs = siteOf({
      'index.html': '<a href="app/v1">x</a><a href="/app/v2/">x</a><a href="/app/here">x</a><a href="/blog/*">x</a>',
      'app/here.html': '<a href="../">x</a>',
    });
    expect(await saidOf(globs, { base: '/', foreign: ['/app/v1', '/{app,shop}/v2/**', '/**/*.pdf'] })).toEqual([
      expect.stringContaining('broken link `/blog/*`'),
    ]);
  });
});

test('a problem on every page is reported once, with --all on each page', async () => {
  const names = Array.from({ length: 9 }, (_, index) => `p${index}.html`);
  const links = names.map((name) => `<a href="${name}">x</a>`).join('');
  const dir = siteOf({
    ...Object.fromEntries(names.map((name) => [name, `${links}<a href="/gone">x</a>`])),
    'index.html': links,
  });
  const { faults } = await checkFolder(dir);
  expect(diagnosticsOf(dir, faults, false).map(say)).toEqual([
    expect.stringMatching(/^DG001 p0\.html:1:\d+ broken link `\/gone`, here and on 8 other pages$/),
  ]);
  expect(diagnosticsOf(dir, faults, true)).toHaveLength(9);
});

test('untrusted markup takes linear time', async () => {
  const dir = tempDir();
  const many = 60_000;
  writeFiles(dir, {
    'index.html':
      head +
      '<a '.repeat(many) +
      '<svg>'.repeat(many) +
      `<img srcset="${'('.repeat(many)},${' ,'.repeat(many)}">` +
      '<'.repeat(many),
    'b.html': `${head}<a href="${'/a'.repeat(many)}!">x</a><a href="${' '.repeat(many)}j">x</a><meta http-equiv=refresh content="0${' '.repeat(many)}">`,
    _redirects: `${'/a '.repeat(many)}\n${'/:a'.repeat(many)} ${'/:a'.repeat(many)}\n`,
  });
  const started = process.cpuUsage();
  await checkFolder(dir);
  const { user } = process.cpuUsage(started);
  expect(user / 1e6).toBeLessThan(5);
});
