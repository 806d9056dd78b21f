// A diagram passes the last check with any labels, but not with active content.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasNoActiveContent } from '../../src/render/body/active-content.js';
import { renderBody } from '../../src/render/body/body.js';
import { drawDiagram } from '../../src/render/diagrams/draw.js';
import { isPrintedSvg } from '../../src/render/svg/print.js';
import { dataOf } from '../support/data.js';
import { bodyInput } from '../support/hub.js';
import { runs } from '../support/seed.js';

const data = dataOf<{
  sources: string[];
  words: string[];
  tokens: string[];
  active: string[];
  large: [string, string][];
}>('render/drawings');

const label = fc.array(fc.constantFrom(...data.words), { minLength: 1, maxLength: 3 }).map((list) => list.join(' '));

test('no label fails the page', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...data.sources), label, async (source, text) => {
      const body = await renderBody(bodyInput(`\`\`\`mermaid\n${source.replaceAll('§', text)}\n\`\`\`\n`));
      expect(hasNoActiveContent(body)).toBe(true);
    }),
    { numRuns: runs(60) },
  );
});

const kinds = ['graph TD', 'classDiagram', 'erDiagram', 'stateDiagram-v2', 'mindmap', 'pie'];

test('any source is drawn, or rejected with a reason that its author understands', async () => {
  const words = fc.array(fc.constantFrom(...data.tokens), { maxLength: 30 }).map((list) => list.join(''));
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

// Each is close to 20,000 characters, or as large as a limit permits.
test.each([
  ...data.large,
  ['every box to every other', `graph TD\n${list(1500, '&', 'a')}-->${list(1500, '&', 'b')}`],
  ['as many lines as are drawn', `graph TD\n${list(20, '&', 'a')}-->${list(20, '&', 'b')}`],
  ['boxes in a row', `graph TD\n${list(250, '-->', 'n')}`],
  [
    'long lines past many boxes',
    `graph TD\n${list(240, '-->', 'n')}\n${lines(150, (i) => `n${i % 40} --> n${239 - (i % 37)}`)}`,
  ],
  ['circles', `graph TD\n${lines(390, (i) => `n${(i * 7919) % 240} -->|l| n${(i * 104_729 + 17) % 240}`)}`],
  ['a dense graph', `graph TD\n${lines(28, (i) => lines(i, (j) => `n${j}-->n${i}`))}`],
  ['states in states', `stateDiagram-v2\n${'state a {\n'.repeat(190)}b-->c\n${'}\n'.repeat(190)}`],
  ['actors', `sequenceDiagram\n${lines(590, (i) => `A${i}->>B${i}: x`)}`],
  ['blocks', `sequenceDiagram\nA->>B: x\n${'loop x\n'.repeat(250)}${'end\n'.repeat(250)}`],
  ['classes', `classDiagram\n${lines(590, (i) => `A${i} --> B${i}`)}`],
  ['entities of a database', `erDiagram\n${lines(395, (i) => `A${i % 200} ||--o{ B${i % 30} : x`)}`],
  ['values', `xychart-beta\n${lines(30, () => `bar [${'1,'.repeat(300)}1]`)}`],
  ['classes of many to many', `classDiagram\n${lines(390, (i) => `n${(i * 7919) % 240} --> n${(i * 17) % 240} : l`)}`],
  ['a deep mind map', `mindmap\n${lines(190, (i) => `${' '.repeat(i)}n`)}`],
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

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is a normal name', async (name) => {
  const drawn = await drawDiagram(
    `graph TD\n${name} --> a:::${name}\nsubgraph ${name}x\n${name}1\nend\nclass a ${name}\nstyle ${name} fill:#fff`,
  );
  expect('svg' in drawn && drawn.svg).toContain(`>${name.replaceAll('_', '')}<`);
});

test('a style that references a file fails the diagram, but not the page', async () => {
  const text = '```mermaid\ngraph LR\n  A --> B\n  style A fill:url(//x)\n```\n\nafter\n';
  const { status, diagrams, diagnostics } = await renderBody(bodyInput(text));
  expect({ status, diagrams, codes: diagnostics.map(({ code }) => code) }).toEqual({
    status: 'rendered',
    diagrams: [],
    codes: ['DG707'],
  });
});

test.each(data.active)('%s is removed', (inner) => {
  const drawing = (text: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="1">${text}</svg>`;
  const isInert = (svg: string) =>
    hasNoActiveContent({ html: { chunks: ['<p>x</p>'], slots: [] }, diagrams: [{ svg }] });
  expect(isInert(drawing('<style>g{fill:red}</style><g/>'))).toBe(true);
  expect(isInert(drawing(inner))).toBe(false);
});
