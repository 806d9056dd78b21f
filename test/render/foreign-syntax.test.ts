// Syntax of other generators that no dialect reads is reported: what it is, whose, where, and what readers see.
import { expect, test } from 'vitest';
import { toSourcePath } from '../../src/model/path.js';
import { renderBody } from '../../src/render/body/body.js';
import { bodyInput, say } from '../support/hub.js';

async function reportsOf(text: string, source = 'a.md') {
  const { diagnostics } = await renderBody(bodyInput(text, { source: toSourcePath(source) }));
  return diagnostics.filter(({ code }) => code === 'DG711').map(say);
}

const foreign: readonly (readonly [string, RegExp])[] = [
  ['!!! note', /`!!! note` is syntax of MkDocs.*shown as text/],
  ['!!! warning "Be careful"', /MkDocs/],
  ['??? note "Open"', /MkDocs/],
  ['???+ tip', /MkDocs/],
  ['=== "Linux"', /MkDocs/],
  ['/// details | Title', /MkDocs/],
  ['<<< @/snippets/a.js{2}', /VitePress/],
  ['<<< ./a.ts', /VitePress/],
  ['--8<--', /MkDocs/],
  ['--8<-- "https://example.org/a.md"', /MkDocs/],
  ['{* a.py hl[1] *}', /MkDocs/],
  ['{!docs/a.md!}', /MkDocs/],
  ['{{< figure src="a.png" >}}', /Hugo/],
  ['{{<ref "a.md">}}', /Hugo/],
  ['{{% notice %}}', /Hugo/],
  ['{{#title A}}', /mdBook/],
  ['::: my_package.module', /only its content is shown/],
];

test.each(foreign)('%s', async (syntax, message) => {
  for (const source of ['a.md', 'a.mdx']) {
    if (source === 'a.mdx' && /<<<|<\w/.test(syntax)) continue; // no MDX
    const found = await reportsOf(`# A\n\nText.\n\n${syntax}\n\nText.\n\n${syntax}\n`, source);
    expect(found).toEqual([expect.stringMatching(message)]);
    expect(found[0]).toMatch(new RegExp(`^DG711 ${source}:5:\\d+ `));
  }
});

test('in lists, quotes and lines of a paragraph, each kind once', async () => {
  const text =
    '- x\n\n  !!! note\n\n> ??? tip\n\ntext\n/// note\n\n- {{< a >}} and {{< b >}}\n\n<div>\n{!a.md!}\n</div>\n\n!!! tip\n';
  const found = await reportsOf(text);
  expect(found.map((one) => one.replace(/ is .*/, '')).sort()).toEqual([
    'DG711 a.md:10:3 `{{< a >}}`',
    'DG711 a.md:13:1 `{!a.md!}`',
    'DG711 a.md:3:3 `!!! note`',
    'DG711 a.md:5:3 `??? tip`',
    'DG711 a.md:8:1 `/// note`',
  ]);
});

test.each([
  [
    'code',
    foreign
      .map(([syntax]) => `\`\`\`\n${syntax}\n\`\`\`\n\n    ${syntax}\n\nSee \`${syntax}\` and <code>{!x!}</code>\n`)
      .join('\n# x\n\n'),
  ],
  [
    'what docgen reads',
    ':::note\nA\n:::\n\n::: tip B\nB\n:::\n\n::: code-group\n\n```js\n1\n```\n\n:::\n\n{/* {!x!} */}\n\n<!-- !!! note -->\n\n{{ site.baseurl }}/x\n',
  ],
  ['what is escaped', ';--8<-- "a.md"\n\n;--8<--\n\n- ;--8<-- "a.md"\n\n\\{{#include a.md}}\n'],
  [
    'prose',
    'Really!!! note that.\n\nWhy ??? because\n\nHeading\n===\n\na === "b" and x <<< y // z /// w\n\nWhat {! no } {{ value }}\n\n!!!\n\n???\n\n/// \n\nhttp:///x\n',
  ],
])('nothing in %s', async (_, text) => {
  expect(await reportsOf(text)).toEqual([]);
});
