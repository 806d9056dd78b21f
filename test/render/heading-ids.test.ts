// Ids of headings by the rules of other generators, and how a project's generator is found.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { HeadingIds } from '../../src/model/generators/generator.js';
import { projectsIn } from '../../src/model/generators/generators.js';
import { toSourcePath } from '../../src/model/types/path.js';
import { idRules } from '../../src/render/base/heading-ids.js';
import { renderBody } from '../../src/render/body/body.js';
import { dataOf } from '../support/data.js';
import { bodyInput, buildIn, type Files, root, tempDir, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

const data = dataOf<{
  paths: string[];
  headings: [string, Record<HeadingIds, string>][];
  ids: Record<HeadingIds, string[]>;
  explicit: string[];
  generators: [string, Files, string, HeadingIds][];
}>('render/heading-ids');

const idsBy = async (headingIds: HeadingIds, ...headings: readonly string[]) => {
  const text = headings.map((heading) => `## ${heading}\n`).join('\n');
  return (await renderBody(bodyInput(text, { headingIds }))).headings.map(({ id }) => id);
};

describe('ids of headings', () => {
  scenarios('render/heading-ids');

  test.each(data.headings)('%s', async (heading, wanted) => {
    for (const [rule, id] of Object.entries(wanted))
      expect([rule, ...(await idsBy(rule as HeadingIds, heading))]).toEqual([rule, id]);
  });

  test.each(data.explicit)('explicit: %s', async (heading) => {
    for (const source of ['a.md', 'a.mdx'].map(toSourcePath))
      for (const headingIds of ['github', 'vitepress', 'kramdown', 'mkdocs'] as const) {
        const { headings } = await renderBody(bodyInput(`## ${heading}\n`, { headingIds, source }));
        expect([headings[0]?.id, headings[0]?.text]).toEqual(['id', expect.not.stringMatching(/[{}#]/)]);
      }
  });

  test('in code are not ids, and an attribute list without an id is text', async () => {
    expect(await idsBy('github', 'A `{#id}`', 'A {x: #1}', 'A {#id} b', 'A { #a b }')).toEqual([
      'a-id',
      'a-x-1',
      'a-id-b',
      'a--a-b-',
    ]);
  });

  test('are those in the docs', () => {
    const readme = readFileSync(join(root, 'docs/reference/content.md'), 'utf8');
    for (const [name, { slug }] of Object.entries(idRules))
      expect(readme).toMatch(new RegExp(`^\\| \`${name}\` \\|.*\\| \`${slug('1. Use build.command')}\``, 'm'));
  });

  test('of duplicates are numbered by the rule of each generator', async () => {
    const headings = ['Set up', 'Set up', 'Set up', 'Step_1', 'Step_1', 'Set up-1'];
    const github = 'set-up set-up-1 set-up-2 step_1 step_1-1 set-up-1-1';
    expect((await idsBy('github', ...headings)).join(' ')).toBe(github);
    const mkdocs = 'set-up set-up_1 set-up_2 step_1 step_2 set-up-1';
    expect((await idsBy('mkdocs', ...headings)).join(' ')).toBe(mkdocs);
    expect(await idsBy('mkdocs', '日', '本')).toEqual(['_1', '_2']);
    expect(new Set(await idsBy('mkdocs', ...Array(50).fill(`x_${'9'.repeat(400)}`))).size).toBe(50);
  });
});

describe('the generator of a project', () => {
  const page = '# T\n\n[here](#1-get-go)\n\n## 1. Get & go\n\n## 2. Ram_in_use';
  const idsOf = async (files: Files, content: string, headingIds?: HeadingIds) => {
    const dir = writeFiles(tempDir(), { 'package.json': '{}', ...files, [`${content}/a.md`]: page });
    const hub = await buildIn(dir, { content: [{ dir: content, ...(headingIds && { headingIds }) }] });
    return [...hub.body('docs/a/').matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id);
  };
  const ids = data.ids;

  test.each(data.generators)('%s', async (_, files, content, rule) => {
    expect(await idsOf(files, content)).toEqual(ids[rule]);
  });

  test('the config has precedence over detection', async () => {
    expect(await idsOf({ 'mkdocs.yml': '' }, 'docs', 'kramdown')).toEqual(ids.kramdown);
  });

  test('in a repository is detected by its paths', () => {
    const ruleOf = (path: string, tree = data.paths) => projectsIn(tree, () => undefined)(path)?.project.headingIds;
    expect(ruleOf('a/b/c.md')).toBe('vitepress');
    expect(ruleOf('b/docs/x.md')).toBe('mkdocs');
    expect(ruleOf('b/site/docs/x.md')).toBe('docusaurus');
    expect(ruleOf('c/x.md')).toBe('github');
    expect(ruleOf('README.md')).toBeUndefined();
    expect(ruleOf('x/y/z.md', ['.vitepress/config.ts'])).toBe('vitepress');
  });
});

test('each space is a hyphen, and an image alone provides the text, as in Docusaurus', async () => {
  const { ids } = await renderBody(bodyInput('## 3.  Deploy  it\n\n## ![The logo](x.png)\n'));
  expect(ids).toEqual(['3--deploy--it', 'the-logo']);
});

test('with `markdown: mdx`, indented text is not code, also in a list', async () => {
  const text = '- item\n\n      :::note\n      Careful.\n      :::\n\n      More of it.\n\nEnd.\n\n    Deep.\n';
  const [asMdx, asMarkdown] = await Promise.all(
    (['mdx', 'detect'] as const).map(async (markdown) => {
      const { html } = await renderBody(bodyInput(text, { markdown }));
      return html.chunks.join('');
    }),
  );
  expect(asMdx).toMatch(/<li>[\s\S]*class="callout callout-note"[\s\S]*Careful\.[\s\S]*<p>More of it\.<\/p>/);
  expect(asMdx).not.toContain('<pre');
  expect(asMarkdown).toContain('<pre');
});
