// Typical configs, and invalid configs. Each invalid one is DG104, DG105 or DG106 with its key,
// but never a bug or a hang.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/model/config/config.js';
import type { UserConfig } from '../../src/model/config/schema/config.js';
import { dataOf } from '../support/data.js';
import { checkConfig, say, tempDir, writeFiles } from '../support/hub.js';
import { runs } from '../support/seed.js';

const data = dataOf<{
  files: [key: string, name: string, message: RegExp][];
  modules: Record<string, string>;
  forms: [config: object, message: string][];
  places: [file: string, text: string, places: string[]][];
}>('model/config');

const resolve = (loaded: unknown) => checkConfig(loaded).diagnostics.map(say);

const throwing = (what: unknown) => () => {
  throw what;
};
const withGetter = (key: string, get: () => unknown) => Object.defineProperty({}, key, { enumerable: true, get });
const nested = (levels: number, wrap: (inner: unknown) => unknown) => {
  let sidebar: unknown = 'a';
  for (let level = 0; level < levels; level += 1) sidebar = wrap(sidebar);
  return { sidebars: { main: [sidebar] } };
};
const category = (inner: unknown) => ({ type: 'category', label: 'x', items: [inner] });
const circle: Record<string, unknown> = {};
circle['self'] = circle;
const ring: unknown[] = [];
ring.push(ring);
const own = { enumerable: true, configurable: true };
const endless = (): object =>
  new Proxy({}, { ownKeys: () => ['a'], getOwnPropertyDescriptor: () => own, get: endless });
const dated = { type: 'doc', id: 'a', customProps: { at: new Date() } };

