// Overlay, content, exports, fallback: which file stands where several folders have one.
import { describe, expect, test } from 'vitest';
import { formatDiagnostics } from '../../src/cli/report.js';
import type { UserConfig } from '../../src/model/config.js';
import { resolveConfig } from '../../src/model/config.js';
import { buildIn, configOf, type Files, say, tempDir, textOf, writeFiles } from '../support/hub.js';

const commit = '0123456789'.repeat(4);

/** The record of an export that has these files, each from `docs/` of its repository. */
function record(files: readonly string[], others: readonly string[] = [], more: object = {}): string {
  const source = {
    ...{ repo: 'https://github.com/own/project', ref: 'main', branch: 'main', commit, date: '2024-01-02' },
    license: null,
    files: Object.fromEntries(files.map((path) => [path, `docs/${path}`])),
    tree: [...files.map((path) => `docs/${path}`), ...others],
    ...more,
  };
  return JSON.stringify({ version: 1, sources: [source] });
}

/** A hub of `hub/` (overlay), `content/`, `sample/` (fallback), and the export of section `s` where it has files. */
function hub(files: Files, synced: Files = {}) {
  const exported = Object.entries(synced).map(([path, text]) => [`.docgen/sources/s/${path}`, text] as const);
  const dir = writeFiles(tempDir(), {
    'hub/.keep': '',
    'content/.keep': '',
    'sample/.keep': '',
    ...files,
    ...Object.fromEntries(exported),
    ...(exported.length > 0 && { '.docgen/sources/s/.docgen-source.json': record(Object.keys(synced)) }),
  });
  const config: UserConfig = {
    content: [{ dir: 'sample', fallback: true }, { dir: 'content' }, { dir: 'hub', overlay: true }],
    sources: [{ section: 's', repo: 'https://github.com/own/project', ref: 'main', paths: [{ from: 'docs' }] }],
  };
  return { dir, config, built: buildIn(dir, config) };
}

describe('ids of headings in an export', () => {
  test.each<[string, string[], object, string]>([
    ['are GitHub’s', [], {}, 'buildcommand'],
    ['are those of the generator in the repository', ['docs/.vitepress/config.ts'], {}, 'build-command'],
    ['are as the source says', ['mkdocs.yml'], { headingIds: 'vitepress' }, 'build-command'],
  ])('%s', async (_, tree, more, id) => {
    const { dir, config, built } = hub({}, { 'a.md': '# Options\n\n## build.command' });
    await built;
    writeFiles(dir, { '.docgen/sources/s/.docgen-source.json': record(['a.md'], tree, more) });
    const site = await buildIn(dir, config);
    expect(site.body('docs/s/a/')).toContain(`<h2 id="${id}"`);
  });
});

test('routes in an export are Starlight’s where the source says so', async () => {
  const { dir, config, built } = hub({}, { 'A Folder/A.md': '# A' });
  expect((await built).has('docs/s/A Folder/A/')).toBe(true);
  const text = record(['A Folder/A.md'], [], { routes: 'starlight' });
  writeFiles(dir, { '.docgen/sources/s/.docgen-source.json': text });
  expect((await buildIn(dir, config)).has('docs/s/a-folder/a/')).toBe(true);
});

