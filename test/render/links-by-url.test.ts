// Links without an extension, which name a URL of the site as Docusaurus and browsers read them.
import { expect, test } from 'vitest';
import { buildHub } from '../support/hub.js';

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
