// Entries of a cache that somebody else wrote, with checksums that hold: the site is what it is without them, or they are not used.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { build } from '../../src/build.js';
import { renderBody } from '../../src/render/body/body.js';
import type { Body } from '../../src/render/body/body-types.js';
import { isInert } from '../../src/render/body/inert.js';
import { parseBody, withCache } from '../../src/render/cache/bodies.js';
import { Store } from '../../src/render/cache/store.js';
import { sha256 } from '../../src/render/hash.js';
import { openRenderer } from '../../src/render/threads/renderer.js';
import { activeIn, bodyInput, configOf, filesBelow, inProcess, tempDir, writeFiles } from '../support/hub.js';
import { runs } from '../support/seed.js';

const content = {
  'content/a.md':
    '# A\n\n[b](b.md) ![i](i.png) <video src="v.mp4"></video> [no](no.md)\n\n```mermaid\ngraph TD; A-->B\n```\n',
  'content/b.md':
    '# B\n\n:::note\nx\n:::\n\n| a |\n|---|\n| `b` |\n\n[a](a.md#a) [^1]\n\n[^1]: <https://example.org>\n',
  'content/i.png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  'content/v.mp4': 'x',
};

/** All files of a site, as text. */
const siteOf = (dir: string) =>
  Object.fromEntries(
    filesBelow(join(dir, 'build')).map((path) => [path, readFileSync(join(dir, 'build', path), 'latin1')]),
  );

const run = (dir: string) => build(configOf(dir), { strict: false, reader: inProcess, cache: join(dir, 'cache') });

/** The entries of a cache: key → text. */
const entriesOf = (dir: string) =>
  new Map(
    filesBelow(join(dir, 'cache')).map((path) => [
      path.replace('/', ''),
      readFileSync(join(dir, 'cache', path), 'utf8').slice(65),
    ]),
  );