describe('layers', () => {
  test('the overlay wins over content, content over an export, an export over the fallback', async () => {
    const page = (name: string) => `# ${name}`;
    const { built } = hub(
      {
        'hub/s/a.md': page('overlay'),
        'content/s/a.md': page('content'),
        'content/s/b.md': page('content'),
        'sample/s/a.md': page('sample'),
        'sample/s/b.md': page('sample'),
        'sample/s/c.md': page('sample'),
      },
      { 'a.md': page('export'), 'b.md': page('export'), 'c.md': page('export') },
    );
    const site = await built;
    const shown = ['a', 'b', 'c'].map((name) =>
      textOf(site.body(`docs/s/${name}/`))
        .replace('#', '')
        .trim(),
    );
    expect(shown).toEqual(['overlay', 'content', 'export']);
    expect(site.said()).toEqual([
      'DG219 s/a.md this page of the overlay hides `s/a.md`',
      `DG219 s/a.md this page of the overlay hides \`s/a.md\`, gathered from own/project@0123456789:docs/a.md`,
    ]);
    expect(site.file('docs/s/c/')).toContain('class="provenance"');
    expect(site.file('docs/s/a/')).not.toContain('class="provenance"');
  });

  test('nothing of the fallback is in a section that is synced, neither pages, labels nor files; other sections keep it', async () => {
    const sample = {
      'sample/s/only.md': '# Only in the sample',
      'sample/s/_category_.json': '{"label": "Label of the sample"}',
      'sample/s/x.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'sample/t/other.md': '# Other',
      'sample/front.md': '# Front',
    };
    const site = await hub(sample, { 'real.md': '# Real\n\n![x](x.svg)' }).built;
    expect(site.has('docs/s/only/')).toBe(false);
    expect(site.file('docs/all/')).not.toContain('Label of the sample');
    expect(site.has('docs/t/other/')).toBe(true);
    expect(site.has('docs/front/')).toBe(true);
    expect(site.said()).toEqual([expect.stringMatching(/^DG603 s\/real\.md/)]);
    const before = await hub(sample).built;
    expect(before.has('docs/s/only/')).toBe(true);
    expect(before.file('docs/all/')).toContain('Label of the sample');
    expect(before.said()).toEqual([expect.stringMatching(/^DG212/)]);
  });

  test('a page of the overlay hides the page of the same address or id; links to that lead to it', async () => {
    const { dir, config, built } = hub(
      {
        'hub/s/x/index.md': '# My landing page',
        'hub/t/w/index.md': '# My w, and no word of the sample’s',
        'sample/t/w/README.md': '# W of the sample',
        'hub/s/02-y.md': '# My y',
        'hub/s/z.md': '---\ndraft: true\nid: own\nslug: /s/z\n---\n# Z',
      },
      {
        'x/README.md': '# Their landing page',
        'x/a.md': '# A\n\n[up](README.md) [y](../01-y.md) [z](../03-z.md)',
        '01-y.md': '# Their y',
        '03-z.md': '# Their z',
      },
    );
    const site = await built;
    expect(textOf(site.body('docs/s/x/'))).toContain('My landing page');
    expect(textOf(site.body('docs/s/y/'))).toContain('My y');
    expect(textOf(site.body('docs/s/z/'))).toContain('Their z');
    expect(textOf(site.body('docs/t/w/'))).toContain('My w');
    expect(site.body('docs/s/x/a/')).toMatch(/href="\/docs\/s\/x\/">up.*href="\/docs\/s\/y\/?">y/);
    const origin = 'gathered from own/project@0123456789:docs';
    expect(site.said()).toEqual([
      `DG219 s/02-y.md this page of the overlay hides \`s/01-y.md\`, ${origin}/01-y.md`,
      `DG219 s/x/index.md this page of the overlay hides \`s/x/README.md\`, ${origin}/x/README.md`,
    ]);
    const { content } = configOf(dir, config);
    const text = formatDiagnostics(site.diagnostics, {
      format: 'text',
      all: true,
      color: false,
      cwd: dir,
      mounts: content,
    });
    expect(text).toContain('hub/s/x/index.md: info DG219');
  });

  test('a `_category_` file of the overlay replaces that of the folder, in whatever format', async () => {
    const site = await hub(
      { 'hub/s/_category_.yml': 'label: Mine', 'sample/s/_category_.json': '{"label": "Sample"}' },
      { '_category_.json': '{"label": "Theirs"}', 'a.md': '# A' },
    ).built;
    expect(site.file('docs/all/')).toContain('Mine');
    expect(site.file('docs/all/')).not.toContain('Theirs');
    expect(site.said()).toEqual([]);
  });

  test('an overlay and a fallback may have the prefix of a content folder, not that of each other’s kind', () => {
    const faults = (content: UserConfig['content']) =>
      resolveConfig({ content }, { cwd: '/x', file: undefined, overrides: {} }).diagnostics.map(say);
    expect(faults([{ dir: 'a' }, { dir: 'b', overlay: true }, { dir: 'c', fallback: true }])).toEqual([]);
    expect(
      faults([
        { dir: 'a', overlay: true },
        { dir: 'b', overlay: true },
      ]),
    ).toEqual(['DG207 - content folders `a` and `b` are both mounted at the root']);
    expect(faults([{ dir: 'a', overlay: true, fallback: true }])).toEqual([
      expect.stringMatching(/^DG105 - .*`content.*it is either `overlay` or `fallback`/),
    ]);
  });
});
