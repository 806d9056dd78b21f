// No dialect changes code: fences, indented code and code spans come out as CommonMark reads them, whatever is in them and around them.
import { decodeHTML } from 'entities';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { toSourcePath } from '../../src/model/path.js';
import { renderBody } from '../../src/render/body/body.js';
import { fillFragment } from '../../src/render/body/fragment.js';
import * as steps from '../../src/render/markdown/dialects/devsite/devsite-trees.js';
import { bodyInput } from '../support/hub.js';
import { runs } from '../support/seed.js';

afterEach(() => vi.restoreAllMocks());

const textOf = (html: string) => decodeHTML(html.replace(/<[^>]*>/g, ''));

/** The texts of the blocks and of the spans of code in a page. */
async function codeIn(text: string, file = 'a.md'): Promise<{ blocks: string[]; spans: string[] }> {
  const { html, status } = await renderBody(bodyInput(text, { source: toSourcePath(file) }));
  expect(status).toBe('rendered');
  const shown = fillFragment(html, () => '');
  const pattern = /<pre\b[^>]*>([\s\S]*?)<\/pre>/g;
  const blocks = Array.from(shown.matchAll(pattern), ([, inner = '']) => textOf(inner).replace(/\n$/, ''));
  const rest = shown.replace(pattern, '');
  return {
    blocks,
    spans: Array.from(rest.matchAll(/<code\b[^>]*>([\s\S]*?)<\/code>/g), ([, one = '']) => textOf(one)),
  };
}

const xml = ['<A>', '  <B>', '    <C>x</C>', '  </B>', '</A>'];
const fenced = (lines: readonly string[], info = 'xml', fence = '```') => [fence + info, ...lines, fence];
const indented = (lines: readonly string[], by: string) => lines.map((line) => (line === '' ? '' : by + line));

const cases: [name: string, page: string[], ...codes: string[][]][] = [
  ['a fence', ['# A', '', ...fenced(xml)], xml],
  ['a fence in a list item', ['- item', '', ...indented(fenced(xml), '  '), '', '- next'], xml],
  ['a fence on the line of a marker', ['1. ```xml', ...indented([...xml, '```'], '   ')], xml],
  ['a fence in a quote', indented(fenced(xml), '> '), xml],
  ['a fence of tildes in an element', ['<Tabs>', ...indented(fenced(xml, '', '~~~'), '    '), '</Tabs>'], xml],
  ['a fence that holds Markdown', fenced(['- ```', '  </A>', '    ```'], 'md'), ['- ```', '  </A>', '    ```']],
  ['a fence that ends with its list item', ['- ```', '    </A>', '', 'x', '', ...fenced(xml)], ['  </A>'], xml],
  [
    'indented code',
    ['x', '', ...indented(['<A>', '  </A>', '', '  {/* a */} {/* b */}'], '    ')],
    ['<A>', '  </A>', '', '  {/* a */} {/* b */}'],
  ],
  ['a comment of two lines', ['x', '', '    {# a', '    b #}'], ['{# a', 'b #}']],
  [
    'an address by Liquid',
    ['x', '', "    ({{ '/a' | relative_url }}) {{ site.baseurl }}/b"],
    ["({{ '/a' | relative_url }}) {{ site.baseurl }}/b"],
  ],
  ['a comment that ends in code', ['a {# b', '', ...fenced(['#} c'])], ['#} c']],
];

test.each(cases)('%s keeps its text', async (_, lines, ...codes) => {
  const isIndented = lines.some((line) => line.startsWith('    ')) && !lines.some((line) => /`{3}|~{3}/.test(line));
  for (const file of isIndented ? ['a.md'] : ['a.md', 'a.mdx'])
    expect((await codeIn(lines.join('\n'), file)).blocks, file).toEqual(codes.map((code) => code.join('\n')));
});

test.each(['[[toc]]', '[TOC]', ':rocket:', '{{ site.baseurl }}/x', '$x^2$', '{: .x}', '<<a.md>>', '</B>', '== a'])(
  'the span `%s` is shown',
  async (code) => {
    expect((await codeIn(`\`${code}\`\n`)).spans).toEqual([code]);
    expect((await codeIn(`- \`${code}\`\n\n{# x #}\n`)).spans).toEqual([code]);
  },
);

