// Cache entries that another program wrote with valid checksums: they are ignored, or the site is the same.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { build } from '../../src/build.js';
import { sha256 } from '../../src/model/input/hash.js';
import type { Body } from '../../src/render/body/body-types.js';
import { parseBody } from '../../src/render/cache/bodies.js';
import { openRenderer } from '../../src/render/workers/renderer.js';
import { dataOf } from '../support/data.js';
import {
  activeIn,
  bodyInput,
  configOf,
  filesBelow,
  inProcess,
  png,
  tempDir,
  textsBelow,
  writeFiles,
} from '../support/hub.js';
import { runs } from '../support/seed.js';

const data = dataOf<{
  active: [string, string][];
  drawings: [string, string][];
  values: unknown[];
  records: object[];
  content: Record<'content/a.md', string>;
}>('render/poisoned-cache');
const content = { ...data.content, 'content/i.png': png };

const siteOf = (dir: string) => textsBelow(join(dir, 'build'));

const run = (dir: string) => build(configOf(dir), { strict: false, reader: inProcess, cache: join(dir, 'cache') });

/** Returns the entries of a cache by key. */
const entriesOf = (dir: string) =>
  new Map(
    filesBelow(join(dir, 'cache')).map((path) => [
      path.replace('/', ''),
      readFileSync(join(dir, 'cache', path), 'utf8').slice(65),
    ]),
  );

/** Writes an entry like the store does. */
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

test('two swapped entries are both cache misses', async () => {
  const { dir, site, said } = await hub();
  const paths = filesBelow(join(dir, 'cache')).filter((path) => path !== 'written');
  const texts = paths.map((path) => readFileSync(join(dir, 'cache', path)));
  expect(paths).toHaveLength(6); // four bodies, parsed files, page records
  for (const [index, path] of paths.entries())
    writeFileSync(join(dir, 'cache', path), texts[(index + 1) % paths.length] as Buffer);
  const again = await run(dir);
  expect(siteOf(dir)).toEqual(site);
  expect(JSON.stringify(again.diagnostics)).toBe(said);
});

const fragment = (...chunks: string[]) => ({ chunks, slots: [] });
const sound: Body = {
  status: 'rendered',
  html: fragment('<p>x</p>'),
  diagrams: [],
  headings: [],
  ids: [],
  isTitled: false,
  diagnostics: [],
};
const slot = { kind: 'link' as const, url: 'x', place: { file: 'a.md' }, alt: '', attributes: '' };

describe('a body that rendering cannot produce', () => {
  const image = { ...slot, kind: 'image' as const };
  test.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['no markup', { ...sound, html: undefined }],
    ['a fragment without slots', { ...sound, html: { chunks: ['x'] } }],
    ['more chunks than slots', { ...sound, html: fragment('a', 'b') }],
    ['headings that are none', { ...sound, headings: [null] }],
    ['a diagnostic of no code', { ...sound, diagnostics: [{ code: 'x', severity: 'warning', message: '' }] }],
    ...data.active.map(([name, html]) => [name, { ...sound, html: fragment(html) }] as [string, unknown]),
    ...data.drawings.map(
      ([name, svg]) => [name, { ...sound, diagrams: [{ svg, width: 1, height: 1 }] }] as [string, unknown],
    ),
    ['an element cut by a slot', { ...sound, html: { chunks: ['<scr', 'ipt>x'], slots: [slot] } }],
    ['an image in a value', { ...sound, html: { chunks: ['<a title="', ' onclick=alert(1) x="">'], slots: [image] } }],
    ['a link in a value', { ...sound, html: { chunks: ['<a title="', ' onclick=alert(1) x="">'], slots: [slot] } }],
    ['a link in text', { ...sound, html: { chunks: ['x', 'y'], slots: [slot] } }],
    ...[' onerror="alert(1)"', '><script>'].map((attributes): [string, unknown] => [
      `an image with the attributes ${attributes}`,
      { ...sound, html: { chunks: ['', ''], slots: [{ ...image, attributes }] } },
    ]),
  ])('%s', (_, body) => {
    expect(parseBody(JSON.stringify(sound))).toEqual(sound);
    expect(parseBody(JSON.stringify(body))).toBeUndefined();
  });

  test.each<[string, unknown]>([
    ['no body', null],
    ['a script', { ...sound, html: fragment('<script>alert(1)</script>') }],
    ['an element cut by a slot', { ...sound, html: { chunks: ['<scr', 'ipt>x'], slots: [slot] } }],
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

  test('is not accepted from a worker either', async () => {
    const bad = { ...sound, html: fragment('<script>x</script>') };
    const body = await openRenderer({ reader: { ...inProcess, render: async () => bad } }).render(
      bodyInput('what was *written*'),
    );
    expect(body.html.chunks.join('')).toContain('what was *written*');
    expect(body.diagnostics.map(({ code }) => code)).toEqual(['DG306']);
  });
});

test.each(data.records)('a changed title, and records with other fields: %j', async (fields) => {
  const { dir } = await hub();
  const fresh = writeFiles(tempDir(), content);
  for (const at of [dir, fresh]) writeFiles(at, { secret: '!', 'content/e.md': '# Another title' });
  for (const [key, text] of entriesOf(dir)) {
    if (text.includes('"chunks"') || text.includes('"statics"')) continue;
    const [siteKey, ...records] = parsed(text) as [string, ...[string, object][]];
    poison(dir, key, written([siteKey, ...records.map(([name, record]) => [name, { ...record, ...fields }])]));
  }
  const again = await run(dir);
  const { diagnostics } = await build(configOf(fresh), { strict: false, reader: inProcess });
  expect(JSON.stringify(again.diagnostics)).toBe(JSON.stringify(diagnostics));
  expect(siteOf(dir)).toEqual(siteOf(fresh));
  expect(existsSync(join(dir, 'secret'))).toBe(true);
});

/** Parses an entry: a body is JSON, records are a key and lines of JSON. */
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

/** Returns the paths of every value in JSON. */
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

test('with any entries, a build succeeds and contains nothing active', async () => {
  const { dir, site } = await hub();
  const entries = [...entriesOf(dir)];
  await fc.assert(
    fc.asyncProperty(
      fc.nat(entries.length - 1),
      fc.nat(),
      fc.oneof(
        fc.constantFrom(undefined, ...data.values),
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
        // A page that must be made again, so that bodies are read in addition to page records.
        writeFiles(dir, { 'content/c.md': `# ${at}` });
        const built = await run(dir);
        expect(built.published).toBe(true);
        for (const [path, file] of Object.entries(siteOf(dir))) {
          if (path.endsWith('.html')) expect(activeIn(file)).toEqual([]);
        }
        // A page can have the content of another if that was stored under its key, with other images.
        const pages = Object.keys(site).filter((path) => path.endsWith('.html'));
        expect(Object.keys(siteOf(dir))).toEqual(expect.arrayContaining(pages));
      },
    ),
    { numRuns: runs(20) },
  );
});
