// What the main thread does with one author's input is bounded: inputs of megabytes that took minutes, or never ended.
import { describe, expect, test } from 'vitest';
import { parseFrontMatter } from '../../src/model/content/front-matter.js';
import { parseStartMeta } from '../../src/model/content/start-meta.js';
import { nearest } from '../../src/model/diagnostics/diagnostic.js';
import { contentTitle, excerpt } from '../../src/model/docs/excerpt.js';
import { distinctTitles } from '../../src/model/docs/shown/distinct-titles.js';
import { toSourcePath } from '../../src/model/path.js';
import { readFacts } from '../../src/render/body/body.js';
import { bodyInput, buildHub } from '../support/hub.js';

const million = 1_000_000;
const many = million / 10;

/** Seconds of CPU; what is bounded takes a tenth of what is allowed here, what is not takes minutes. */
function cpu(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / million;
}

test('a `_category_` file of many unknown keys is left out by its size, or reported in part', async () => {
  const keys = (count: number) =>
    JSON.stringify({
      label: 'Mine',
      ...Object.fromEntries(Array.from({ length: count }, (_, n) => [`unknown_key_of_a_file_${n}`, n])),
    });
  const before = process.cpuUsage();
  const hub = await buildHub({
    'a/_category_.json': keys(20_000),
    'a/x.md': '# X',
    'b/_category_.json': keys(1000),
    'b/y.md': '# Y',
  });
  expect(process.cpuUsage(before).user / million).toBeLessThan(5);
  expect(hub.published).toBe(true);
  expect(hub.said().filter((line) => line.startsWith('DG305 a/_category_.json'))).toHaveLength(1);
  expect(hub.said().filter((line) => line.startsWith('DG421 b/_category_.json'))).toHaveLength(20);
  expect(hub.said()).toContain('DG426 b/_category_.json:1:1 category file: 980 more unknown keys');
  expect(hub.file('docs/b/y/')).toContain('Mine');
});

describe('titles, descriptions and metadata of hostile texts', () => {
  test.each([
    ['blanks in a title', `# a${' '.repeat(million)}b`],
    ['marks in a title', `# a${'{#'.repeat(million)}`],
    ['blanks in an underlined title', `a${' '.repeat(million)}b\n===\n`],
    ['blank lines of metadata', `<!--startmeta\n${'\n'.repeat(million)}`],
    ['ends of metadata', `<!--startmeta\n${'\nendmeta '.repeat(million / 10)}`],
    ['lines that clean to nothing', `${`${'#'.repeat(9_000)}\n`.repeat(200)}`],
    ['tags that clean to nothing', `${`${'<'.repeat(4_500)}${'>'.repeat(1)}\n`.repeat(400)}`],
  ])('%s', (_, text) => {
    const seconds = cpu(() => [contentTitle(text), excerpt(text), parseStartMeta(text, { file: 'x.md' })]);
    expect(seconds).toBeLessThan(5);
  });

  test.each([
    ['tags of raw HTML with open quotes', '<div b="\n'.repeat(million / 25)],
    ['paragraphs that say nothing', '*a* _b_ `c` [d](e)\n\n'.repeat(many / 20)],
    ['headings', '## a `b` [c](d)\n'.repeat(many / 16)],
    ['headings in HTML that are never closed', '<h1>\n'.repeat(many / 5)],
    ['tags in one line', '<div>'.repeat(many / 5)],
    ['tags with open quotes', '<a b="\n'.repeat(many / 7)],
    ['elements that are never closed', '<details>\n<table>\n<svg>\n'.repeat(many / 25)],
    ['comments', '<!-- a --><!-- b -->'.repeat(many / 20)],
    ['comments that are never closed', '{/* {% {# $$\n'.repeat(many / 14)],
    ['template tags in one line', '{%%}'.repeat(many / 4)],
    ['sentences', `${'a b. '.repeat(many / 5)}\n\n`],
  ])('what readers see of %s', async (_, text) => {
    const before = process.cpuUsage();
    for (const source of ['a.mdx', 'a.md']) await readFacts(bodyInput(text, { source: toSourcePath(source) }));
    expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(5);
  });

  test('a list of many pages of one title', () => {
    const list = Array.from({ length: 20_000 }, (_, n) => ({
      title: 'A',
      source: `${'a/'.repeat(20)}${n % 100}/${n}.md`,
    }));
    expect(cpu(() => distinctTitles(list, (dir) => dir.slice(-3)))).toBeLessThan(2);
  });

  test('metadata reads as before', () => {
    expect(
      parseStartMeta('\n<!--startmeta\ndescription: "endmeta"\nkeywords: [a]\n  endmeta\n-->\n# A', { file: 'x.md' })
        .value,
    ).toEqual({
      description: 'endmeta',
      keywords: ['a'],
    });
    expect(parseStartMeta('<!--startmeta\nendmeta-->', { file: 'x.md' }).value).toEqual({});
  });
});

test('similar names: many words against ten thousand candidates', async () => {
  const candidates = Array.from({ length: 10_000 }, (_, n) => `folder/some-page-name-${n}.md`);
  const seconds = cpu(() => {
    for (let n = 0; n < 200; n += 1) nearest(`folder/some-page-nome-${n}.md`, candidates);
  });
  expect(seconds).toBeLessThan(2);
  expect(nearest('titel', ['tagline', 'title', 'url'])).toBe('title');
  const ids = Array.from({ length: 1500 }, (_, n) => `## Part ${n}`).join('\n\n');
  const links = Array.from({ length: 1500 }, (_, n) => `[x](#prt-${n}) [y](pag-${n}.md)`).join('\n\n');
  const before = process.cpuUsage();
  const hub = await buildHub({ 'a.md': `# A\n\n${ids}\n\n${links}` });
  expect(
    hub.diagnostics.filter(({ code, hint }) => code === 'DG602' && hint?.startsWith('did you mean')).length,
  ).toBeLessThan(101);
  expect(process.cpuUsage(before).user / million).toBeLessThan(15);
});

test.each([
  ['blank lines', `---\n${'\n'.repeat(million)}---\n# x`, ['DG408']],
  ['blank lines within the limit', `---\n${'\n'.repeat(60_000)}---\n# x`, []],
  ['comments', `---\n${'# c\n'.repeat(million)}---\n# x`, ['DG408']],
  ['openings', '---\n'.repeat(million), []],
])('front matter of %s', (_, text, codes) => {
  let parsed = parseFrontMatter('', toSourcePath('x.md'));
  expect(cpu(() => (parsed = parseFrontMatter(text, toSourcePath('x.md'))))).toBeLessThan(5);
  expect(parsed.diagnostics.map(({ code }) => code)).toEqual(codes);
});
