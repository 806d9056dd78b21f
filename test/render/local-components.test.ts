// Templates of local components that are hostile: they are limited, and reported once.
import { expect, test } from 'vitest';
import { render } from '../support/body.js';

const show = (text: string, template: string) =>
  render(text, 'a.mdx', {
    dialect: 'starlight',
    imports: { 'a.mdx': { 'data ./X.astro': 'X.astro' }, 'X.astro': { 'data ./X.astro': 'X.astro' } },
    shown: { 'X.astro': template },
  });

const page = "import X from './X.astro'\n\n<X items={[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}>deep</X>\n";
const own = "---\nimport X from './X.astro'\n---\n";

test.each([
  ['a component that contains itself many times', `${own}<p>x</p>${'<X><slot /></X>'.repeat(30)}`, 'DG711', 'DG704'],
  ['lists in lists', `${'{Astro.props.items.map((x) => <>'.repeat(9)}<p>x</p>${'</>)}'.repeat(9)}`, 'DG711'],
  ['elements nested too deep', '<div>'.repeat(20_000) + '</div>'.repeat(20_000), 'DG704'],
  ['braces nested too deep', `<p>${'{[('.repeat(5_000)}x${')]}'.repeat(5_000)}</p>`, 'DG704'],
  ['open tags', '<style>'.repeat(14_000), 'DG704'],
  ['open void tags', '<img a="'.repeat(12_000), 'DG704'],
  ['open attributes', `<a ${'{x} '.repeat(20_000)}`, 'DG704'],
])('%s', async (_, template, ...codes) => {
  const { html, status, diagnostics } = await show(page, template);
  expect(status).toBe('rendered');
  expect(html.length).toBeLessThan(2_000_000);
  expect(diagnostics.map((one) => one.code)).toEqual(codes);
});
