// Parsing raw HTML block by block has the same result as parsing the whole tree.
import fc from 'fast-check';
import type { Root } from 'hast';
import { raw } from 'hast-util-raw';
import { toHtml } from 'hast-util-to-html';
import { type Handlers, toHast } from 'mdast-util-to-hast';
import { expect, test } from 'vitest';
import { parseRaw, rawHandler } from '../../src/render/body/html/raw-html.js';
import { loadParser, parseMarkdown } from '../../src/render/markdown/parser.js';
import { render } from '../support/body.js';
import { dataOf } from '../support/data.js';
import { runs } from '../support/seed.js';

const data = dataOf<{ cases: string[]; pieces: string[]; unfinished: [string, string][] }>('render/raw-html');

await loadParser();
const treeOf = (markdown: string, handlers: Handlers = {}) =>
  toHast(parseMarkdown(markdown), { allowDangerousHtml: true, handlers }) as Root;
const byBlock = (markdown: string) =>
  toHtml(parseRaw(treeOf(markdown, { html: rawHandler } as unknown as Handlers), markdown, 'token'));
const whole = (markdown: string) => toHtml(raw(treeOf(markdown)) as Root);

test.each(data.cases)('%j', (markdown) => {
  expect(byBlock(markdown)).toBe(whole(markdown));
});

test('the positions of elements are those of the source', () => {
  const markdown = 'text\n\nmore <i>x</i>\n\nlast';
  expect(JSON.stringify(parseRaw(treeOf(markdown), markdown, 'token').children)).toContain('"offset":11');
});

test('any blocks', () => {
  const tags = ['b', 'i', 'div', 'p', 'span', 'details', 'ul', 'li', 'a', 'h2', 'table', 'td', 'em', 'blockquote'];
  const tag = fc.constantFrom(...tags);
  const inline = fc.oneof(
    fc.constantFrom('word', '*em*', '[l](x)', '<br>'),
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
  // The first block is text, like on nearly every page, because parsers treat parts of tables at the very start differently.
  const hub = fc.array(block, { maxLength: 6 }).map((blocks) => ['begin', ...blocks].join('\n\n'));
  fc.assert(
    fc.property(hub, (markdown) => {
      expect(byBlock(markdown)).toBe(whole(markdown));
    }),
    { numRuns: runs(500) },
  );
});

test('a page of random pieces has no error', async () => {
  const piece = fc.constantFrom(...data.pieces);
  const file = fc.constantFrom('a.md', 'a.mdx');
  const text = fc.array(piece, { maxLength: 16 }).map((list) => list.join(''));
  await fc.assert(
    fc.asyncProperty(text, file, async (written, source) => {
      expect((await render(written, source)).status).not.toBe('failed');
    }),
    { numRuns: runs(200) },
  );
});

test.each(data.unfinished)('unfinished raw HTML: %j', async (text, shown) => {
  const { status, html } = await render(text, 'a.mdx');
  expect(status).toBe('rendered');
  expect(html).toContain(shown);
});
