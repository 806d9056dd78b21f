// Versions of a hub: Docusaurus's folders, folders that the config names, refs of repositories; what each page says of the others.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newestTag } from '../../src/cli/sync/git.js';
import type { UserConfig } from '../../src/model/config/config.js';
import { renderBody } from '../../src/render/body/body.js';
import type { BodyInput } from '../../src/render/body/body-types.js';
import { buildIn, type Files, filesBelow, fixtures, type Hub, tempDir, textOf, writeFiles } from '../support/hub.js';
import { commit, git, hasGit, repository } from '../support/repository.js';
import { fail, run, succeed } from '../support/sync.js';

const doc = (title: string, text: string) => `---\ntitle: ${title}\n---\n\n${text}\n`;

/** Folders of Docusaurus: `current` and two saved versions. */
const folder = join(fixtures, 'versions');
const saved: Files = Object.fromEntries(filesBelow(folder).map((path) => [path, readFileSync(join(folder, path))]));

const links = (html: string) =>
  [
    ...(/<details class="versions">([\s\S]*?)<\/details>/.exec(html)?.[1] ?? '').matchAll(
      /href="([^"]+)"[^>]*>([\s\S]*?)<\/li>/g,
    ),
  ].map(([, href, text = '']) => `${href} ${textOf(text)}`);
const banner = (hub: Hub, path: string) =>
  textOf(/<p class="banner"[^>]*>([\s\S]*?)<\/p>/.exec(hub.file(path))?.[1] ?? '');
const canonical = (hub: Hub, path: string) => /<link rel="canonical" href="([^"]+)"/.exec(hub.file(path))?.[1];

