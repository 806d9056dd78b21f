// The printer against the two libraries whose rules it follows: any tree, however odd, comes out as sanitised and printed by them.
import fc from 'fast-check';
import type { Element, ElementContent, Root } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { expect, test } from 'vitest';
import { print } from '../../src/render/body/print/print.js';
import { schema } from '../../src/render/body/print/sanitize.js';
import { runs } from '../support/seed.js';

const byLibraries = (tree: Root) => toHtml(sanitize(tree, schema));

/** What docgen writes on purpose beside what the libraries write: `<` in attributes, and line breaks as text. */
const asPrinted = (tree: Root) => {
  const lines = tree.children.flatMap((child, index) =>
    index > 0 ? [{ type: 'text', value: '\n' } as const, child] : [child],
  );
  const html = byLibraries({ type: 'root', children: lines }).replace(/="[^"]*"/g, (value) =>
    value.replaceAll('<', '&lt;'),
  );
  return html === '' || /[\r\n]$/.test(html) ? html : `${html}\n`;
};

const allowedNames = schema.tagNames ?? [];
const names = fc.oneof(
  fc.constantFrom(...allowedNames),
  fc.constantFrom(
    'table',
    'tr',
    'td',
    'th',
    'tbody',
    'input',
    'svg',
    'script',
    'style',
    'template',
    'math',
    'x-own',
    'BR',
    '*',
  ),
  fc.constantFrom('constructor', '__proto__', 'toString', 'hasOwnProperty'),
);
const keys = fc.oneof(
  fc.constantFrom(
    ...Object.values(schema.attributes ?? {})
      .flat()
      .map((entry) => (typeof entry === 'string' ? entry : entry[0])),
  ),
  fc.constantFrom(
    'onClick',
    'style',
    'dataX',
    'dataFootnoteRef',
    'constructor',
    'class',
    'href',
    'src',
    'HREF',
    'srcDoc',
  ),
);
const primitive = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    'open',
    'controls',
    'hidden',
    'javascript:x',
    'JaVascript:x',
    'https:x',
    '/a:b',
    '?a:b',
    'x:y',
    ' https:',
    'line',
    'hl-k',
  ),
  fc.constantFrom(
    'a"b',
    "a'b`",
    '<img src=x onerror=y>',
    '&amp;\0',
    'align-left',
    'note',
    'true',
    '0',
    '-->',
    'language-js',
  ),
  fc.integer({ min: -1, max: 7 }),
  fc.constant(Number.NaN),
  fc.boolean(),
);
const value = fc.oneof(
  { weight: 4, arbitrary: primitive },
  fc.constantFrom(null, undefined),
  fc.array(primitive, { maxLength: 3 }),
);
const { node } = fc.letrec<{ node: ElementContent; element: Element }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5 },
    // Without a quotation mark, so that `asPrinted` can tell where attributes are.
    fc.string().map((text): ElementContent => ({ type: 'text', value: text.replaceAll('"', '&') })),
    fc.string().map((text): ElementContent => ({ type: 'comment', value: text })),
    fc.string().map((text) => ({ type: 'raw', value: text }) as unknown as ElementContent),
    { weight: 3, arbitrary: tie('element') },
  ),
  element: fc.record({
    type: fc.constant('element' as const),
    tagName: names,
    properties: fc.dictionary(keys, value, { maxKeys: 4 }) as fc.Arbitrary<Element['properties']>,
    children: fc.array(tie('node'), { maxLength: 4 }),
  }),
}));

test('prints what hast-util-sanitize and hast-util-to-html do', () => {
  fc.assert(
    fc.property(fc.array(node, { maxLength: 4 }), (children) => {
      expect(print({ type: 'root', children })).toBe(asPrinted({ type: 'root', children }));
    }),
    { numRuns: runs(5_000) },
  );
});

test('an angle in an attribute, also in one of several words, begins no tag', () => {
  const link: Element = {
    type: 'element',
    tagName: 'a',
    properties: { headers: ['<img', 'x'], title: '<img src="' },
    children: [],
  };
  expect(print({ type: 'root', children: [link] })).toBe('<a headers="&lt;img x" title="&lt;img src=&#x22;"></a>\n');
});
