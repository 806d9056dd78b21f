// Formulas: which text is one, and that any TeX results in inert markup of limited size.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasNoActiveContent } from '../../src/render/body/active-content.js';
import { formulasOf } from '../../src/render/body/math/formulas.js';
import { cpuSeconds, render } from '../support/body.js';
import { dataOf } from '../support/data.js';
import { elementsOf } from '../support/hub.js';
import { runs } from '../support/seed.js';

const data = dataOf<{ hostile: string[]; cachedMarkup: [string, boolean][]; pieces: string[] }>('render/math');

const body = async (text: string) => {
  const rendered = await render(text);
  return { ...rendered, isInert: hasNoActiveContent({ html: rendered.parts, diagrams: [] }) };
};

test.each(data.hostile)('%s has no effect, and stays small', async (tex) => {
  for (const text of [`$${tex}$`, `$$\n${tex}\n$$`, `## $${tex}$`, `| $${tex}$ |\n|-|\n`]) {
    const found = await body(text);
    expect(found.isInert).toBe(true);
    for (const { name, attributes } of elementsOf(found.html)) {
      expect(name).not.toMatch(/^(?:script|img|style|annotation|semantics|maction|mglyph)$/);
      if (!/^(?:a|h2)$/.test(name)) expect(attributes).not.toHaveProperty('href');
      for (const [key, value] of Object.entries(attributes)) {
        expect(key).not.toMatch(/^(?:on|style$)/);
        if (!/^(?:aria-label|id|href|mathcolor)$/.test(key)) expect(value).not.toMatch(/\d{3}/);
      }
    }
  }
});

test.each([
  ['a macro that calls itself', '\\def\\a{\\a\\a}\\a'],
  ['a macro that doubles', `\\def\\a{x}${Array.from({ length: 30 }, (_, n) => `\\edef\\a{\\a\\a${n}}`).join('')}\\a`],
  ['a long macro many times', `\\def\\a{${'x'.repeat(2_000)}}${'\\a'.repeat(900)}`],
  ['a macro with its argument many times', `\\def\\a#1{${'#1'.repeat(1_000)}}\\a{\\a{${'x'.repeat(1_000)}}}`],
  ['braces', '{'.repeat(4_900)],
  ['powers of powers', `${'x^{'.repeat(1_200)}${'}'.repeat(1_200)}`],
  ['roots in roots', `${'\\sqrt{'.repeat(600)}x${'}'.repeat(600)}`],
  ['a table of a thousand columns', `\\begin{array}{${'c'.repeat(1000)}}${'&'.repeat(3000)}\\end{array}`],
  ['delimiters without an end', '\\left('.repeat(700)],
  ['a long line', 'x'.repeat(5_001)],
  ['a macro of the project with its argument many times', `${'\\many{'.repeat(40)}${'x'.repeat(100)}${'}'.repeat(40)}`],
])('%s ends soon, as text', async (_, value) => {
  const spent = await cpuSeconds(async () =>
    expect(await formulasOf([{ value, isDisplay: false }], `\\many:${'#1'.repeat(99)}`)).toEqual([undefined]),
  );
  expect(spent).toBeLessThan(5);
});

test('a page has a maximum of TeX, and no formula affects another', async () => {
  const one = { value: '\\gdef\\a{y}x'.padEnd(4_000), isDisplay: false };
  const many = await formulasOf(Array.from({ length: 60 }, () => one));
  expect(many.filter((markup) => markup !== undefined)).toHaveLength(50);
  expect(
    await formulasOf([
      { value: '\\gdef\\zz{y}', isDisplay: false },
      { value: '\\zz', isDisplay: false },
    ]),
  ).toEqual([expect.any(String), undefined]);
});

test('macros of formulas expand to at most the limit of a page', async () => {
  const used = {
    value: '\\newcommand{\\norm}[1]{\\lVert #1 \\rVert}\\let\\b=\\beta\\norm{x}+\\norm{\\norm{\\b}}',
    isDisplay: false,
  };
  const [markup = ''] = await formulasOf([used]);
  expect(markup.match(/\u2225/g)).toHaveLength(6);
  const long = { value: `\\def\\a#1{${'#1'.repeat(200)}}\\a{${'x'.repeat(200)}}`, isDisplay: false };
  const spent = await cpuSeconds(async () => {
    const many = await formulasOf([...Array.from({ length: 100 }, () => long), used]);
    expect(many.at(-1)).toBeUndefined();
  });
  expect(spent).toBeLessThan(10);
});

test('large numbers of dollar signs take linear time', async () => {
  for (const text of ['$a ', '$$a ', '$`', '$x'].map((piece) => piece.repeat(50_000))) {
    expect(await cpuSeconds(() => body(text))).toBeLessThan(10);
  }
});

test("an author's MathML is removed", async () => {
  const { html } = await render(
    '<math><mi>x</mi></math> <mi href="javascript:alert(1)">y</mi>\n\n<math><mtext><b>z</b></mtext></math>',
  );
  expect(html).not.toMatch(/<m(?:ath|i|text)/);
});

describe('cached markup', () => {
  const inert = (html: string) => hasNoActiveContent({ html: { chunks: [html], slots: [] }, diagrams: [] });
  test.each(data.cachedMarkup)('%s: %s', (html, isAllowed) => {
    expect(inert(html)).toBe(isAllowed);
  });
});

test('any TeX results in inert markup', async () => {
  const piece = fc.constantFrom(...data.pieces);
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (list) => {
      const found = await body(`$\\alpha ${list.join('')}$`);
      expect(found.status).toBe('rendered');
      expect(found.isInert).toBe(true);
      expect(found.html).not.toMatch(/<(?:script|img)|href="(?!#)/);
    }),
    { numRuns: runs(300) },
  );
});
