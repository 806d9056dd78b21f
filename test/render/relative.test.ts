// A portable build: every URL in a page is relative and resolves to a file.
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { copiedMarkup, relativePages } from '../../src/render/pages/links/relative.js';
import { dataOf } from '../support/data.js';
import { buildHub, configOf, elementsOf, type Files, textOf } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

const data = dataOf<{ hub: Files; configs: object[]; same: string[]; changed: [string, string][] }>('render/relative');
const { hub } = data;

scenarios('render/relative');

/** Returns relative URLs in pages that don't resolve to a file. */
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

test.each(data.configs)('every URL resolves to a file: %j', async (config) => {
  const { dir, files, file, has, said } = await buildHub(hub, { relative: true, ...config });
  expect(said().map((text) => text.slice(0, 5))).toEqual(['DG505']); // a colon is invalid on Windows
  expect(broken(`${dir}/build`, files(), file)).toEqual([]);
  const plain = await buildHub(hub, config);
  const isPage = (path: string) => path.endsWith('.html');
  expect(files().filter(isPage)).toEqual(plain.files().filter(isPage));
  for (const path of files().filter(isPage)) expect(textOf(file(path))).toBe(textOf(plain.file(path)));
  for (const path of files().filter((name) => !isPage(name) && has(name))) expect(file(path)).toBe(plain.file(path));
});

test('URLs outside the site are on its host, if that is known', () => {
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

test('only attributes of tags are changed', () => {
  const up = (address: string) => address.replace(/^\//, '../');
  const copied = (html: string) => copiedMarkup(html, up);
  for (const html of data.same) expect(copied(html)).toBe(html);
  for (const [html, wanted] of data.changed) expect(copied(html)).toBe(wanted);
});
