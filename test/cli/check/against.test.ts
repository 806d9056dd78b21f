import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type KnownPage, movesOf, readFormer, vanished } from '../../../src/cli/check/lost-urls.js';
import { checkFolder, diagnosticsOf } from '../../support/check.js';
import { dataOf } from '../../support/data.js';
import { buildHub, listen, tempDir, writeFiles } from '../../support/hub.js';
import { scenarios } from '../../support/scenarios.js';

const data = dataOf<{
  before: Record<'index.md' | 'guides/setup.md' | 'guides/stays.md', string>;
}>('cli/check/against');
const url = 'https://docs.example.org';
const before = data.before;
const after = {
  'index.md': before['index.md'],
  'start/installation.md': before['guides/setup.md'],
  'start/more.md': '# More\n\nA page that is new.\n',
  'guides/stays.md': before['guides/stays.md'],
};
const { signal } = new AbortController();
scenarios('cli/check/against');

test('the sitemap of the previous site on the web: its pages are downloaded', async () => {
  const [old, now] = [await buildHub(before, { url }), await buildHub(after, { url })];
  const asked: string[] = [];
  const origin = await listen((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const path = request.url?.endsWith('/') ? `${request.url}index.html` : `${request.url}`;
    if (path === '/moved.xml') return void response.writeHead(302, { location: '/sitemap.xml' }).end();
    if (!old.has(path.slice(1))) return void response.writeHead(404).end();
    response.end(old.file(path.slice(1)).replaceAll(url, `http://${request.headers.host}`));
  });
  const { folder, facts } = await checkFolder(join(now.dir, 'build'));
  const former = await readFormer(`${origin}/moved.xml`, '/', signal);
  const found = await vanished(folder, facts, former, () => false);
  const hints = diagnosticsOf('', found).map(({ hint }) => hint);
  expect(hints.filter((hint) => hint?.includes('the same text'))).toEqual([
    expect.stringContaining('redirect_from: /docs/guides/setup/`'),
  ]);
  expect(asked).toContain('GET /docs/guides/setup/');
});

describe('lists', () => {
  const xml = (...urls: readonly string[]) =>
    `<?xml version="1.0"?><urlset xmlns="x">${urls.map((one) => `<url><loc>${one}</loc><image:image><image:loc>${url}/i.png</image:loc></image:image></url>`).join('')}</urlset>`;
  const index = (...urls: readonly string[]) =>
    `<sitemapindex>${urls.map((one) => `<sitemap><loc>${one}</loc></sitemap>`).join('')}</sitemapindex>`;
  const read = async (files: Readonly<Record<string, string | Uint8Array>>) => {
    const dir = writeFiles(tempDir(), files);
    const { addresses } = await readFormer(join(dir, Object.keys(files)[0] ?? ''), '/', signal);
    return [...addresses.keys()];
  };

  test.each([
    ['a sitemap', { 'a.xml': xml(`${url}/x/`, ` ${url}/a&amp;b `, `<![CDATA[${url}/c]]>`) }, ['/x/', '/a&b', '/c']],
    ['compressed', { 'a.xml.gz': gzipSync(xml(`${url}/x/`)) }, ['/x/']],
    [
      'an index',
      {
        'a.xml': index(`${url}/b.xml`, `${url}/c.xml.gz`),
        'b.xml': xml(`${url}/1`),
        'c.xml.gz': gzipSync(xml(`${url}/2`)),
      },
      ['/1', '/2'],
    ],
    ['lines', { list: '\ufeff/a/\r\nhttps://x.example/b\n/a/\n# no\n' }, ['/a/', '/b']],
    ['routes of docgen', { list: '/docs/a  doc  docs/a/index.html\n/404  notFound  404.html\n' }, ['/docs/a']],
    [
      'the same as JSON',
      { 'l.json': '[{"kind":"doc","permalink":"/docs/a","title":"A"},{"kind":"notFound","permalink":"/404"},"/b"]' },
      ['/docs/a', '/b'],
    ],
    [
      'a folder',
      { 'f/index.html': 'x', 'f/a/index.html': 'x', 'f/b.html': 'x', 'f/404.html': 'x', 'f/c.png': 'x' },
      undefined,
    ],
  ])('%s', async (_, files, wanted) => {
    if (wanted) expect(await read(files as never)).toEqual(wanted);
    else {
      const dir = writeFiles(tempDir(), files as never);
      const { addresses } = await readFormer(join(dir, 'f'), '/hub/', signal);
      expect([...addresses.keys()]).toEqual(['/hub/a/', '/hub/b.html', '/hub/']);
    }
  });

  test.each([
    ['nothing', { 'a.xml': '' }, 'contains no address'],
    [
      'entities that grow',
      {
        'a.xml': `<!DOCTYPE u [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>`,
      },
      'contains `&b;`, which is no address',
    ],
    [
      'a file of the machine',
      { 'a.xml': '<!DOCTYPE u [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset><url><loc>&x;</loc></url></urlset>' },
      'which is no address',
    ],
    ['an index that names itself', { 'a.xml': index(`${url}/a.xml`) }, 'has too many sitemaps'],
    ['an index that leads out', { 'a.xml': index(`${url}/..%2f..%2fetc%2fpasswd`) }, 'which is not next to it'],
    ['a bomb', { 'a.xml.gz': gzipSync(Buffer.alloc(100e6, 32)) }, 'cannot be decompressed, or is over 64 MB'],
    ['another text', { list: 'Some words\n' }, 'contains `Some words`, which is no address'],
    ['broken JSON', { list: '[{' }, 'is not valid JSON'],
  ])('hostile: %s', async (_, files, reason) => {
    await expect(read(files as never)).rejects.toThrow(reason);
  });

  test('a sitemap index on the web can only contain sitemaps of its own host', async () => {
    const origin = await listen((_, response) => void response.end(index('http://169.254.169.254/latest')));
    await expect(readFormer(`${origin}/s.xml`, '/', signal)).rejects.toThrow('lists a sitemap of another host');
  });
});

describe('pages that moved', () => {
  const known = (address: string, title?: string, body?: string): KnownPage => ({ address, title, body });
  test('the most reliable feature decides, and each page is matched once', () => {
    const gone = [
      known('/a/one/', 'One', 'x'),
      known('/a/two/', 'Two', 'y'),
      known('/a/three/', 'Same', 'z'),
      known('/a/four/', 'Same'),
    ];
    const added = [
      known('/b/two/', 'New', 'x'),
      known('/c/zwei/', 'Two', 'q'),
      known('/d/three/', 'Other'),
      known('/e/', 'Four'),
    ];
    expect([...movesOf(gone, added)].map(([from, { to, why }]) => `${from} ${to} ${why}`)).toEqual([
      '/a/one/ /b/two/ the same text',
      '/a/two/ /c/zwei/ the same title',
      '/a/three/ /d/three/ the same name in another folder',
      '/a/four/ /e/ its title is the former name',
    ]);
  });
});