describe('a config that is not plain data is DG105 with the key', () => {
  test.each<[string, unknown, RegExp]>([
    ['a getter that throws', withGetter('title', throwing(new Error('mine'))), /`title`: reading it failed: mine/],
    ['a getter that throws no error', withGetter('css', throwing(null)), /`css`: reading it failed: null/],
    ['a proxy that throws', new Proxy({}, { ownKeys: throwing('p') }), /config: reading it failed: p/],
    ['a proxy without an end', endless(), /`a\.a\.[a.]*…`: it is nested over 200 levels/],
    ['a cycle of maps', { version: circle }, /`version\.self\.self.*…`: it is nested/],
    ['a cycle of lists', { sidebars: { main: ring } }, /`sidebars\.main\.0\.0.*…`: it is nested/],
    ['a deep sidebar', nested(3000, category), /`sidebars\.main\.0\.items.*…`: it is nested/],
    ['a deep short sidebar', nested(3000, (inner) => ({ x: [inner] })), /`sidebars\.main\.0\.x.*…`: it is nested/],
    ['a function', () => ({}), /config: must be data, got a function/],
    ['an async function', { title: async () => 'x' }, /`title`: must be data, got a function/],
    ['a promise', { title: Promise.resolve('x') }, /`title`: must be data, got a Promise/],
    ['a number too large', { title: 10n }, /`title`: must be data, got a bigint/],
    ['a date', { sidebars: { main: [dated] } }, /customProps\.at`: must be data, got a Date/],
    ['NUL in a path', { out: 'a\0b' }, /`out`: a path cannot contain/],
    ['NUL in a content folder', { content: [{ dir: '\0' }] }, /`content.*`: |content/],
  ])('%s', (_, loaded, message) => {
    const said = resolve(loaded);
    expect(said[0]).toMatch(/^DG105 /);
    expect(said[0]).toMatch(message);
  });

  test('a category ninety levels deep is allowed', () => {
    expect(resolve(nested(90, category))).toEqual([]);
  });

  test('any config is resolved or rejected with a reason', () => {
    const keys = 'title content out sidebars version sidebar css sources x __proto__ type items';
    const key = fc.constantFrom(...keys.split(' '));
    const odd = [undefined, null, 0, Number.NaN, true, '', 'a\0b', Symbol('s'), 1n, () => 1, circle, ring];
    const value = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(...odd),
        fc.string(),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.array(fc.tuple(key, tie('any')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
        key.map((name) => withGetter(name, throwing('g'))),
      ),
    })).any;
    fc.assert(
      fc.property(value, (loaded) => {
        const { value: config, diagnostics } = checkConfig(loaded);
        expect(config !== undefined || diagnostics.length > 0).toBe(true);
        for (const { code } of diagnostics) expect(code).toMatch(/^DG(?:105|106|207)$/);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('of many problems, a hundred are reported', () => {
    expect(resolve(Object.fromEntries(Array.from({ length: 50_000 }, (__, n) => [`k${n}`, 1])))).toHaveLength(100);
  });
});

test.each(data.files)('a file that the config references: %s: %s', async (key, name, message) => {
  const dir = writeFiles(tempDir(), data.modules);
  mkdirSync(join(dir, 'folder'));
  symlinkSync('/dev/zero', join(dir, 'zero'));
  if (name === 'large') writeFileSync(join(dir, 'large'), Buffer.alloc(8 * 1024 * 1024 + 1, 32));
  if (key !== '--config') writeFiles(dir, { 'docgen.config.json': JSON.stringify({ [key]: name }) });
  // Simulates the end of a process without pending work, because a test process always has some.
  if (name === 'never.mjs') setTimeout(() => process.emit('beforeExit', 0), 200);
  const { diagnostics } = await loadConfig(dir, key === '--config' ? { config: name } : {});
  expect(diagnostics.map(say)[0]).toMatch(message);
});

test.each(data.forms)('the message is about the intended form of several: %j', (config, message) => {
  expect(checkConfig(config).diagnostics.map((one) => one.message)).toEqual([`config: ${message}`]);
});

test.each(data.places)('the location of a key: %s: %j', async (file, text, expected) => {
  const { diagnostics } = await loadConfig(writeFiles(tempDir(), { [file]: text }));
  const places = diagnostics.map(({ code, place: { file, start } = { file: '' } }) =>
    [code, file, start?.line, start?.column].join(' ').trim(),
  );
  expect(places.sort()).toEqual(expected);
});

test('the link of a category is parsed the same way in the config and in a file', () => {
  const link = { type: 'generated-index', slug: 7, title: 'T', keywords: 'one' };
  const { value, diagnostics } = checkConfig({ sidebars: { s: [{ type: 'category', label: 'C', items: [], link }] } });
  expect(diagnostics).toEqual([]);
  expect(value?.sidebars['s']).toMatchObject([{ link: { slug: '7', title: 'T', keywords: ['one'] } }]);
});

test('a typical hub as a config in TypeScript', () => {
  const config = {
    lang: 'pl',
    labels: { next: 'Dalej', pages: { one: '{count} strona', few: '{count} strony', other: '{count} stron' } },
    logo: { light: 'logo.svg', dark: 'logo-dark.svg', alt: 'Hub', showTitle: false },
    favicon: 'icon.ico',
    socialImage: 'card.png',
    announcement: 'Out **now**',
    header: {
      links: [
        { label: 'Guide', href: 'g.md' },
        { label: 'More', links: [{ label: 'Chat', href: '/chat' }] },
      ],
    },
    footer: { columns: [{ title: 'A', links: [{ label: 'B', href: '/docs/b/' }] }, { links: [] }], text: '© us' },
    home: 'index.md',
    notFound: 'Gone.',
    headers: { '/*': { 'X-Robots-Tag': 'noai' } },
  } satisfies UserConfig;
  const { footer } = config;
  const sound = { ...config, footer: { ...footer, columns: footer.columns.slice(0, 1) } };
  expect(checkConfig(sound).value).toMatchObject({
    logo: { light: '/logo.svg', dark: '/logo-dark.svg' },
    favicon: '/icon.ico',
    header: config.header,
  });
  // @ts-expect-error: a link needs an address
  const noAddress: UserConfig = { header: { links: [{ label: 'x' }] } };
  // @ts-expect-error: a label that docgen does not have
  const noLabel: UserConfig = { labels: { nxt: 'x' } };
  // @ts-expect-error: a label with forms needs one for any other number
  const noOther: UserConfig = { labels: { pages: { one: 'x' } } };
  for (const wrong of [config, noAddress, noLabel, noOther]) expect(checkConfig(wrong).value).toBeUndefined();
});
