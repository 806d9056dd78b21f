// A diagram passes the last check whatever its labels say, and does not pass it with anything that acts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderBody } from '../../src/render/body/body.js';
import { isInert } from '../../src/render/body/inert.js';
import { drawDiagram } from '../../src/render/diagrams/draw.js';
import { isPrintedSvg, printSvg } from '../../src/render/svg/print.js';
import { bodyInput } from '../support/hub.js';
import { runs } from '../support/seed.js';

const sources = [
  'graph TD\n  A["§"] --> B{"§"}\n  A -->|"§"| C',
  'sequenceDiagram\n  participant A as §\n  A->>B: §\n  Note over A: §',
  'classDiagram\n  A : §\n  A "§" --> B : §\n  class C["§"] {\n <<§>>\n+§()$\n }\n note for C "§"',
  'stateDiagram-v2\n  s1 : §\n  s1 --> s2 : §',
  'erDiagram\n  A ||--o{ B : "§"\n  C["§"] {\n § name PK "§"\n }',
  'xychart-beta\n  title "§"\n  x-axis ["§", b]\n  bar [1, 2]',
  'pie title §\n  "§" : 1',
  'mindmap\n  ["§"]\n    §',
  'graph LR\n  subgraph x ["§"]\n  A@{ label: "§" } -- "§" --> B\n  end\n  C --> A',
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
  ' /> <',
  '\u0001',
];
const label = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((list) => list.join(' '));

test('labels cost no page', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...sources), label, async (source, text) => {
      const body = await renderBody(bodyInput(`\`\`\`mermaid\n${source.replaceAll('§', text)}\n\`\`\`\n`));
      expect(isInert(body)).toBe(true);
      // The check without the parser lets nothing through that the parser would change.
      for (const { svg } of body.diagrams) expect(printSvg(Buffer.from(svg))).toEqual({ svg, dropped: [] });
    }),
    { numRuns: 60 },
  );
});

const kinds = ['graph TD', 'classDiagram', 'erDiagram', 'stateDiagram-v2', 'mindmap', 'pie'];
const tokens = [
  ...[
    'A',
    'b c',
    '`d`',
    '"e"',
    '[f]',
    '~T~',
    ':',
    ':::x',
    ';',
    '\n',
    '\n',
    '{',
    '}',
    '|',
    ' ',
    '(',
    ')',
    '%%',
    '$',
    '*',
  ],
  ...['-->', '<|--', '--|>', '..', 'o--', '||--o{', 'to', 'one or more', '--', '[*]', '&', '-.', '==>', '@{', '"'],
  ...['class ', 'namespace ', 'note for ', 'note left of A', 'end note', '<<', '>>', 'state ', 'as', '<<fork>>', 'PK'],
  ...[
    'subgraph ',
    'end',
    'direction LR',
    'style A fill:#f00',
    'classDef x fill:red',
    'linkStyle 0 stroke:red',
    'title ',
  ],
];

test('a source of any words is drawn, or not for a reason that its author understands', async () => {
  const words = fc.array(fc.constantFrom(...tokens), { maxLength: 30 }).map((list) => list.join(''));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...kinds), words, async (kind, text) => {
      const drawn = await drawDiagram(`${kind}\n${text}`);
      if ('fault' in drawn) expect(drawn.fault).not.toMatch(/undefined|null|function|iterable|numbers that/);
      else expect(isPrintedSvg(drawn.svg)).toBe(true);
    }),
    { numRuns: runs(1500) },
  );
});

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');
const list = (count: number, separator: string, item: string) =>
  Array.from({ length: count }, (_, index) => `${item}${index}`).join(separator);

