// A link in a link becomes text, and a link that shows a text is named by nothing else.
import { expect, test } from 'vitest';
import { toSourcePath } from '../../src/model/path.js';
import { renderBody } from '../../src/render/body/body.js';
import { fillFragment } from '../../src/render/body/fragment.js';
import { bodyInput } from '../support/hub.js';

/** The links of a text, as `address: text`, and all that it shows. */
async function linksOf(text: string, source: string) {
  const { html } = await renderBody(bodyInput(text, { source: toSourcePath(source) }));
  const markup = fillFragment(html, () => '#');
  const links = Array.from(markup.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g), ([, href, inner = '']) => {
    expect(inner).not.toContain('<a ');
    return `${href}: ${inner.replace(/<[^>]*>/g, '').trim()}`;
  });
  return {
    links,
    shown: markup
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  };
}

test.each([
  ['See <a href="https://jwt.io/">https://jwt.io</a>.', ['https://jwt.io/: https://jwt.io'], 'See https://jwt.io.'],
  [
    '<a href="https://a.org/x">**www.a.org** and b@c.org</a>',
    ['https://a.org/x: www.a.org and b@c.org'],
    'www.a.org and b@c.org',
  ],
  [
    '- x <A HREF="https://a.org/x">\n  <https://b.org> y</A>',
    ['https://a.org/x: https://b.org y'],
    'x https://b.org y',
  ],
  ['<a href="https://a.org/x">see [this](https://b.org) page</a>', ['https://a.org/x: see this page'], 'see this page'],
  ['[see <a href="https://b.org">this</a> page](https://a.org/x)', ['https://a.org/x: see this page'], 'see this page'],
  [
    '<a href="https://a.org/x">a</a> https://b.org/ <a href="https://c.org/x">c</a>',
    ['https://a.org/x: a', 'https://b.org/: https://b.org/', 'https://c.org/x: c'],
    'a https://b.org/ c',
  ],
  ['<a href="https://a.org/x"><a href="https://b.org/x">b</a></a>', ['https://a.org/x: b'], 'b'],
  ['<a name="x">https://b.org/</a>', ['https://b.org/: https://b.org/'], 'https://b.org/'],
  [
    '<div>\n<a href="https://a.org/x">\n\nhttps://b.org\n\n</a>\n</div>',
    ['https://a.org/x: https://b.org'],
    'https://b.org',
  ],
])('%s', async (text, links, shown) => {
  for (const source of ['a.md', 'a.mdx']) {
    if (source.endsWith('x') && /<[Ah] H|<https|name=/.test(text)) continue; // no MDX
    expect(await linksOf(text, source)).toEqual({ links, shown });
  }
});
