// `_category_` files: valid ones with untrusted values, invalid ones, large ones.
import fc from 'fast-check';
import { hostileText, wellFormed } from './strings.js';

// No link to a regular page: by Docusaurus's rule, a doc in two sidebars belongs to the later one, so the page would change.
const link = fc.oneof(
  fc.constantFrom(
    null,
    'x',
    [],
    { type: 'x' },
    { type: 'doc', id: 'hostile/in' },
    { type: 'doc' },
    { type: 'generated-index', slug: 1 },
  ),
  fc.record({ type: fc.constant('doc'), id: hostileText }),
  fc.record(
    {
      type: fc.constant('generated-index'),
      slug: fc.oneof(
        hostileText,
        fc.constantFrom('/honest/a', '/', '../x', '/x/', '/.git', '/404.html'),
        fc
          .tuple(fc.constantFrom('/s', 's', 'é'), fc.constantFrom(260, 2100))
          .map(([unit, count]) => unit.repeat(count)),
      ),
      title: hostileText,
      description: hostileText,
      image: hostileText,
      keywords: fc.array(hostileText, { maxLength: 2 }),
    },
    { requiredKeys: ['type'] },
  ),
);

const record = fc.record(
  {
    label: fc.oneof({ weight: 3, arbitrary: hostileText }, { weight: 1, arbitrary: fc.constant('l'.repeat(250)) }),
    link,
    position: fc.oneof(fc.integer(), hostileText),
    description: hostileText,
    className: hostileText,
    key: hostileText,
    collapsible: fc.oneof(fc.boolean(), hostileText),
    collapsed: fc.boolean(),
    customProps: fc.dictionary(hostileText, hostileText, { maxKeys: 2 }),
    unknown: hostileText,
  },
  { requiredKeys: [] },
);

const manyKeys = (count: number) =>
  JSON.stringify(
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`a key that nobody knows ${index}`, index])),
  );

const broken = fc.constantFrom(
  '', '{', '[]', 'null', '"x"', '{"label": }', '{"label": "a", "label": "b"}', '{"__proto__": {"label": "x"}}', '{"label": "\\ud800"}', '{"label": "\\u0000"}',
  '{"label": "a\\u0000b", "link": {"type": "generated-index"}}', '{"label": "x", "link": {"type": "generated-index", "slug": "\\ud800"}}', `${'['.repeat(2000)}`, manyKeys(300), manyKeys(20_000),
); // biome-ignore format: a list of texts

/** Generates the name and text of a `_category_` file. */
export const hostileCategory: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(
      fc.constantFrom('_category_.json', '_category_.yml', '_category_.yaml'),
      record.map((value) => wellFormed(JSON.stringify(value))),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constantFrom('_category_.json', '_category_.yml', '_category_.json~', '_Category_.json'),
      broken,
    ),
  },
);
