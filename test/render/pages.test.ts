// The page around a body: what every page has, what the version record and front matter do to it.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { currentBranch, currentPage, renderItems, renderTree } from '../../src/render/tree.js';
import { activeIn, buildHub, buildIn, modelOfFiles, tempDir, writeFiles } from '../support/hub.js';

const files = {
  'intro.md':
    '---\ndescription: "What <it> is"\nkeywords: [one, two]\n---\n# Intro\n\n## First\n\n### Deeper\n\n#### Deepest\n',
  'guides/_category_.json': '{"label": "Guides & more", "description": "How to", "position": 1}',
  'guides/a.md': '---\ntitle: Guide A\n---\nText.',
  'guides/deep/b.md': '# B',
  'gen/_category_.json': '{"label": "Generated", "link": {"type": "generated-index", "description": "All of it"}}',
  'gen/c.md': '---\ndescription: About C\n---\n# C',
  'landing/index.md': '# Landing',
  'landing/d.md': '# D',
};
const sidebarOf = (html: string) => /<nav class="sidebar"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';

describe('every page', async () => {
  const pages = async () => {
    const hub = await buildHub(files, { title: 'Hub', tagline: 'All docs', url: 'https://example.org', basePath: '/' });
    return { hub, html: hub.files().filter((path) => path.endsWith('.html')) };
  };

  test('there is a page at every address: docs, categories, folders, front, root, 404', async () => {
    const { hub, html } = await pages();
    expect(html).toEqual([
      '404.html',
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
      expect(text).toMatch(/^<!doctype html>\n<html lang="en"/);
      expect(activeIn(text)).toEqual([]);
      expect(text).toMatch(
        /<meta http-equiv="Content-Security-Policy" content="default-src &#x27;none&#x27;; script-src &#x27;none&#x27;/,
      );
      expect(sidebarOf(text)).not.toMatch(/<details[^>]*\sopen/);
    }
  });

  test('the whole sidebar is on each, with one current page at most', async () => {
    const { hub, html } = await pages();
    const plain = (text: string) => sidebarOf(text).replace(/ (?:aria-current|data-current)="[^"]*"/g, '');
    const wanted = plain(hub.file('docs/'));
    for (const path of html.filter((path) => path !== 'index.html')) {
      expect(plain(hub.file(path))).toBe(wanted);
      expect(sidebarOf(hub.file(path)).match(/aria-current="page"/g)?.length ?? 0).toBe(
        /\/(?:index|a|b|c|d)\b/.test(path) &&
          !/^docs\/(?:index|gen\/index|guides\/index|guides\/deep\/index)/.test(path)
          ? 1
          : 0,
      );
    }
  });

  test('a doc has breadcrumbs, its title once, the headings of its levels and its neighbours', async () => {
    const { hub } = await pages();
    const intro = hub.file('docs/intro/');
    expect(intro.match(/<h1/g)).toHaveLength(1);
    expect(intro).toMatch(/<nav class="toc"[\s\S]*href="#first"[\s\S]*href="#deeper"/);
    expect(intro).not.toMatch(/<nav class="toc"[\s\S]*href="#deepest"/);
    expect(intro).toContain('<title>Intro · Hub</title>');
    expect(intro).toContain('<meta name="description" content="What &lt;it&gt; is"/>');
    expect(intro).toContain('<meta name="keywords" content="one, two"/>');
    expect(intro).toContain('<link rel="canonical" href="https://example.org/docs/intro"/>');
    const b = hub.file('docs/guides/deep/b/');
    expect(b).toMatch(
      /<nav class="breadcrumbs"[^>]*><ol><li><a href="\/docs\/">Hub<\/a><\/li><li><a href="\/docs\/guides\/">Guides &amp; more<\/a><\/li><li><a href="\/docs\/guides\/deep\/">deep<\/a><\/li><li><span aria-current="page">B<\/span>/,
    );
    expect(b).toMatch(/rel="prev" href="\/docs\/guides\/a"><span>Previous<\/span> Guide A/);
    expect(hub.file('docs/guides/a/')).toMatch(/<article><h1>Guide A<\/h1>/);
  });

  test('category pages list what is in them, with descriptions', async () => {
    const { hub } = await pages();
    expect(hub.file('docs/category/generated/')).toMatch(
      /<h1>Generated<\/h1><p class="lead">All of it<\/p>[\s\S]*href="\/docs\/gen\/c">C<\/a><p>About C/,
    );
    expect(hub.file('docs/guides/')).toMatch(
      /<h1>Guides &amp; more<\/h1><p class="lead">How to<\/p>[\s\S]*Guide A[\s\S]*deep/,
    );
    expect(hub.file('docs/')).toMatch(
      /<h1>Hub<\/h1><p class="lead">All docs<\/p>[\s\S]*Guides &amp; more<\/a><small>2 pages<\/small><p>How to/,
    );
  });

  test('the root forwards to the front, 404 helps on', async () => {
    const { hub } = await pages();
    expect(hub.file('index.html')).toMatch(
      /<meta http-equiv="refresh" content="0; url=\/docs\/"\/>[\s\S]*<a href="\/docs\/">Hub<\/a>/,
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
    expect(hub.file('docs/a/')).toContain('<meta name="robots" content="noindex, nofollow"/>');
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
    expect(hub.file('docs/a/')).toMatch(/rel="next" href="\/docs\/c"/);
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
    expect(html).not.toMatch(/class="toc"[\s\S]*href="#one"/);
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
  test('without a route base the front is at the root and nothing forwards', async () => {
    const hub = await buildHub({ 'a.md': '# A' }, { routeBase: '' });
    expect(hub.files().filter((path) => path.endsWith('.html'))).toEqual(['404.html', 'a/index.html', 'index.html']);
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
  const tree = renderTree(items, '/');
  expect(tree.fill(undefined)).not.toContain('<script');
  for (const page of site.pages) {
    const above = site.trail.get(page.permalink.replace(/(.)\/$/, '$1')) ?? [];
    const direct = renderItems(items, '/', (item) => {
      if (item.type !== 'html' && item.href === page.permalink) return currentPage;
      return item.type === 'category' && above.includes(item) ? currentBranch : {};
    });
    expect(tree.fill(page.permalink)).toBe(direct);
  }
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
