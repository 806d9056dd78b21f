// Plain blocks, which are printed from Markdown at once: every byte, hole, id and message is as by way of an HTML tree.
import fc from 'fast-check';
import type { Root } from 'mdast';
import { afterEach, expect, test, vi } from 'vitest';
import { renderBody } from '../../src/render/body/body.js';
import * as plain from '../../src/render/body/print/plain.js';
import * as printer from '../../src/render/body/print/plain-printer.js';
import { bodyInput } from '../support/hub.js';
import { runs } from '../support/seed.js';

vi.mock('../../src/render/body/print/plain.js', { spy: true });
vi.mock('../../src/render/body/print/plain-printer.js', { spy: true });

afterEach(() => vi.mocked(plain.holdPlain).mockReset());

/** The body by both ways, and whether a block of it was plain. */
async function bothWays(text: string) {
  vi.mocked(plain.holdPlain).mockReset();
  vi.mocked(printer.printPlain).mockClear();
  const direct = await renderBody(bodyInput(text));
  const isPlain = vi.mocked(printer.printPlain).mock.calls.length > 0;
  vi.mocked(plain.holdPlain).mockImplementation((tree) => tree);
  return { direct, byTree: await renderBody(bodyInput(text)), isPlain };
}

const word = fc.constantFrom(
  'one',
  'two  ',
  '\\*',
  '&amp;',
  '&lt;b>',
  'x"y',
  "it's",
  '<',
  'a_b',
  '  ',
  '½',
  '$x$',
  ':::',
  '{y}',
  '1.',
);
const address = fc.constantFrom(
  'a.md',
  'a b.md',
  '<a b.md>',
  '#x',
  'https://example.org/?a=1&b="',
  'javascript:x',
  'HTTPS://x',
  '//x',
  '',
  'mailto:a@b',
  'ä.md',
  '%',
  '\\\\x',
  'data:x',
  '../img/a.png "a \\" title"',
  "x 'y'",
);
const rowOf = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('\n', ' ')).join(' | ')} |`;
const columns = fc.tuple(...Array.from({ length: 3 }, () => fc.constantFrom('---', ':--', ':-:', '--:')));
const { block } = fc.letrec<{ inline: string; block: string }>((tie) => {
  const inside = fc.array(tie('inline'), { minLength: 0, maxLength: 3 }).map((parts) => parts.join(' '));
  const blocks = fc.array(tie('block'), { maxLength: 3 });
  const indented = (text: string, by: string) => text.replace(/\n(?=.)/g, `\n${by}`);
  return {
    inline: fc.oneof(
      { maxDepth: 3 },
      word,
      fc.tuple(inside, fc.constantFrom('*', '**', '~~', '`', '``')).map(([text, mark]) => `${mark}${text}${mark}`),
      fc.tuple(inside, address).map(([text, to]) => `[${text}](${to})`),
      fc.tuple(inside, address).map(([text, to]) => `![${text}](${to})`),
      fc.tuple(inside, address, address).map(([text, to, from]) => `[![${text}](${from})](${to})`),
      fc.tuple(inside, fc.constantFrom('[ref]', '[]', '', '[REF]', '[none]')).map(([text, to]) => `[${text}]${to}`),
      fc.constantFrom(
        '![alt][ref]',
        '![ref]',
        '![][ref]',
        'a  \nb',
        'a\\\n*b*',
        'x\ny',
        '<br>',
        '<kbd>k</kbd>',
        '<br/>',
        '<a name="id"></a>',
        '<a id="one"></a>',
        '<a name="x">',
        '</a>',
        '<a href="#x">y</a>',
        '<!-- c -->',
        '[^1]',
        'https://example.org',
        '<a@b.c>',
        '<b>',
        ':smile:',
        '<Badge text="x" />',
      ),
    ),
    block: fc.oneof(
      { maxDepth: 3 },
      { weight: 3, arbitrary: inside },
      fc
        .tuple(
          fc.constantFrom('#', '##', '####'),
          inside,
          fc.constantFrom('', ' {#id}', ' {#docgen-x} ', '{#id}', ' #'),
        )
        .map(([level, text, end]) => `${level} ${text}${end}`),
      fc.tuple(inside, fc.constantFrom('===', '---')).map(([text, line]) => `${text || 'x'}  \ny ${text}\n${line}`),
      fc
        .tuple(fc.array(fc.array(inside, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }), columns)
        .map(([[head = [], ...rows], line]) => [head, line.slice(0, head.length), ...rows].map(rowOf).join('\n')),
      blocks.map((all) => all.map((one) => `> ${indented(one, '> ')}`).join('\n>\n')),
      fc
        .tuple(blocks, fc.constantFrom('- ', '3. ', '1) ', '- [x] ', '* '), fc.constantFrom('\n', '\n\n'))
        .map(([all, bullet, gap]) =>
          all.map((one) => `${bullet}${indented(one, ' '.repeat(bullet.length))}`).join(gap),
        ),
      fc.constantFrom(
        '```js\nlet x = 1 < 2;\n```',
        '    code & more',
        `\`\`\`\n${'wide '.repeat(40)}\n\`\`\``,
        '```mermaid\ngraph TD; A-->B\n```',
        '---',
        '| a | b |\n|:-:|---|\n| *x* | [y](z.md) |',
        '<div>\n\n*in*\n\n</div>',
        '<p>',
        '<!-- a comment -->',
        '<!-- two --> x',
        '<!--> odd -->',
        '[ref]: target.md "title"',
        '[^1]: note *x*',
        ':::note\n\ntext [x](y.md)\n\n:::',
        '$$\nx^2\n$$',
        '<details><summary>s</summary>\n\n- a\n\n</details>',
        '<b>open',
        '<PackageCard />',
        '<Card title="x">\n\n## y\n\n</Card>',
      ),
    ),
  };
});

