// Configs that no one should write: each ends as DG104 or DG105 that names its key, never as a fault of docgen, never as a hang.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadConfig, resolveConfig } from '../../src/model/config.js';
import { say, tempDir, writeFiles } from '../support/hub.js';
import { runs } from '../support/seed.js';

const resolve = (loaded: unknown) =>
  resolveConfig(loaded, { cwd: '/', file: undefined, overrides: {} }).diagnostics.map(say);

const throwing = (message: string) => () => {
  throw new Error(message);
};
const nested = (levels: number, wrap: (inner: unknown) => unknown) => {
  let sidebar: unknown = 'a';
  for (let level = 0; level < levels; level += 1) sidebar = wrap(sidebar);
  return { sidebars: { main: [sidebar] } };
};
const circle: Record<string, unknown> = {};
circle['self'] = circle;
const ring: unknown[] = [];
ring.push(ring);
const endless = (): object =>
  new Proxy(
    {},
    { ownKeys: () => ['a'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }), get: endless },
  );

describe('a config that is no plain data is DG105 and names the key', () => {
  test.each<[string, unknown, RegExp]>([
    [
      'a getter that throws',
      Object.defineProperty({}, 'title', { enumerable: true, get: throwing('mine') }),
      /`title`: reading it failed: mine/,
    ],
    [
      'a getter that throws no error',
      Object.defineProperty({}, 'css', {
        enumerable: true,
        get: () => {
          throw null;
        },
      }),
      /`css`: reading it failed: null/,
    ],
    ['a proxy that throws', new Proxy({}, { ownKeys: throwing('p') }), /config: reading it failed: p/],
    ['a proxy without an end', endless(), /`a\.a\.[a.]*…`: it is nested over 200 levels/],
    ['a cycle of maps', { version: circle }, /`version\.self`: it contains itself/],
    ['a cycle of lists', { sidebars: { main: ring } }, /`sidebars\.main\.0`: it contains itself/],
    [
      'a deep sidebar',
      nested(3000, (inner) => ({ type: 'category', label: 'x', items: [inner] })),
      /`sidebars\.main\.0\.items.*…`: it is nested/,
    ],
    ['a deep short sidebar', nested(3000, (inner) => ({ x: [inner] })), /`sidebars\.main\.0\.x.*…`: it is nested/],
    ['a function', () => ({}), /config: must be data, got a function/],
    ['an async function', { title: async () => 'x' }, /`title`: must be data, got a function/],
    ['a promise', { title: Promise.resolve('x') }, /`title`: must be data, got a Promise/],
    ['a number too large', { title: 10n }, /`title`: must be data, got a bigint/],
    [
      'a date',
      { sidebars: { main: [{ type: 'doc', id: 'a', customProps: { at: new Date() } }] } },
      /customProps\.at`: must be data, got a Date/,
    ],
    ['a list without an end', { sources: new Array(4_000_000_000) }, /`sources`: it contains over 1000000 values/],
    ['NUL in a path', { out: 'a\0b' }, /`out`: a path cannot contain/],
    ['NUL in a content folder', { content: [{ dir: '\0' }] }, /`content.*`: |content/],
  ])('%s', (_, loaded, message) => {
    const said = resolve(loaded);
    expect(said[0]).toMatch(/^DG105 /);
    expect(said[0]).toMatch(message);
  });

  test('a category ninety deep is none of these', () => {
    expect(resolve(nested(90, (inner) => ({ type: 'category', label: 'x', items: [inner] })))).toEqual([]);
  });

  test('whatever a config is, it resolves or says why', () => {
    const key = fc.constantFrom(
      'title',
      'content',
      'out',
      'sidebars',
      'version',
      'sidebar',
      'css',
      'sources',
      'x',
      '__proto__',
      'type',
      'items',
    );
    const value = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(undefined, null, 0, Number.NaN, true, '', 'a\0b', Symbol('s'), 1n, () => 1, circle, ring),
        fc.string(),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.array(fc.tuple(key, tie('any')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
        fc
          .array(key)
          .map((names) =>
            Object.defineProperties(
              {},
              Object.fromEntries(names.map((name) => [name, { enumerable: true, get: throwing('g') }])),
            ),
          ),
      ),
    })).any;
    fc.assert(
      fc.property(value, (loaded) => {
        const { value: config, diagnostics } = resolveConfig(loaded, { cwd: '/', file: undefined, overrides: {} });
        expect(config !== undefined || diagnostics.length > 0).toBe(true);
        for (const { code } of diagnostics) expect(code).toMatch(/^DG(?:105|106|207)$/);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('of many faults a hundred are reported', () => {
    expect(resolve(Object.fromEntries(Array.from({ length: 50_000 }, (__, n) => [`k${n}`, 1])))).toHaveLength(100);
  });
});

describe('files that a config names', () => {
  const load = async (dir: string, overrides = {}) => (await loadConfig(dir, overrides)).diagnostics.map(say);

  test.each([
    ['css', 'folder', /DG105 .*`css`: file `folder` is a folder/],
    ['css', 'zero', /DG105 .*`css`: file `zero` is not a regular file/],
    ['css', 'large', /DG105 .*`css`: file `large` is over 8 MB/],
    ['css', 'none', /DG105 .*`css`: file `none` does not exist/],
    ['components', 'folder', /DG105 .*`components`: `folder` is a folder/],
    ['components', 'zero', /DG105 .*`components`: `zero` is not a regular file/],
    ['components', 'throws.mjs', /DG105 .*`components`: mine/],
    ['templates', 'a.css', /DG105 .*`templates`: folder `a\.css` is not a folder/],
    ['templates', 'zero', /DG105 .*`templates`: folder `zero` is not a folder/],
    ['--config', 'folder', /DG104 .*: it is a folder/],
    ['--config', 'zero', /DG104 .*: it is not a regular file/],
    ['--config', 'large', /DG104 .*: it is over 8 MB/],
    ['--config', 'never.mjs', /DG104 .*: it awaits a promise that never settles/],
    ['--config', 'rejects.mjs', /DG104 .*: mine/],
    ['--config', 'null.mjs', /DG104 .*: null/],
  ])('%s: %s', async (key, name, message) => {
    const dir = writeFiles(tempDir(), {
      'a.css': '',
      'throws.mjs': 'export default { get A() { throw new Error("mine"); } };',
      'never.mjs': 'export default new Promise(() => {});',
      'rejects.mjs': 'export default Promise.reject(new Error("mine"));',
      'null.mjs': 'throw null;',
    });
    mkdirSync(join(dir, 'folder'));
    symlinkSync('/dev/zero', join(dir, 'zero'));
    writeFileSync(join(dir, 'large'), Buffer.alloc(8 * 1024 * 1024 + 1, 32));
    if (key !== '--config') writeFiles(dir, { 'docgen.config.json': JSON.stringify({ [key]: name }) });
    // What ends a process with nothing left to do: a test's own has always something.
    if (name === 'never.mjs') setTimeout(() => process.emit('beforeExit', 0), 200);
    expect((await load(dir, key === '--config' ? { config: name } : {}))[0]).toMatch(message);
  });
});

test.each([
  [{ header: { links: [{ label: 'x' }] } }, '`header.links.0`: must have `href` or `links`'],
  [{ header: { links: [{ label: 'x', href: 5 }] } }, '`header.links.0.href`: must be a text, got `5`'],
  [{ logo: 5 }, '`logo`: must be a text or a map, got `5`'],
  [{ content: [{ dir: 'c', versions: 5 }] }, '`content.0.versions`: must be a list or a map, got `5`'],
])('of several forms the message speaks of the one that was meant: %j', (config, message) => {
  const { diagnostics } = resolveConfig(config, { cwd: '/', file: undefined, overrides: {} });
  expect(diagnostics.map((one) => one.message)).toEqual([`config: ${message}`]);
});

describe('the place of a key', () => {
  const placeIn = async (file: string, text: string) =>
    (await loadConfig(writeFiles(tempDir(), { [file]: text }))).diagnostics.map(({ code, place }) =>
      [code, place?.file, place?.start?.line, place?.start?.column].join(' ').trim(),
    );

  test.each([
    ['docgen.config.yaml', 'title: x\nsidebar:\n  maxLink: 5\n', ['DG106 docgen.config.yaml 3 3']],
    [
      'docgen.config.json',
      '{\n  "title": "x",\n  "titel": "y", "url": 5\n}',
      ['DG105 docgen.config.json 3 17', 'DG106 docgen.config.json 3 3'],
    ],
    ['docgen.config.mjs', "export default {\n  title: 'x',\n  'titel': 1,\n};\n", ['DG106 docgen.config.mjs 3 3']],
    ['docgen.config.yaml', 'title: x\ncss: nowhere.css\n', ['DG105 docgen.config.yaml 2 1']],
    ['docgen.config.yaml', 'basePath: https://x.example/hub/\n', ['DG105 docgen.config.yaml 1 1']],
    [
      'docgen.config.yaml',
      'sidebars:\n  titel: 5\ntitel: x\n',
      ['DG105 docgen.config.yaml', 'DG106 docgen.config.yaml'],
    ], // which of them?
    ['docgen.config.mjs', "const name = 'titel';\nexport default { [name]: 1 };\n", ['DG106 docgen.config.mjs']],
    [
      'docgen.config.yaml',
      'redirects:\n  - from: /a\nfooter:\n  links: 5\n',
      ['DG105 docgen.config.yaml 1 1', 'DG106 docgen.config.yaml 4 3'],
    ], // no `to`
  ])('%s: %j', async (file, text, expected) => {
    expect((await placeIn(file, text)).sort()).toEqual(expected);
  });
});
