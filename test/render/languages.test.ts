// The colours of a language depend on no other language and on no other page: each alone in a module of its own against all in one,
// in two random orders.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Patterns } from '../../src/render/highlight/tokens.js';
import { root } from '../support/hub.js';
import { runs, some } from '../support/seed.js';

const languages = readdirSync(join(root, 'node_modules/refractor/lang'))
  .filter((file) => file.endsWith('.js'))
  .map((file) => file.slice(0, -3))
  .sort();

// Those that are put together of others, and every eighth; all of them: npm run test:all.
const composed =
  'cpp csharp cshtml css django erb ejs graphql handlebars haml html javadoc js-templates jsdoc jsx less markdown markup mdx php phpdoc pug sass scala scss svelte tsx twig typescript vue xml'.split(
    ' ',
  );
const tried = process.env['DOCGEN_ALL']
  ? languages
  : some(languages.filter((name, index) => index % 8 === 0 || composed.includes(name)));

// A little of everything: markup with styles and scripts, JSX, templates, comments, strings, fences of Markdown.
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: code of other languages
const sample = [
  '<!-- c --><style media="x">a { color: red }</style><script>const a = `b${1}`;</script><p style="color:red" onclick="f()">t</p>',
  "import React, { useState } from 'react'; // c",
  'export const App: FC<Props> = ({ a, ...rest }) => <div className={`x ${a}`} {...rest}>{a ? <B.C d="e" /> : "t"} text</div>;',
  'function f<T extends object>(a: T, b = 2): a is U { return html`<i>${a}</i>` + css`a{b:c}` + graphql`query { a }` }',
  '/** @param {string} a docs <b>x</b> */ class A extends B { #x = /re/g; static async *m() {} }',
  '/// <summary>doc</summary>',
  'def f(a): # c\n  """doc"""\n  return f"{a!r}" if a else None',
  '<?php echo "a $b {$c->d}"; ?> <%= a.b %> {{ a | b }} {% if a %} {% endif %} {a} @if (x) { } #{b}',
  '%< #include <stdio.h> int main(void) { return 0; } %>',
  ':javascript\n  var a = 1;\n:css\n  a { b: c }',
  '```js\nconst a = 1;\n```\n\n~~~python\nprint("x")\n~~~\n\n# T *e* **s** `c` [l](u)',
  'SELECT "a", \'b\' FROM c WHERE d = 1; -- c\n2024-01-01 ERROR at a.b.C(D.java:1) key=value\n$ npm i -g x && echo "$HOME" # c',
].join('\n');
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: code of other languages

/** The coloured sample in each language, by a module of its own, in the order given. */
async function colours(names: readonly string[]): Promise<Map<string, string>> {
  vi.resetModules();
  const { highlight, toMarkup } = await import('../../src/render/highlight/highlight.js');
  const found = new Map<string, string>();
  for (const name of names) found.set(name, toMarkup(await highlight(sample, name)));
  return found;
}

test('every language alone is what it is after all others, in any order', async () => {
  expect(languages.length).toBeGreaterThan(290);
  expect(tried.length).toBeGreaterThan(10);
  const alone = new Map<string, string>();
  for (const name of tried) alone.set(name, (await colours([name])).get(name) ?? '');
  expect(new Set(alone.values()).size).toBeGreaterThan(tried.length * 0.7);
  const shuffled = fc.shuffledSubarray(languages, { minLength: languages.length });
  await fc.assert(
    fc.asyncProperty(shuffled, async (order) => {
      const together = await colours([...order, ...tried]);
      expect(tried.filter((name) => together.get(name) !== alone.get(name))).toEqual([]);
    }),
    { numRuns: runs(2) },
  );
});