// Each is near 20,000 characters, or as large as a limit lets through.
test.each([
  ['every box to every other', `graph TD\n${list(1500, '&', 'a')}-->${list(1500, '&', 'b')}`],
  ['as many lines as are drawn', `graph TD\n${list(20, '&', 'a')}-->${list(20, '&', 'b')}`],
  ['boxes in a row', `graph TD\n${list(250, '-->', 'n')}`],
  [
    'long lines past many boxes',
    `graph TD\n${list(240, '-->', 'n')}\n${lines(150, (i) => `n${i % 40} --> n${239 - (i % 37)}`)}`,
  ],
  ['circles', `graph TD\n${lines(390, (i) => `n${(i * 7919) % 240} -->|l| n${(i * 104_729 + 17) % 240}`)}`],
  ['a dense graph', `graph TD\n${lines(28, (i) => lines(i, (j) => `n${j}-->n${i}`))}`],
  ['frames in frames', `graph TD\n${'subgraph x\n'.repeat(1800)}`],
  ['states in states', `stateDiagram-v2\n${'state a {\n'.repeat(190)}b-->c\n${'}\n'.repeat(190)}`],
  ['a run of spaces', `graph TD\nA -- ${' '.repeat(19_000)}`],
  ['a run of spaces in a message', `sequenceDiagram\nA ->>${' '.repeat(19_000)}x`],
  ['brackets', `graph TD\n${'A[[['.repeat(4900)}`],
  ['an open text', `graph TD\nA["${'x'.repeat(19_000)}`],
  ['a name', `graph TD\n${'a'.repeat(19_900)}`],
  ['dashes', `graph TD\nA -- ${'-='.repeat(9000)}`],
  ['attributes', `graph TD\nA@{${'"a"'.repeat(6000)}`],
  ['styles', `graph TD\nstyle A ${'a:(,'.repeat(4900)}`],
  ['stars', `graph TD\nA["${'*a '.repeat(300)}"]`],
  ['tags', `graph TD\nA["${'<b'.repeat(480)}"]`],
  ['entities', `graph TD\nA["${'&a'.repeat(480)}"]`],
  ['directives', '%%{'.repeat(6000)],
  ['front matter', `---\n${'x\n'.repeat(9000)}`],
  ['actors', `sequenceDiagram\n${lines(590, (i) => `A${i}->>B${i}: x`)}`],
  ['blocks', `sequenceDiagram\nA->>B: x\n${'loop x\n'.repeat(250)}${'end\n'.repeat(250)}`],
  ['classes', `classDiagram\n${lines(590, (i) => `A${i} --> B${i}`)}`],
  ['entities of a database', `erDiagram\n${lines(395, (i) => `A${i % 200} ||--o{ B${i % 30} : x`)}`],
  ['values', `xychart-beta\n${lines(30, () => `bar [${'1,'.repeat(300)}1]`)}`],
  ['slices', `pie\n${'"a" : 1\n'.repeat(1500)}`],
  ['openings of annotations', `classDiagram\n${'<<'.repeat(9000)}`],
  ['namespaces in namespaces', `classDiagram\n${'namespace a{\n'.repeat(1400)}`],
  ['classes of many to many', `classDiagram\n${lines(390, (i) => `n${(i * 7919) % 240} --> n${(i * 17) % 240} : l`)}`],
  ['rows of a class', `classDiagram\nclass A {\n${'x\n'.repeat(9800)}}`],
  ['a word of an entity', `erDiagram\nA {\n${'x'.repeat(19_000)}\n}`],
  ['an open note', `stateDiagram-v2\nnote right of A\n${' \n'.repeat(9000)}x`],
  ['descriptions of a state', `stateDiagram-v2\n${'a: xxxxxxxxx\n'.repeat(1500)}`],
  ['a deep mind map', `mindmap\n${lines(190, (i) => `${' '.repeat(i)}n`)}`],
  ['a wide mind map', `mindmap\nr\n${' a\n'.repeat(249)}`],
])('%s end in bounded time', async (_, source) => {
  expect(source.length).toBeLessThan(20_001);
  await drawDiagram('graph TD\n a');
  const start = process.cpuUsage();
  const drawn = await drawDiagram(source);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1e6).toBeLessThan(6);
  if ('svg' in drawn) expect(isPrintedSvg(drawn.svg)).toBe(true);
  expect('svg' in drawn ? drawn.svg.length : 0).toBeLessThan(1_100_000);
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is a name as others are', async (name) => {
  const drawn = await drawDiagram(
    `graph TD\n${name} --> a:::${name}\nsubgraph ${name}x\n${name}1\nend\nclass a ${name}\nstyle ${name} fill:#fff`,
  );
  expect('svg' in drawn && drawn.svg).toContain(`>${name.replaceAll('_', '')}<`);
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
  '<image href="x.png"/>',
  '<use href="#x"/>x>',
  '<rect fill="var(--x) url(x)"/>',
  '<rect fill="url(--x)"/>',
  '<rect fill="src(--x)"/>',
  '<rect fill="-url(#x)"/>',
  '<rect fill="u\\72l(//x)"/>',
  '<rect fill="url(&quot;//x&quot;)"/>',
  '<g xmlns="http://www.w3.org/1999/xhtml"/>',
  '<h:g/>',
  '<g/ onload="x"/>',
  '<g class="x"onload="x"/>',
  '<?xml-stylesheet href="x"?>',
  '<![CDATA[<script/>]]>',
])('%s does not pass', (inner) => {
  const html = { chunks: ['<p>x</p>'], holes: [] };
  for (const style of ['', '<style>g{fill:red}</style>']) {
    const drawing = (text: string) => ({
      svg: `<svg xmlns="http://www.w3.org/2000/svg" width="1">${style}${text}</svg>`,
      width: 1,
      height: 1,
    });
    expect(isInert({ html, diagrams: [drawing('<g/>')] })).toBe(true);
    expect(isInert({ html, diagrams: [drawing(inner)] })).toBe(false);
  }
});

test.each(['@import "x";', 'g{fill:url(x)}', 'g{fill:u\\72l(x)}', 'g { fill:red }', '&#64;import "x";'])(
  'a drawing with the stylesheet %s does not pass',
  (style) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1"><style>${style}</style><g/></svg>`;
    expect(isPrintedSvg(svg)).toBe(false);
    expect(isPrintedSvg(svg.replace(style, 'g{fill:red}'))).toBe(true);
  },
);
