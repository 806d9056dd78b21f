// Steps that once took more than linear time, or deep recursion, with texts within the limits. The CPU time has a wide margin:
// linear steps need a tenth of it, others minutes.
import type { Element, Root } from 'hast';
import type { List, Root as MdastRoot } from 'mdast';
import { type Handler, toHast } from 'mdast-util-to-hast';
import { expect, test } from 'vitest';
import { namedTexts } from '../../src/model/content/parse/imports.js';
import { noRepositories } from '../../src/model/content/repository-files.js';
import type { HeadingIds } from '../../src/model/generators/generator.js';
import { toSourcePath } from '../../src/model/types/path.js';
import { replaceChild } from '../../src/render/base/visit.js';
import { Identifier } from '../../src/render/body/html/headings.js';
import { listItems } from '../../src/render/body/html/modern-html.js';
import { parseRaw } from '../../src/render/body/html/raw-html.js';
import { renderJekyll } from '../../src/render/markdown/dialects/jekyll/liquid.js';
import { isMdxText, scanDialects } from '../../src/render/markdown/dialects.js';
import { limitFault } from '../../src/render/markdown/parser.js';
import { readHtmlText } from '../../src/render/markdown/raw-html.js';
import { readAttributeLists, readAttributes } from '../../src/render/markdown/syntax/attributes.js';
import { collectFiles } from '../../src/render/markdown/syntax/included-files.js';
import { noNames } from '../../src/render/markdown/syntax/values.js';
import { cpuSeconds, render } from '../support/body.js';
import { english } from '../support/hub.js';

/** Scans a text as MDX. */
const scanMdx = (text: string) =>
  scanDialects(text, { isMdx: true, token: 'token', isKnown: () => true, scope: noNames });

const paragraph = { type: 'paragraph', children: [{ type: 'text', value: 'a' }] } as const;

function listOf(paragraphs: readonly number[], spread: boolean): MdastRoot {
  const children = paragraphs.map((count) => ({
    type: 'listItem' as const,
    spread: count > 1 && spread,
    children: Array.from({ length: count }, () => structuredClone(paragraph) as never),
  }));
  const list: List = { type: 'list', spread, children };
  return { type: 'root', children: [list] };
}

test('a list of 100,000 items', async () => {
  const tree = listOf(new Array<number>(100_000).fill(1), false);
  expect(await cpuSeconds(() => toHast(tree, { handlers: { listItem: listItems() as Handler } }))).toBeLessThan(10);
});

test('lists are tight and loose as with the library', async () => {
  const lists = [listOf([1, 1], false), listOf([1, 2, 1], false), listOf([1, 2, 1], true), listOf([2, 2], false)];
  for (const tree of lists)
    expect(toHast(tree, { handlers: { listItem: listItems() as Handler } })).toEqual(toHast(tree));
});

test('300,000 blocks next to raw HTML, and in it', async () => {
  const text = (value: string) => ({ type: 'text', value }) as const;
  const blocks = Array.from({ length: 300_000 }, () => text('a'));
  const tree = { type: 'root', children: [...blocks, { type: 'raw', value: '<b>x</b>' }, ...blocks] } as Root;
  expect(parseRaw(tree, '', 'token').children).toHaveLength(600_001);
  const parent: Element = {
    type: 'element',
    tagName: 'p',
    properties: {},
    children: [text('1'), text('2'), text('3')],
  };
  expect(replaceChild(parent, 1, blocks)).toBe(300_001);
  expect(parent.children).toHaveLength(300_002);
  expect([parent.children[0], parent.children[1], parent.children.at(-1)]).toEqual([text('1'), text('a'), text('3')]);
});

test('underscores in long words, at which the parser searches for e-mail addresses', async () => {
  const statusOf = async (text: string) => (await render(text)).status;
  for (const text of ['a_'.repeat(25_000), `x\n\n\`${'__a'.repeat(17_000)}\``, `[a](/${'a_'.repeat(25_000)})`])
    expect(await statusOf(text)).toBe('limit');
  const inCode = `\`\`\`\n${'a_'.repeat(100_000)}\n\`\`\`\n`;
  for (const text of ['a_'.repeat(8_000), inCode, `${'a_'.repeat(900)}\n`.repeat(100), 'a_b '.repeat(50_000)])
    expect(await statusOf(text)).toBe('rendered');
});

test.each([
  ['blank lines behind an import', `import x\n${'\n'.repeat(100_000)}`],
  ['imports of nothing', 'import x\n\n'.repeat(20_000)],
  ['imports in one paragraph', 'import a\n'.repeat(20_000)],
  ['comments in what is no tag', `<A ${'/* */'.repeat(40)}#`],
  ['comments in tags that do not end', '<A /*'.repeat(40_000)],
  ['comments in comments in tags', '<A /*<A /* */ '.repeat(30_000)],
  ['list items in each other, and empty lines', `${'- '.repeat(50_000)}x${'\n'.repeat(50_000)}`],
  ['blanks behind what may be a rule', `---${' '.repeat(200_000)}x\n`],
  ['comments that end in code', `${'{# a\n'.repeat(20_000)}\`\`\`\n#}\n\`\`\`\n`],
  ['comments that are ids of no heading', '{/*#a*/}'.repeat(100_000)],
  ['one long name in a tag that includes code', `{% includecode ${'a-'.repeat(200_000)} %}`],
  ['tags that include code and do not end', '{% includecode '.repeat(50_000)],
  ['dashes of snippets', `${'-'.repeat(100_000)}8<${'-'.repeat(100_000)}`],
  ['snippets that do not end', '{{#include a'.repeat(30_000) + '-8<- "'.repeat(30_000)],
  ['long names of snippets', `{{#include ${'a'.repeat(1_300)} `.repeat(200)],
  ['blanks in a tag that includes code', `{%${' '.repeat(300_000)}includecode`],
])('%s', async (_, text) => {
  expect(await cpuSeconds(() => scanMdx(text))).toBeLessThan(10);
  expect(await cpuSeconds(() => namedTexts(text))).toBeLessThan(10);
});