describe('versions that Docusaurus saved', () => {
  const config = { content: 'docs', title: 'Tool', url: 'https://tool.example' };

  test('each has its pages, its tree, its lists; a page leads to itself in the others, or to their fronts', async () => {
    const hub = await buildIn(writeFiles(tempDir(), saved), { ...config, canonical: 'latest' });
    expect(hub.said()).toEqual([
      'DG601 intro.md:6:34 broken link `guide/fresh.md`',
      'DG602 /versioned_docs/version-1.0/intro.md:6:37 anchor `#none` not found in `guide/install.md`',
    ]);
    expect(links(hub.file('docs/guide/install/'))).toEqual([
      '/docs/next/guide/install/ Next',
      '/docs/guide/install/ 2.0 latest',
      '/docs/1.0/guide/install/ 1.0',
    ]);
    expect(links(hub.file('docs/1.0/guide/old/'))).toEqual([
      '/docs/next/ Next front page: it does not have this page',
      '/docs/ 2.0 latest front page: it does not have this page',
      '/docs/1.0/guide/old/ 1.0',
    ]);
    expect(banner(hub, 'docs/1.0/guide/install/')).toBe(
      'This documentation of Tool, version 1.0, is no longer maintained. This page in the latest version, 2.0',
    );
    expect(banner(hub, 'docs/next/guide/fresh/')).toContain('The latest version, 2.0, does not have this page');
    expect(banner(hub, 'docs/guide/install/')).toBe('');
    expect(canonical(hub, 'docs/1.0/guide/install/')).toBe('https://tool.example/docs/guide/install/');
    expect(canonical(hub, 'docs/1.0/guide/old/')).toBe('https://tool.example/docs/1.0/guide/old/');
    expect(canonical(hub, 'docs/next/guide/fresh/')).toBe('https://tool.example/docs/next/guide/fresh/');
    expect(hub.file('docs/1.0/guide/install/')).not.toContain('docs/next/guide/fresh');
    expect(hub.body('docs/1.0/')).toContain(`href="/docs/guide/install/"`);
    expect(hub.body('docs/next/')).toMatch(
      /href="\/docs\/next\/guide\/install\/#new-way"[\s\S]*href="\/docs\/guide\/install\/"/,
    );
    const own = hub.files().filter((path) => /sitemap|llms|robots|404|_headers|\/all\//.test(path));
    expect(own.filter((path) => path.startsWith('docs/1.0/')).sort()).toEqual([
      'docs/1.0/all/guide/index.html',
      'docs/1.0/all/index.html',
      'docs/1.0/all/other-pages/index.html',
      'docs/1.0/llms.txt',
      'docs/1.0/sitemap.xml',
    ]);
    expect(hub.file('sitemap.xml')).not.toMatch(/\/(?:1\.0|next)\//);
    expect(hub.file('llms.txt')).not.toMatch(/\/(?:1\.0|next)\//);
    expect(hub.file('docs/all/')).not.toMatch(/href="\/docs\/(?:1\.0|next)\/guide/);
  });

  test('as in Docusaurus, a page is its own canonical page, without a slash unless its permalink has one', async () => {
    const hub = await buildIn(writeFiles(tempDir(), saved), { ...config, trailingSlash: 'record' });
    expect(canonical(hub, 'docs/1.0/guide/install/')).toBe('https://tool.example/docs/1.0/guide/install');
    expect(canonical(hub, 'docs/')).toBe('https://tool.example/docs/');
    expect(hub.file('docs/1.0/guide/install/')).not.toContain('noindex');
    expect(hub.file('sitemap.xml')).toContain('<loc>https://tool.example/docs/guide/install</loc>');
  });

  test('`latest` leads to the page of the latest version: by a page, and by one line for hosts', async () => {
    const hub = await buildIn(writeFiles(tempDir(), saved), config);
    expect(hub.file('docs/latest/guide/install/')).toContain('content="0; url=/docs/guide/install/"');
    expect(hub.file('docs/latest/guide/install/')).toContain('<a href="/docs/guide/install/">Install</a>');
    expect(canonical(hub, 'docs/latest/guide/install/')).toBe('https://tool.example/docs/guide/install/');
    expect(hub.file('docs/latest/')).toContain('content="0; url=/docs/"');
    expect(hub.has('docs/latest/guide/fresh/index.html')).toBe(false);
    expect(hub.file('_redirects')).toBe(
      '/docs/latest /docs/ 302\n/docs/latest/ /docs/ 302\n/docs/latest/* /docs/:splat 302\n',
    );
    expect(hub.file('sitemap.xml')).not.toContain('latest');
  });

  test('`latest` in a link of any version is the latest; an address that content has stays what it is', async () => {
    const link = '[now](/docs/latest/guide/install/#new-way)';
    const one = 'versioned_docs/version-1.0/intro.md';
    const linked = await buildIn(writeFiles(tempDir(), { ...saved, [one]: doc('Start', link) }), config);
    expect(linked.body('docs/1.0/intro/')).toContain('href="/docs/guide/install/#new-way"');
    expect(linked.said().join()).not.toContain('/docs/latest');
    const taken: readonly (readonly [string, UserConfig])[] = [
      ['docs/latest/', { versions: { current: { path: 'latest' } } }],
      ['docs/latest/guide/', { versions: { current: { path: 'latest/guide' } } }],
      ['old/', { redirects: [{ from: '/docs/latest/*', to: '/docs/1.0/*' }] }],
    ];
    for (const [path, more] of taken) {
      const hub = await buildIn(writeFiles(tempDir(), saved), { ...config, ...more });
      if (path === 'old/') expect(hub.file('_redirects')).toBe('/docs/latest/* /docs/1.0/:splat 301\n');
      else expect(hub.has('_redirects')).toBe(false);
      expect(hub.has('docs/latest/guide/install/index.html')).toBe(path === 'docs/latest/');
    }
    const own = { ...saved, 'versioned_docs/version-2.0/latest/news.md': doc('News', 'What is new in this one.') };
    const hub = await buildIn(writeFiles(tempDir(), own), config);
    expect(hub.file('docs/latest/news/')).toContain('What is new in this one.');
    expect(hub.has('_redirects')).toBe(false);
  });

  test('redirects lead into other versions, and begin where no page of any version is', async () => {
    const to = '/docs/1.0/guide/old#top';
    const intro = '---\ntitle: Start\nslug: /\nredirect_from: /docs/1.0/guide/old\n---\n\nTwo.\n';
    const hub = await buildIn(writeFiles(tempDir(), { ...saved, 'versioned_docs/version-2.0/intro.md': intro }), {
      ...config,
      redirects: [
        { from: '/old', to },
        { from: '/no', to: '/docs/1.0/guide/none' },
      ],
    });
    expect(hub.file('old/')).toContain('content="0; url=/docs/1.0/guide/old/#top"');
    const said = hub.said().filter((line) => !line.startsWith('DG60'));
    expect(said).toEqual([
      expect.stringMatching(/^DG512 intro\.md:4:1 .*\/docs\/1\.0\/guide\/old/),
      expect.stringMatching(/^DG513 /),
    ]);
    expect(hub.said().join()).toContain('anchor `#top`'.replace('#top', '#none'));
  });

  test('feeds of a version stand in its own folder', async () => {
    const notes = '---\ntitle: Changelog\n---\n\n## 1.0.0 (2024-05-01)\n\nThe first.\n';
    const files = { ...saved, 'versioned_docs/version-1.0/guide/changelog.md': notes };
    const hub = await buildIn(writeFiles(tempDir(), files), config);
    expect(hub.files().filter((path) => path.endsWith('feed.xml'))).toEqual(['docs/1.0/guide/feed.xml']);
    expect(hub.file('docs/1.0/guide/feed.xml')).toContain('https://tool.example/docs/1.0/guide/changelog/');
    expect(hub.file('docs/1.0/guide/changelog/')).toContain('href="/docs/1.0/guide/feed.xml"');
  });

  test('a page of the hub keeps the address that a version would take', async () => {
    const files = { ...saved, 'versioned_docs/version-2.0/1.0/guide/old.md': doc('Mine', 'This one is the hub’s.') };
    const hub = await buildIn(writeFiles(tempDir(), files), config);
    expect(hub.file('docs/1.0/guide/old/')).toContain('This one is the hub’s.');
    expect(hub.said().join('\n')).toContain(
      'DG501 /versioned_docs/version-1.0/guide/old.md:1:1 pages with the same URL',
    );
  });

  test.each([
    ['{}', 'DG310 /versions.json versions: it must be a list'],
    ['["../../x"]', 'DG310 /versions.json versions: it must be a list'],
    ['["9.9"]', 'DG310 /versions.json versions: version `9.9` has no folder'],
    ['[', 'DG310 /versions.json versions: it is not JSON'],
  ])('a list of versions that cannot be used: %s', async (text, expected) => {
    const hub = await buildIn(writeFiles(tempDir(), { 'docs/a.md': '# A\n', 'versions.json': text }), config);
    expect(hub.published).toBe(true);
    expect(hub.said().join('\n')).toContain(expected);
  });

  test('options that do not fit the versions are errors', async () => {
    const hub = await buildIn(writeFiles(tempDir(), saved), { ...config, lastVersion: '3.0' });
    expect(hub.published).toBe(false);
    expect(hub.said().join('\n')).toContain('there is no version `3.0`, only `current`, `2.0`, `1.0`');
  });

  test('with threads and a cache: the same bytes, and one page changed makes one page', async () => {
    const dir = writeFiles(tempDir(), { ...saved, 'docgen.config.json': JSON.stringify(config) });
    const built = await run(dir, 'build');
    expect(built.status).toBe(0);
    expect(built.stderr).toMatch(
      /^versioned_docs\/version-1\.0\/intro\.md:6:37: [\s\S]*^versioned_docs\/version-2\.0\/intro\.md:6:34: /m,
    );
    const first = readFileSync(join(dir, 'build/docs/1.0/guide/install/index.html'), 'utf8');
    writeFiles(dir, {
      'versioned_docs/version-1.0/guide/install.md': doc('Install', 'The old way to install it, mended.'),
    });
    expect((await run(dir, 'build')).status).toBe(0);
    const second = readFileSync(join(dir, 'build/docs/1.0/guide/install/index.html'), 'utf8');
    expect(second).not.toBe(first);
    expect((await run(dir, 'build', '--no-cache', '--out', 'fresh')).status).toBe(0);
    for (const path of ['docs/1.0/guide/install', 'docs/guide/install', 'docs/next/guide/fresh'])
      expect(readFileSync(join(dir, 'build', path, 'index.html'), 'utf8')).toBe(
        readFileSync(join(dir, 'fresh', path, 'index.html'), 'utf8'),
      );
  });
});

describe('versions of a section', () => {
  test('folders that the config names; the last stands at the address of the section', async () => {
    const files = {
      'hub/index.md': '# Hub\n',
      'hub/other/a.md': doc('Other', 'Another section of the hub.'),
      'two/start.md': doc('Start', 'The second. [Other](../other/a.md)'),
      'one/start.md': doc('Start', 'The first. [Other](../other/a.md) [there](/docs/other/a)'),
    };
    const versions = [
      { name: '2' },
      { name: '1', label: 'One', status: 'unmaintained' as const, dir: 'one', noIndex: true },
    ];
    const content = [{ dir: 'hub' }, { dir: 'two', prefix: 'tool', versions }];
    const hub = await buildIn(writeFiles(tempDir(), files), { content, url: 'https://x.example' });
    expect(hub.said()).toEqual([]);
    expect(links(hub.file('docs/tool/1/start/'))).toEqual(['/docs/tool/start/ 2 latest', '/docs/tool/1/start/ One']);
    expect(links(hub.file('docs/tool/start/'))).toHaveLength(2);
    expect(links(hub.file('docs/other/a/'))).toEqual([]);
    expect(hub.body('docs/tool/1/start/')).toMatch(/href="\/docs\/other\/a\/"[\s\S]*href="\/docs\/other\/a\/"/);
    expect(hub.file('docs/tool/1/start/')).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(hub.has('docs/tool/1/sitemap.xml')).toBe(false);
    expect(hub.file('docs/tool/latest/start/')).toContain('content="0; url=/docs/tool/start/"');
    expect(hub.file('_redirects')).toContain('/docs/tool/latest/* /docs/tool/:splat 302');
    expect(hub.has('docs/latest/index.html')).toBe(false);
  });

  test('pages of tags lead to those of the hub, which has the tags of the latest version', async () => {
    const tagged = (title: string, tags: string) => `---\ntitle: ${title}\ntags: [${tags}]\n---\n\nA page with tags.\n`;
    const files = {
      'hub/index.md': '# Hub\n',
      'two/a.md': tagged('A', 'cli'),
      'one/a.md': tagged('A', 'cli, gone'),
    };
    const versions = [{ name: '2' }, { name: '1', dir: 'one' }];
    const content = [{ dir: 'hub' }, { dir: 'two', prefix: 'tool', versions }];
    const hub = await buildIn(writeFiles(tempDir(), files), { content, url: 'https://x.example', canonical: 'latest' });
    expect(links(hub.file('docs/tool/1/tags/cli/'))).toEqual(['/docs/tags/cli/ 2 latest', '/docs/tool/1/tags/cli/ 1']);
    expect(hub.file('docs/tool/1/tags/cli/')).toContain('rel="canonical" href="https://x.example/docs/tags/cli/"');
    expect(links(hub.file('docs/tool/1/tags/'))[0]).toBe('/docs/tags/ 2 latest');
    expect(links(hub.file('docs/tool/1/tags/gone/'))[0]).toContain('front page');
    expect(links(hub.file('docs/tags/cli/'))).toEqual([]);
  });

  test('a whole address may be one of another version', async () => {
    const files = {
      'hub/index.md': doc(
        'Hub',
        '[old](/docs/tool/1/b#there) [none](/docs/tool/1/none) [no anchor](/docs/tool/1/b#gone)',
      ),
      'two/a.md': doc('A', '[then](/docs/tool/1/b/) [near](b.md)'),
      'one/a.md': doc('A', '[now](/docs/tool/a) [own](b.md)'),
      'one/b.md': doc('B', '## There\n\nOnly in the first.'),
    };
    const versions = [{ name: '2' }, { name: '1', dir: 'one' }];
    const content = [{ dir: 'hub' }, { dir: 'two', prefix: 'tool', versions }];
    const hub = await buildIn(writeFiles(tempDir(), files), { content });
    expect(hub.said()).toEqual([
      'DG601 index.md:5:29 broken link `/docs/tool/1/none`',
      'DG601 tool/a.md:5:25 broken link `b.md`',
      expect.stringMatching(/^DG602 index\.md:5:55 anchor `#gone`/),
    ]);
    expect(hub.body('docs/')).toContain('href="/docs/tool/1/b/#there"');
    expect(hub.body('docs/tool/a/')).toContain('href="/docs/tool/1/b/"');
    expect(hub.body('docs/tool/1/a/')).toContain('href="/docs/tool/1/b/"');
  });

  test('a text that is equal in several versions is rendered once, and reported in each', async () => {
    const same = doc('Same', '[Broken](gone.md) and {{< unknown >}} in a text of all versions.');
    const files = {
      'hub/index.md': '# Hub\n',
      'hub/tool/extra.md': doc('Extra', 'Of the hub itself.'),
      'three/deep/a.md': same,
      'two/deep/a.md': same,
      'one/deep/a.md': same,
      'one/deep/_part.md': 'A partial.\n',
      'one/b.md': doc('B', 'Only in the first.'),
    };
    const versions = [{ name: '3' }, { name: '2', dir: 'two' }, { name: '1', dir: 'one' }];
    const content = [{ dir: 'hub' }, { dir: 'three', prefix: 'tool', versions }];
    const rendered: string[] = [];
    const render = (input: BodyInput) => {
      rendered.push(input.source);
      return renderBody(input);
    };
    const hub = await buildIn(writeFiles(tempDir(), files), { content }, { render });
    expect(rendered.filter((source) => source.endsWith('/a.md'))).toEqual(['deep/a.md']);
    expect(hub.body('docs/tool/extra/')).toContain('Of the hub itself.');
    const broken = hub.said().filter((line) => line.startsWith('DG601'));
    expect(broken.map((line) => line.split(' ')[1])).toEqual([
      expect.stringMatching(/^tool\/deep\/a\.md:\d+:1$/),
      expect.stringMatching(/^\/two\/deep\/a\.md:\d+:1$/),
      expect.stringMatching(/^\/one\/deep\/a\.md:\d+:1$/),
    ]);
  });

  if (hasGit('versions of repositories')) {
    test('two repositories of three tags each, by patterns, pinned by the lockfile', async () => {
      const upstream = (name: string) => {
        const dir = repository({ 'docs/start.md': doc('Start', `The first of ${name}.`), LICENSE: 'MIT License\n' });
        git(dir, ['tag', 'v1.9.0']);
        commit(dir, { 'docs/start.md': doc('Start', `The tenth of ${name}.`) });
        git(dir, ['tag', '--annotate', '--message', 'x', 'v1.10.0']);
        commit(dir, {
          'docs/start.md': doc('Start', `The second of ${name}.`),
          'docs/new.md': doc('New', 'Something new in here.'),
        });
        git(dir, ['tag', 'v2.0.0']);
        commit(dir, { 'pages/start.md': doc('Start', `A candidate of ${name}.`) });
        git(dir, ['tag', 'v2.1.0-rc.1']);
        return dir;
      };
      const source = (section: string) => ({
        ...{ section, repo: upstream(section), paths: [{ from: 'docs' }] },
        versions: [
          { name: 'next', ref: 'v2.1.0-*', status: 'next', paths: [{ from: 'pages' }] },
          { name: '2.x', ref: 'v2.*' },
          { name: '1.x', ref: 'v1.*', status: 'unmaintained' },
        ],
      });
      const config = { content: 'content', url: 'https://x.example', sources: [source('a'), source('b')] };
      const dir = writeFiles(tempDir(), {
        'content/index.md': '# Hub\n',
        'docgen.config.json': JSON.stringify(config),
      });
      expect(await run(dir, 'sync')).toMatchObject({ status: 0 });
      const lock = JSON.parse(readFileSync(join(dir, 'docgen.lock.json'), 'utf8'));
      expect(lock.sources.map(({ section, ref, tag }: Record<string, string>) => [section, ref, tag])).toEqual([
        ['a', 'v2.*', 'v2.0.0'],
        ['a@1.x', 'v1.*', 'v1.10.0'],
        ['a@next', 'v2.1.0-*', 'v2.1.0-rc.1'],
        ['b', 'v2.*', 'v2.0.0'],
        ['b@1.x', 'v1.*', 'v1.10.0'],
        ['b@next', 'v2.1.0-*', 'v2.1.0-rc.1'],
      ]);
      const built = await run(dir, 'build');
      expect(built).toMatchObject({ status: 0, stderr: expect.stringContaining('0 warnings') });
      const page = (path: string) => readFileSync(join(dir, 'build/docs', path, 'index.html'), 'utf8');
      expect(page('a/start')).toContain('The second of a.');
      expect(page('a/1.x/start')).toContain('The tenth of a.');
      expect(page('a/next/start')).toContain('A candidate of a.');
      expect(links(page('b/1.x/start'))).toEqual([
        '/docs/b/next/start/ next',
        '/docs/b/start/ 2.x latest',
        '/docs/b/1.x/start/ 1.x',
      ]);
      expect(links(page('b/new'))[2]).toContain('front page');
    });
  }
});

describe('docgen version', () => {
  const translated = 'i18n/de/docusaurus-plugin-content-docs';

  test('saves files, translations and sidebars as a version that the next build has, and never overwrites', async () => {
    const sidebars = { main: ['intro', { Guide: ['guide/install'] }] };
    const dir = writeFiles(tempDir(), {
      'docgen.config.json': JSON.stringify({ sidebars }),
      'docs/intro.md': '# Intro\n',
      'docs/guide/install.md': '# Install\n',
      [`${translated}/current/intro.md`]: '# Einleitung\n',
      [`${translated}/current.json`]: '{}',
    });
    await succeed(dir, 'version', '1.0');
    const before = filesBelow(dir);
    expect(before.filter((path) => path.includes('version'))).toEqual([
      `${translated}/version-1.0.json`,
      `${translated}/version-1.0/intro.md`,
      'versioned_docs/version-1.0/guide/install.md',
      'versioned_docs/version-1.0/intro.md',
      'versioned_sidebars/version-1.0-sidebars.json',
      'versions.json',
    ]);
    writeFiles(dir, { 'docs/intro.md': '# Next\n' });
    for (const name of ['1.0', '../2.0', 'current', 'a/b']) expect(await fail(dir, 'version', name)).toContain('DG102');
    expect(filesBelow(dir)).toEqual(before);
    await succeed(dir, 'version', '2.0');
    expect(JSON.parse(readFileSync(join(dir, 'versions.json'), 'utf8'))).toEqual(['2.0', '1.0']);
    const built = await succeed(dir, 'build', '--strict');
    expect(built).toContain('0 warnings');
    const page = (path: string) => readFileSync(join(dir, 'build/docs', path, 'index.html'), 'utf8');
    expect(page('1.0/intro')).toContain('>Intro</h1>');
    expect(page('intro')).toContain('>Next</h1>');
    expect(links(page('intro'))).toEqual(['/docs/next/intro/ Next', '/docs/intro/ 2.0 latest', '/docs/1.0/intro/ 1.0']);
  });

  test('saves the folder of an id, and needs docs in a folder of their own', async () => {
    const content = [{ dir: 'docs' }, { dir: 'people', id: 'community', prefix: 'community' }];
    const dir = writeFiles(tempDir(), {
      'docgen.config.json': JSON.stringify({ content }),
      'docs/a.md': '# A\n',
      'people/team.md': '# Team\n',
    });
    await succeed(dir, 'version', '1', '--id', 'community');
    expect(filesBelow(dir)).toContain('community_versioned_docs/version-1/team.md');
    expect(await fail(dir, 'version', '2', '--id', 'blog')).toContain('no content folder has the id `blog`');
    expect(await fail(writeFiles(tempDir(), { 'docs/a.txt': '' }), 'version', '1')).toContain('no docs');
    const flat = writeFiles(tempDir(), { 'a.md': '# A\n', 'docgen.config.json': '{"content": "."}' });
    expect(await fail(flat, 'version', '1')).toContain('a folder of their own');
  });
});

describe('the newest tag of a pattern', () => {
  test.each([
    ['v2.*', ['v2.9.0', 'v2.10.0', 'v3.0.0', 'v2.11.0-rc.1'], 'v2.10.0'],
    ['v*', ['v1.0.0-alpha.2', 'v1.0.0-alpha.10'], 'v1.0.0-alpha.10'],
    ['release-*', ['release-2023.4', 'release-2024.1', 'v9'], 'release-2024.1'],
    ['*@1.*.0', ['pkg@1.2.0', 'pkg@1.12.0', 'pkg@1.13.1'], 'pkg@1.12.0'],
    ['v2.*', ['v1.0.0'], undefined],
    ['v1*1', ['v1'], undefined],
  ])('%s', (pattern, tags, expected) => {
    expect(newestTag(tags, pattern)).toBe(expected);
  });
});
