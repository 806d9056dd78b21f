// Every prop of every docgen component accepts every literal: no page fails.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { components } from '../../templates/components/index.js';
import { render } from '../support/body.js';

const names = [...Object.keys(components), 'CodeBlock', 'Unknown', 'div'];
const props = 'title label summary type text href description id videoId icon value values group isFirst language className showLineNumbers key ref children style'.split(' '); // biome-ignore format: a list of words
const literals = [
  '{{a: 1}}', '{[{a: 1}]}', '{{toString: 1}}', '{[null]}', '{[1, "x"]}', '{{}}', '{null}', '{undefined}', '{true}', '{-1e9}', '{"x"}', '"x"', '',
]; // biome-ignore format: a list of literals

const tag = fc
  .tuple(
    fc.constantFrom(...names),
    fc.uniqueArray(fc.tuple(fc.constantFrom(...props), fc.constantFrom(...literals)), {
      minLength: 1,
      maxLength: 4,
      selector: ([prop]) => prop,
    }),
  )
  .map(([name, list]) => {
    const given = list.map(([prop, literal]) => ` ${prop}${literal && `=${literal}`}`).join('');
    return `<${name}${given}>\n\nInner\n\n</${name}>\n`;
  });

test('no literal prop fails the page', async () => {
  await fc.assert(
    fc.asyncProperty(tag, async (text) => {
      const { status, diagnostics } = await render(text, 'a.mdx');
      expect({ status, reasons: diagnostics.filter(({ code }) => code === 'DG306') }).toEqual({
        status: 'rendered',
        reasons: [],
      });
    }),
    { numRuns: 300 },
  );
});

test('a list or map as a text prop is ignored', async () => {
  const card = async (props: string) => (await render(`<Card ${props}>\n\nInner\n\n</Card>`, 'a.mdx')).html;
  expect(await card('title={{a: 1}} description={[{}]} href={{}}')).toEqual(await card('data-x="1"'));
  expect(await card('title="Own"')).toContain('Own');
});
