// Raw HTML block by block gives what an HTML parser makes of the whole tree.
import fc from 'fast-check';
import type { Root } from 'hast';
import { raw } from 'hast-util-raw';
import { toHtml } from 'hast-util-to-html';
import { type Handlers, toHast } from 'mdast-util-to-hast';
import { expect, test } from 'vitest';
import { toSourcePath } from '../../src/model/path.js';
import { renderBody } from '../../src/render/body/body.js';
import { fillFragment } from '../../src/render/body/fragment.js';
import { parseRaw, rawHandler } from '../../src/render/body/html/raw-html.js';
import { loadParser, parseMarkdown } from '../../src/render/markdown/parser.js';
import { bodyInput } from '../support/hub.js';
import { runs } from '../support/seed.js';

await loadParser();
const treeOf = (markdown: string, handlers: Handlers = {}) =>
  toHast(parseMarkdown(markdown), { allowDangerousHtml: true, handlers }) as Root;
const byBlock = (markdown: string) =>
  toHtml(parseRaw(treeOf(markdown, { html: rawHandler } as unknown as Handlers), markdown, 'token'));
const whole = (markdown: string) => toHtml(raw(treeOf(markdown)) as Root);

test.each([
  'a <br> b\n\nc',
  'text\n\n<details><summary>More</summary>\n\n*inside*\n\n</details>\n\nafter',
  '<div>\n\n- a\n- b\n\n</div>\n\n<p align="center"><img src="x.png"></p>\n\nz',
  'a\n\n<b>never closed\n\nb',
  '- item <b>one\n- two</b>\n\nc',
  '<table><tr><td>a</td></tr></table>\n\n<td>stray</td>\n\nx',
  'p\n\n<a href="x"><img src="y"></a> <a href=\'z\'>q</a>\n\n<!-- gone -->\n\nr',
  '<p>one</p></p>\n\ntwo',
  'x\n\n</div>\n\ny',
  '<b><p>x</b></p>\n\ny',
  '<a href="1">\n\n[inner](2)\n\n</a>\n\nafter [link](3)',
  'a\n\n<svg><g></g></svg>\n\nb',
  '<textarea>\n\n*x*\n\n</textarea>\n\nb',
  '# T <small>s</small>\n\n| a |\n|---|\n| <br> x |\n\n<h2>H</h2>\n\nend',
])('%j', (markdown) => {
  expect(byBlock(markdown)).toBe(whole(markdown));
});

test('the positions of elements are those of the source', () => {
  const markdown = 'text\n\nmore <i>x</i>\n\nlast';
  expect(JSON.stringify(parseRaw(treeOf(markdown), markdown, 'token').children)).toContain('"offset":11');
});

test('whatever blocks there are', () => {
  const tags = ['b', 'i', 'div', 'p', 'span', 'details', 'ul', 'li', 'a', 'h2', 'table', 'td', 'em', 'blockquote'];
  const tag = fc.constantFrom(...tags);
  const inline = fc.oneof(
    fc.constant('word'),
    fc.constant('*em*'),
    fc.constant('[l](x)'),
    fc.constant('<br>'),
    tag.map((name) => `<${name}>`),
    tag.map((name) => `</${name}>`),
    tag.map((name) => `<${name}>in</${name}>`),
  );
  const block = fc.oneof(
    fc.array(inline, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
    fc.array(inline, { minLength: 1, maxLength: 3 }).map((words) => `- ${words.join(' ')}`),
    fc.constant('# Heading'),
    fc.constant('> quote <b>x</b>'),
  );
  // A first block of text, as nearly every page has: what a table's part means where it is the very first is another story.
  const hub = fc.array(block, { maxLength: 6 }).map((blocks) => ['begin', ...blocks].join('\n\n'));
  fc.assert(
    fc.property(hub, (markdown) => {
      expect(byBlock(markdown)).toBe(whole(markdown));
    }),
    { numRuns: runs(500) },
  );
});

test('a page of odd pieces meets no fault', async () => {
  const piece = fc.constantFrom(
    ...[
      '<TabItem value="',
      '" label="x">',
      '</TabItem>',
      '<Tabs>',
      '</Tabs>',
      '<![CDATA[',
      ']]>',
      '<span>',
      '</span>',
      '<?',
      '?>',
      '<!DOCTYPE x',
      '<!',
      '<!--',
      '-->',
    ],
    ...[
      '"',
      "'",
      '`',
      '{',
      '}',
      '{{',
      '}}',
      '{%',
      '%}',
      '{/*',
      '*/}',
      '<a href="',
      '<a ',
      '>',
      '<',
      '</a>',
      '<table>',
      '<td>',
      '| a |\n|-|\n',
      '- ',
      '> ',
      '\n\n',
      '\n',
    ],
    ...[
      '<svg>',
      '<template>',
      '<select>',
      '<textarea>',
      '<script>',
      '<plaintext>',
      '<details>',
      '<summary>',
      '<Card title="',
      '<Step>',
      ':::note\n',
      ':::\n',
      '```\n',
      'x',
      '    ',
      '<input type="checkbox">',
    ],
  );
  const file = fc.constantFrom('a.md', 'a.mdx').map(toSourcePath);
  const text = fc.array(piece, { maxLength: 16 }).map((list) => list.join(''));
  await fc.assert(
    fc.asyncProperty(text, file, async (written, source) => {
      expect((await renderBody(bodyInput(written, { source }))).status).not.toBe('failed');
    }),
    { numRuns: runs(200) },
  );
});

test.each([
  ['<div>\n<?\n\nx <b>y</b>', 'y'],
  ['<Tabs>\n<TabItem value="<![CDATA[<span>s</span>]]>" label="x">\n\nin\n\n</TabItem>\n</Tabs>', 'in'],
  ['<Card title="<docgen-range>\n<div>    <Step><input type="checkbox">\n<?\n<ul> x </table>data-index="99"', 'x'],
  ['<p title="a\n\n<b>z</b>', 'z'],
  ['<dd>x <source src="<!--><constructor>sequenceDiagram\nA->>B: xa@b.c<span>\n\\){%\n-->', 'x'],
  ['<constructor>\n\nx <b>y</b></constructor>', 'y'],
])('raw HTML that ends in the middle of something: %j', async (text, shown) => {
  const { status, html } = await renderBody(bodyInput(text, { source: toSourcePath('a.mdx') }));
  expect(status).toBe('rendered');
  expect(fillFragment(html, () => '')).toContain(shown);
});
