// Focusable elements: only code and tables that might be wider than the article.
import { expect, test } from 'vitest';
import { render } from '../support/body.js';

const markupOf = async (text: string) => (await render(text)).html;

const code = (line: string, meta = '') => `\`\`\`js ${meta}\nshort\n${line}\n\`\`\`\n`;
const line = (columns: number) => 'x'.repeat(columns);
const indent = (text: string, by: string) => text.replace(/^(?=.)/gm, by);

test.each([
  ['33 columns fit a phone', code(line(33)), false],
  ['34 do not', code(line(34)), true],
  ['with numbers, 28 do not', code(line(28), 'showLineNumbers'), true],
  ['without numbers, 28 do', code(line(28)), false],
  ['in a list 29 do not', `- item\n\n${indent(code(line(29)), '  ')}`, true],
  ['in a list 28 do', `- item\n\n${indent(code(line(28)), '  ')}`, false],
  ['in a list of a list 25 do not', `- item\n\n  - item\n\n${indent(code(line(25)), '    ')}`, true],
  ['in a quotation 30 do not', indent(code(line(30)), '> '), true],
  ['in a callout 30 do not', `:::note\n\n${code(line(30))}\n:::\n`, true],
  ['a sign of East Asia takes two', code('語'.repeat(17)), true],
  ['16 of them fit', code('語'.repeat(16)), false],
  ['marks over letters take none', code('e\u0301'.repeat(33)), false],
  ['nor do joined signs', code('a👩‍💻'.repeat(6)), false],
  ['lines of boxes take one', code('├── a'.repeat(6)), false],
  ['a tab takes up to two', code('\t'.repeat(17)), true],
  ['code without a language', `    ${line(81)}\n`, true],
  ['code written as HTML', `<pre>\n${line(81)}\n</pre>\n`, true],
  ['short code written as HTML', `<pre tabindex="0">\n${line(8)}\n</pre>\n`, false],
])('code: %s', async (_, text, isWide) => {
  expect((await markupOf(text)).includes('<pre tabindex="0">')).toBe(isWide);
});

const table = (...cells: string[]) =>
  `| ${cells.map(() => 'h').join(' | ')} |\n| ${cells.map(() => '-').join(' | ')} |\n| ${cells.join(' | ')} |\n`;

test.each([
  ['words wrap', table(`${line(9)} `.repeat(40), `${line(9)} `.repeat(40)), false],
  ['a long name does not', table(line(40), line(40)), true],
  ['a name with hyphens does', table('long-name-'.repeat(10), 'b'), false],
  ['a name in code is one word', table(`${line(30)}\`${line(30)}\`${line(30)}`, 'b'), true],
  ['scripts without spaces wrap', table('語'.repeat(200), 'b'), false],
  ['many columns', table(...Array.from({ length: 30 }, () => 'a')), true],
  ['paragraphs of a cell are apart', `<table><tr><td>${`<p>${line(20)}</p>`.repeat(9)}</td></tr></table>\n`, false],
])('a table: %s', async (_, text, isWide) => {
  const markup = await markupOf(text);
  expect(markup).toContain('<section class="table-scroll"');
  expect(markup.includes('<section class="table-scroll" tabindex="0" aria-label="Table 1">')).toBe(isWide);
});

test('code in a table makes the table wide, and does not scroll separately', async () => {
  const markup = await markupOf(`<table><tr><td>\n\n${code(line(100))}\n</td></tr></table>\n`);
  expect(markup).toContain('<section class="table-scroll" tabindex="0"');
  expect(markup).not.toContain('<pre tabindex');
});

test('the second of two tables has its number in its name', async () => {
  expect(await markupOf(`${table('a')}\ntext\n\n${table(line(90))}`)).toContain('aria-label="Table 2"');
});
