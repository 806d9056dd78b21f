// The owner's stylesheet: what it imports, the fonts and images that it names, and what a page may load by it.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config/config.js';
import { readCss, underCondition } from '../../src/render/site-files/styles/read-css.js';
import { buildIn, type Files, type Hub, tempDir, writeFiles } from '../support/hub.js';

const font = new Uint8Array([0x77, 0x4f, 0x46, 0x32, 0, 1, 2, 3]);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function built(css: string, files: Files = {}, config: UserConfig = {}): Promise<Hub> {
  const dir = writeFiles(tempDir(), { '.git/HEAD': '', 'content/a.md': '# A', 'theme/site.css': css, ...files });
  return buildIn(dir, { css: 'theme/site.css', ...config });
}

/** Returns the rules after docgen's own in the site's stylesheet. */
function ownRules(hub: Hub): string {
  const path = hub.files().find((file) => /^assets\/styles\.[0-9a-f]{12}\.css$/.test(file)) ?? '';
  return hub.file(path).split('/* mine */').at(-1) ?? '';
}
const policyIn = (html: string) =>
  /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.replaceAll('&#x27;', "'");

test('fonts and images that a stylesheet names are published under a name with their hash', async () => {
  const css = `/* mine */@font-face { font-family: Mine; src: url("../fonts/mine%20one.woff2?v=2#x") format("woff2"), url(../fonts/two.ttf) }
body { background: URL( '../img/dot.png' ) }
.x { background-image: image-set("../img/dot.png" 1x, url(../img/dot.png) 2x); content: "../img/none.png" }`;
  const hub = await built(
    css,
    { 'fonts/mine one.woff2': font, 'fonts/two.ttf': new Uint8Array([0, 1, 0, 0, 7]), 'img/dot.png': png },
    { basePath: '/hub/' },
  );
  expect(hub.said()).toEqual([]);
  const hash = '[0-9a-f]{12}';
  expect(ownRules(hub)).toMatch(
    new RegExp(
      `^@font-face \\{ font-family: Mine; src: url\\("\\.\\./assets/mine-one\\.${hash}\\.woff2#x"\\) format\\("woff2"\\), url\\("\\.\\./assets/two\\.${hash}\\.ttf"\\) \\}
body \\{ background: URL\\( "\\.\\./assets/dot\\.${hash}\\.png" \\) \\}
\\.x \\{ background-image: image-set\\("\\.\\./assets/dot\\.${hash}\\.png" 1x, url\\("\\.\\./assets/dot\\.${hash}\\.png"\\) 2x\\); content: "\\.\\./img/none\\.png" \\}$`,
    ),
  );
  const named = [...ownRules(hub).matchAll(/\/hub\/(assets\/[^"#]*)/g)].map(([, path = '']) => path);
  for (const path of named) expect(hub.files()).toContain(path);
  expect(policyIn(hub.file('docs/a/'))).toContain("font-src 'self';");
  expect(hub.file('_headers')).toContain("font-src 'self';");
});

test('without fonts a page may load none', async () => {
  const hub = await built('/* mine */body { color: red }');
  expect(policyIn(hub.file('docs/a/'))).not.toContain('font-src');
  expect(hub.file('_headers')).not.toContain('font-src');
});

test('imports stand where they are imported, under their conditions', async () => {
  const hub = await built(
    `@charset "utf-8"; @import "base.css"; @import url(deep/print.css) layer(own.print) supports(display: grid) print and (width > 1px); @import 'site.css';
/* mine */p { color: red }`,
    {
      'theme/base.css': '/* mine */@import "./deep/again.css";h1 { color: blue }',
      'theme/deep/again.css': 'h2 { background: url(../../img/dot.png) }',
      'theme/deep/print.css': '@import "../base.css" layer;h3 { color: black }',
      'img/dot.png': png,
    },
  );
  expect(hub.said()).toEqual([]);
  const path = hub.files().find((file) => file.startsWith('assets/styles.')) ?? '';
  const css = hub.file(path);
  expect(css).not.toMatch(/@import|@charset/);
  expect(css).toMatch(/h2 \{ background: url\("\.\.\/assets\/dot\.[0-9a-f]{12}\.png"\) \}h1 \{ color: blue \}/);
  expect(css).toMatch(
    /@media print and \(width > 1px\) \{\n@supports \(display: grid\) \{\n@layer own\.print \{\n@layer {2}\{\n[\s\S]*h3 \{ color: black \}\n\}\n\}\n\}/,
  );
});

test('what cannot be used is reported where it stands', async () => {
  const outside = writeFiles(tempDir(), { 'secret.png': png });
  const dir = writeFiles(tempDir(), {
    '.git/HEAD': '',
    'content/a.md': '# A',
    'static/img/there.png': png,
    'img/active.svg': '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>',
    'theme/site.css': `@import 'none.css';
@import "https://fonts.example/css";
/* url(comment.png) */
a { background: url(lost.png); }
\tb { background: url("https://cdn.example/x.png"), url(http://cdn.example/x.png), url(//cdn.example/y.png) }
@font-face { src: url(https://fonts.example/x.woff2) }
c { background: url(../img/active.svg), url(link.png), url(../../../../etc/hosts), url(/img/there.png), url(/img/thre.png) }
d { background: url(data:image/png;base64,AA==), url(#local), url() }
@font-face { src: url(data:font/woff2;base64,AA==) }`,
  });
  symlinkSync(join(outside, 'secret.png'), join(dir, 'theme/link.png'));
  const hub = await buildIn(dir, { css: 'theme/site.css' });
  expect(hub.said()).toEqual([
    'DG131 /theme/site.css:1:1 stylesheet: `theme/none.css` does not exist',
    "DG132 /theme/site.css:2:1 stylesheet: pages can't load `https://fonts.example/css`: only images over https may come from other hosts",
    'DG131 /theme/site.css:4:17 stylesheet: `lost.png` does not exist',
    "DG132 /theme/site.css:5:52 stylesheet: pages can't load `http://cdn.example/x.png`: only images over https may come from other hosts",
    "DG132 /theme/site.css:5:83 stylesheet: pages can't load `//cdn.example/y.png`: only images over https may come from other hosts",
    "DG132 /theme/site.css:6:19 stylesheet: pages can't load `https://fonts.example/x.woff2`: only images over https may come from other hosts",
    'DG131 /theme/site.css:7:17 stylesheet: `../img/active.svg` has a document type with declarations',
    'DG131 /theme/site.css:7:41 stylesheet: `link.png` is outside of the project',
    'DG131 /theme/site.css:7:56 stylesheet: `../../../../etc/hosts` is neither a font nor an image',
    'DG131 /theme/site.css:7:105 stylesheet: `/img/thre.png` is not a static file of the site',
  ]);
  expect(ownRules(hub)).toContain('url("../img/there.png")');
  expect(policyIn(hub.file('docs/a/'))).toContain('font-src data:;');
});

test('a changed file that a stylesheet names is a new stylesheet', async () => {
  const names = await Promise.all(
    [font, Buffer.from('other')].map(async (bytes) => {
      const hub = await built('@font-face { src: url(x.woff2) }', { 'theme/x.woff2': bytes });
      return hub.files().filter((path) => path.startsWith('assets/'));
    }),
  );
  expect(names[0]?.find((path) => path.endsWith('.css'))).not.toBe(names[1]?.find((path) => path.endsWith('.css')));
});

test('imports of imports end', async () => {
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

test('what looks like an address and is none', () => {
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

test.each([
  ['', 'x'],
  ['screen', '@media screen {\nx\n}'],
  ['layer', '@layer  {\nx\n}'],
  ['layered', '@media layered {\nx\n}'],
  ['LAYER(a.b)', '@layer a.b {\nx\n}'],
  ['supports(not (a: b)) tv', '@media tv {\n@supports (not (a: b)) {\nx\n}\n}'],
])('%s', (condition, rules) => expect(underCondition('x', condition)).toBe(rules));
