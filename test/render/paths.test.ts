// URLs that a file system, URL parser or decoder rejects, in complete builds.
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeAddress,
  encodeAddress,
  encodePart,
  fitSlug,
  isPathname,
  parseUrl,
  resolvePath,
  segmentFault,
  toHref,
  toOutputPath,
  toPermalink,
} from '../../src/model/types/path.js';
import { dataOf } from '../support/data.js';
import { buildHub, docgen, type Files, tempDir, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';
import { runs } from '../support/seed.js';

const data = dataOf<{ links: string[]; taken: string[]; pieces: string[]; odd: Files }>('render/paths');

scenarios('render/paths');

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.array(fc.constantFrom('\ud800', '\udfff', ...data.pieces), { maxLength: 8 }).map((list) => list.join('')),
);

test('no conversion of a URL throws', () => {
  fc.assert(
    fc.property(odd, odd, (one, two) => {
      for (const convert of [decodeAddress, encodeAddress, encodePart, isPathname, fitSlug, segmentFault]) convert(one);
      parseUrl(one, two);
      resolvePath(one, two);
      toHref(toPermalink(one), two);
      expect(toOutputPath(toPermalink(one), { basePath: '/', trailingSlash: true }).isWellFormed()).toBe(true);
    }),
    { numRuns: runs(1000) },
  );
});

test('a page with unusual links is built, and so are the others', async () => {
  const links = data.links.map((url) => `[x](<${url}>) ![y](<${url}>)`).join('\n\n');
  const hub = await buildHub({ ...data.odd, 'm.md': `# M\n\n${links}` });
  expect(hub.published).toBe(true);
  expect(hub.said().filter((line) => /^DG(?:306|8|9)/.test(line))).toEqual([]);
  const pages = ['a', 'm', 'x\ufffd', 'c\ufffd'].map((name) => `docs/${name}/index.html`);
  expect(hub.files()).toEqual(expect.arrayContaining(pages));
});

const deep = (count: number) => `/${'a/'.repeat(count)}b`;

describe('slugs that are too long', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.constantFrom(
      '漢'.repeat(200),
      'e\u0301'.repeat(120),
      '%E6%BC%A2'.repeat(100),
      'x'.repeat(255),
      'y'.repeat(256),
      '\u0958'.repeat(80),
    ),
  );
  test('are cut by segment and as a whole, and stay unchanged if they fit', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom('', '/'), (parts, end) => {
        const slug = `/${parts.join('/')}${end}`;
        const fitted = fitSlug(slug);
        expect(fitSlug(fitted)).toBe(fitted);
        const path = toOutputPath(toPermalink(fitted), { basePath: '/', trailingSlash: true });
        expect(Buffer.byteLength(path)).toBeLessThanOrEqual(800 + 'index.html'.length);
        for (const segment of path.split('/')) expect(Buffer.byteLength(segment)).toBeLessThanOrEqual(255);
        if (end === '/') expect(fitted.endsWith('/')).toBe(true);
      }),
    );
  });
  test('two with the same start stay different', () => {
    expect(fitSlug(deep(2100))).not.toBe(fitSlug(`${deep(2100)}b`));
    expect(fitSlug('/docs/guide/')).toBe('/docs/guide/');
  });
  const category = (data: object) => ({ 'c/_category_.json': JSON.stringify(data), 'c/m.md': 'x' });
  const index = (slug?: string) => ({ link: { type: 'generated-index', slug } });
  test.each<[string, Files]>([
    ['2,100 segments', { 'm.md': `---\nslug: ${deep(2100)}\n---\nx` }],
    ['an id of 60,000 bytes', { 'm.md': `---\nid: ${'y'.repeat(60_000)}\n---\nx` }],
    ['a decomposed segment', { 'm.md': `---\nslug: /${'e\u0301'.repeat(100)}\n---\nx` }],
    ['a category slug', category(index(`/${'s'.repeat(260)}`))],
    ['a deep category slug', category(index(deep(2100)))],
    ['a category label', category({ label: 'İ'.repeat(125), ...index() })],
    ['a deep folder', { [`${Array.from({ length: 90 }, (_, n) => `folder-${n}`).join('/')}/m.md`]: 'x' }],
  ])('%s: DG504, and every page is there', { timeout: 60_000 }, async (_, files) => {
    const hub = await buildHub({ 'a.md': '# A', ...files });
    expect([...new Set(hub.said().map((line) => line.slice(0, 5)))]).toEqual(['DG504']);
    const pages = hub.files().filter((path) => path.endsWith('index.html'));
    for (const path of pages) expect(Buffer.byteLength(path)).toBeLessThanOrEqual(820);
    const tree = hub.file('docs/a/');
    for (const [, href = ''] of tree.matchAll(/ href="(\/docs\/[^"#]*)(?<!\.md)"/g))
      expect(pages).toContain(toOutputPath(toPermalink(href), { basePath: '/', trailingSlash: true }));
  });
});

test('no page replaces a file of the site', async () => {
  const pages = Object.fromEntries(data.taken.map((slug, index) => [`p${index}.md`, `---\nslug: /${slug}\n---\nx`]));
  const hub = await buildHub(
    { 'a.md': '# A', 'r/changelog.md': '# C', 'robots.txt/d.md': '# D', ...pages },
    { routeBase: '', url: 'https://e.org' },
  );
  expect(hub.said()).toEqual(new Array(data.taken.length + 1).fill(expect.stringMatching(/^DG506/)));
  const files = ['llms.txt', '404.html', 'index.html', 'a/index.html', 'a/index.md', 'robots.txt', 'r/feed.xml'];
  expect(hub.files()).toEqual(expect.arrayContaining(files));
});

describe('files of an earlier build', () => {
  test('are removed by the next build, also in a deep output folder', () => {
    const dir = writeFiles(tempDir(), { 'content/a.md': '# A', 'content/b.md': '# B' });
    mkdirSync(join(dir, `.docgen-build.old${deep(1900)}`), { recursive: true });
    mkdirSync(join(dir, `build/docs${deep(1900)}`), { recursive: true });
    writeFileSync(join(dir, 'build/.docgen-manifest'), `docs${deep(1900)}/index.html\n`);
    writeFileSync(join(dir, `build/docs${deep(1900)}/index.html`), 'x');
    const outside = writeFiles(tempDir(), { 'kept/a.txt': 'a' });
    symlinkSync(outside, join(dir, '.docgen-build.old/z'));
    // Tests the program, because its V8 flags reduce the maximum recursion.
    expect(docgen(dir, 'build')).toMatchObject({ status: 0 });
    expect(existsSync(join(dir, 'build/docs/a/a'))).toBe(false);
    expect(existsSync(join(dir, '.docgen-build.old'))).toBe(false);
    expect(existsSync(join(outside, 'kept/a.txt'))).toBe(true);
  });
});