const pieces = [
  '<A>', '</A>', '  </A>', '    <B c={d}>', '    </B>', '<Tabs>', '  <TabItem label="x">', '  </TabItem>', '</Tabs>', '<CodeBlock>', '</CodeBlock>',
  '{/* x */}', '{/* a */} {/* b */}', '{/*', '*/}', '{# x #}', '{# x', 'x #}', '{% include "a.md" %}', '{% if a %}', '%}', '{x}', '{"x"}', '{{ x }}', '{{', '}}',
  ':::note', ':::', '::: tip x', "import x from 'y'", 'export const a = {', '}', '$x^2$', '$$', '<<a.md>>', '<<< @/a.js', 'Project: /x', 'Note: x',
  '{{ site.baseurl }}/a', "{{ '/a' | relative_url }}", '{% link a.md %}', '{: .x #y}', '[[toc]]', ':rocket:', '!!! note', '=== "x"', '== a', '> [!NOTE]', '> x',
  '- {A}', '- x', '1. x', '* * *', '---', '# x', '| a | b |', '<!--', '-->', '`', '``', '```', '~~~', '- ```', '    deep', '\tdeep', '  two', 'https://x.org', '&amp; &lt;',
  '{#id}', 'a | b', '\\', '\\`', '<T>', '<br>', '<pre>', '</pre>', '@[toc]', 'include::x', '{{< x >}}', '--8<-- "a"', '{{#include a.rs:b}}', '',
]; // biome-ignore format: a list of syntax
const raws = ['{% raw %}', '{% endraw %}', '{%- verbatim -%}'];

/** Prose in which something can be read, each whole, and unfinished openings. */
const prose = [
  'Words.', '# Heading', '## Heading {#id}', '{/* comment */}', '{# open', '{% if x %}', '{{ site.baseurl }}/x', '[[toc]]', ':rocket: and https://x.org',
  '- {A}\n\n  x', 'Note: x', '> [!NOTE]\n> x', '$x^2$', '$$\nx\n$$', "import X from './x'", 'A `span` and <b>b</b>', 'an ` alone', '<A />', '<A\n  b="c"\n/>', '- item\n- item', '1. item',
  '| a | ` |\n| - | - |\n| b | c |', '<!-- comment\n\nx -->', '[^1]: note\n\n    more', 'a\n    lazy', '{: .x}', '***',
]; // biome-ignore format: a list of syntax

interface Piece {
  readonly lines: readonly string[];
  readonly codes: readonly string[];
}

const code = (all: readonly string[]) =>
  fc
    .array(fc.constantFrom(...all), { minLength: 1, maxLength: 7 })
    .filter((lines) => lines[0] !== '' && lines.at(-1) !== '');

