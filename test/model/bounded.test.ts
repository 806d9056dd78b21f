// The main thread's work for one author's input is limited: inputs of megabytes that took minutes, or never ended.
import { describe, expect, test } from 'vitest';
import { contentTitle, excerpt } from '../../src/model/content/parse/excerpt.js';
import { parseFrontMatter, parseStartMeta } from '../../src/model/content/parse/front-matter.js';
import { nearest } from '../../src/model/diagnostics/diagnostic.js';
import { distinctTitles } from '../../src/model/docs/titles.js';
import { globTest } from '../../src/model/types/globs.js';
import { toSourcePath } from '../../src/model/types/path.js';
import { readFacts } from '../../src/render/body/body.js';
import { cpuSeconds } from '../support/body.js';
import { dataOf } from '../support/data.js';
import { bodyInput, buildHub } from '../support/hub.js';

type Repeated = [before: string, piece: string, times: number, after: string];
const data = dataOf<{
  texts: Record<string, Repeated>;
  lines: Record<string, [char: string, times: number, end: string, lines: number]>;
  pages: Record<string, Repeated>;
  frontMatter: Record<string, [...Repeated, codes: string[]]>;
}>('model/bounded');

const written = ([before, piece, times, after]: Repeated) => before + piece.repeat(times) + after;

test('a `_category_` file with many unknown keys is skipped by its size, or partly reported', async () => {
  const keys = (count: number) => {
    const unknown = Array.from({ length: count }, (_, n) => [`unknown_key_of_a_file_${n}`, n]);
    return JSON.stringify({ label: 'Mine', ...Object.fromEntries(unknown) });
  };
  const categories = { 'a/_category_.json': keys(20_000), 'b/_category_.json': keys(1000) };
  let hub = await buildHub({});
  const build = async () => (hub = await buildHub({ ...categories, 'a/x.md': '# X', 'b/y.md': '# Y' }));
  expect(await cpuSeconds(build)).toBeLessThan(5);
  expect(hub.published).toBe(true);
  expect(hub.said().filter((line) => line.startsWith('DG305 a/_category_.json'))).toHaveLength(1);
  expect(hub.said().filter((line) => line.startsWith('DG421 b/_category_.json'))).toHaveLength(20);
  expect(hub.said()).toContain('DG426 b/_category_.json:1:1 more unknown keys in the category file: 980');
  expect(hub.file('docs/b/y/')).toContain('Mine');
});

describe('titles, descriptions and metadata of untrusted texts', () => {
  const lines = Object.entries(data.lines).map(([name, [char, times, end, count]]) => [
    name,
    (char.repeat(times) + end).repeat(count),
  ]);
  const texts = Object.entries(data.texts).map(([name, text]) => [name, written(text)]);
  test.each([...texts, ...lines])('%s', async (_, text = '') => {
    const read = () => [contentTitle(text), excerpt(text), parseStartMeta(text, { file: 'x.md' })];
    expect(await cpuSeconds(read)).toBeLessThan(5);
  });

  test.each(Object.entries(data.pages))('what readers see of %s', async (_, text) => {
    const seconds = await cpuSeconds(async () => {
      for (const source of ['a.mdx', 'a.md'])
        await readFacts(bodyInput(written(text), { source: toSourcePath(source) }));
    });
    expect(seconds).toBeLessThan(5);
  });

  test('a list of many pages with the same title', async () => {
    const sources = Array.from({ length: 20_000 }, (_, n) => `${'a/'.repeat(20)}${n % 100}/${n}.md`);
    const list = sources.map((source) => ({ title: 'A', source }));
    expect(await cpuSeconds(() => distinctTitles(list, (dir) => dir.slice(-3)))).toBeLessThan(2);
  });

  test('metadata is parsed as before', () => {
    const metadataOf = (text: string) => parseStartMeta(text, { file: 'x.md' }).value;
    const text = '\n<!--startmeta\ndescription: "endmeta"\nkeywords: [a]\n  endmeta\n-->\n# A';
    expect(metadataOf(text)).toEqual({ description: 'endmeta', keywords: ['a'] });
    expect(metadataOf('<!--startmeta\nendmeta-->')).toEqual({});
  });
});

test('similar names: many words with ten thousand candidates', async () => {
  const names = (name: string, length: number) => Array.from({ length }, (_, n) => `folder/some-page-${name}-${n}.md`);
  const candidates = names('name', 10_000);
  expect(await cpuSeconds(() => names('nome', 200).map((name) => nearest(name, candidates)))).toBeLessThan(2);
  expect(nearest('titel', ['tagline', 'title', 'url'])).toBe('title');
  const lines = Array.from({ length: 1500 }, (_, n) => [`## Part ${n}`, `[x](#prt-${n}) [y](pag-${n}.md)`]);
  let suggested = 0;
  const seconds = await cpuSeconds(async () => {
    const { diagnostics } = await buildHub({ 'a.md': `# A\n\n${lines.flat().join('\n\n')}` });
    suggested = diagnostics.filter(({ code, hint }) => code === 'DG602' && hint?.startsWith('did you mean')).length;
  });
  expect(suggested).toBeLessThan(101);
  expect(seconds).toBeLessThan(15);
});

test.each(Object.entries(data.frontMatter))('front matter of %s', async (_, [before, piece, times, after, codes]) => {
  const text = written([before, piece, times, after]);
  let parsed = parseFrontMatter('', toSourcePath('x.md'));
  expect(await cpuSeconds(() => (parsed = parseFrontMatter(text, toSourcePath('x.md'))))).toBeLessThan(5);
  expect(parsed.diagnostics.map(({ code }) => code)).toEqual(codes);
});

test('globs with several `**` and a path of 2,000 folders', async () => {
  const isMatch = globTest(['**/a/**/a/**/b', '**/a*/**/{a,b}/**/[b]']);
  expect(await cpuSeconds(() => isMatch(`${'a/'.repeat(2000)}c`))).toBeLessThan(1);
});
