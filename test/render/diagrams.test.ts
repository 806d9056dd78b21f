// Diagrams of each kind as SVG files to view (`UPDATE_EXPECTED=1`), their labels, and sources that are not drawn.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { drawDiagram, readSource } from '../../src/render/diagrams/draw.js';
import { parseFlow } from '../../src/render/diagrams/read/flow-parser.js';
import { isPrintedSvg } from '../../src/render/svg/print.js';
import { dataOf } from '../support/data.js';
import { fixtures } from '../support/hub.js';

const data = dataOf<{
  labels: [string, string, string][];
  flowcharts: [string, string, string[]][];
  texts: [string, string, string[]][];
  notDrawn: [string, string][];
}>('render/diagrams');

const dir = join(fixtures, 'diagrams');

async function svgOf(source: string): Promise<string> {
  const drawn = await drawDiagram(source);
  if ('fault' in drawn) throw new Error(drawn.fault);
  return drawn.svg;
}

/** Returns the texts of an SVG, each with its lines. */
async function textsOf(source: string): Promise<string[]> {
  const texts = [...(await svgOf(source)).matchAll(/<text[^>]*>([\s\S]*?)<\/text>/g)];
  return texts.map(([, text = '']) =>
    text
      .replace(/<tspan x=/g, '|$&')
      .replace(/<tspan font-weight="bold">(.*?)<\/tspan>/g, '[$1]')
      .replace(/<[^>]*>/g, '')
      .replace(/^\|/, ''),
  );
}

const faultOf = async (source: string) => {
  const drawn = await drawDiagram(source);
  return 'fault' in drawn ? drawn.fault : 'none';
};

test.each(readdirSync(dir).filter((file) => file.endsWith('.mmd')))('%s', async (file) => {
  const expected = join(dir, file.replace('.mmd', '.svg'));
  const svg = `${await svgOf(readFileSync(join(dir, file), 'utf8'))}\n`;
  if (process.env['UPDATE_EXPECTED']) writeFileSync(expected, svg);
  expect(existsSync(expected), `${expected} is missing`).toBe(true);
  expect(svg).toBe(readFileSync(expected, 'utf8'));
  expect(isPrintedSvg(svg.trimEnd())).toBe(true);
});

describe('labels are shown as their author intended', () => {
  test.each([
    ...data.labels,
    ['line breaks', String.raw`A["a<br>b<BR/>c\nd"]`, 'a|b|c|d'],
    ['long lines', `A[${'word '.repeat(12)}]`, `${'word '.repeat(9).trim()}|${'word '.repeat(3).trim()}`],
  ])('%s', async (_, node, text) => {
    expect(await textsOf(`graph TD\n  ${node}`)).toEqual([text]);
  });
});

describe('typical flowcharts', () => {
  const edgesOf = (source: string) => {
    const { kind, text } = readSource(source);
    const { edges } = parseFlow(text.slice(kind.length));
    return edges
      .filter(({ isInvisible }) => !isInvisible)
      .map(({ source: from, target, style, start, end }) =>
        [from, `${start ?? ''}-${style}-${end ?? ''}`, target].join(' '),
      );
  };
  test.each(data.flowcharts)('%s', (_, source, edges) => {
    expect(edgesOf(source)).toEqual(edges);
  });

  test('text is legible on a custom background', async () => {
    const svg = await svgOf(
      'graph TD\n A\n B\n C\n style A fill:#fee\n style B fill:#203040\n classDef own fill:#fff,color:#123456\n class C own',
    );
    expect([...svg.matchAll(/<text[^>]* fill="([^"]*)"/g)].map(([, fill]) => fill)).toEqual([
      '#1f2328',
      '#ffffff',
      '#123456',
    ]);
  });

  test('a heading is drawn above a line that crosses it', async () => {
    const svg = await svgOf('graph TB\n x --> a\n subgraph A wide heading of a frame\n  a\n end');
    expect(svg.indexOf('<path d=')).toBeGreaterThan(-1);
    expect(svg.lastIndexOf('<path d=')).toBeLessThan(svg.indexOf('A wide heading of a frame</text>'));
  });
});

describe('typical class, entity and state diagrams', () => {
  /** Returns the end markers of lines, and the texts next to them. */
  const signsOf = async (source: string) => {
    const svg = await svgOf(source);
    const tips = [...svg.matchAll(/<marker id="(tip\d+)"[\s\S]*?<g [^>]*>([\s\S]*?)<\/g>/g)];
    const shapes = new Map(tips.map(([, id = '', shape = '']) => [id, shape]));
    return [...svg.matchAll(/marker-(?:start|end)="url\(#(tip\d+)\)"/g)].map(([, id = '']) => shapes.get(id));
  };

  test('every relation of a class diagram, and its labels', async () => {
    const source =
      'classDiagram\nA<|--B\nA "1" *-- "0..*" C : has\n`D d` ..> A\nE -- F\nG <|..|> H\nI o--J\nnote for A "a note"\n';
    const texts = await textsOf(source);
    for (const text of ['A', 'B', 'C', 'D d', 'E', 'F', 'G', 'H', 'I', 'J'].map((name) => `[${name}]`))
      expect(texts).toContain(text);
    expect(texts).toEqual(expect.arrayContaining(['1', '0..*', 'has', 'a note']));
    const signs = await signsOf(source);
    expect(signs).toHaveLength(6);
    expect(new Set(signs).size).toBe(4);
    expect(await signsOf('classDiagram\nA *-- B')).not.toEqual(await signsOf('classDiagram\nA o-- B'));
  });

  test.each(data.texts)('%s', async (_, source, texts) => {
    const shown = (await textsOf(source)).map((text) => text.replaceAll('\u00a0', ' '));
    expect(shown.sort()).toEqual(texts);
  });

  test('cardinalities of entities, as symbols or words', async () => {
    const [words, signs] = ['A only one to zero or more B : x\nA 1+ optionally to 1 C', 'A ||--o{ B : x\nA }|..|| C'];
    expect(await signsOf(`erDiagram\n${words}`)).toEqual(await signsOf(`erDiagram\n${signs}`));
    expect(new Set(await signsOf('erDiagram\nA ||--o{ B\nC |o--|{ D')).size).toBe(4);
  });
});

describe('diagrams that cannot be drawn correctly are not drawn', () => {
  test.each(data.notDrawn)('%j', async (source, fault) => {
    expect(await faultOf(source)).toBe(fault);
  });
});
