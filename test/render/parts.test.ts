// Very long bodies are split into parts, so that browsers only lay out those near the viewport.
import { expect, test } from 'vitest';
import { render } from '../support/body.js';

const markupOf = async (text: string) => (await render(text)).html;

const section = (n: number) =>
  `## Section ${n}\n\n${Array.from({ length: 30 }, (_, i) => `Text ${n}.${i}, *some*.\n\n`).join('')}`;
const sections = (count: number) => Array.from({ length: count }, (_, n) => section(n)).join('');
const parts = (markup: string) => markup.split('<section class="part">');

test('a page of normal length is not split', async () => {
  expect(parts(await markupOf(sections(20)))).toHaveLength(1);
});

test('a page of ten thousand elements is split before headings; its first screen is not in a part', async () => {
  const markup = await markupOf(sections(160));
  const [first = '', ...others] = parts(markup);
  expect(others.length).toBeGreaterThan(20);
  expect(first.match(/<p>/g)?.length).toBeGreaterThan(100);
  for (const part of others) expect(part).toMatch(/^\n<h2 id="section-\d+">/);
  expect(markup.match(/<section/g)?.length).toBe(markup.match(/<\/section>/g)?.length);
});

test('nothing is lost, and the order stays', async () => {
  const plain = (markup: string) => markup.replace(/<section class="part">\n|\n<\/section>/g, '').replace(/\n+/g, '\n');
  const whole = await Promise.all(Array.from({ length: 160 }, (_, n) => markupOf(section(n))));
  expect(plain(await markupOf(sections(160)))).toBe(whole.join('').replace(/\n+/g, '\n'));
});

test('without headings, a part ends at its minimum length', async () => {
  expect(parts(await markupOf('One of *many*.\n\n'.repeat(5000))).length).toBeGreaterThan(10);
});

test('colored code counts', async () => {
  const code = `\`\`\`js\n${'const a = f(1);\n'.repeat(30)}\`\`\`\n\n`;
  expect(parts(await markupOf(code.repeat(40))).length).toBeGreaterThan(3);
});
