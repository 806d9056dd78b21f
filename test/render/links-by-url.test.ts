// Links without an extension, which name a URL of the site as Docusaurus and browsers read them.
import { expect, test } from 'vitest';
import { buildHub, buildIn, tempDir, writeFiles } from '../support/hub.js';

test('the page with that URL comes before the file of that name, which has another URL', async () => {
  const hub = await buildHub({
    'a.md': '# A\n\n[x](start) [y](start.md) [z](only)',
    'start.md': '---\nslug: /setup\n---\n# Set up',
    'intro.md': '---\nslug: /start\n---\n# Intro',
    'only.md': '---\nslug: /other\n---\n# Only',
  });
  const links = [...hub.body('docs/a/').matchAll(/<a href="([^"]*)">([xyz])</g)].map(([, href, text]) => [text, href]);
  expect(links).toEqual([
    ['x', '/docs/start/'],
    ['y', '/docs/setup/'],
    ['z', '/docs/other/'],
  ]);
});

test.each([
  [true, '/docs/a/start/', '/docs/a/start/'],
  [false, undefined, '/docs/start'],
] as const)('with `trailingSlash: %s` of Docusaurus, a path is relative to that URL', async (trailingSlash, x, y) => {
  const hub = await buildHub(
    {
      'a/b.md': '# B\n\n[x](../../a/start) [y](../start)',
      'a/first.md': '---\nslug: start\n---\n# First',
      'start.md': '# Start',
    },
    { markdown: 'mdx', trailingSlash },
  );
  const body = hub.body(trailingSlash ? 'docs/a/b/' : 'docs/a/b.html');
  expect([/<a href="([^"]*)">x</, /<a href="([^"]*)">y</].map((link) => link.exec(body)?.[1])).toEqual([x, y]);
});

test('a path that only an unknown component can resolve is an unknown component, not a broken link', async () => {
  const hub = await buildHub({
    'a.mdx':
      '# A\n\n<FileLink href="template/x.json">x</FileLink> <FileLink href="b">y</FileLink> <FileLink href="./c">z</FileLink>',
    'b.md': '# B',
  });
  expect(hub.said()).toEqual(['DG704 a.mdx:3:1 unknown component `<FileLink>`', 'DG601 a.mdx:3:79 broken link `./c`']);
  expect(hub.body('docs/a/')).toContain('<p>x <a href="/docs/b/">y</a> z</p>');
});

test('a file that is not next to the page is looked for in the content folder, unless the path starts with a dot', async () => {
  const dir = tempDir();
  writeFiles(dir, {
    'one/old/a.md': '# A\n\n[x](view.md) [y](./view.md) [z](sub/b.md)',
    'one/view.md': '# View',
    'one/sub/b.md': '# B',
    'two/view.md': '# Other',
  });
  const content = ['one', 'two'].map((name) => ({ dir: name, prefix: name }));
  const hub = await buildIn(dir, { content });
  const links = [...hub.body('docs/one/old/a/').matchAll(/<a href="([^"]*)">([xyz])</g)];
  expect(links.map(([, href, text]) => [text, href])).toEqual([
    ['x', '/docs/one/view/'],
    ['z', '/docs/one/sub/b/'],
  ]);
});
