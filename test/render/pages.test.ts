// The page around a body: what every page has, what the version record and front matter do to it.

import { join } from 'node:path';
import { createElement, type ReactElement } from 'react';
import { describe, expect, test } from 'vitest';
import type { SidebarItem } from '../../src/model/sidebar/sidebar.js';
import { toPermalink, withoutTrailingSlash } from '../../src/model/types/path.js';
import { sanitizeHtml } from '../../src/render/body/html/raw-html.js';
import { entriesOf, itemHref } from '../../src/render/pages/lists/cards.js';
import { renderNode } from '../../src/render/pages/print/render-template.js';
import { hereId, SidebarTree as Tree } from '../../src/render/pages/tree/tree.js';
import { defaultParts, SidebarEntry, SidebarTree } from '../../templates/index.js';
import { saidOf } from '../support/check.js';
import { dataOf } from '../support/data.js';
import type { Files } from '../support/hub.js';
import { activeIn, buildHub, buildIn, modelOfFiles, tempDir, textOf, writeFiles } from '../support/hub.js';

const data = dataOf<{ files: Files; lastUpdate: [string, string][]; links: Files; dated: Files }>('render/pages');

const files = data.files;
const tocOf = (html: string) => /<nav class="toc"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';
const sidebarOf = (html: string) => /<nav class="sidebar"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';
const treeOf = (html: string) => /<div class="tree">[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';

describe('every page', async () => {
  const pages = async () => {
    const hub = await buildHub(files, { title: 'Hub', tagline: 'All docs', url: 'https://example.org', basePath: '/' });
    return { hub, html: hub.files().filter((path) => path.endsWith('.html')) };
  };

  test('there is a page at every address: docs, categories, folders, front, root, 404', async () => {
    const { hub, html } = await pages();
    expect(html).toEqual([
      '404.html',
      'docs/all/gen/index.html',
      'docs/all/guides/index.html',
      'docs/all/index.html',
      'docs/all/landing/index.html',
      'docs/all/other-pages/index.html',
      'docs/category/generated/index.html',
      'docs/gen/c/index.html',
      'docs/gen/index.html',
      'docs/guides/a/index.html',
      'docs/guides/deep/b/index.html',
      'docs/guides/deep/index.html',
      'docs/guides/index.html',
      'docs/index.html',
      'docs/intro/index.html',
      'docs/landing/d/index.html',
      'docs/landing/index.html',
      'index.html',
    ]);
    expect(hub.pages).toBe(html.length - 1);
  });

  test('no script, form or input; a policy that allows none; every category closed', async () => {
    const { hub, html } = await pages();
    for (const path of html) {
      const text = hub.file(path);
      expect(text).toMatch(/^<!DOCTYPE html>\n<html lang="en"/);
      expect(activeIn(text)).toEqual([]);
      expect(text).toMatch(
        /<meta http-equiv="Content-Security-Policy" content="default-src &#x27;none&#x27;; script-src &#x27;none&#x27;/,
      );
      expect(sidebarOf(text)).not.toMatch(/<details[^>]*\sopen/);
    }
  });

  test('the whole sidebar is on each, with one current page at most', async () => {
    const { hub, html } = await pages();
    const plain = (text: string) =>
      treeOf(text).replace(/ (?:aria-current|data-current|id)="[^"]*"|<p class="here">.*?<\/p>/g, '');
    const wanted = plain(hub.file('docs/'));
    for (const path of html.filter((path) => path !== 'index.html' && path !== 'docs/all/index.html')) {
      expect(plain(hub.file(path))).toBe(wanted);
      expect(treeOf(hub.file(path)).match(/aria-current="page"/g)?.length ?? 0, path).toBe(
        /\/(?:index|a|b|c|d)\b/.test(path) && !/^docs\/(?:index|all|gen\/index)/.test(path) ? 1 : 0,
      );
    }
  });

  test('a doc has breadcrumbs, its title once, the headings of its levels and its neighbours', async () => {
    const { hub } = await pages();
    const intro = hub.file('docs/intro/');
    expect(intro.match(/<h1/g)).toHaveLength(1);
    expect(intro).toMatch(/<nav class="toc"[\s\S]*href="#first"[\s\S]*href="#deeper"/);
    expect(tocOf(intro)).not.toContain('#deepest');
    expect(intro).toContain('<title>Intro · Hub</title>');
    expect(intro).toContain('<meta name="description" content="What &lt;it&gt; is">');
    expect(intro).toContain('<meta name="keywords" content="one, two">');
    expect(intro).toContain('<link rel="canonical" href="https://example.org/docs/intro/">');
    const b = hub.file('docs/guides/deep/b/');
    const way = /<nav class="breadcrumbs"[\s\S]*?<\/nav>/.exec(b)?.[0] ?? '';
    expect([...way.matchAll(/<a href="([^"]*)" itemprop="item">/g)].map(([, href]) => href)).toEqual([
      '/docs/',
      '/docs/guides/',
      '/docs/guides/deep/',
    ]);
    expect(textOf(way)).toBe('HubGuides & moreDeepB');
    expect(way).toContain('<span itemprop="name" aria-current="page">B</span>');
    expect(b).toMatch(/rel="prev" href="\/docs\/guides\/a\/"><span>Previous<\/span> Guide A/);
    expect(hub.file('docs/guides/a/')).toMatch(/<article><h1>Guide A<\/h1>/);
  });

  test('category pages list what is in them, with descriptions', async () => {
    const { hub } = await pages();
    expect(hub.file('docs/category/generated/')).toMatch(
      /<h1>Generated<\/h1><p class="lead">All of it<\/p>[\s\S]*href="\/docs\/gen\/c\/">C<\/a><\/div><p>About C/,
    );
    expect(hub.file('docs/guides/')).toMatch(
      /<h1>Guides &amp; more<\/h1><p class="lead">How to<\/p>[\s\S]*Guide A[\s\S]*B</,
    );
    expect(hub.file('docs/')).toMatch(
      /<h1>Hub<\/h1><p class="lead">All docs<\/p>[\s\S]*Guides &amp; more<\/a><small>2 pages<\/small><\/div><p>How to/,
    );
  });

  test('the root forwards to the front, 404 helps on', async () => {
    const { hub } = await pages();
    expect(hub.file('index.html')).toMatch(
      /<meta http-equiv="refresh" content="0; url=\/docs\/">[\s\S]*<a href="\/docs\/">Hub<\/a>/,
    );
    expect(hub.file('404.html')).toMatch(/noindex[\s\S]*Page not found[\s\S]*href="\/docs\/"[\s\S]*Generated/);
  });

  test('the sitemap lists every page that may be found', async () => {
    const { hub } = await pages();
    const urls = [...hub.file('sitemap.xml').matchAll(/<loc>https:\/\/example\.org([^<]*)/g)].map(([, path]) => path);
    expect(urls).toHaveLength(hub.pages - 1);
    expect(urls).toContain('/docs/landing/');
    expect(urls).not.toContain('/404.html');
  });
});

