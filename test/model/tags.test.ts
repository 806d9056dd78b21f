import { describe, expect, test } from 'vitest';
import { dataOf } from '../support/data.js';
import { modelOfFiles, say } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

const data = dataOf<{
  ofPage: [string, string | null, string, unknown[][], string[]][];
  faultyFiles: [string, string][];
}>('model/tags');
const page = (tags: string) => `---\ntags: ${tags}\n---\n\nText.\n`;

describe('tags of a page', () => {
  test.each(data.ofPage)('%s', async (_, file, tags, expected, said) => {
    const files = { 'a.md': page(tags), ...(file !== null && { 'tags.yml': file }) };
    const { site, diagnostics } = await modelOfFiles(files);
    const found = site.docs.get('a')?.tags ?? [];
    expect(found.map((tag) => [tag.label, tag.permalink, tag.description ?? null, tag.inline])).toEqual(expected);
    expect(diagnostics.map(say)).toEqual(said);
  });

  test('a page has at most a hundred', async () => {
    const { site, diagnostics } = await modelOfFiles({
      'a.md': page(JSON.stringify(Array.from({ length: 150 }, (_, index) => `t${index}x`))),
    });
    expect(site.docs.get('a')?.tags).toHaveLength(100);
    expect(diagnostics.map(say)).toEqual(['DG432 a.md:2:1 front matter: 150 tags, but docgen uses only the first 100']);
  });

  test.each(data.faultyFiles)('an invalid tags file: %j', async (text, expected) => {
    const { diagnostics } = await modelOfFiles({ 'tags.yml': text, 'a.md': 'Text.\n' });
    expect(diagnostics.map(say).join('\n')).toContain(expected);
  });

  test('each content folder has its own tags file', async () => {
    const { site } = await modelOfFiles(
      { 'one/tags.yml': 'x: {label: One}\n', 'one/a.md': page('[x]'), 'two/a.md': page('[x]') },
      {
        content: [
          { dir: 'content/one', prefix: 'one' },
          { dir: 'content/two', prefix: 'two' },
        ],
      },
    );
    expect([...site.docs.values()].map(({ id, tags }) => [id, tags[0]?.label])).toEqual([
      ['one/a', 'One'],
      ['two/a', 'x'],
    ]);
  });
});

describe('pages of tags', () => scenarios('model/tags'));
