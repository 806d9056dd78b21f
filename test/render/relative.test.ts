// A copy that opens from anywhere: every address in a page leads from the page to a file.
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { copiedMarkup } from '../../src/render/pages/links/copied-markup.js';
import { relativePages } from '../../src/render/pages/links/relative.js';
import { buildHub, configOf, elementsOf, type Files, inProcess, tempDir, textOf, writeFiles } from '../support/hub.js';

const hub: Files = {
  'index.md':
    '# Front\n\n[one](one.md), [two](deep/er/two.md#a-b), [mail](mailto:x@y.example), [out](https://x.example/docs/?q=1#x)',
  'one.md':
    '# One\n\n![dot](dot.svg) [file](data.csv) [self](#one) [query](deep/er/two.md?a=1&b=2#a-b)\n\n## A “b” 100%',
  'deep/er/two.md': '# Two\n\n## A b\n\n[up](../../one.md) [odd](../../odd.md) <https://auto.example>',
  'odd.md': '---\nslug: "/javascript:alert(1)"\n---\n\n# Odd\n\n[ü](ü%20ö.md)',
  'ü ö.md': '# Umlaut\n\n[odd](odd.md)',
  'dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>',
  'data.csv': 'a,b\n',
};

/** Addresses in the pages of a site that lead to no file from where they stand. */
function broken(dir: string, files: readonly string[], read: (path: string) => string): string[] {
  const pages = files.filter((path) => path.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(7);
  return pages.flatMap((page) =>
    elementsOf(read(page)).flatMap(({ attributes }) =>
      [attributes['href'], attributes['src'], attributes['srcset'], /url=(.*)/.exec(attributes['content'] ?? '')?.[1]]
        .filter((address) => address !== undefined && !/^(?:https?:|mailto:|#)/.test(address))
        .filter((address) => {
          const path = decodeURIComponent(`${address}`.replace(/[?#].*/, ''));
          return path.startsWith('/') || !existsSync(posix.join(dir, posix.dirname(page), path));
        })
        .map((address) => `${page}: ${address}`),
    ),
  );
}

const forms = [
  {},
  { trailingSlash: false },
  { basePath: '/hub/', url: 'https://docs.example' },
  { routeBase: '', redirects: [{ from: '/old', to: '/one/' }] },
];

test.each(forms)('every address leads to a file: %j', async (config) => {
  const { dir, files, file, has, said } = await buildHub(hub, { relative: true, ...config });
  expect(said().map((text) => text.slice(0, 5))).toEqual(['DG505']); // a colon is for Windows no name
  expect(broken(`${dir}/build`, files(), file)).toEqual([]);
  const plain = await buildHub(hub, config);
  const isPage = (path: string) => path.endsWith('.html');
  expect(files().filter(isPage)).toEqual(plain.files().filter(isPage));
  for (const path of files().filter(isPage)) expect(textOf(file(path))).toBe(textOf(plain.file(path)));
  for (const path of files().filter((name) => !isPage(name) && has(name))) expect(file(path)).toBe(plain.file(path));
});

test('what is not of the site stays, and nothing becomes active', async () => {
  const { file, body } = await buildHub(hub, {
    relative: true,
    url: 'https://docs.example/hub/',
    external: ['/hub/app/**'],
  });
  expect(body('docs/')).toContain('<a href="mailto:x@y.example" rel="noopener noreferrer">mail</a>');
  expect(body('docs/')).toContain('href="https://x.example/docs/?q=1#x"');
  expect(body('docs/')).toContain('<a href="deep/er/two/index.html#a-b">two</a>');
  expect(body('docs/one/')).toContain('<a href="#one">self</a>');
  expect(body('docs/one/')).toContain('<a href="../deep/er/two/index.html?a=1%26b=2#a-b">query</a>');
  expect(body('docs/one/')).toMatch(/<img src="\.\.\/\.\.\/assets\/dot\.[0-9a-f]{12}\.svg"/);
  expect(body('docs/deep/er/two/')).toContain('<a href="../../../javascript:alert(1)/index.html">odd</a>');
  expect(file('docs/')).toContain('href="./javascript:alert(1)/index.html"');
  expect(file('docs/')).not.toMatch(/="javascript:/);
  expect(file('docs/one/')).toContain('<link rel="canonical" href="https://docs.example/hub/docs/one/">');
  expect(file('index.html')).toContain('<meta http-equiv="refresh" content="0; url=docs/index.html">');
  expect(file('sitemap.xml')).toContain('<loc>https://docs.example/hub/docs/one/</loc>');
  expect(file('_headers')).toContain('/hub/assets/*');
});

test('addresses outside the site are those of its host, where that is known', () => {
  const page = { path: 'docs/x/index.html' as never, bytes: '' };
  const renamed = (config: object, ...addresses: string[]) => {
    const relative = relativePages({ config: configOf('/', config) }, ['docs/y/index.html', 'docs/z.html', 'docs/a:b']);
    const bytes = addresses.map((address) => `<a href="${address}">`).join('');
    return elementsOf(`${relative({ ...page, bytes }).bytes}`).map(({ attributes }) => attributes['href']);
  };
  expect(renamed({ basePath: '/hub/' }, '/other/', '/hub', '/hub/docs/y')).toEqual([
    '/other/',
    '../../index.html',
    '../y/index.html',
  ]);
  expect(renamed({ url: 'https://e.example/hub/' }, '/other/?a#b', '//cdn.example/x')).toEqual([
    'https://e.example/other/?a#b',
    'https://cdn.example/x',
  ]);
  expect(renamed({}, '/docs/z', '../y/', '.', '', '#f', '/\\evil.example/', '/.//evil', 'javascript:1')).toEqual([
    '../z.html',
    '../y/index.html',
    'index.html',
    '',
    '#f',
    'https://evil.example/',
    '/.//evil',
    'javascript:1',
  ]);
});

test('only attributes of tags are read', () => {
  const up = (address: string) => address.replace(/^\//, '../');
  const copied = (html: string) => copiedMarkup(html, up);
  const same = [
    '<p title=\'<a href="/x">\'>a href="/x"</p>',
    '<!-- <a href="/x"> --><title><a href="/x"></title>',
    '<svg><title>t</title></svg><meta name="description" content="0; url=/x">',
  ];
  for (const html of same) expect(copied(html)).toBe(html);
  expect(copied('<A HREF=/x class=a><img src=\'/x?a=1&amp;b=%22\' srcset="/a.png 1x, /b,c.png 2x,/d.png">')).toBe(
    '<A HREF=../x class=a><img src=\'../x?a=1&amp;b=%22\' srcset="../a.png 1x, ../b,c.png 2x,../d.png">',
  );
  expect(copied('<svg><title>t</title><a xlink:href="/x"/></svg><a href="/x">')).toBe(
    '<svg><title>t</title><a xlink:href="../x"/></svg><a href="../x">',
  );
  expect(
    copied('<meta property="og:title" content="t"><li itemprop="i" itemscope><meta itemprop="p" content="1">'),
  ).toBe('<li>');
});

test('the option is of the key: a normal build after a copy makes every page anew', async () => {
  const dir = writeFiles(tempDir(), { 'content/a.md': '# A\n' });
  const { build } = await import('../../src/build.js');
  const { readFileSync } = await import('node:fs');
  const page = async (relative: boolean) => {
    await build(configOf(dir, { relative }), { strict: false, reader: inProcess, cache: `${dir}/cache` });
    return readFileSync(`${dir}/build/docs/a/index.html`, 'utf8');
  };
  expect(await page(true)).not.toMatch(/(?:href|src)="\//);
  expect(await page(false)).toContain('href="/docs/');
  expect(await page(true)).not.toMatch(/(?:href|src)="\//);
});
