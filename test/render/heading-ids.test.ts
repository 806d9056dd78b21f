// Ids of headings by the rules of other generators, and how a project's generator is found.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type HeadingIds, rulesIn } from '../../src/model/mounts/generator.js';
import { toSourcePath } from '../../src/model/path.js';
import { renderBody } from '../../src/render/body/body.js';
import { idRules } from '../../src/render/body/html/heading-ids.js';
import { bodyInput, buildIn, type Files, root, tempDir, writeFiles } from '../support/hub.js';

const idsBy = async (headingIds: HeadingIds, ...headings: readonly string[]) => {
  const text = headings.map((heading) => `## ${heading}\n`).join('\n');
  return (await renderBody(bodyInput(text, { headingIds }))).headings.map(({ id }) => id);
};

describe('ids of headings', () => {
  test.each<[string, Record<HeadingIds, string>]>([
    [
      'build.rollupOptions',
      {
        github: 'buildrollupoptions',
        vitepress: 'build-rollupoptions',
        kramdown: 'buildrollupoptions',
        mkdocs: 'buildrollupoptions',
      },
    ],
    [
      '1. Get *started* & `go`',
      {
        github: '1-get-started--go',
        vitepress: '_1-get-started-go',
        kramdown: 'get-started--go',
        mkdocs: '1-get-started-go',
      },
    ],
    ['ram_in_use', { github: 'ram_in_use', vitepress: 'ram-in-use', kramdown: 'raminuse', mkdocs: 'ram_in_use' }],
    [
      'Žlutý kůň: “ano”',
      { github: 'žlutý-kůň-ano', vitepress: 'zluty-kun-ano', kramdown: 'lut-k-ano', mkdocs: 'zluty-kun-ano' },
    ],
    ['日本語', { github: '日本語', vitepress: '日本語', kramdown: 'section', mkdocs: '_1' }],
    [
      'What’s new? — 2.0',
      { github: 'whats-new--20', vitepress: 'what-s-new-—-2-0', kramdown: 'whats-new--20', mkdocs: 'whats-new-20' },
    ],
    ['Own id {#Mine}', { github: 'Mine', vitepress: 'Mine', kramdown: 'Mine', mkdocs: 'Mine' }],
    ['Beta <Badge text="new" />', { github: 'beta-new', vitepress: 'beta', kramdown: 'beta-new', mkdocs: 'beta-new' }],
  ])('%s', async (heading, wanted) => {
    for (const rule of ['github', 'vitepress', 'kramdown', 'mkdocs'] as const)
      expect([rule, ...(await idsBy(rule, heading))]).toEqual([rule, wanted[rule]]);
  });

  test.each([
    'A <Badge text="x" /> {#id}', 'A {#id} <Badge text="x" />', '`A` <sup class="since" data-text="3.4" /> {#id}', 'A {#id} <a name="x"></a>', 'A <kbd>x</kbd> { #id }',
    'A { #id }', 'A {\t#id}', 'A { .c #id }', 'A {#id .c}', 'A { #id data-x="y z" }', 'A **b** { #id }', 'A {: #id }', 'A {#id} <!-- c -->', 'A <VersionBadge v="1" /> { #id }',
  ])('an explicit one: %s', async (heading) => {
    for (const source of ['a.md', 'a.mdx'].map(toSourcePath))
      for (const headingIds of ['github', 'vitepress', 'kramdown', 'mkdocs'] as const) {
        const { headings } = await renderBody(bodyInput(`## ${heading}\n`, { headingIds, source }));
        expect([headings[0]?.id, headings[0]?.text]).toEqual(['id', expect.not.stringMatching(/[{}#]/)]);
      }
  }); // biome-ignore format: a list of headings

  test('in code is none, and a list of attributes without an id is text', async () => {
    expect(await idsBy('github', 'A `{#id}`', 'A {x: #1}', 'A {#id} b', 'A { #a b }')).toEqual([
      'a-id',
      'a-x-1',
      'a-id-b',
      'a--a-b-',
    ]);
  });

  test('is what links lead to, and is not in titles', async () => {
    const page =
      '# Home { #top }\n\n[a](#set-up) [b](#old) [c](#top)\n\n## Install <Badge text="x" /> { #set-up }\n\n## Old {#old} <sup />\n';
    const hub = await buildIn(
      writeFiles(tempDir(), { 'docs/a.md': page, 'docs/b.md': '# Next {#next} <Badge text="1" />\n' }),
      { content: ['docs'] },
    );
    expect(hub.diagnostics.filter(({ code }) => code === 'DG602')).toEqual([]);
    expect(hub.file('docs/a/')).toMatch(/<title>Home\b/);
    expect(hub.file('docs/b/')).toMatch(/<title>Next\b(?! ?[{#])/);
  });

  test('are those of the docs', () => {
    const readme = readFileSync(join(root, 'docs/reference/content.md'), 'utf8');
    for (const [name, { slug }] of Object.entries(idRules))
      expect(readme).toMatch(new RegExp(`^\\| \`${name}\` \\|.*\\| \`${slug('1. Use build.command')}\``, 'm'));
  });

  test('of duplicates are numbered as each does', async () => {
    const headings = ['Set up', 'Set up', 'Set up', 'Step_1', 'Step_1', 'Set up-1'];
    expect(await idsBy('github', ...headings)).toEqual([
      'set-up',
      'set-up-1',
      'set-up-2',
      'step_1',
      'step_1-1',
      'set-up-1-1',
    ]);
    expect(await idsBy('mkdocs', ...headings)).toEqual([
      'set-up',
      'set-up_1',
      'set-up_2',
      'step_1',
      'step_2',
      'set-up-1',
    ]);
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
  const ids = {
    github: ['1-get--go', '2-ram_in_use'],
    vitepress: ['_1-get-go', '_2-ram-in-use'],
    kramdown: ['get--go', 'raminuse'],
    mkdocs: ['1-get-go', '2-ram_in_use'],
  };

  test.each<[string, Files, string, HeadingIds]>([
    ['nothing beside it', {}, 'docs', 'github'],
    ['.vitepress in the folder', { 'docs/.vitepress/config.ts': '' }, 'docs', 'vitepress'],
    ['mkdocs.yml beside the folder', { 'mkdocs.yml': 'x: !!python/name:y' }, 'docs', 'mkdocs'],
    ['Starlight', { 'astro.config.mjs': '', 'mkdocs.yml': '' }, 'src/content/docs', 'github'],
    ['Jekyll, whose parser is GitHub’s', { 'docs/_config.yml': 'theme: x' }, 'docs', 'github'],
    ['Jekyll with kramdown’s own parser', { '_config.yml': 'kramdown:\n  input: Kramdown' }, 'docs', 'kramdown'],
    ['a config that is no YAML', { '_config.yml': '{' }, 'docs', 'github'],
    ['the nearest one', { 'mkdocs.yml': '', 'docs/.vitepress/config.ts': '' }, 'docs', 'vitepress'],
    ['Docusaurus below it', { 'mkdocs.yml': '', 'site/docusaurus.config.js': '' }, 'site/docs', 'github'],
    ['another project above it', { 'mkdocs.yml': '', 'site/package.json': '{}' }, 'site/docs', 'github'],
  ])('%s', async (_, files, content, rule) => {
    expect(await idsOf(files, content)).toEqual(ids[rule]);
  });

  test('the config wins over what is found', async () => {
    expect(await idsOf({ 'mkdocs.yml': '' }, 'docs', 'kramdown')).toEqual(ids.kramdown);
  });

  test('of a repository is found by the paths in it', () => {
    const rules = rulesIn([
      'a/.vitepress/theme/x.ts',
      'b/mkdocs.yml',
      'b/site/docusaurus.config.ts',
      'c/_config.yml',
      'c/x.vitepress/y',
    ]);
    expect(rules('a/b/c.md').headingIds).toBe('vitepress');
    expect(rules('b/docs/x.md').headingIds).toBe('mkdocs');
    expect(rules('b/site/docs/x.md').headingIds).toBe('github');
    expect(rules('c/x.md').headingIds).toBe('github');
    expect(rules('README.md').headingIds).toBe('github');
    expect(rulesIn(['.vitepress/config.ts'])('x/y/z.md').headingIds).toBe('vitepress');
  });
});
