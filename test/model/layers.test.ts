// Overlay, content, snapshots, fallback: which file wins if several folders have it.
import { describe, expect, test } from 'vitest';
import { formatDiagnostics } from '../../src/cli/report.js';
import type { UserConfig } from '../../src/model/config/config.js';
import { dataOf } from '../support/data.js';
import { buildIn, checkConfig, configOf, type Files, say, tempDir, textOf, writeFiles } from '../support/hub.js';

const data = dataOf<{
  headingIds: [string, string[], object, string][];
  ranked: { own: Files; synced: Files };
  sample: Files;
  own: Files;
  synced: Files;
}>('model/layers');

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
  test.each(data.headingIds)('%s', async (_, tree, more, id) => {
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
    const site = await hub(data.ranked.own, data.ranked.synced).built;
    const shown = ['a', 'b', 'c'].map((name) =>
      textOf(site.body(`docs/s/${name}/`))
        .replace('#', '')
        .trim(),
    );
    expect(shown).toEqual(['overlay', 'content', 'export']);
    expect(site.said()).toEqual([
      'DG219 s/a.md this overlay page replaces `s/a.md`',
      `DG219 s/a.md this overlay page replaces \`s/a.md\`, synced from own/project@0123456789:docs/a.md`,
    ]);
    expect(site.file('docs/s/c/')).toContain('class="provenance"');
    expect(site.file('docs/s/a/')).not.toContain('class="provenance"');
  });

  test('nothing of the fallback is in a section that is synced, neither pages, labels nor files; other sections keep it', async () => {
    const sample = data.sample;
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
    const { dir, config, built } = hub(data.own, data.synced);
    const site = await built;
    expect(textOf(site.body('docs/s/x/'))).toContain('My landing page');
    expect(textOf(site.body('docs/s/y/'))).toContain('My y');
    expect(textOf(site.body('docs/s/z/'))).toContain('Their z');
    expect(textOf(site.body('docs/t/w/'))).toContain('My w');
    expect(site.body('docs/s/x/a/')).toMatch(/href="\/docs\/s\/x\/">up.*href="\/docs\/s\/y\/?">y/);
    const origin = 'synced from own/project@0123456789:docs';
    expect(site.said()).toEqual([
      `DG219 s/02-y.md this overlay page replaces \`s/01-y.md\`, ${origin}/01-y.md`,
      `DG219 s/x/index.md this overlay page replaces \`s/x/README.md\`, ${origin}/x/README.md`,
    ]);
    const { content } = configOf(dir, config);
    const options = { format: 'text', all: true, color: false, cwd: dir, mounts: content } as const;
    const text = formatDiagnostics(site.diagnostics, options);
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
    const faults = (content: UserConfig['content']) => checkConfig({ content }).diagnostics.map(say);
    expect(faults([{ dir: 'a' }, { dir: 'b', overlay: true }, { dir: 'c', fallback: true }])).toEqual([]);
    const overlays = ['a', 'b'].map((dir) => ({ dir, overlay: true }));
    expect(faults(overlays)).toEqual(['DG207 - content folders `a`, `b` have no prefix']);
    expect(faults([{ dir: 'a', overlay: true, fallback: true }])).toEqual([
      expect.stringMatching(/^DG105 - .*`content.*it is either `overlay` or `fallback`/),
    ]);
  });
});
