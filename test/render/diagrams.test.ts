// Diagrams of each kind as drawings that a person can open (`UPDATE_EXPECTED=1`), what their labels say, and what is not drawn.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { drawDiagram } from '../../src/render/diagrams/draw.js';
import { parseFlow } from '../../src/render/diagrams/read/flow-parser.js';
import { readSource } from '../../src/render/diagrams/read/source.js';
import { isPrintedSvg } from '../../src/render/svg/print.js';
import { fixtures } from '../support/hub.js';

const dir = join(fixtures, 'diagrams');

async function svgOf(source: string): Promise<string> {
  const drawn = await drawDiagram(source);
  if ('fault' in drawn) throw new Error(drawn.fault);
  return drawn.svg;
}

/** The texts of a drawing, each with its lines. */
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

describe('labels say what their author meant', () => {
  test.each([
    ['entities', 'A["#quot;x#quot; #35; #9829; &amp; &lt;b"]', '"x" # ♥ &amp; &lt;b'],
    ['no entity', 'A["#nosuchname; a & b;"]', '#nosuchname; a &amp; b;'],
    ['no character', 'A["a#0;#xd800;#1114112;b"]', 'ab'],
    ['line breaks', String.raw`A["a<br>b<BR/>c\nd"]`, 'a|b|c|d'],
    ['a label of several lines', 'A["one\n      two"]', 'one|two'],
    ['bold', 'A["**a** b __c__ d_e_f 2*3*4"]', '[a] b [c] d_e_f 2*3*4'],
    ['a style over two lines', 'A["<strong>a<br>b</strong>"]', '[a]|[b]'],
    ['a Markdown string', 'A["`one **two**`"]', 'one [two]'],
    ['other HTML', `A["<span style='x'>a</span> <a href='y'>b</a> fa:fa-car c"]`, 'a b c'],
    ['HTML as text', 'A["&lt;div&gt;"]', '&lt;div&gt;'],
    ['brackets', 'A["f(x) [y] {z} | w"]', 'f(x) [y] {z} | w'],
    ['long lines', `A[${'word '.repeat(12)}]`, `${'word '.repeat(9).trim()}|${'word '.repeat(3).trim()}`],
    ['other alphabets', 'Ärger["日本語"]', '日本語'],
  ])('%s', async (_, node, text) => {
    expect(await textsOf(`graph TD\n  ${node}`)).toEqual([text]);
  });

  test('on lines, of frames, of states, of pies', async () => {
    expect(await textsOf('graph LR\n  a -->|"#lt;1#gt;"| b -- two<br>lines --> c')).toEqual(
      expect.arrayContaining(['&lt;1&gt;', 'two|lines']),
    );
    expect(await textsOf('graph LR\n  subgraph x ["a #amp; **b**"]\n c\n end')).toContain('a &amp; [b]');
    expect(await textsOf('stateDiagram-v2\n  a : so **it** is')).toEqual(['so [it] is']);
    expect(await textsOf('pie\n  "a #amp; **b**" : 1')).toEqual(['a &amp; b · 100%']);
  });
});

describe('flowcharts as people write them', () => {
  const edgesOf = (source: string) => {
    const { kind, text } = readSource(source);
    const { edges } = parseFlow(text.slice(kind.length));
    return edges
      .filter(({ isInvisible }) => !isInvisible)
      .map(({ source: from, target, style, start, end }) =>
        [from, `${start ?? ''}-${style}-${end ?? ''}`, target].join(' '),
      );
  };
  test.each([
    ['semicolons, no spaces', 'graph TD;A-->B;B-->C;', ['A -solid-arrow B', 'B -solid-arrow C']],
    ['no direction', 'flowchart\nA-->B', ['A -solid-arrow B']],
    [
      'several boxes',
      'graph TD\nA & B --> C & D',
      ['A -solid-arrow C', 'A -solid-arrow D', 'B -solid-arrow C', 'B -solid-arrow D'],
    ],
    [
      'kinds of lines',
      'graph TD\nA---B-.->C==>D<-->E-..-F o--x G',
      [
        'A -solid- B',
        'B -dotted-arrow C',
        'C -thick-arrow D',
        'D arrow-solid-arrow E',
        'E -dotted- F',
        'F circle-solid-cross G',
      ],
    ],
    ['long lines', 'graph TD\nA----->B-...->C====>D', ['A -solid-arrow B', 'B -dotted-arrow C', 'C -thick-arrow D']],
    [
      'texts on lines',
      'graph TD\nA--a b-->B-. p.q .->C== r ==>D',
      ['A -solid-arrow B', 'B -dotted-arrow C', 'C -thick-arrow D'],
    ],
    ['named lines', 'graph TD\nA e1@--> B\ne1@{ animate: true }', ['A -solid-arrow B']],
    ['hidden lines', 'graph TD\nA ~~~ B --> C', ['B -solid-arrow C']],
    ['names with signs', 'graph TD\na-b --> c.d --> e_f/g', ['a-b -solid-arrow c.d', 'c.d -solid-arrow e_f/g']],
    [
      'names that begin as keywords',
      'graph TD\nclickhouse --> endpoint --> subgraphs',
      ['clickhouse -solid-arrow endpoint', 'endpoint -solid-arrow subgraphs'],
    ],
    [
      'comments, directives, front matter',
      '---\ntitle: x\n---\n%%{init: {"theme": "dark"}}%%\ngraph TD\n%% no --> thing\nA --> B\nclick A "https://example.com"\n',
      ['A -solid-arrow B'],
    ],
  ])('%s', (_, source, edges) => {
    expect(edgesOf(source)).toEqual(edges);
  });

  test('a text is legible on a colour of its own', async () => {
    const svg = await svgOf(
      'graph TD\n A\n B\n C\n style A fill:#fee\n style B fill:#203040\n style C fill:#fff,color:#123456',
    );
    expect([...svg.matchAll(/<text[^>]* fill="([^"]*)"/g)].map(([, fill]) => fill)).toEqual([
      '#1f2328',
      '#ffffff',
      '#123456',
    ]);
  });

  test('a heading over which a line runs stands above it', async () => {
    const svg = await svgOf('graph TB\n x --> a\n subgraph A wide heading of a frame\n  a\n end');
    expect(svg.indexOf('<path d=')).toBeGreaterThan(-1);
    expect(svg.lastIndexOf('<path d=')).toBeLessThan(svg.indexOf('A wide heading of a frame</text>'));
  });
});

