import { describe, expect, test } from 'vitest';
import { buildHub, modelOfFiles, say } from '../support/hub.js';

const page = (tags: string) => `---\ntags: ${tags}\n---\n\nText.\n`;

describe('tags of a page', () => {
  test('by the tags file, by label, by label and permalink', async () => {
    const { site, diagnostics } = await modelOfFiles({
      'tags.yml':
        'cli:\n  label: Command line\n  permalink: /shell\n  description: In a terminal.\nbigThing:\nempty: {}\n',
      'a.md': page('[cli, bigThing, Web Sockets, {label: RFC 6455, permalink: rfc/6455}]'),
    });
    expect(site.docs.get('a')?.tags).toEqual([
      { label: 'Command line', permalink: '/docs/tags/shell', description: 'In a terminal.', inline: false },
      { label: 'Bigthing', permalink: '/docs/tags/big-thing', description: undefined, inline: false },
      { label: 'Web Sockets', permalink: '/docs/tags/web-sockets', description: undefined, inline: true },
      { label: 'RFC 6455', permalink: '/docs/tags/rfc/6455', description: undefined, inline: true },
    ]);
    expect(diagnostics.map(say)).toEqual([
      'DG431 a.md:2:1 tag `Web Sockets` is not in `tags.yml`',
      'DG431 a.md:2:1 tag `RFC 6455` is not in `tags.yml`',
    ]);
  });

  test('a permalink that leaves the tags, and labels without a word', async () => {
    const { site, diagnostics } = await modelOfFiles({
      'a.md': page(
        '[{label: A, permalink: ../../x}, {label: B, permalink: "x?y"}, {label: C, permalink: "/"}, "++", "日本"]',
      ),
    });
    expect(site.docs.get('a')?.tags.map(({ permalink }) => permalink)).toEqual([
      '/docs/tags/a',
      '/docs/tags/b',
      '/docs/tags/c',
      '/docs/tags/2b-2b',
      '/docs/tags/日本',
    ]);
    expect(diagnostics.map(say)).toEqual([
      'DG433 a.md:2:1 tag `A`: `../../x` is not a path below the tags',
      'DG433 a.md:2:1 tag `B`: `x?y` is not a path below the tags',
      'DG433 a.md:2:1 tag `C`: `/` is not a path below the tags',
    ]);
  });

  test('a hundred count', async () => {
    const { site, diagnostics } = await modelOfFiles({
      'a.md': page(JSON.stringify(Array.from({ length: 150 }, (_, index) => `t${index}x`))),
    });
    expect(site.docs.get('a')?.tags).toHaveLength(100);
    expect(diagnostics.map(say)).toEqual(['DG432 a.md:2:1 front matter: 150 tags, of which the first 100 count']);
  });

  test.each([
    ['a: [b', 'DG430 tags.yml:2:1'],
    ['- a', 'DG430 tags.yml:1:1 tags file: it must be a map'],
    ['a:\n  label: [1]\n', 'DG430 tags.yml:1:1 tags file: `a` must be a map of'],
    ['\na: &x {}\nb: *x\n', 'DG430 tags.yml:2'],
  ])('a tags file that cannot be read: %j', async (text, expected) => {
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
  const files = {
    'a.md': `---\ntitle: Alpha\ntags: [One, Two]\n---\n\nWhat alpha is about, in a sentence of its own.\n`,
    'b.md': `---\ntitle: Beta\ntags: [One]\n---\n\nWhat beta is about, in a sentence of its own.\n`,
    'c.md': `---\ntitle: Gamma\ntags: [One, Hidden]\nunlisted: true\n---\n\nWhat gamma is about, in a sentence of its own.\n`,
  };

  test('each lists its pages without unlisted ones; the list of tags has no tag of unlisted pages alone', async () => {
    const hub = await buildHub(files, { url: 'https://docs.example' });
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
    const tags = '["zebra", "Äpfel", "apple", " ", "\u200b"]';
    const hub = await buildHub({
      'z.md': `---\ntitle: Aardvark\ntags: ${tags}\n---\n\nWhat the first is about, in a sentence.\n`,
      'a.md': `---\ntitle: Zoo\ntags: ${tags}\n---\n\nWhat the last is about, in a sentence.\n`,
    });
    const labels = (path: string) =>
      [...hub.file(path).matchAll(/card-link" href="[^"]+">([^<]*)</g)].map(([, label]) => label);
    expect(labels('docs/tags/apple/')).toEqual(['Aardvark', 'Zoo']);
    expect(labels('docs/tags/').filter((label) => /[a-z]{3}/.test(label ?? ''))).toEqual(['Äpfel', 'apple', 'zebra']);
    expect(labels('docs/tags/').every((label) => /[\p{L}\p{N}]/u.test(label ?? ''))).toBe(true);
    expect(hub.file('docs/tags/20/')).toContain('<h1>20</h1>');
  });

  test('a page of content keeps its address', async () => {
    const hub = await buildHub({ ...files, 'tags/one.md': '# Mine\n' });
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
