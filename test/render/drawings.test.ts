// A diagram passes the last check whatever its labels say, and does not pass it with anything that acts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderBody } from '../../src/render/body/body.js';
import { isInert } from '../../src/render/body/inert.js';
import { bodyInput } from '../support/hub.js';

const sources = [
  'graph TD\n  A["§"] --> B{"§"}\n  A -->|"§"| C',
  'sequenceDiagram\n  participant A as §\n  A->>B: §\n  Note over A: §',
  'classDiagram\n  A : §\n  A --> B : §',
  'stateDiagram-v2\n  s1 : §\n  s1 --> s2 : §',
  'erDiagram\n  A ||--o{ B : "§"',
  'xychart-beta\n  title "§"\n  x-axis ["§", b]\n  bar [1, 2]',
];
const words = [
  'set onclick=go',
  'href=x',
  ' xlink:href="x"',
  '@import',
  'url(x)',
  'javascript:x',
  '<svg onload=x>',
  '-->',
  '\\',
  '&amp;',
  "it's",
];
const label = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((list) => list.join(' '));

test('labels cost no page', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...sources), label, async (source, text) => {
      const body = await renderBody(bodyInput(`\`\`\`mermaid\n${source.replaceAll('§', text)}\n\`\`\`\n`));
      expect(isInert(body)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('a style that names a file costs the diagram, not the page', async () => {
  const text = '```mermaid\ngraph LR\n  A --> B\n  style A fill:url(//x)\n```\n\nafter\n';
  const { status, diagrams, diagnostics } = await renderBody(bodyInput(text));
  expect({ status, diagrams, codes: diagnostics.map(({ code }) => code) }).toEqual({
    status: 'rendered',
    diagrams: [],
    codes: ['DG707'],
  });
});

test.each([
  '<script>x</script>',
  '<path onload="x"/>',
  '<path  ONLOAD = "x"/>',
  "<path onload='x'/>",
  '<g href="x"></g>',
  '<g xlink:href="x"></g>',
  '<a href="x"></a>',
  '<rect style="fill:url(//x)"/>',
  '<rect fill="url(x)"/>',
  '<style>@import "x";</style>',
  '<style>a{b:url(x)}</style>',
  '<style>&#64;import "x"</style>',
  '<style>\\40import "x"</style>',
  '<!-- x -->',
  '<foreignObject/>',
  '<image/>',
])('%s does not pass', (inner) => {
  const drawing = (text: string) => ({ svg: `<svg width="1">${text}</svg>`, width: 1, height: 1 });
  const html = { chunks: ['<p>x</p>'], holes: [] };
  expect(isInert({ html, diagrams: [drawing('')] })).toBe(true);
  expect(isInert({ html, diagrams: [drawing(inner)] })).toBe(false);
});
