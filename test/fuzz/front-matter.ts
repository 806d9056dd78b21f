// Front matter: every supported key, with values of every type, in every YAML syntax.
import fc from 'fast-check';
import { frontMatterTypes } from '../../src/model/content/parse/front-matter.js';
import { hostileAddress } from './addresses.js';
import { hostileText, wellFormed } from './strings.js';

const keys = [...Object.keys(frontMatterTypes), '__proto__', 'constructor', 'layout', '<<', 'hasOwnProperty'];

const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1e308, Number.MAX_SAFE_INTEGER, '', [], {}, [null], { a: { b: [1] } }, { label: 'x' }),
  fc.array(hostileText, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('label', 'permalink', 'date', 'author', 'description', '__proto__', 'x'), hostileText, { maxKeys: 3 }),
); // biome-ignore format: short lists

/** Values that could attack a specific key. */
const special: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  slug: fc.oneof(
    hostileText,
    fc.constantFrom('/', '/honest/a', '/honest/a/', '../../x', '/%2e%2e/x', '/.git/x', '/all', '/404.html', '/HONEST/A', '/index.html', './', '//x/y'),
    fc.tuple(fc.constantFrom('/a', '/é', '/%41', '/.a', 'a/'), fc.constantFrom(200, 1900, 2100)).map(([unit, count]) => unit.repeat(count)),
  ),
  id: fc.oneof(hostileText, fc.constantFrom('honest/a', 'a', '../honest/a', '/', '.', '\ud800')),
  last_update: fc.record({ date: hostileText, author: hostileText }, { requiredKeys: [] }),
  keywords: fc.array(hostileText, { maxLength: 3 }),
  tags: fc.array(fc.oneof(hostileText, fc.record({ label: hostileText, permalink: hostileText })), { maxLength: 3 }),
  custom_edit_url: hostileAddress(),
  image: hostileAddress(),
  pagination_next: fc.oneof(hostileText, fc.constantFrom('honest/a', 'honest/b')),
  pagination_prev: fc.oneof(hostileText, fc.constantFrom('honest/a', 'honest/b')),
  displayed_sidebar: fc.oneof(hostileText, fc.constantFrom('honest', 'hostile', 'tutorialSidebar')),
  sidebar_position: fc.constantFrom(0, -1, 1e99, '.inf', '.nan', 'x'),
}; // biome-ignore format: one a line

const entry = fc
  .constantFrom(...keys)
  .chain((key) =>
    fc.tuple(
      fc.constant(key),
      fc.oneof(
        { weight: 5, arbitrary: (Object.hasOwn(special, key) ? special[key] : undefined) ?? hostileText },
        { weight: 2, arbitrary: hostileText },
        { weight: 1, arbitrary: oddValues },
      ),
    ),
  );

/** Converts to JSON, which is YAML, and escapes every character, including NUL and lone surrogates. */
const asJson = (entries: readonly (readonly [string, unknown])[]) =>
  entries
    .map(([key, value]) => `${/^\w+$/.test(key) ? key : JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join('\n');
/** Converts like a careless author: nothing is quoted. */
const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const asPlain = (entries: readonly (readonly [string, unknown])[]) =>
  entries.map(([key, value]) => `${key}: ${plain(value)}`).join('\n');
const asBlocks = (entries: readonly (readonly [string, unknown])[]) =>
  entries.map(([key, value]) => `${key}: >-\n  ${plain(value).replaceAll('\n', '\n  ')}`).join('\n');

const brokenBlocks = [
  'title: a: b', 'title: [', '{', '- a\n- b', 'x', 'a: &a [x]\nb: *a', 'title: !!js/function "x"', 'title: !!binary AAAA', 'title: "\\0"',
  'title: "\\x01\\x1b\\u2028"', 'title: "\\ud800"', 'date: 2024-01-01', 'last_update: {date: 2024-13-45}', 'last_update: {date: 2024-01-01T00:00:00Z}',
  'title: a\ntitle: b', '? [a]\n: b', '? {a: b}\n: c', '%YAML 1.1\n---\na: b', '"\\0": x', '\ttitle: x', 'title: |\n  a\n  b', `${'['.repeat(500)}`, `${'a: {'.repeat(200)}`,
  `x: ${'y'.repeat(70_000)}`, Array.from({ length: 3000 }, (_, i) => `k${i}: 1`).join('\n'), '<<: {title: x}', 'title: 0x1F', 'title: ~', 'title: 1_000', 'title: .nan',
]; // biome-ignore format: a list of blocks

const block: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        fc.uniqueArray(entry, { maxLength: 6, selector: ([key]) => key }),
        fc.constantFrom(asJson, asJson, asJson, asPlain, asBlocks),
      )
      .map(([entries, spell]) => spell(entries)),
  },
  { weight: 2, arbitrary: fc.constantFrom(...brokenBlocks) },
  { weight: 1, arbitrary: fc.array(entry, { maxLength: 4 }).map(asJson) }, // a key can occur twice
);

/** Generates the front matter of a file with its delimiters, or none. */
export const hostileFrontMatter: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('---', '---', '---', '---', '---', '---', '--- ', '---js', '---json', '---\r', '----', '---toml', ' ---', '\ufeff---', '+++'),
    block,
    fc.constantFrom('---\n', '---\n', '---\n', '---\n', '---\n', '--- \n', '...\n', '----\n', ''),
  )
  .map(([open, text, close]) => `${open}\n${text}\n${close}`)
  .map(wellFormed); // biome-ignore format: lists of marks
