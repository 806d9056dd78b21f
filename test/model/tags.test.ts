import { describe, expect, test } from 'vitest';
import { dataOf } from '../support/data.js';
import { buildHub, type Files, modelOfFiles, say } from '../support/hub.js';

const data = dataOf<{
  ofPage: [string, string | null, string, unknown[][], string[]][];
  faultyFiles: [string, string][];
  pages: Files;
  inOrder: Files;
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

  test('a hundred count', async () => {
    const { site, diagnostics } = await modelOfFiles({
      'a.md': page(JSON.stringify(Array.from({ length: 150 }, (_, index) => `t${index}x`))),
    });
    expect(site.docs.get('a')?.tags).toHaveLength(100);
    expect(diagnostics.map(say)).toEqual(['DG432 a.md:2:1 front matter: 150 tags, but docgen uses only the first 100']);
  });

  test.each(data.faultyFiles)('a tags file that cannot be read: %j', async (text, expected) => {
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

describe('pages of tags', () => {
  test('each lists its pages without unlisted ones; the list of tags has no tag of unlisted pages alone', async () => {
    const hub = await buildHub(data.pages, { url: 'https://docs.example' });
    expect(hub.file('docs/tags/one/')).toMatch(/Alpha[\s\S]*What alpha is about[\s\S]*Beta/);
    expect(hub.file('docs/tags/one/')).not.toContain('Gamma');
    expect(hub.file('docs/tags/hidden/')).toMatch(/<meta name="robots" content="noindex, nofollow">[\s\S]*Gamma/);
    const all = hub.file('docs/tags/');
    expect([...all.matchAll(/card-link" href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      '/docs/tags/one/',
      '/docs/tags/two/',
    ]);
    expect(all).toContain('2 pages');
    expect(hub.file('sitemap.xml')).toContain('/docs/tags/one/');
    expect(hub.file('sitemap.xml')).not.toContain('hidden');
    expect(hub.file('docs/a/')).toMatch(
      /<h2 id="docgen-tags">Tags<\/h2><ul><li><a href="\/docs\/tags\/one\/">One<\/a>/,
    );
    expect(hub.file('docs/tags/one/')).toContain(
      '<a href="/docs/tags/" itemprop="item"><span itemprop="name">Tags</span></a>',
    );
  });

  test('in the order of their words; each has a name that can be seen', async () => {
    const hub = await buildHub(data.inOrder);
    const labels = (path: string) =>
      [...hub.file(path).matchAll(/card-link" href="[^"]+">([^<]*)</g)].map(([, label]) => label);
    expect(labels('docs/tags/apple/')).toEqual(['Aardvark', 'Zoo']);
    expect(labels('docs/tags/').filter((label) => /[a-z]{3}/.test(label ?? ''))).toEqual(['Äpfel', 'apple', 'zebra']);
    expect(labels('docs/tags/').every((label) => /[\p{L}\p{N}]/u.test(label ?? ''))).toBe(true);
    expect(hub.file('docs/tags/20/')).toContain('<h1>20</h1>');
  });

  test('a page of content keeps its address', async () => {
    const hub = await buildHub({ ...data.pages, 'tags/one.md': '# Mine\n' });
    expect(hub.file('docs/tags/one/')).toContain('Mine');
    expect(hub.file('docs/a/')).toContain(
      '<h2 id="docgen-tags">Tags</h2><ul><li><a href="/docs/tags/two/">Two</a></li></ul>',
    );
  });

  test('no tags, no pages', async () => {
    const hub = await buildHub({ 'a.md': '# A\n' });
    expect(hub.has('docs/tags/')).toBe(false);
    expect(hub.file('docs/a/')).not.toContain('docgen-tags');
  });
});
