import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type KnownPage, movesOf, readFormer, vanished } from '../../../src/cli/check/lost-urls.js';
import { checkFolder, diagnosticsOf } from '../../support/check.js';
import { dataOf } from '../../support/data.js';
import { buildHub, listen, say, tempDir, writeFiles } from '../../support/hub.js';
import { run } from '../../support/sync.js';

const data = dataOf<{
  before: Record<'index.md' | 'guides/setup.md' | 'guides/stays.md', string>;
  found: [string, string][];
}>('cli/check/against');
const url = 'https://docs.example.org';
const before = data.before;
const after = {
  'index.md': before['index.md'],
  'start/installation.md': before['guides/setup.md'],
  'start/more.md': '# More\n\nA page that is new.\n',
  'guides/stays.md': before['guides/stays.md'],
};
const moved = (to: string) =>
  `<!doctype html><html lang="en"><head><title>Moved</title><meta http-equiv="refresh" content="0; url=${to}"></head></html>`;
const { signal } = new AbortController();
const isSynced = () => false;

/** Compares a folder with a list of old URLs. */
async function goneIn(dir: string, list: string): Promise<string[]> {
  const { folder, facts } = await checkFolder(dir);
  const former = await readFormer(list, folder.site.base, signal);
  const found = diagnosticsOf(dir, await vanished(folder, facts, former, isSynced));
  return found.map((one) => `${say(one)}: ${one.hint}`);
}

describe('a sitemap of the previous build: one page renamed, one removed, one redirected', () => {
  test('exactly the first two are named, the first with the line to add; by the program', async () => {
    const stays = `---\nredirect_from: /docs/guides/redirected/\n---\n\n${after['guides/stays.md']}`;
    const [old, now] = [
      await buildHub(before, { url }),
      await buildHub({ ...after, 'guides/stays.md': stays }, { url }),
    ];
    const ran = await run(now.dir, 'check', '--against', join(old.dir, 'build/sitemap.xml'));
    expect(ran.stderr.split('\n').filter((line) => /DG0[02]\d|redirect_from/.test(line))).toEqual([
      'docgen: error DG020: `/docs/guides/removed/` no longer exists',
      'docgen: error DG020: `/docs/guides/setup/` no longer exists',
      '  help: `/docs/start/installation/` seems to be that page (the same text): add `redirect_from: /docs/guides/setup/` to its front matter',
    ]);
    expect(ran.status).toBe(1);
  });

  test('the sitemap alone: by title and name', async () => {
    const [old, now] = [
      await buildHub(before, { url }),
      await buildHub(
        { ...after, 'start/setup.md': after['start/installation.md'], 'start/installation.md': '# Installation\n' },
        { url },
      ),
    ];
    const list = join(writeFiles(tempDir(), { 'old.xml': old.file('sitemap.xml') }), 'old.xml');
    expect(await goneIn(join(now.dir, 'build'), list)).toEqual([
      'DG020 - `/docs/guides/redirected/` no longer exists: restore the page, or add a redirect',
      'DG020 - `/docs/guides/removed/` no longer exists: restore the page, or add a redirect',
      expect.stringMatching(
        /`\/docs\/guides\/setup\/` no longer exists: `\/docs\/start\/setup\/` seems to be that page \(the same name in another folder\)/,
      ),
    ]);
  });

  test('the site as it is on the web: its pages are read there', async () => {
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
    const found = await vanished(folder, facts, former, isSynced);
    const hints = diagnosticsOf('', found).map(({ hint }) => hint);
    expect(hints.filter((hint) => hint?.includes('the same text'))).toEqual([
      expect.stringContaining('redirect_from: /docs/guides/setup/`'),
    ]);
    expect(asked).toContain('GET /docs/guides/setup/');
  });
});

test('the line to add has no base path, and is YAML', async () => {
  const page = (text: string) =>
    `<!doctype html><html lang="en"><title>${text}</title><body><a href="/hub/a/">x</a><a href="/hub/b/">x</a>`;
  const dir = writeFiles(tempDir(), {
    'a/index.html': page('A'),
    'b/index.html': page('B'),
    'new/set-up/index.html': page('C'),
  });
  const list = join(writeFiles(tempDir(), { list: '/hub/a/\n/hub/b/\n/hub/old%20way/set-up/\n' }), 'list');
  expect(await goneIn(dir, list)).toEqual([
    expect.stringContaining('add `redirect_from: "/old way/set-up/"` to its front matter'),
  ]);
});

describe('what stands for an address', () => {
  const page = '<!doctype html><html lang="en"><title>x</title><body>';
  const site = {
    'index.html': page,
    'a/index.html': page,
    'b.html': page,
    'old.html': moved('/a/'),
    _redirects: '/was/*  /a/:splat  301\n/gone  /a/  410\n',
  };
  test.each(data.found)('%s', async (_, address) => {
    const dir = writeFiles(tempDir(), site);
    const list = join(writeFiles(tempDir(), { list: `${address}\n` }), 'list');
    expect(await goneIn(dir, list)).toEqual([]);
  });

  test('a file is not a folder, letter case counts', async () => {
    const dir = writeFiles(tempDir(), site);
    const list = join(writeFiles(tempDir(), { list: '# former\n/b/\n/A/\n\n/a/\n' }), 'list');
    expect(await goneIn(dir, list)).toHaveLength(2);
  });
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

  test('an index on the web names sitemaps of its own host only', async () => {
    const origin = await listen((_, response) => void response.end(index('http://169.254.169.254/latest')));
    await expect(readFormer(`${origin}/s.xml`, '/', signal)).rejects.toThrow('lists a sitemap of another host');
  });

  test('what cannot be read ends the program with 2', async () => {
    const dir = writeFiles(tempDir(), { 'build/index.html': '<!doctype html><title>x</title>' });
    const ran = await run(dir, 'check', '--against', 'none.xml');
    expect([ran.status, ran.stderr]).toEqual([2, expect.stringContaining('error DG021: `none.xml` does not exist')]);
    expect(await run(dir, 'check', 'nowhere')).toMatchObject({ status: 2, stderr: expect.stringContaining('DG018') });
  });
});

describe('pages that moved', () => {
  const known = (address: string, title?: string, body?: string): KnownPage => ({ address, title, body });
  test('the surest sign wins, each page once', () => {
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

  test('similar names in one folder; what fits twice says nothing', () => {
    const added = [known('/a/installing/'), known('/b/setup-1/'), known('/b/setup-2/')];
    expect(
      [...movesOf([known('/a/install/'), known('/b/setup/'), known('/a/other/')], added)].map(([from, { to }]) => [
        from,
        to,
      ]),
    ).toEqual([['/a/install/', '/a/installing/']]);
  });
});
