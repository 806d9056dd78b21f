// The site owner's stylesheet: its imports, referenced fonts and images, and the policy of pages.
import { expect, test } from 'vitest';
import { readCss } from '../../src/markup/read-css.js';
import type { UserConfig } from '../../src/model/config/config.js';
import { underCondition } from '../../src/render/site-files/styles/bundle.js';
import { dataOf } from '../support/data.js';
import { buildIn, type Files, type Hub, png, tempDir, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

const data = dataOf<{ conditions: [condition: string, css: string][] }>('render/stylesheets');

const font = new Uint8Array([0x77, 0x4f, 0x46, 0x32, 0, 1, 2, 3]);

async function built(css: string, files: Files = {}, config: UserConfig = {}): Promise<Hub> {
  const dir = writeFiles(tempDir(), { '.git/HEAD': '', 'content/a.md': '# A', 'theme/site.css': css, ...files });
  return buildIn(dir, { css: 'theme/site.css', ...config });
}

scenarios('render/stylesheets', {
  more: {
    ...{
      '.git/HEAD': '',
      'content/a.md': '# A',
      'fonts/mine one.woff2': font,
      'fonts/two.ttf': new Uint8Array([0, 1, 0, 0, 7]),
    },
    ...{ 'img/dot.png': png, 'static/img/dot.png': png },
  },
  config: { css: 'theme/site.css' },
});

test('a changed file that a stylesheet references changes the stylesheet', async () => {
  const names = await Promise.all(
    [font, Buffer.from('other')].map(async (bytes) => {
      const hub = await built('@font-face { src: url(x.woff2) }', { 'theme/x.woff2': bytes });
      return hub.files().filter((path) => path.startsWith('assets/'));
    }),
  );
  expect(names[0]?.find((path) => path.endsWith('.css'))).not.toBe(names[1]?.find((path) => path.endsWith('.css')));
});

test('recursive imports end', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `theme/${index}.css`,
      `@import "${index + 1}.css"; @import "${index + 1}.css";`,
    ]),
  );
  const hub = await built('@import "0.css";', { ...files, 'theme/12.css': 'p {}' });
  expect(hub.said().every((line) => /^DG131 .* is beyond the limit of 100 imports$/.test(line))).toBe(true);
  expect(hub.said().length).toBeGreaterThan(0);
});

test('text that looks like a URL but is not', () => {
  const urls = (css: string) => readCss(css).references.map(({ kind, url }) => [kind, url]);
  expect(urls('a::after { content: "url(x.png)" } /* @import "y"; */ b { background: url( "a\\62 c.png" ) }')).toEqual([
    ['image', 'abc.png'],
  ]);
  expect(urls('@import;@import 5 "x";@import url( x\\ y.css )')).toEqual([['import', 'x y.css']]);
  expect(urls('@media print { @font-face { src: url(a.woff2) } a { background: url(b.png) } }')).toEqual([
    ['font', 'a.woff2'],
    ['image', 'b.png'],
  ]);
  expect(urls('a { background: url(bad(url.png) } b { background: url(c.png) }')).toEqual([['image', 'c.png']]);
});

test.each(data.conditions)('%s', (condition, rules) => expect(underCondition('x', condition)).toBe(rules));