test('random bodies', async () => {
  let plainBodies = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(block, { maxLength: 6 }), async (blocks) => {
      const { direct, byTree, isPlain } = await bothWays(`${blocks.join('\n\n')}\n`);
      expect(direct).toEqual(byTree);
      if (isPlain) plainBodies += 1;
    }),
    { numRuns: runs(200) },
  );
  expect(plainBodies).toBeGreaterThan(runs(200) / 4);
});

test.each([
  ['a link of another scheme is its text', '[x](javascript:y) and ![z](javascript:y)'],
  ['the name of the page behind an image that is not shown', '![z](javascript:y)\n\n# Title'],
  ['a title behind text', 'text\n\n# Title'],
  ['the second image is lazy, wherever it stands', '![a](a.png)\n\n| ![b](b.png) |\n|-|\n\n![c](c.png)'],
  [
    'room in lists and quotations',
    `> - 1. \`\`\`\n>     ${'x'.repeat(75)}\n>     \`\`\`\n\n\`\`\`\n${'x'.repeat(75)}\n\`\`\``,
  ],
  ['tags that stay open', '*a*\n\n<b>\n\n*b*\n\n- c'],
  ['text from right to left', 'abc\n\nשלום *x*'],
  ['loose and tight items', '- a\n- b\n\n  c\n- > d'],
  ['a paragraph of blanks', '&nbsp;\n\n- &#9;\n\n  x'],
  ['a blank that is written out behind a line break', 'a\\\n&#32;b\\\n&#9;*c*'],
  ['a comment among blocks', 'a\n\n<!-- b -->\n\n- c\n\n  <!-- d -->\n- e <!-- f --> g'],
  ['a title, gaps in levels, ids', '### A <!-- x -->\n\n# B\n\n#### `C` {#c}\n\n## C\n\n## B {#docgen-b}\n\n##'],
  ['headings in quotations and lists', '> ## A\n\n- # B\n- ## [c](d.md) ![e](f.png)'],
  [
    'anchors',
    '# A<a name="a"></a>\n\n<a id="b"></a>c<br>d\n\n## B\n\n- <a name="docgen-x"></a>\n\n[e <a name="f"></a>](g.md)',
  ],
  ['corners of tables', '| | a |\n|-|:-:|\n| b |\n\n| <!-- c --> | d |\n|-|-|\n| e | f | g |'],
  [
    'a wide table',
    `> | ${'x'.repeat(50)} | ![a](b.png)${'y'.repeat(40)} |\n> |-|-|\n> | \`a b\` | $x^2$ |\n\n| a |\n|-|`,
  ],
  ['line breaks', 'a  \n  b\\\n*c*  \n![d](d.png)'],
  ['a list that begins with five', '5. a\n6. b'],
])('%s', async (_, text) => {
  const { direct, byTree } = await bothWays(text);
  expect(direct).toEqual(byTree);
});

test('a body of thousands of plain elements is cut into parts', async () => {
  const { direct, byTree, isPlain } = await bothWays('A *b* c.\n\n- d\n\n```js\nlet x = 1;\n```\n\n'.repeat(700));
  expect(isPlain).toBe(true);
  expect(direct.html.chunks.join('')).toContain('<section class="part">');
  expect(direct).toEqual(byTree);
});

test('text among blocks, and a block in a paragraph, as some dialects leave them, are not plain', () => {
  const text = { type: 'text', value: 'x' } as const;
  const code = { type: 'code', value: 'x' } as const;
  const list = { type: 'list', children: [{ type: 'listItem', children: [text] }] };
  const odd = [text, { type: 'blockquote', children: [text] }, list, { type: 'paragraph', children: [text, code] }];
  const tree = { type: 'root', children: [...odd, code] } as Root;
  vi.mocked(plain.holdPlain).mockReset();
  expect(plain.holdPlain(tree, new Map()).children.map(({ type }) => type)).toEqual([
    ...['text', 'blockquote', 'list', 'paragraph'],
    'plain',
  ]);
});