test('imports over several lines are parsed as before', () => {
  const text =
    "import {\n  a,\n  b,\n} from 'x';\nimport type { C } from \"y\"\nimport 'z.css';\nimport d from './d.json' with { type: 'json' };\n";
  expect(scanMdx(text).placeholders.map(({ meaning }) => meaning.kind)).toEqual(['drop', 'drop', 'drop', 'drop']);
});

test('a page has at most a thousand includes, with two million characters', async () => {
  const many = Array.from({ length: 5000 }, (_, n) => `<<_p/${n}.md>>`).join('\n');
  const collect = (text: string, source: string, bodyOf: () => string | undefined) =>
    collectFiles(namedTexts(text), source, {
      bodyOf,
      textOf: bodyOf,
      candidatesOf: ({ path }) => [toSourcePath(path)],
      repositoryFiles: noRepositories,
    });
  expect(Object.keys(collect(many, 'a.md', () => 'x').partials)).toHaveLength(1000);
  const imports = Array.from(
    { length: 5000 },
    (_, n) => `import A${n} from './_p/${n}.md'; import '!!raw-loader!./${n}.js'\n`,
  ).join('\n');
  const imported = collect(imports, 'a.md', () => 'x');
  expect([Object.keys(imported.partials).length, Object.keys(imported.wholeTexts).length]).toEqual([500, 500]);
  const large = collect(many, 'a.md', () => 'x'.repeat(30_000)).partials;
  expect(Object.values(large).join('').length).toBeLessThanOrEqual(2_000_000);
  expect(Object.keys(large)).toHaveLength(66);
  expect(await cpuSeconds(() => collect('<<a.md>>\n'.repeat(500_000), 'b.md', () => undefined))).toBeLessThan(5);
});

const isNotMdx = (text: string) => expect(isMdxText(text, 'a.md')).toBe(false);
const inHtml = (value: string) =>
  readHtmlText({ type: 'root', children: [{ type: 'html', value }] }, (value) => [{ type: 'text', value }], Boolean);
const heading = (value: string) =>
  ({ type: 'root', children: [{ type: 'heading', depth: 2, children: [{ type: 'text', value }] }] }) as MdastRoot;
const attributes = (value: string) => [readAttributeLists, readAttributes].map((read) => read(heading(value)));
const unread = Array.from({ length: 20_000 }, (_, index) => ['a', `${index}`]);
const collections = unread.slice(0, 3000).map(String);
const jekyll = (variables: object) =>
  renderJekyll('{{ a }}', { source: '', variables, wholeTexts: {}, partials: {} } as never);

function headingIds(texts: readonly string[], rule: HeadingIds = 'mkdocs'): void {
  const identifier = new Identifier({ titleLevel: 0, shown: (text: string) => text, rule, words: english });
  for (const value of texts)
    identifier.element({ type: 'element', tagName: 'h2', properties: {}, children: [{ type: 'text', value }] });
  expect(new Set(identifier.found().ids).size).toBe(texts.length);
}

test.each<[string, () => unknown]>([
  ['is it MDX: values of nothing', () => isNotMdx('={'.repeat(100_000))],
  ['is it MDX: tags that never end', () => isNotMdx('<a b={'.repeat(50_000))],
  ['is it MDX: braces in one tag', () => isNotMdx(`<a ${'b={1} '.repeat(50_000)}`)],
  ['is it MDX: comments', () => isNotMdx(`import\n${'<!-- '.repeat(50_000)}={`)],
  ['is it MDX: titles', () => isNotMdx(`${'# a\n'.repeat(50_000)}import`)],
  ['Markdown in HTML: cells', () => inHtml('<td>`a`</td>'.repeat(40_000))],
  ['Markdown in HTML: closings', () => inHtml(`<code>${'<b>'.repeat(100_000)}${'</i>'.repeat(100_000)}\`a\``)],
  [
    'Markdown in HTML: beginnings',
    () => inHtml(`<p>${'](a'.repeat(100_000)}${'`'.repeat(100_001)}${'**a'.repeat(100_000)}`),
  ],
  ['data of Jekyll beyond the limits', () => jekyll({ unread })],
  ['collections of Jekyll', () => unread.slice(0, 200).map(() => jekyll({ site: {}, collections }))],
  ['attribute lists that do not end', () => attributes(`#${'{: '.repeat(200_000)}`)],
  ['blanks in a value of VitePress', () => render(`{{${' '.repeat(9_000)}x`, 'a.md', { generator: 'vitepress' })],
  ['blanks before no attribute list', () => attributes(`a${' '.repeat(300_000)}b {: }`)],
  ['blanks before no id of a heading', () => headingIds([`a${' '.repeat(300_000)}b`])],
  ...(['github', 'mdbook', 'hugo', 'kramdown', 'vitepress'] as const).map((rule): [string, () => unknown] => [
    `line breaks in a heading of ${rule}`,
    () => headingIds([`a${'\n'.repeat(300_000)}b`], rule),
  ]),
  [
    'ids of headings that are taken',
    () => headingIds(Array.from({ length: 60_000 }, (_, index) => `a_${index % 30_000}`)),
  ],
  ['rows of a large table', () => expect(limitFault('---\n'.repeat(300_000))).toBe('a table has over 200000 cells')],
  ['delimiter rows of no table', () => expect(limitFault('---\n'.repeat(150_000))).toBeUndefined()],
])('%s', async (_, work) => {
  expect(await cpuSeconds(work)).toBeLessThan(5);
});
