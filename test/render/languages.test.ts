// The colors of a language depend on no other language and no other page: compares each language in a separate module with all in one,
// in two random orders.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { dataOf } from '../support/data.js';
import { root } from '../support/hub.js';
import { runs, some } from '../support/seed.js';

const data = dataOf<{ sample: string[] }>('render/languages');

const languages = readdirSync(join(root, 'node_modules/refractor/lang'))
  .filter((file) => file.endsWith('.js'))
  .map((file) => file.slice(0, -3))
  .sort();

// Languages that contain others, and every 24th. All of them: npm run test:all.
const composed =
  /^(?:cpp|csharp|cshtml|css|django|erb|ejs|graphql|handlebars|haml|html|javadoc|js-templates|jsdoc|jsx|less|markdown|markup|mdx|php|phpdoc|pug|sass|scala|scss|svelte|tsx|twig|typescript|vue|xml)$/;
const tried = process.env['DOCGEN_ALL']
  ? languages
  : some(languages.filter((name, index) => index % 24 === 0 || composed.test(name)));

// Covers many constructs: markup with styles and scripts, JSX, templates, comments, strings, fences of Markdown.
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: code of other languages
const sample = data.sample.join('\n');
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: code of other languages

/** Returns the highlighted sample in each language, in the given order, from a new module. */
async function colours(names: readonly string[]): Promise<Map<string, string>> {
  vi.resetModules();
  const { highlight, toMarkup } = await import('../../src/render/highlight/highlight.js');
  const found = new Map<string, string>();
  for (const name of names) found.set(name, toMarkup(await highlight(sample, name)));
  return found;
}

test('each language has the same result alone and after all others, in any order', async () => {
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

test('a grammar is complete: styles and scripts in markup, code blocks in Markdown', async () => {
  const { highlight, toMarkup } = await import('../../src/render/highlight/highlight.js');
  const of = async (code: string, name: string) => toMarkup(await highlight(code, name));
  expect(await of('<script>const a = 1</script>', 'html')).toContain('<span class="hl-k">const</span>');
  expect(await of('<style>a { b: c }</style>', 'vue')).toContain('<span class="hl-p">b</span>');
  expect(await of('```python\nreturn 1\n```', 'md')).toContain('<span class="hl-k">return</span>');
});
