// Raw HTML block by block gives what an HTML parser makes of the whole tree.
import fc from 'fast-check';
import type { Root } from 'hast';
import { raw } from 'hast-util-raw';
import { toHtml } from 'hast-util-to-html';
import { toHast } from 'mdast-util-to-hast';
import { expect, test } from 'vitest';
import { loadParser, parseMarkdown } from '../../src/render/markdown/parser.js';
import { parseRaw } from '../../src/render/markdown/raw-html.js';

await loadParser();
const treeOf = (markdown: string) => toHast(parseMarkdown(markdown), { allowDangerousHtml: true }) as Root;
const byBlock = (markdown: string) => toHtml(parseRaw(treeOf(markdown), markdown, 'token'));
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
    { numRuns: 1500 },
  );
});
