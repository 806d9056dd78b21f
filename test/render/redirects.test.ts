// Moved pages: what asks for a redirect, what is made of it, and what is said where that cannot be.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { build } from '../../src/build.js';
import type { UserConfig } from '../../src/model/config.js';
import { resolveConfig } from '../../src/model/config.js';
import {
  activeIn,
  buildHub,
  buildIn,
  configOf,
  type Files,
  filesBelow,
  inProcess,
  modelOfFiles,
  say,
  tempDir,
  writeFiles,
} from '../support/hub.js';

const page = (frontMatter: string, title = 'New') => `---\n${frontMatter}\n---\n# ${title}\n\n## Part\n\nText.\n`;
const redirects = (...all: NonNullable<UserConfig['redirects']>) => ({ redirects: all });

describe('what asks for a redirect', () => {
  test.each([
    [
      'Jekyll: from the root of the site, with or without a slash',
      'redirect_from: [/old/one, old/two/, /three.html, /four/index.html]',
      ['four/index.html', 'old/one/index.html', 'old/two/index.html', 'three.html'],
    ],
    ['Jekyll: one text', 'redirect_from: /old', ['old/index.html']],
    [
      'Hugo: from the root, or beside the page',
      'aliases:\n  - /old/\n  - before\n  - ../up\n  - sub/x.html',
      [
        'docs/before/index.html',
        'docs/guides/before/index.html'.replace('guides/', ''),
        'docs/sub/x.html',
        'old/index.html',
        'up/index.html',
      ],
    ],
    [
      'a number, percent signs, spaces, other scripts',
      'redirect_from: [2019, /a%20b, "/c d", /é/ü]',
      ['2019/index.html', 'a b/index.html', 'c d/index.html', 'é/ü/index.html'],
    ],
    ['nothing', 'aliases:\nredirect_from: []', []],
  ])('%s', async (_, frontMatter, paths) => {
    const hub = await buildHub({ 'new.md': page(frontMatter) });
    expect(hub.said()).toEqual([]);
    const made = hub
      .files()
      .filter((path) => path.endsWith('.html') && hub.file(path).includes('http-equiv="refresh"'));
    expect(made).toEqual([...new Set([...paths, 'index.html'])].sort());
    for (const path of paths) {
      const html = hub.file(path);
      expect(html).toContain('<meta http-equiv="refresh" content="0; url=/docs/new/">');
      expect(html).toContain('<a href="/docs/new/">New</a>');
      expect(html).toContain('<meta name="robots" content="noindex">');
      expect(activeIn(html)).toEqual([]);
    }
  });

  test('a page of the config: by address, by file, with a place, to another host; base path and form of addresses hold', async () => {
    const hub = await buildHub(
      { 'guides/new.md': page('title: New') },
      {
        ...{ basePath: '/hub/', url: 'https://docs.example.org', trailingSlash: false },
        ...redirects(
          { from: '/one', to: '/docs/guides/new' },
          { from: '/two', to: 'guides/new.md' },
          { from: '/three', to: '/docs/guides/new#part', status: 302 },
          { from: '/four', to: 'https://other.example/x?y=1' },
          { from: '/v1/*', to: '/docs/*' },
        ),
      },
    );
    expect(hub.said()).toEqual([]);
    expect(hub.file('one.html')).toContain('content="0; url=/hub/docs/guides/new"');
    expect(hub.file('one.html')).toContain(
      '<link rel="canonical" href="https://docs.example.org/hub/docs/guides/new">',
    );
    expect(hub.file('three.html')).toContain('url=/hub/docs/guides/new#part"');
    expect(hub.file('four.html')).toContain('href="https://other.example/x?y=1"');
    expect(hub.file('_redirects')).toBe(
      [
        '/hub/four https://other.example/x?y=1 301',
        '/hub/four/ https://other.example/x?y=1 301',
        '/hub/one /hub/docs/guides/new 301',
        '/hub/one/ /hub/docs/guides/new 301',
        '/hub/three /hub/docs/guides/new#part 302',
        '/hub/three/ /hub/docs/guides/new#part 302',
        '/hub/two /hub/docs/guides/new 301',
        '/hub/two/ /hub/docs/guides/new 301',
        '/hub/v1/* /hub/docs/:splat 301',
        '',
      ].join('\n'),
    );
    for (const file of ['sitemap.xml', 'llms.txt', 'docs/all.html'])
      expect(hub.file(file)).not.toMatch(/\/(?:one|two|three|four)\b/);
  });

  test.each([true, false, undefined])(
    'what a star stands for follows one slash: trailingSlash %s',
    async (trailingSlash) => {
      const dir = writeFiles(tempDir(), { 'content/guides/index.md': '# Guides', 'content/guides/new.md': '# New' });
      const given = {
        ...{ basePath: '/hub/', trailingSlash, external: ['/hub/app/**'] },
        ...redirects(
          { from: '/a/*', to: '/docs/guides/*' },
          { from: '/b/*', to: 'https://other.example/x/*' },
          { from: '/c/*', to: 'https://other.example/*' },
          { from: '/d/*', to: '/docs/guides' },
          { from: '/e/', to: '/docs/guides/new/' },
          { from: '/f', to: '/docs/' },
          { from: '/g', to: '/app/x' },
        ),
      };
      const overrides = { redirects: 'nginx' } as const;
      const config = resolveConfig(given, { cwd: dir, file: undefined, overrides }).value;
      if (!config) throw new Error('the config is refused');
      const report = await build(config, { strict: false, reader: inProcess });
      expect(report.diagnostics.map(say)).toEqual([]);
      const end = trailingSlash === false ? '' : '/';
      const lines = readFileSync(join(config.out, '_redirects'), 'utf8').split('\n');
      expect(lines.filter((line) => line.includes('*'))).toEqual([
        '/hub/a/* /hub/docs/guides/:splat 301',
        '/hub/b/* https://other.example/x/:splat 301',
        '/hub/c/* https://other.example/:splat 301',
        `/hub/d/* /hub/docs/guides${end} 301`,
      ]);
      expect(lines.filter((line) => /^\S+[efg]\/? /.test(line))).toEqual([
        `/hub/e /hub/docs/guides/new${end} 301`,
        `/hub/e/ /hub/docs/guides/new${end} 301`,
        `/hub/f /hub/docs${end} 301`,
        `/hub/f/ /hub/docs${end} 301`,
        '/hub/g /hub/app/x 301',
        '/hub/g/ /hub/app/x 301',
      ]);
      // A location has nothing but what is redirected: nginx would serve a file from there.
      const locations = readFileSync(join(config.out, 'redirects.nginx.conf'), 'utf8').match(/^location .*$/gm) ?? [];
      expect(locations.filter((location) => location.includes('^~'))).toEqual([
        'location ^~ "/hub/a/" { if ($request_uri ~ "^/hub/a/([^?#]*)") { return 301 "/hub/docs/guides/$1"; } return 404; }',
        'location ^~ "/hub/b/" { if ($request_uri ~ "^/hub/b/([^?#]*)") { return 301 "https://other.example/x/$1"; } return 404; }',
        'location ^~ "/hub/c/" { if ($request_uri ~ "^/hub/c/([^?#]*)") { return 301 "https://other.example/$1"; } return 404; }',
        `location ^~ "/hub/d/" { return 301 "/hub/docs/guides${end}"; }`,
      ]);
    },
  );

  test('a link to an old address leads to the page', async () => {
    const hub = await buildHub({
      'new.md': page('redirect_from: /docs/old/'),
      'a.md': '# A\n\n[x](/docs/old) [y](old.md)\n',
    });
    expect(hub.body('docs/a/')).toContain('<a href="/docs/new/">x</a>');
    expect(hub.said()).toEqual([expect.stringContaining('DG601 a.md:3:16')]);
  });

  test('a gathered page gets addresses of its own section only', async () => {
    const commit = '0123456789'.repeat(4);
    const source = { repo: 'https://github.com/own/p', ref: 'main', branch: 'main', commit, date: '2024-01-02' };
    const record = { ...source, license: null, files: { 'g/x.md': 'docs/g/x.md' }, tree: ['docs/g/x.md'] };
    const dir = writeFiles(tempDir(), {
      'content/a.md': '# A',
      '.docgen/sources/s/.docgen-source.json': JSON.stringify({ version: 1, sources: [record] }),
      '.docgen/sources/s/g/x.md': page('redirect_from: [/old, /docs/s/own, /docs/a]\naliases: [near, ../../../far]'),
    });
    const sources = [{ section: 's', repo: source.repo, ref: 'main', paths: [{ from: 'docs' }] }];
    const hub = await buildIn(dir, { sources });
    expect(
      hub
        .file('_redirects')
        .split('\n')
        .filter((line) => !/^\S+\/ /.test(line)),
    ).toEqual([
      '/docs/s/docs/a /docs/s/g/x/ 301',
      '/docs/s/g/near /docs/s/g/x/ 301',
      '/docs/s/old /docs/s/g/x/ 301',
      '/docs/s/own /docs/s/g/x/ 301',
      '',
    ]);
    expect(hub.said()).toEqual(['DG511 s/g/x.md:3:1 `aliases`: `../../../far` leaves the section of the page']);
  });
});

