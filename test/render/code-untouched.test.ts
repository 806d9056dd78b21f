// No dialect changes code: fences, indented code and inline code have CommonMark's result, for any content and surroundings.
import { decodeHTML } from 'entities';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { GeneratorName } from '../../src/model/generators/generator.js';
import * as steps from '../../src/render/markdown/dialects/devsite.js';
import { render } from '../support/body.js';
import { dataOf } from '../support/data.js';
import { runs } from '../support/seed.js';

afterEach(() => vi.restoreAllMocks());

const textOf = (html: string) => decodeHTML(html.replace(/<[^>]*>/g, ''));

/** A component of the text's project. */
const template = '<template><div>{{ a }}<section v-if="!a"><slot>No code</slot></section></div></template>';

/** Returns the texts of code blocks and inline code in a page. */
async function codeIn(
  text: string,
  file = 'a.md',
  generator: GeneratorName = 'docusaurus',
): Promise<{ blocks: string[]; spans: string[] }> {
  const local = { imports: { [file]: { 'data ./Local.vue': 'Local.vue' } }, wholeTexts: { 'Local.vue': template } };
  const variables = text.includes('{# macros') ? { hasValues: true } : {};
  const more = text.includes('<Local>')
    ? { ...local, variables: { components: { Local: './Local.vue' } } }
    : { variables };
  const { html: shown, status } = await render(text, file, { generator, ...more });
  expect(status).toBe('rendered');
  const pattern = /<pre\b[^>]*>([\s\S]*?)<\/pre>/g;
  const blocks = Array.from(shown.matchAll(pattern), ([, inner = '']) => textOf(inner).replace(/\n$/, ''));
  const rest = shown.replace(pattern, '');
  return {
    blocks,
    spans: Array.from(rest.matchAll(/<code\b[^>]*>([\s\S]*?)<\/code>/g), ([, one = '']) => textOf(one)),
  };
}

const data = dataOf<{
  cases: [name: string, page: string, codes: string[], ofMdx?: string[]][];
  spans: string[];
  pieces: string[];
  raws: string[];
  prose: string[];
}>('render/code-untouched');

const indented = (lines: readonly string[], by: string) => lines.map((line) => (line === '' ? '' : by + line));

test.each(data.cases)('%s keeps its text', async (_, text, codes, ofMdx = codes) => {
  const isIndented = /^ {4}/m.test(text) && !/`{3}|~{3}/.test(text);
  for (const file of isIndented ? ['a.md'] : ['a.md', 'a.mdx'])
    expect((await codeIn(text, file)).blocks, file).toEqual(file === 'a.md' ? codes : ofMdx);
});

test.each(data.spans)('the inline code `%s` is shown unchanged', async (code) => {
  expect((await codeIn(`\`${code}\`\n`)).spans).toEqual([code]);
  expect((await codeIn(`- \`${code}\`\n\n{# x #}\n`)).spans).toEqual([code]);
});

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
      return { lines: [ticks + info, ...lines, ticks], codes: [lines.join('\n')] };
    });

/** Creates indented code. The heading above ends lists, whose items would contain it as text. A comment in the text can end in it, unlike in a fence. */
const indentedCode = (all: readonly string[]): fc.Arbitrary<Piece> =>
  code(all.filter((line) => !line.includes('#}')))
    .filter(([first = '']) => !/^\s/.test(first))
    .map((lines) => ({ lines: ['## Code', '', ...indented(lines, '    ')], codes: [lines.join('\n')] }));

const proseOf = (isMdx: boolean) =>
  fc
    .constantFrom(...data.prose.filter((text) => isMdx || !text.startsWith('import')))
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
  // MDX's rule for indented elements doesn't apply in a quote.
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

const heads: Readonly<Record<string, readonly [file: string, head: string, readBy?: GeneratorName, end?: string]>> = {
  plain: ['a.md', ''],
  mdx: ['a.mdx', ''],
  imports: ['a.md', "import X from './x'\n\n"],
  devsite: ['a.md', 'Project: /x\nBook: /y\n\n'],
  hugo: ['a.md', '{{< note >}}\n\n', 'hugo'],
  jekyll: ['a.md', '{: .x}\n\n', 'jekyll'],
  liquid: ['a.md', '{% raw %}\n\n', 'jekyll', '\n{% endraw %}\n'],
  mdbook: ['a.md', '', 'mdbook'],
  mkdocs: ['a.md', '', 'mkdocs'],
  macros: ['a.md', '{# macros #}\n\n', 'mkdocs'],
  starlight: ['a.mdx', '', 'starlight'],
  local: ['a.mdx', '<Local>\n\n', 'starlight', '\n</Local>\n'],
  vitepress: ['a.md', '', 'vitepress'],
};

async function untouched(all: readonly string[], count: number) {
  for (const [name, [file, head, generator, end = '']] of Object.entries(heads)) {
    const isMdx = file === 'a.mdx' || name === 'imports';
    // Jekyll and the macros of MkDocs evaluate Liquid before Markdown, also in code, except between `raw` and `endraw`.
    const liquid = { jekyll: /\{[{%]/, macros: /\{[{%#]/, liquid: /endraw/ }[name] ?? /(?!)/;
    const pieces = all.filter((line) => !liquid.test(line));
    await fc.assert(
      fc.asyncProperty(page(pieces, isMdx), async ({ lines, codes }) => {
        fc.pre(!liquid.test(lines.join('\n')));
        const { blocks } = await codeIn(`${head}${lines.join('\n')}\n${end}`, file, generator);
        expect(blocks, name).toEqual(codes);
      }),
      { numRuns: runs(count) },
    );
  }
}

test('random code in random Markdown', () => untouched(data.pieces, 200), 300_000);

test('without the step `readCode`, all code keeps its text', async () => {
  vi.spyOn(steps, 'readCode').mockReturnValue();
  await untouched([...data.pieces, ...data.raws], 100);
}, 120_000);