const fenceOf = (all: readonly string[]): fc.Arbitrary<Piece> =>
  fc
    .tuple(
      code(all),
      fc.constantFrom('`', '~'),
      fc.constantFrom('', 'xml', 'js title="x"', 'md', 'liquid {1}', 'mdx'),
      fc.integer({ min: 3, max: 5 }),
    )
    .map(([lines, char, info, length]) => {
      const runs = lines.join('\n').match(char === '`' ? /`+/g : /~+/g) ?? [];
      const ticks = char.repeat(Math.max(length, ...runs.map((run) => run.length + 1)));
      return { lines: fenced(lines, info, ticks), codes: [lines.join('\n')] };
    });

/** The heading above it ends lists, whose items would have it as text. A comment of the text may end in it, unlike in a fence. */
const indentedCode = (all: readonly string[]): fc.Arbitrary<Piece> =>
  code(all.filter((line) => !line.includes('#}')))
    .filter(([first = '']) => !/^\s/.test(first))
    .map((lines) => ({ lines: ['## Code', '', ...indented(lines, '    ')], codes: [lines.join('\n')] }));

const proseOf = (isMdx: boolean) =>
  fc
    .constantFrom(...prose.filter((text) => isMdx || !text.startsWith('import')))
    .map((text): Piece => ({ lines: text.split('\n'), codes: [] }));

const together = (pieces: readonly Piece[]): Piece => ({
  lines: pieces.flatMap(({ lines }, index) => (index === 0 ? lines : ['', ...lines])),
  codes: pieces.flatMap(({ codes }) => codes),
});

const around = (lines: readonly string[], open: string, close: string, by: string) => [
  open, ...(by === '' ? [''] : []), ...indented(lines, by), ...(by === '' ? [''] : []), close,
]; // biome-ignore format: one line

const wrappers: Readonly<Record<string, (lines: readonly string[]) => readonly string[]>> = {
  bullet: (lines) => [`- item`, '', ...indented(lines, '  ')],
  first: ([first = '', ...others]) => [`+   ${first}`, ...indented(others, '    ')],
  number: (lines) => ['1.  item', '', ...indented(lines, '    ')],
  // Indented elements in a quote are not read as MDX has them.
  quote: (lines) =>
    /<(?:Details|Tabs)>/.test(lines.join('\n')) ? lines : lines.map((line) => (line === '' ? '>' : `> ${line}`)),
  directive: (lines) => around(lines, ':::tip', ':::', ''),
};
const elements: typeof wrappers = {
  element: (lines) => around(lines, '<Details>', '</Details>', ''),
  deep: (lines) => around(lines, '<Details>', '</Details>', '    '),
  tabs: (lines) => around(around(lines, '<TabItem label="x">', '</TabItem>', '  '), '<Tabs>', '</Tabs>', '  '),
};

function page(all: readonly string[], isMdx: boolean): fc.Arbitrary<Piece> {
  const leaf = isMdx
    ? fc.oneof(fenceOf(all), proseOf(true))
    : fc.oneof(fenceOf(all), proseOf(false), indentedCode(all));
  const wraps = { ...wrappers, ...(isMdx && elements) };
  const { block } = fc.letrec<{ block: Piece; wrapped: Piece }>((tie) => ({
    block: fc.oneof({ maxDepth: 3 }, leaf, tie('wrapped')),
    wrapped: fc
      .tuple(fc.constantFrom(...Object.keys(wraps)), fc.array(tie('block'), { minLength: 1, maxLength: 3 }))
      .map(([name, inner]) => {
        const { lines, codes } = together(inner);
        return { lines: wraps[name]?.(lines) ?? lines, codes };
      }),
  }));
  return fc.array(block, { minLength: 1, maxLength: 4 }).map(together);
}

const heads = { plain: ['a.md', ''], mdx: ['a.mdx', ''], imports: ['a.md', "import X from './x'\n\n"], devsite: ['a.md', 'Project: /x\nBook: /y\n\n'] } as const; // biome-ignore format: a table

async function untouched(all: readonly string[], count: number) {
  for (const [name, [file, head]] of Object.entries(heads)) {
    const isMdx = name === 'mdx' || name === 'imports';
    await fc.assert(
      fc.asyncProperty(page(all, isMdx), async ({ lines, codes }) => {
        const { blocks } = await codeIn(`${head}${lines.join('\n')}\n`, file);
        expect(blocks).toEqual(codes);
      }),
      { numRuns: runs(count) },
    );
  }
}

test('random code in random Markdown', () => untouched(pieces, 300), 120_000);

test('the one step that reads code apart, also what it reads', async () => {
  vi.spyOn(steps, 'readCode').mockReturnValue();
  await untouched([...pieces, ...raws], 100);
}, 120_000);