describe('what cannot be made is said', () => {
  const said = async (files: Files, config: UserConfig = {}) => {
    const dir = writeFiles(
      tempDir(),
      Object.fromEntries(Object.entries(files).map(([path, text]) => [`content/${path}`, text])),
    );
    const resolved = resolveConfig(config, { cwd: dir, file: 'docgen.config.ts', overrides: {} });
    if (!resolved.value) throw new Error(JSON.stringify(resolved.diagnostics));
    const report = await build(resolved.value, { strict: false, reader: inProcess });
    return { said: report.diagnostics.map(say), files: filesBelow(join(dir, 'build')) };
  };
  const files = { 'new.md': page('title: New'), 'b.md': '# B' };

  test('nowhere, chains, loops', async () => {
    const { said: lines, files: made } = await said(
      files,
      redirects(
        { from: '/no', to: '/docs/nwe' },
        { from: '/c1', to: '/c2' },
        { from: '/c2', to: '/c3' },
        { from: '/c3', to: '/docs/new' },
        { from: '/l1', to: '/l2' },
        { from: '/l2', to: '/l1' },
        { from: '/into', to: '/l1' },
        { from: '/self', to: '/self' },
        { from: '/p/*', to: '/p/q/*' },
        { from: '/place', to: '/docs/new#none' },
        { from: '/rest/*', to: '/nothing/*' },
      ),
    );
    expect(lines).toEqual(
      [
        'DG514 docgen.config.ts redirect from `/c1`: `/c2` redirects again; it leads to `/docs/new/`',
        'DG514 docgen.config.ts redirect from `/c2`: `/c3` redirects again; it leads to `/docs/new/`',
        'DG513 docgen.config.ts redirect from `/no`: nothing is at `/docs/nwe`',
        'DG515 docgen.config.ts redirect from `/l1` leads back to itself, by `/l2`',
        'DG513 docgen.config.ts redirect from `/into`: nothing is at `/l1`',
        'DG515 docgen.config.ts redirect from `/self` leads back to itself, by `/self`',
        'DG515 docgen.config.ts redirect from `/p/*` leads back to itself, by `/p/q/*`',
        'DG513 docgen.config.ts redirect from `/rest/*`: nothing is at `/nothing/*`',
        'DG602 docgen.config.ts anchor `#none` not found in `new.md`',
      ].sort((a, b) => lines.indexOf(a) - lines.indexOf(b)),
    );
    expect(made.filter((path) => /^(?:no|l1|l2|self|into|p)\//.test(path))).toEqual([]);
    expect(made).toContain('c1/index.html');
  });

  test.each([
    ['a page', { from: '/docs/b', to: '/docs/new' }, 'the page `/docs/b` is there'],
    ['a page in other letters', { from: '/docs/B', to: '/docs/new' }, 'the page `/docs/b` differs only by letter case'],
    ['the front', { from: '/', to: '/docs/new' }, 'a file of the site is there, `index.html`'],
    ['a file of docgen', { from: '/sitemap.xml', to: '/docs/new' }, 'a file of the site is there, `sitemap.xml`'],
    [
      'a Markdown copy',
      { from: '/docs/b/index.md', to: '/docs/new' },
      'a file of the site is there, `docs/b/index.md`',
    ],
    ['pages below', { from: '/docs/*', to: '/docs/new' }, '5 pages are below it, such as `/docs/all/`'],
    ['a file above', { from: '/404.html/x', to: '/docs/new' }, 'it needs a folder where `404.html` is a file'],
  ])('a clash with %s', async (_, redirect, reason) => {
    const { said: lines } = await said(files, redirects(redirect as { from: string; to: string }));
    expect(lines).toEqual([`DG512 docgen.config.ts redirect from \`${redirect.from}\`: ${reason}`]);
  });

  test('clashes of redirects, of a page with itself, and with static files', async () => {
    const dir = writeFiles(tempDir(), {
      'content/a.md': page('redirect_from: [/x, /docs/a]\ntitle: A'),
      'content/b.md': page('title: B\nredirect_from: [/X, /x.html/y, /img/p.png, /_redirects]'),
      'content/c.md': page('redirect_from: [/x.html, /y, /y/]\ntitle: C'),
      'static/img/p.png': 'x',
    });
    const hub = await buildIn(dir, { static: ['static'] });
    expect(hub.said()).toEqual([
      'DG512 a.md:2:1 redirect from `/docs/a`: it is the address of the page itself',
      'DG512 b.md:3:1 redirect from `/X`: another redirect begins there, of `a.md`',
      'DG512 b.md:3:1 redirect from `/img/p.png`: a file of the site is there, `img/p.png`',
      'DG512 b.md:3:1 redirect from `/x.html/y`: it needs a folder where `x.html` is a file',
    ]);
  });

  test.each([
    '../../etc/passwd',
    '//evil.example/x',
    'https://evil.example',
    'javascript:alert(1)',
    '/a/%2e%2e/%2e%2e/%2e%2e/etc',
    '/a?b',
    '/a#b',
    '/*',
    '/a/%2A',
    '/x\\u000d\\u000aLocation: y',
    '\\\\evil',
    '/a%0d%0ab',
    `/${'n'.repeat(300)}`,
    '/.git/config',
    ' ',
    '/x%5c..%5cy',
    '/\\u2028',
  ])('%j in front matter is refused', async (from) => {
    const hub = await buildHub({ 'a.md': page(`redirect_from: ["${from.replace(/\\(?!u)/g, '\\\\')}"]`) });
    expect(hub.said().filter((line) => !line.startsWith('DG304'))).toEqual([
      expect.stringMatching(/^DG511 a\.md:2:1 `redirect_from`: /),
    ]);
    expect(hub.has('_redirects')).toBe(false);
    expect(
      hub.files().filter((path) => !/^(?:docs\/|assets\/|\.docgen|404|index|llms|robots|_headers)/.test(path)),
    ).toEqual([]);
  });

  test.each([
    [{ from: '//evil', to: '/docs/b' }, /DG105/],
    [{ from: '/a', to: '' }, /DG105/],
    [{ from: '/a', to: '/docs/b', status: 200 }, /DG105/],
    [{ from: '/a', too: '/docs/b' }, /DG106 .*redirects\.0\.too/],
  ])('%j is a fault of the config', (redirect, message) => {
    const { diagnostics } = resolveConfig({ redirects: [redirect] }, { cwd: '/', file: undefined, overrides: {} });
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n')).toMatch(message);
  });

  test.each([
    'javascript:alert(1)',
    '//evil',
    'https://u:p@x.example',
    'https://x.example/\r\nx: y',
    '../up',
    '/docs/b?x="y"',
  ])('to %j', async (to) => {
    expect((await said(files, redirects({ from: '/a', to }))).said).toEqual([
      expect.stringMatching(/^DG511 docgen\.config\.ts `redirects\.0\.to`/),
    ]);
  });

  test('100,000 aliases are bounded, on one page and on many', async () => {
    const many = (count: number, name: string) =>
      page(`redirect_from: [${Array.from({ length: count }, (_, index) => `/${name}/${index}`).join(',')}]`);
    const { site, diagnostics } = await modelOfFiles({
      ...Object.fromEntries(Array.from({ length: 102 }, (_, index) => [`p${index}.md`, many(100, `p${index}`)])),
      'z.md': many(4000, 'z'),
    });
    expect(diagnostics.map(say)).toEqual([
      'DG516 z.md:2:1 4000 redirects are named by this page; the first 100 are made',
      'DG516 - 10300 redirects are named by pages; the first 10000 are made',
      'DG517 - `_redirects` has 20000 lines, of which Cloudflare reads 2000',
    ]);
    expect(site.redirects).toHaveLength(10_000);
  }, 60_000);
});

test('redirects are of the site: listed in its manifest, reused, and gone with what asked for them', async () => {
  const dir = writeFiles(tempDir(), { 'content/a.md': page('redirect_from: /old'), 'content/b.md': '# B' });
  const config = configOf(dir);
  const run = () => build(config, { strict: false, reader: inProcess, cache: join(dir, 'cache') });
  await run();
  const first = filesBelow(config.out);
  expect(first).toContain('old/index.html');
  await run();
  expect(filesBelow(config.out)).toEqual(first);
  writeFiles(dir, { 'content/a.md': page('redirect_from: /older') });
  await run();
  expect(filesBelow(config.out).filter((path) => path.startsWith('old'))).toEqual(['older/index.html']);
});

describe('a page of the previous build that is gone', () => {
  const long = (word: string) => `${word} text that is long enough to be known again, whatever the page is called now.`;

  test('is named with the line to add, where one new page has its text or its title', async () => {
    const before = {
      'content/text.md': `# Before\n\n${long('Same')}\n`,
      'content/title.md': '# Kept Title\n\nOne.\n',
      'content/gone.md': '# Gone\n\nNothing.\n',
      'content/told.md': `# Told\n\n${long('Told')}\n`,
      'content/twin-a.md': '# Twin\n\nA.\n',
      'content/twin-b.md': '# Twin\n\nB.\n',
      'content/stays.md': '# Stays\n',
      'content/a b.md': `# Odd\n\n${long('Odd')}\n`,
    };
    const dir = writeFiles(tempDir(), before);
    expect((await buildIn(dir, { basePath: '/hub/' })).said()).toEqual([]);
    for (const path of Object.keys(before)) if (path !== 'content/stays.md') rmSync(join(dir, path));
    writeFiles(dir, {
      'content/new/text.md': `---\ntitle: After\n---\n${long('Same')}\n`,
      'content/new/title.md': '# Kept Title\n\nTwo.\n',
      'content/new/told.md': `---\nredirect_from: /docs/told\n---\n# Told\n\n${long('Told')}\n`,
      'content/new/twin.md': '# Twin\n\nC.\n',
      'content/new/odd.md': `# Odd too\n\n${long('Odd')}\n`,
    });
    const said = await buildIn(dir, { basePath: '/hub/' });
    expect(said.diagnostics.map((one) => `${say(one)}; ${one.hint}`)).toEqual([
      'DG518 new/odd.md:1:1 `/docs/a b/` of the previous build is gone, and this page has the same text; if it moved, add `redirect_from: "/docs/a b/"` to its front matter',
      'DG518 new/text.md:1:1 `/docs/text/` of the previous build is gone, and this page has the same text; if it moved, add `redirect_from: /docs/text/` to its front matter',
      'DG518 new/title.md:1:1 `/docs/title/` of the previous build is gone, and this page has the same title; if it moved, add `redirect_from: /docs/title/` to its front matter',
    ]);
    // Said once: the site has the new addresses now.
    expect((await buildIn(dir, { basePath: '/hub/' })).said()).toEqual([]);
  });

  test('is not one whose address is written in another form', async () => {
    const dir = writeFiles(tempDir(), { 'content/a.md': `# A\n\n${long('A')}\n` });
    await buildIn(dir);
    expect((await buildIn(dir, { trailingSlash: false })).said()).toEqual([]);
  });
});