/** Writes an entry as the store does. */
function poison(dir: string, key: string, text: string): void {
  const file = join(dir, 'cache', key.slice(0, 2), key.slice(2));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${sha256(`${key}\n${text}`)}\n${text}`);
}

async function hub(): Promise<{ dir: string; site: Record<string, string>; said: string }> {
  const dir = writeFiles(tempDir(), content);
  const { diagnostics } = await run(dir);
  return { dir, site: siteOf(dir), said: JSON.stringify(diagnostics) };
}

test('two entries that are swapped are both misses', async () => {
  const { dir, site, said } = await hub();
  const paths = filesBelow(join(dir, 'cache')).filter((path) => path !== 'written');
  const texts = paths.map((path) => readFileSync(join(dir, 'cache', path)));
  expect(paths).toHaveLength(4); // two bodies, what was read of files, what pages became
  for (const [index, path] of paths.entries())
    writeFileSync(join(dir, 'cache', path), texts[(index + 1) % paths.length] as Buffer);
  const again = await run(dir);
  expect(siteOf(dir)).toEqual(site);
  expect(JSON.stringify(again.diagnostics)).toBe(said);
});

const fragment = (...chunks: string[]) => ({ chunks, holes: [] });
const sound: Body = {
  status: 'rendered',
  html: fragment('<p>x</p>'),
  diagrams: [],
  headings: [],
  ids: [],
  isTitled: false,
  diagnostics: [],
};
const hole = { kind: 'link' as const, url: 'x', place: { file: 'a.md' }, alt: '', attributes: '' };
const image = { ...hole, kind: 'image' as const };

describe('a body that rendering could not have given', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['no markup', { ...sound, html: undefined }],
    ['a fragment without holes', { ...sound, html: { chunks: ['x'] } }],
    ['more chunks than holes', { ...sound, html: fragment('a', 'b') }],
    ['headings that are none', { ...sound, headings: [null] }],
    ['a diagnostic of no code', { ...sound, diagnostics: [{ code: 'x', severity: 'warning', message: '' }] }],
    ['a script', { ...sound, html: fragment('<script>alert(1)</script>') }],
    ['an upper-case script', { ...sound, html: fragment('<SCRIPT>alert(1)</SCRIPT>') }],
    ['a script of slashes', { ...sound, html: fragment('<svg/onload=alert(1)>') }],
    ['a handler', { ...sound, html: fragment('<p onclick="alert(1)">x</p>') }],
    ['a handler on a new line', { ...sound, html: fragment('<p\nonclick="alert(1)">x</p>') }],
    ['a handler without quotes', { ...sound, html: fragment('<p onclick=alert(1)>x</p>') }],
    ['a style', { ...sound, html: fragment('<p style="x">x</p>') }],
    ['a script’s address', { ...sound, html: fragment('<a href="javascript:alert(1)">x</a>') }],
    ['the same in entities', { ...sound, html: fragment('<a href="&#106;avascript:alert(1)">x</a>') }],
    ['the same in blanks', { ...sound, html: fragment('<a href=" javascript:alert(1)">x</a>') }],
    ['an address without a scheme', { ...sound, html: fragment('<a href="//example.org">x</a>') }],
    ['data as an image', { ...sound, html: fragment('<img src="data:text/html,x">') }],
    ['a refresh', { ...sound, html: fragment('<meta http-equiv="refresh" content="0">') }],
    ['a frame', { ...sound, html: fragment('<iframe src="https://example.org"></iframe>') }],
    ['a comment', { ...sound, html: fragment('<!--') }],
    ['a tag that is not closed', { ...sound, html: fragment('<p') }],
    ['an element cut by a hole', { ...sound, html: { chunks: ['<scr', 'ipt>x'], holes: [hole] } }],
    ['an image in a value', { ...sound, html: { chunks: ['<a title="', ' onclick=alert(1) x="">'], holes: [image] } }],
    ['a link in a value', { ...sound, html: { chunks: ['<a title="', ' onclick=alert(1) x="">'], holes: [hole] } }],
    ['a link in text', { ...sound, html: { chunks: ['x', 'y'], holes: [hole] } }],
    [
      'attributes of an image',
      { ...sound, html: { chunks: ['', ''], holes: [{ ...image, attributes: ' onerror="alert(1)"' }] } },
    ],
    [
      'attributes that end it',
      { ...sound, html: { chunks: ['', ''], holes: [{ ...image, attributes: '><script>' }] } },
    ],
    [
      'a drawing with a script',
      { ...sound, diagrams: [{ svg: '<svg><script>x</script></svg>', width: 1, height: 1 }] },
    ],
    ['a drawing with a handler', { ...sound, diagrams: [{ svg: '<svg onload="x"></svg>', width: 1, height: 1 }] }],
    [
      'a drawing with a page in it',
      { ...sound, diagrams: [{ svg: '<svg><foreignObject/></svg>', width: 1, height: 1 }] },
    ],
  ])('%s', (_, body) => {
    expect(parseBody(JSON.stringify(sound))).toEqual(sound);
    expect(parseBody(JSON.stringify(body))).toBeUndefined();
  });

  test.each<[string, unknown]>([
    ['no body', null],
    ['a script', { ...sound, html: fragment('<script>alert(1)</script>') }],
    ['an element cut by a hole', { ...sound, html: { chunks: ['<scr', 'ipt>x'], holes: [hole] } }],
  ])('is a miss in a cache: %s', async (_, body) => {
    const { dir, site } = await hub();
    for (const [key, text] of entriesOf(dir)) if (text.includes('"chunks"')) poison(dir, key, JSON.stringify(body));
    const built = await build(configOf(dir, { tagline: 'so that pages are made again' }), {
      strict: false,
      reader: inProcess,
      cache: join(dir, 'cache'),
    });
    expect(built.published).toBe(true);
    expect(built.diagnostics.map(({ code }) => code)).not.toContain('DG306');
    for (const text of Object.values(siteOf(dir)).filter((file) => file.startsWith('<!')))
      expect(activeIn(text)).toEqual([]);
    for (const path of ['docs/a/index.md', 'docs/b/index.md']) expect(siteOf(dir)[path]).toBe(site[path]);
    expect(Object.keys(siteOf(dir)).length).toBe(Object.keys(site).length);
  });

  test('is not believed of a thread either', async () => {
    const bad = { ...sound, html: fragment('<script>x</script>') };
    const body = await openRenderer({ reader: { ...inProcess, render: async () => bad } }).render(
      bodyInput('what was *written*'),
    );
    expect(body.html.chunks.join('')).toContain('what was *written*');
    expect(body.diagnostics.map(({ code }) => code)).toEqual(['DG306']);
  });
});

test('a record of pages that leaves the out folder, or is none, is ignored', async () => {
  for (const files of [
    [['../secret', 1, 1]],
    [['/etc/passwd', 1, 1]],
    [['a/../../secret', 1, 1]],
    [['a\\..\\b', 1, 1]],
    [['', 1, 1]],
    'x',
    [[1, 2]],
  ]) {
    const { dir, site, said } = await hub();
    writeFiles(dir, { secret: '!' });
    for (const [key, text] of entriesOf(dir)) {
      if (text.includes('"chunks"') || text.includes('"statics"')) continue;
      const [siteKey, ...records] = parsed(text) as [string, ...[string, object][]];
      poison(dir, key, written([siteKey, ...records.map(([name, record]) => [name, { ...record, files }])]));
    }
    const again = await run(dir);
    expect(JSON.stringify(again.diagnostics)).toBe(said);
    expect(siteOf(dir)).toEqual(site);
    expect(existsSync(join(dir, 'secret'))).toBe(true);
  }
});

/** A body is JSON; records are a key and lines of JSON. */
function parsed(text: string): unknown {
  if (text.includes('"chunks"')) return JSON.parse(text);
  const [siteKey, ...lines] = text.split('\n');
  return [siteKey, ...lines.map((line) => JSON.parse(line) as unknown)];
}
function written(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value) ?? '';
  const [siteKey, ...lines] = value as unknown[];
  return [String(siteKey), ...lines.map((line) => JSON.stringify(line) ?? '')].join('\n');
}

/** Every value in some JSON, by its path. */
function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}

function withValue(value: unknown, [key, ...rest]: readonly string[], replace: (old: unknown) => unknown): unknown {
  if (key === undefined) return replace(value);
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = withValue(copy[key], rest, replace);
  return copy;
}

test('whatever entries are made of: a build that ends well, and nothing active', async () => {
  const { dir, site } = await hub();
  const entries = [...entriesOf(dir)];
  const values = [
    null,
    undefined,
    0,
    -1,
    true,
    '',
    '<script>',
    '"><img onerror=x src=x>',
    '../../x',
    [],
    {},
    [[]],
    1e308,
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.nat(entries.length - 1),
      fc.nat(),
      fc.oneof(
        fc.constantFrom(...values),
        fc.constantFrom('cut', 'swap', 'double').map((how) => ({ how })),
      ),
      async (entry, at, change) => {
        for (const [key, text] of entries) poison(dir, key, text);
        const [key, text] = entries[entry] as [string, string];
        const json = parsed(text);
        const paths = pathsIn(json);
        const how = (change as { how?: string } | null)?.how;
        if (how === 'cut') poison(dir, key, text.slice(0, at % text.length));
        else if (how === 'swap') poison(dir, key, entries[(entry + 1) % entries.length]?.[1] ?? '');
        else
          poison(
            dir,
            key,
            written(withValue(json, paths[at % paths.length] ?? [], (old) => (how ? [old, old] : change))),
          );
        // A page that is to be made again, so that bodies are read and not only the record of pages.
        writeFiles(dir, { 'content/c.md': `# ${at}` });
        const built = await run(dir);
        expect(built.published).toBe(true);
        for (const [path, file] of Object.entries(siteOf(dir))) {
          if (path.endsWith('.html')) expect(activeIn(file)).toEqual([]);
        }
        // A page may show what another says, where that was stored under its key, and then names other images.
        const pages = Object.keys(site).filter((path) => path.endsWith('.html'));
        expect(Object.keys(siteOf(dir))).toEqual(expect.arrayContaining(pages));
      },
    ),
    { numRuns: runs(20) },
  );
});

test('what ordinary pages are made of passes', async () => {
  const pages = filesBelow(join(import.meta.dirname, '../../content')).filter((path) => path.endsWith('.md'));
  for (const path of pages) {
    const text = readFileSync(join(import.meta.dirname, '../../content', path), 'utf8').replace(
      /^---[\s\S]*?\n---/,
      '',
    );
    expect(isInert(await renderBody(bodyInput(text)))).toBe(true);
  }
  const stored = new Store(tempDir());
  const input = bodyInput(content['content/a.md']);
  const first = await withCache(stored, renderBody)(input);
  expect(await withCache(stored, () => Promise.reject(new Error('not from the cache')))(input)).toEqual(first);
});