describe('the version record acts', () => {
  const one = { 'a.md': '# A' };
  test('nothing is shown of a released version', async () => {
    const html = (await buildHub(one)).file('docs/a/');
    expect(html).not.toMatch(/class="(?:banner|badge)"|name="robots"/);
    expect(html).toContain('<html lang="en" class="docs-version-current">');
  });
  test.each([
    ['unreleased', /class="banner"[^>]*>This is unreleased documentation of Docs, version 2\.0/],
    ['unmaintained', /version 2\.0, is no longer maintained/],
  ] as const)('banner %s', async (banner, text) => {
    const hub = await buildHub(one, { title: 'Docs', version: { banner, label: '2.0' } });
    for (const path of ['docs/a/', 'docs/']) expect(hub.file(path)).toMatch(text);
  });
  test('badge, noIndex and className', async () => {
    const hub = await buildHub(one, {
      url: 'https://example.org',
      version: { badge: true, label: '2.0', noIndex: true, className: 'v2' },
    });
    expect(hub.file('docs/a/')).toContain('<p class="badge">Version: 2.0</p>');
    expect(hub.file('docs/a/')).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(hub.file('docs/a/')).toContain('<html lang="en" class="v2">');
    expect(hub.has('sitemap.xml')).toBe(false);
  });
  test('an unlisted doc is built and hidden', async () => {
    const hub = await buildHub(
      { 'a.md': '# A', 'b.md': '---\nunlisted: true\n---\n# Secret', 'c.md': '# C' },
      { url: 'https://example.org' },
    );
    expect(hub.file('docs/b/')).toMatch(/name="robots" content="noindex[\s\S]*This page is unlisted/);
    expect(sidebarOf(hub.file('docs/a/'))).not.toContain('Secret');
    expect(hub.file('docs/a/')).toMatch(/rel="next" href="\/docs\/c\/"/);
    expect(hub.file('sitemap.xml')).not.toContain('/docs/b');
    expect(hub.file('docs/')).not.toContain('Secret');
  });
});

describe('front matter acts', () => {
  const page = async (frontMatter: string, body = '# T\n\n## One\n\n### Two\n\n#### Three') =>
    (await buildHub({ 'a.md': `---\n${frontMatter}\n---\n${body}` }, { editUrl: 'https://example.org/edit/' })).file(
      'docs/a/',
    );
  test('hide_title', async () => expect(await page('title: Hidden\nhide_title: true', 'Text')).not.toContain('<h1'));
  test('hide_table_of_contents', async () =>
    expect(await page('hide_table_of_contents: true')).not.toContain('class="toc"'));
  test('toc levels', async () => {
    const html = await page('toc_min_heading_level: 3\ntoc_max_heading_level: 4');
    expect(html).toMatch(/class="toc"[\s\S]*#two[\s\S]*#three/);
    expect(tocOf(html)).not.toContain('#one');
    const text = '# T\n\n## One\n\n#### Three';
    const hub = await buildHub(
      { 'a.md': `---\ntoc_min_heading_level: 3\n---\n${text}`, 'b.md': text },
      { toc: { max: 4 } },
    );
    expect(tocOf(hub.file('docs/a/'))).toMatch(/^(?!.*#one).*#three/s);
    expect(tocOf(hub.file('docs/b/'))).toMatch(/#one.*#three/s);
  });
  test.each(data.lastUpdate)('last update %s', async (update, shown) => {
    expect(await page(`last_update: ${update}`)).toContain(shown);
  });
  test('edit link and last update', async () => {
    expect(await page('last_update: {date: 2024-05-06, author: Ada}')).toMatch(
      /href="https:\/\/example\.org\/edit\/a\.md"[\s\S]*Last updated on 2024-05-06 by Ada/,
    );
    expect(await page('custom_edit_url: null')).not.toContain('Edit this page');
    expect(await page('custom_edit_url: https://example.org/x')).toContain('href="https://example.org/x"');
    expect(await page('custom_edit_url: javascript:alert(1)')).not.toContain('Edit this page');
  });
  test('slug / takes the front of the hub', async () => {
    const hub = await buildHub({ 'a.md': '---\nslug: /\n---\n# Mine' });
    expect(hub.file('docs/')).toMatch(/<h1 id="mine">Mine/);
  });
});

describe('where the site stands', () => {
  test('a base path goes before every address', async () => {
    const hub = await buildHub(
      { 'a.md': '# A\n\n[B](b.md) ![x](x.svg)', 'b.md': '# B', 'x.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
      { basePath: '/hub/' },
    );
    const addresses = [...hub.file('docs/a/').matchAll(/ (?:href|src)="([^"#]+)/g)].map(([, href]) => href);
    expect(addresses.length).toBeGreaterThan(5);
    for (const href of addresses) expect(href).toMatch(/^\/hub\//);
  });
  test.each([true, false])('addresses are those of the files: trailingSlash %s', async (trailingSlash) => {
    for (const [basePath, routeBase] of [
      ['/', 'docs'],
      ['/hub/', 'docs'],
      ['/hub/', ''],
    ] as const) {
      const hub = await buildHub(data.links, {
        basePath,
        routeBase,
        trailingSlash,
        url: 'https://example.org',
      });
      const pages = hub.files().filter((path) => path.endsWith('.html') && path !== '404.html');
      expect(pages.some((path) => path.endsWith('a.html'))).toBe(!trailingSlash);
      const named = [...pages, 'sitemap.xml', 'llms.txt'].flatMap((path) =>
        [...hub.file(path).matchAll(/(?: href="|<loc>|\()(?:https:\/\/example\.org)?(\/[^"#?<)\s]*)/g)].map(
          ([, href = '']) => href,
        ),
      );
      expect(named.length).toBeGreaterThan(20);
      for (const href of named) {
        expect(href.startsWith(basePath), href).toBe(true);
        const path = href.slice(basePath.length);
        const file =
          path === '' || path.endsWith('/') ? `${path}index.html` : path.includes('.') ? path : `${path}.html`;
        expect(hub.files(), href).toContain(file);
      }
      expect(hub.has(`${routeBase === '' ? '' : 'docs/'}one/${trailingSlash ? 'a/index' : 'a'}.md`)).toBe(true);
    }
  });
  test('without a route base the front is at the root and nothing forwards', async () => {
    const hub = await buildHub({ 'a.md': '# A' }, { routeBase: '' });
    expect(hub.files().filter((path) => path.endsWith('.html'))).toEqual([
      '404.html',
      'a/index.html',
      'all/index.html',
      'all/pages/index.html',
      'index.html',
    ]);
    expect(hub.file('index.html')).not.toContain('http-equiv="refresh"');
  });
});

test('the tree that is filled is the tree that React renders for each page', async () => {
  const { site } = await modelOfFiles({ ...files, 'hidden.md': '---\nunlisted: true\n---\n# H' }, {
    sidebars: {
      s: [
        { type: 'autogenerated', dirName: '.' },
        { type: 'html', value: '<b>x</b><script>alert(1)</script>' },
        { type: 'link', label: 'Web', href: 'https://example.com' },
      ],
    },
  } as never);
  const items = site.sidebars.byName.get('s') ?? [];
  for (const expandCurrent of [false, true]) {
    const options = { site, expandCurrent, parts: defaultParts, sanitizeHtml };
    const tree = new Tree(items, options);
    expect(String(Buffer.concat(tree.fill(toPermalink('/nowhere'))))).not.toMatch(/<script|open/);
    for (const page of site.pages) {
      const branch = tree.branchOf(page.permalink);
      const isHere = (item: SidebarItem) => entriesOf(item, site).includes(withoutTrailingSlash(page.permalink));
      const isAbove = (item: SidebarItem) =>
        item.type === 'category' && branch !== undefined && branch.above.includes(item) && branch.item !== item;
      const isOpen = (item: SidebarItem) =>
        expandCurrent && item.type === 'category' && (isAbove(item) || isHere(item));
      const listOf = (list: readonly SidebarItem[]): ReactElement =>
        createElement(
          SidebarTree,
          null,
          ...list.map((item) =>
            createElement(
              SidebarEntry,
              {
                item,
                href: itemHref(item, site),
                attributes: isHere(item)
                  ? { 'aria-current': 'page', id: hereId }
                  : isAbove(item)
                    ? { 'data-current': 'branch' }
                    : {},
                detailsAttributes: isOpen(item) ? { open: true as unknown as string } : {},
                html: item.type === 'html' ? { html: sanitizeHtml(item.value) } : undefined,
              },
              item.type === 'category' ? listOf(item.items) : undefined,
            ),
          ),
        );
      const direct = renderNode(listOf(items), { parts: defaultParts, words: site.words });
      expect(String(Buffer.concat(tree.fill(page.permalink)))).toBe(direct);
      expect(tree.branchOf(page.permalink) !== undefined).toBe(direct.includes(hereId));
    }
  }
});

describe('for machines', () => {
  const dated = data.dated;
  const config = { title: 'Hub', tagline: 'All of it', url: 'https://example.org' };

  test('a feed of releases for a section that has some, the newest first', async () => {
    const hub = await buildHub(dated, config);
    const feed = hub.file('docs/alpha/feed.xml');
    expect([...feed.matchAll(/<title>([^<]*)</g)].map(([, title]) => title)).toEqual([
      'Hub: alpha, releases',
      'Version 2',
      'Version 1',
    ]);
    expect(feed).toContain('<updated>2024-03-04T00:00:00Z</updated>');
    expect(feed).toContain('<summary>First &amp; best</summary>');
    expect(hub.file('docs/alpha/releases/v1/')).toContain(
      '<link rel="alternate" type="application/atom+xml" href="/docs/alpha/feed.xml">',
    );
    expect(hub.has('docs/beta/feed.xml')).toBe(false);
  });
  test('every list that docgen makes has a description: its own, or the first names in it', async () => {
    const tagged = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `many/page-${index}.md`,
        `---\ndescription: Page\ntags: [t]\n---\n# A page with a long name, number ${index}\n`,
      ]),
    );
    const more = {
      'own/_category_.json': '{"description": "About \\"own\\"", "link": {"type": "generated-index"}}',
      'own/a.md': '---\ndescription: Page\n---\n# A & B\n',
      'hidden/b.md': '---\nunlisted: true\n---\n# Secret\n',
    };
    const hub = await buildHub({ ...tagged, ...more }, { title: 'Hub' });
    expect((await saidOf(join(hub.dir, 'build'))).filter((line) => line.startsWith('DG013'))).toEqual([]);
    const descriptionOf = (path: string) => /<meta name="description" content="([^"]*)">/.exec(hub.file(path))?.[1];
    expect(descriptionOf('docs/own/')).toBe('About &quot;own&quot;');
    expect(descriptionOf('docs/many/')).toMatch(/^A page with a long name, number 0 · A page .* · A page [^·]*\d$/);
    expect(descriptionOf('docs/many/')?.length).toBeLessThanOrEqual(160);
    expect(descriptionOf('docs/tags/')).toBe('t');
    for (const path of hub.files().filter((file) => file.endsWith('.html') && !file.includes('hidden')))
      expect(descriptionOf(path) ?? '', path).not.toContain('Secret');
  });
  test('sitemap with dates, robots.txt', async () => {
    const hub = await buildHub(dated, config);
    expect(hub.file('sitemap.xml')).toContain(
      '<loc>https://example.org/docs/alpha/releases/v1/</loc><lastmod>2024-01-02</lastmod>',
    );
    expect(hub.file('robots.txt')).toBe('User-agent: *\nAllow: /\nSitemap: https://example.org/sitemap.xml\n');
  });
  test('llms.txt and a Markdown copy beside each page', async () => {
    const hub = await buildHub(dated, config);
    expect(hub.file('llms.txt')).toMatch(
      /^# Hub\n\n> All of it\n[\s\S]*## alpha\n\n- \[Version 1\]\(https:\/\/example\.org\/docs\/alpha\/releases\/v1\/index\.md\): First & best\n/,
    );
    expect(hub.file('llms.txt')).not.toContain('beta/y');
    expect(hub.file('docs/beta/x/index.md')).toBe('# X\n\nText of **x**.\n');
    expect(hub.file('docs/beta/x/')).toContain(
      '<link rel="alternate" type="text/markdown" href="/docs/beta/x/index.md">',
    );
  });
  test('a Markdown copy does not begin as markup, which a host without its type would have run', async () => {
    const bodies = [
      '<h1>T</h1><script>x</script>',
      '<!-- a -->\n<script>x</script>\n\n# T',
      '\ufeff <div>\n\n# T\n\n</div>',
    ];
    const hub = await buildHub(Object.fromEntries(bodies.map((body, n) => [`p${n}.md`, body])), config);
    for (const n of bodies.keys()) expect(hub.file(`docs/p${n}/index.md`)).toMatch(/^# \w/);
  });
  test('previews, icon, and breadcrumbs as microdata', async () => {
    const html = (await buildHub(dated, config)).file('docs/beta/x/');
    expect(html).toMatch(
      /<meta property="og:image" content="https:\/\/example\.org\/assets\/social\.[0-9a-f]{12}\.svg">/,
    );
    expect(html).toMatch(/<link rel="icon" type="image\/svg\+xml" href="\/assets\/favicon\.[0-9a-f]{12}\.svg">/);
    expect(html).toContain('<li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem">');
  });
  test('the list of all pages, A to Z and by section', async () => {
    const html = (await buildHub(dated, config)).file('docs/all/');
    expect(html).toMatch(
      /<h3 id="docgen-letter-0">V<\/h3>[\s\S]*Version 1<\/a><small> Alpha \/ Releases<\/small>[\s\S]*<h3 id="docgen-letter-1">X/,
    );
    expect(html).toMatch(/By section[\s\S]*<a href="\/docs\/all\/alpha\/">Alpha \/ Releases<\/a> <small>2 pages/);
    expect(html).not.toContain('>Y<');
  });
  test('the list of a section says of each page what a reader may look for, once', async () => {
    const hub = await buildHub({
      ...dated,
      'alpha/deep/inside/w.md':
        '---\ndescription: Thins out <old> points\nkeywords: [retention, dbengine]\ntags: [disk, retention]\n---\n# W',
      'alpha/deep/inside/v.md': '# V',
    });
    const list = /<ul class="listed">[\s\S]*?<\/ul>/.exec(hub.file('docs/all/alpha/'))?.[0] ?? '';
    expect(list).toContain(
      '<li><a href="/docs/alpha/deep/inside/w/">W</a><small> Deep / Inside</small><p>Thins out &lt;old&gt; points</p>' +
        '<p><small>retention, dbengine, disk</small></p></li>',
    );
    expect([...list.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      '/docs/alpha/deep/inside/v/',
      '/docs/alpha/deep/inside/w/',
      '/docs/alpha/releases/v1/',
      '/docs/alpha/releases/v2/',
    ]);
    expect(hub.file('docs/')).toContain('<a href="/docs/all/alpha/">all 4</a>');
  });
  test('the parts of a list lead to each other, and the front to all of them and to the letters', async () => {
    const pages = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`big/p${n}.md`, `# Page ${n}`]));
    const hub = await buildHub(pages);
    const front = hub.file('docs/all/');
    for (const [address, label] of [
      ['big', 'Big, part 1 of 2'],
      ['big-part-2', 'Big, part 2 of 2'],
    ])
      expect(front).toContain(`<a href="/docs/all/${address}/">${label}</a>`);
    expect(front).toContain('Page 7<');
    expect(hub.file('docs/all/big/')).toMatch(/rel="next" href="\/docs\/all\/big-part-2\/"/);
    expect(hub.file('docs/all/big/')).not.toContain('rel="prev"');
    expect(hub.file('docs/all/big-part-2/')).toMatch(/rel="prev" href="\/docs\/all\/big\/"/);
    expect(hub.file('docs/all/big-part-2/')).not.toContain('rel="next"');
  });
  test('many cards are a list of names under their letters, in their own order where nearly all begin alike', async () => {
    const titles = ['Zoo', 'ärger', 'Apple', '42', 'Zebra'];
    const many = (dir: string, titleOf: (n: number) => string) =>
      Object.fromEntries(
        Array.from({ length: 61 }, (_, n) => [
          `${dir}/p${n}.md`,
          `---\nsidebar_position: ${100 - n}\n---\n# ${titleOf(n)}`,
        ]),
      );
    const hub = await buildHub({ ...many('mixed', (n) => titles[n] ?? `Mine ${n}`), ...many('v', (n) => `v${n}`) });
    const lettered = /<h1>[\s\S]*<\/article>/.exec(hub.file('docs/mixed/'))?.[0] ?? '';
    expect(lettered).toMatch(
      /<nav class="letters" aria-label="Letters"><a href="#docgen-letter-0">#<\/a>.*>A<\/a>.*>M<\/a>.*>Z<\/a><\/nav>/,
    );
    expect(textOf(lettered)).toMatch(/#\s*42\s*A\s*Apple\s*ärger\s*M\s*Mine 10[\s\S]*Z\s*Zebra\s*Zoo/);
    expect(hub.file('docs/v/')).not.toContain('letters');
    expect(textOf(hub.file('docs/v/'))).toMatch(/v60\s*v59/);
  });
  test('the front shows the latest pages of a section where their dates are known, else those to begin with', async () => {
    const front = (await buildHub({ ...dated, 'gamma/z.md': '# Z', 'gamma/start.md': '# Quick start' }, config)).file(
      'docs/',
    );
    expect(front).toMatch(/Latest:[\s\S]*Version 2[\s\S]*Version 1[\s\S]*Begin with:[\s\S]*Quick start</);
    expect(front.match(/Begin with/g)).toHaveLength(1); // beta has nothing to begin with
  });
  test('a folder’s card names its first pages, and how many there are; of many cards the names alone are listed', async () => {
    const many = (dir: string, count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [
          `${dir}/p${String(n).padStart(3, '0')}.md`,
          `# Page ${n}\n\nText ${n}.`,
        ]),
      );
    const hub = await buildHub({ ...many('s/small', 5), ...many('s/large', 61) });
    const cards = /<ul class="cards">[\s\S]*?<\/main>/.exec(hub.file('docs/s/'))?.[0] ?? '';
    expect(textOf(cards)).toContain('Page 0, Page 1, Page 2, Page 3, Page 4, all 61');
    expect(textOf(cards).match(/all \d+/g)).toEqual(['all 61']);
    expect(cards).toContain('<a href="/docs/s/large/">all 61</a>');
    expect(hub.file('docs/s/small/')).toMatch(/<ul class="cards">[\s\S]*Page 4</);
    const list = /<ul class="pages">[\s\S]*?<\/ul>/.exec(hub.file('docs/s/large/'))?.[0] ?? '';
    expect(list.match(/<a href="\/docs\/s\/large\/p\d+\/">Page \d+<\/a>/g)).toHaveLength(61);
    expect(list).not.toContain('Text');
  });
});

describe('sidebar.expandCurrent', () => {
  test('opens the branch of the current page, and no other', async () => {
    const hub = await buildHub(files, { sidebar: { expandCurrent: true } });
    expect(sidebarOf(hub.file('docs/guides/deep/b/')).match(/<details open>/g)).toHaveLength(1);
    expect(sidebarOf(hub.file('docs/intro/'))).not.toContain('<details open');
  });
});

describe('components of a maintainer', () => {
  const module = `import { useId } from 'react';
export default {
  Chart: ({ title, children }: { title?: string }) => <div className="x-chart" onClick={() => useId()}><b>{title}</b>{children}</div>,
  Sup: { component: ({ children }) => <sup>{children}</sup>, isInline: true },
};`;
  test('are rendered once, with literal props and the content in its place', async () => {
    const dir = writeFiles(tempDir(), {
      'my.tsx': module,
      'content/a.mdx': '<Chart title="T" data={load()}>\n\n**Text**\n\n</Chart>\n\nAn<Sup>inline</Sup> one.',
    });
    const hub = await buildIn(dir, { components: join(dir, 'my.tsx') });
    expect(hub.said()).toEqual([]);
    expect(hub.body('docs/a/').replace(/\s+/g, ' ').trim()).toBe(
      '<div class="x-chart"><b>T</b> <p><strong>Text</strong></p> </div> <p>An<sup>inline</sup> one.</p>',
    );
  });
});

describe('templates of a maintainer', () => {
  const title = (text: string) =>
    `---\ntitle: ${JSON.stringify(text)}\ndescription: ${JSON.stringify(`${text} tabIndex=`)}\n---\n`;
  const hostile = [
    '</title>&"\'',
    'a\nb',
    `${'0'.repeat(32)}-0-${'0'.repeat(32)}`,
    'javascript:alert(1)',
    'Hub',
    '$& $1',
    'Plain',
  ];
  const written = Object.fromEntries([
    ...hostile.map((text, index) => [
      `content/${index % 2 ? 'odd/' : ''}${index}.md`,
      `${title(text)}## ${text}\n\n### Two`,
    ]),
    ['content/more/_category_.json', JSON.stringify({ label: hostile[0], link: { type: 'generated-index' } })],
    ['content/more/x.md', `${title('X')}Text.`],
  ]);
  const config = { title: 'Hub', url: 'https://example.org' };

  const build = (parts: Record<string, string>) =>
    buildIn(writeFiles(tempDir(), { ...written, ...parts }), {
      ...config,
      ...(Object.keys(parts).length > 0 && { templates: 'parts' }),
    });

  test('change no page but their own: React sees each page, without them each shape', async () => {
    const own = await build({});
    const each = await build({ 'parts/NotFoundPage.tsx': 'export const NotFoundPage = () => <p>mine</p>;' });
    expect(each.files()).toEqual(own.files());
    for (const path of own.files().filter((file) => file.endsWith('.html') && file !== '404.html'))
      expect(each.file(path), path).toBe(own.file(path));
    expect(own.file('docs/6/')).toContain('<meta name="description" content="Plain tabIndex=">');
    expect(each.file('404.html')).toContain('<p>mine</p>');
  });
  test('do with a text what they like', async () => {
    const hub = await build({
      'parts/Breadcrumbs.tsx':
        'export const Breadcrumbs = ({ crumbs }) => <nav>{crumbs.at(-1).label.toUpperCase().slice(0, 3)}</nav>;',
    });
    expect(hub.file('docs/6/')).toContain('<nav>PLA</nav>');
    expect(hub.file('docs/more/x/')).toContain('<nav>X</nav>');
    expect(hub.file('docs/4/')).toContain('<nav>HUB</nav>');
  });
});

describe('the contents of a page with several level-1 headings', () => {
  const contents = async (text: string) => {
    const hub = await buildHub({ 'a.md': text });
    const list = /<nav class="toc"[\s\S]*?<\/nav>/.exec(hub.file('docs/a/'))?.[0] ?? '';
    return [...list.matchAll(/<li class="toc-(\d)"><a [^>]*>([^<]*)</g)].map(([, depth, text]) => `${depth} ${text}`);
  };
  test('they are parents; the title of the page is none', async () => {
    expect(await contents('# T\n\n## a\n\n# U\n\n## b\n\n### c')).toEqual(['1 a', '0 U', '1 b', '2 c']);
    expect(await contents('---\ntitle: T\n---\n\nText\n\n# U\n\n## b')).toEqual(['0 U', '1 b']);
    expect(await contents('# T\n\n## a\n\n#### d')).toEqual(['0 a']);
    expect(await contents('---\ntoc_min_heading_level: 3\n---\n\n# T\n\n# U\n\n### c')).toEqual(['0 c']);
  });
});
