// Overlay, content, snapshots, fallback: which file wins if several folders have it.
import { describe, expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config/config.js';
import { dataOf } from '../support/data.js';
import { buildIn, checkConfig, type Files, say, tempDir, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

const data = dataOf<{
  headingIds: [string, string[], object, string][];
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
  scenarios('model/layers');

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
