// A copy of the site for reviewers: at another address than the site itself, and in no search engine.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, tempDir, writeFiles } from '../support/hub.js';
import { run } from '../support/sync.js';

const content = {
  'content/a.md': '# A\n\n[release notes](p/releases.md)',
  'content/p/index.md': '# P',
  'content/p/releases.md': '# Releases',
  'content/old/_category_.json': '{"label": "Old", "link": {"type": "generated-index"}}',
  'content/old/b.md': '---\ntags: [x]\n---\n# B',
};

/** The site of a config, built into `build`. */
async function built(config: object, ...options: string[]) {
  const redirects = [{ from: '/docs/moved', to: '/docs/a' }];
  const dir = writeFiles(tempDir(), { ...content, 'docgen.config.json': JSON.stringify({ redirects, ...config }) });
  const ran = await run(dir, 'build', '--strict', ...options);
  const read = (path: string) => readFileSync(join(dir, 'build', path), 'utf8');
  const pages = filesBelow(join(dir, 'build')).filter((path) => path.endsWith('.html'));
  return { dir, ran, read, pages };
}

const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
const lists = ['docs/p/feed.xml', 'sitemap.xml'];
const listsOf = (dir: string) => filesBelow(join(dir, 'build')).filter((path) => lists.includes(path));

test.each([
  ['the root of a host', { url: 'https://docs.example' }, 'https://docs.example/'],
  ['a path of a host', { url: 'https://docs.example/hub/' }, 'https://docs.example/hub/'],
  ['`basePath`', { url: 'https://docs.example', basePath: '/hub/' }, 'https://docs.example/hub/'],
])('of a site at %s: no page is for search engines, each names that of the site itself', async (_, config, site) => {
  const { dir, ran, read, pages } = await built(config, '--base', '/preview/é12/');
  expect(ran.status).toBe(0);
  expect(ran.stderr).toMatch(/^docgen: info DG118: .*`\/preview\/é12\/`/);
  for (const path of pages) expect(read(path), path).toMatch(/<meta name="robots" content="noindex/);
  expect(canonicalOf(read('docs/a/index.html'))).toBe(`${site}docs/a/`);
  expect(canonicalOf(read('docs/moved/index.html'))).toBe(`${site}docs/a/`);
  expect(canonicalOf(read('docs/index.html'))).toBe(`${site}docs/`);
  expect(read('docs/a/index.html')).toContain('<a href="/preview/%C3%A912/docs/p/releases/">');
  expect(read('docs/a/index.html')).toMatch(new RegExp(`property="og:image" content="${site}assets/`));
  expect(read('docs/p/releases/index.html')).not.toContain('feed.xml');
  expect(read('llms.txt')).toContain(`(${site}docs/a/index.md)`);
  expect(listsOf(dir)).toEqual([]);
  expect(read('robots.txt')).toBe('User-agent: *\nDisallow: /\n');
  const checked = await run(dir, 'check', '--strict', '--base', '/preview/é12/');
  expect(checked.stderr).toMatch(/^checked \d+ pages in build: 0 errors, 0 warnings/);
});

test('`docgen check` finds the path of a preview by its links, not by the canonical addresses', async () => {
  const { dir } = await built({ url: 'https://docs.example' }, '--base', '/preview/12/');
  const checked = await run(dir, 'check', '--strict');
  expect(checked.stderr).toMatch(/^checked \d+ pages in build: 0 errors, 0 warnings/);
});

test('on another host, where the base path is the same, `--preview` says it', async () => {
  const { dir, ran, read, pages } = await built({ url: 'https://docs.example/hub/' }, '--preview');
  expect(ran.stderr).not.toContain('DG118');
  for (const path of pages) expect(read(path), path).toMatch(/<meta name="robots" content="noindex/);
  expect(canonicalOf(read('docs/a/index.html'))).toBe('https://docs.example/hub/docs/a/');
  expect(listsOf(dir)).toEqual([]);
  // A build of the site itself makes each page and list anew, whatever is kept of the preview.
  expect((await run(dir, 'build')).status).toBe(0);
  expect(read('docs/a/index.html')).not.toContain('noindex');
  expect(listsOf(dir)).toEqual(lists);
});

test('without an address of the site, a preview has no canonical addresses', async () => {
  const { ran, read } = await built({}, '--preview', '--base', '/preview/');
  expect(ran.status).toBe(0);
  expect(read('docs/a/index.html')).toContain('noindex');
  expect(canonicalOf(read('docs/a/index.html'))).toBeUndefined();
  expect(read('llms.txt')).toContain('(/preview/docs/a/index.md)');
});

test.each([
  ['its own path', 'https://docs.example/hub/', ['--base', 'hub']],
  ['a path that its host gives, with `--no-preview`', 'https://docs.example', ['--base', '/hub/', '--no-preview']],
  ['a path, without the address of a host', '', ['--base', '/hub/']],
])('the site itself, at %s, is none', async (_, url, options) => {
  const { dir, ran, read } = await built({ url }, ...options);
  expect(ran.status).toBe(0);
  expect(ran.stderr).not.toContain('DG118');
  expect(read('docs/a/index.html')).not.toContain('noindex');
  expect(canonicalOf(read('docs/a/index.html'))).toBe(url === '' ? undefined : 'https://docs.example/hub/docs/a/');
  expect(listsOf(dir)).toEqual(url === '' ? [] : lists);
});

test('a version that search engines shall not list names no feed', async () => {
  const { read } = await built({ url: 'https://docs.example', version: { noIndex: true } });
  expect(read('docs/p/releases/index.html')).not.toContain('feed.xml');
});