test('what is not coloured is not looked for, and nothing else is coloured otherwise', async () => {
  const { dropUncoloured } = await import('../../src/render/highlight/uncoloured.js');
  const texts = [sample, ...sample.split('\n'), sample.replace(/[a-z]/g, ''), sample.replaceAll('"', '')];
  const coloured = async () => {
    vi.resetModules();
    const { highlight, toMarkup } = await import('../../src/render/highlight/highlight.js');
    const all = tried.flatMap((name) => texts.map(async (text) => toMarkup(await highlight(text, name))));
    return Promise.all(all);
  };
  const without = await coloured();
  const drop = vi.fn();
  vi.doMock('../../src/render/highlight/uncoloured.js', () => ({ dropUncoloured: drop }));
  expect(await coloured()).toEqual(without);
  expect(drop.mock.calls.length).toBeGreaterThan(tried.length / 2);
  vi.doUnmock('../../src/render/highlight/uncoloured.js');
  const grammar = {
    comment: /#.*/,
    operator: { pattern: /=/, inside: { punctuation: /;/ } },
    number: { pattern: /\d/, inside: { comment: /#/, punctuation: /;/ } },
    url: { pattern: /:/, greedy: true },
    punctuation: [/;/, { pattern: /,/ }],
    other: { pattern: /x/ },
  };
  dropUncoloured(grammar);
  expect(Object.keys(grammar)).toEqual(['comment', 'operator', 'number', 'url']);
  expect(Object.keys(grammar.number.inside)).toEqual(['comment']);
});

/** Prism's own loop, with the tokens of a grammar as data. */
async function prismTokens(text: string, grammar: Patterns): Promise<unknown> {
  const { refractor } = await import('refractor/core');
  const prism = refractor as unknown as { tokenize: (text: string, grammar: Patterns) => unknown };
  return JSON.parse(JSON.stringify(prism.tokenize(text, grammar)));
}

test('the tokens are those of Prism, in every language', async () => {
  vi.resetModules();
  const { loadGrammar } = await import('../../src/render/highlight/grammars.js');
  const { tokenize } = await import('../../src/render/highlight/tokens.js');
  const pieces = sample.split(/(?<=\s)|(?=[<>{}()"'`])/).filter((piece) => piece !== '');
  const texts = fc.array(fc.constantFrom(...pieces, '\n', '"', "'", '/*', '*/', '\\', '', ' '), { maxLength: 60 });
  let found = 0;
  for (const name of languages) {
    const grammar = await loadGrammar(name);
    if (!grammar) continue;
    const patterns = grammar.languages[grammar.name] as Patterns;
    const compare = async (text: string) => {
      const tokens = JSON.parse(JSON.stringify(tokenize(text, patterns)));
      found += tokens.length;
      expect(tokens, `${name}: ${JSON.stringify(text)}`).toEqual(await prismTokens(text, patterns));
    };
    await compare(sample);
    const seen = fc.asyncProperty(texts, async (some) => compare(some.join('')));
    await fc.assert(seen, { numRuns: runs(20) });
  }
  expect(found).toBeGreaterThan(languages.length * 100);
});

test('patterns that match nothing, and those that take tokens away, end where those of Prism end', async () => {
  const { tokenize } = await import('../../src/render/highlight/tokens.js');
  const letter = fc.constantFrom(
    'a',
    'b',
    'ab',
    'ba',
    'c',
    '[ab]',
    '(a)b',
    '(?=b)',
    'a*',
    '(b?)',
    'c+',
    '.',
    'b|$',
    '^a',
    '(^|c)b',
  );
  const pattern = fc.record({
    pattern: fc.array(letter, { minLength: 1, maxLength: 3 }).map((parts) => new RegExp(parts.join(''))),
    lookbehind: fc.boolean(),
    greedy: fc.boolean(),
    alias: fc.option(fc.constantFrom('x', ['x', 'y']), { nil: undefined }),
    inside: fc.option(fc.constant({ deep: /b/, rest: { other: { pattern: /a+/, greedy: true } } }), { nil: undefined }),
  });
  const entry = fc.oneof(pattern, fc.array(pattern, { maxLength: 2 }), fc.constant(/c/), fc.constant(null));
  const grammars = fc.dictionary(fc.constantFrom('one', 'two', 'three', 'four', 'rest'), entry, { maxKeys: 5 });
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 24 });
  await fc.assert(
    fc.asyncProperty(grammars, text, async ({ rest, ...own }, written) => {
      const grammar = { ...own, ...(rest && { rest: { two: rest, last: rest } }) } as unknown as Patterns;
      const tokens = JSON.parse(JSON.stringify(tokenize(written, grammar)));
      expect(tokens).toEqual(await prismTokens(written, grammar));
    }),
    { numRuns: runs(10_000) },
  );
});

test('a grammar is complete: styles and scripts of markup, code blocks of Markdown', async () => {
  const { highlight, toMarkup } = await import('../../src/render/highlight/highlight.js');
  const of = async (code: string, name: string) => toMarkup(await highlight(code, name));
  expect(await of('<script>const a = 1</script>', 'html')).toContain('<span class="hl-k">const</span>');
  expect(await of('<style>a { b: c }</style>', 'vue')).toContain('<span class="hl-p">b</span>');
  expect(await of('```python\nreturn 1\n```', 'md')).toContain('<span class="hl-k">return</span>');
});

test('a page is the same after any other page of the same thread', async () => {
  const { bodyInput } = await import('../support/hub.js');
  const { renderBody } = await import('../../src/render/body/body.js');
  const page = (language: string) =>
    bodyInput(`# A\n\n\`\`\`${language}\n${sample.replaceAll('`', '')}\n\`\`\`\n\n## A\n\n## A\n\n[^1]\n\n[^1]: x`);
  const pages = [
    'tsx',
    'jsx',
    'markdown',
    'php',
    'html',
    'js',
    'js-templates',
    'jsdoc',
    'javadoc',
    'java',
    'tsx',
    'no-language',
  ].map(page);
  const rendered = (order: readonly number[]) =>
    order.reduce<Promise<Map<number, string>>>(async (before, index) => {
      const done = await before;
      return done.set(index, JSON.stringify(await renderBody(pages[index] as (typeof pages)[number])));
    }, Promise.resolve(new Map()));
  const first = await rendered([...pages.keys()]);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...pages.keys()], { minLength: pages.length }), async (order) => {
      const again = await rendered(order);
      for (const index of order) expect(again.get(index)).toBe(first.get(index));
    }),
    { numRuns: runs(3) },
  );
});
