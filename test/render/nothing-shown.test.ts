// What shows nothing is reported: fences without code, and `<TOCInline>`.
import { expect, test } from 'vitest';
import { toSourcePath } from '../../src/model/path.js';
import { renderBody } from '../../src/render/body/body.js';
import { bodyInput, buildIn, say, tempDir, writeFiles } from '../support/hub.js';

async function reportsOf(text: string, source = 'a.mdx') {
  const { diagnostics } = await renderBody(bodyInput(text, { source: toSourcePath(source) }));
  return diagnostics.filter(({ code }) => code === 'DG712').map(say);
}

test('each fence without code', async () => {
  const text = '# A\n\n```\n```\n\n- x\n\n  ~~~js title="a"\n\n  ~~~\n\n```js\n1\n```\n';
  expect(await reportsOf(text, 'a.md')).toEqual([
    'DG712 a.md:3:1 a code block without code shows nothing',
    'DG712 a.md:8:3 a code block without code shows nothing',
  ]);
  expect(await reportsOf('`` ` ``\n\n```js\n1\n```\n')).toEqual([]);
});

test('TOCInline once a page, unless the owner has one', async () => {
  const text = '# A\n\n<TOCInline toc={toc} />\n\n## B\n\n<TOCInline toc={toc} maxHeadingLevel={2} />\n';
  expect(await reportsOf(text)).toEqual(['DG712 a.mdx:3:1 `<TOCInline>` shows nothing']);
  const component =
    "import { createElement } from 'react';\nexport const TOCInline = () => createElement('p', {}, 'Mine');\n";
  const hub = await buildIn(writeFiles(tempDir(), { 'docs/a.mdx': text, 'c.js': component }), {
    content: ['docs'],
    components: './c.js',
  });
  expect(hub.said()).toEqual([]);
  expect(hub.body('docs/a/')).toContain('<p>Mine</p>');
});