describe('classes, entities and states as people write them', () => {
  /** The tips, of lines and of the texts at them. */
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

  test('members, annotations, generics, labels and namespaces', async () => {
    const texts = await textsOf(
      'classDiagram\nnamespace N {\nclass A~T~ {\n<<interface>>\n+List~List~int~~ x\n+run(a: int)$ int\n+stop()*\n}\n}\nA : y #lt; 1\n<<service>> B',
    );
    expect(texts).toEqual(
      expect.arrayContaining(['N', '+List&lt;List&lt;int&gt;&gt; x', '+run(a: int) int', '+stop()', 'y &lt; 1']),
    );
    expect(texts.filter((text) => text.includes('«'))).toEqual(['«interface»|[A&lt;T&gt;]', '«service»|[B]']);
  });

  test('attributes of entities in columns, cardinalities as signs or words', async () => {
    const texts = await textsOf('erDiagram\nCAR["a car"] {\nstring plate PK "its number"\nint age }\nCAR ||--o{ P : x');
    expect(texts.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(
      expect.arrayContaining(['[a car]', 'string  plate  PK  its number', 'int     age', '[P]', 'x']),
    );
    const [words, signs] = ['A only one to zero or more B : x\nA 1+ optionally to 1 C', 'A ||--o{ B : x\nA }|..|| C'];
    expect(await signsOf(`erDiagram\n${words}`)).toEqual(await signsOf(`erDiagram\n${signs}`));
    expect(new Set(await signsOf('erDiagram\nA ||--o{ B\nC |o--|{ D')).size).toBe(4);
  });

  test('states in states, notes, descriptions and styles', async () => {
    const source =
      'stateDiagram-v2\n[*] --> A %% here\nA : one\nA : two\nA --> S\nstate S {\n[*] --> B:::bad\n--\n[*] --> C\n}\nstate "long name" as L\nnote left of A\n  a\n  note\nend note\nclassDef bad fill:#f00\nstate f <<fork>>\nB --> f';
    expect((await textsOf(source)).sort()).toEqual(['B', 'C', 'S', 'a|note', 'long name', 'one|two']);
    expect(await svgOf(source)).toContain('fill="#f00"');
  });
});

describe('what cannot be drawn as it is meant is not drawn', () => {
  test.each([
    ['gantt\n  title x', 'diagrams of the kind "gantt" are not drawn'],
    ['gitGraph\n  commit', 'diagrams of the kind "gitGraph" are not drawn'],
    ['timeline\n  2000 : x', 'diagrams of the kind "timeline" are not drawn'],
    ['__proto__\n  x', 'it names no kind of diagram'],
    ['toString\n  x', 'diagrams of the kind "toString" are not drawn'],
    ['', 'it names no kind of diagram'],
    ['graph TD', 'it has no boxes'],
    ['graph TD\n  A --> B\n  what is this?', 'line 3 cannot be read at "is this?"'],
    ['graph TD\n  A["open', 'line 2 cannot be read at "\\"open"'],
    ['classDiagram\n  A --> B\n  A ==> B', 'line 3 cannot be read at "==> B"'],
    ['erDiagram\n  A ||--o{ B\n  A <-> B', 'line 3 cannot be read at "<-> B"'],
    ['stateDiagram-v2\n  a --> b\n  a ==> b', 'line 3 cannot be read at "==> b"'],
    ['sequenceDiagram\n  nothing', 'nothing was drawn'],
    ['pie\n  "a" : -1', '"\\"a\\" : -1" is no slice'],
    ['pie\n  "a" : 0', 'its slices have no size'],
    ['mindmap\n  a\n  b', 'a mind map has one root'],
    ['xychart-beta\n  bar [a, b]', 'it holds numbers that cannot be drawn'],
  ])('%j', async (source, fault) => {
    expect(await faultOf(source)).toBe(fault);
  });
});
