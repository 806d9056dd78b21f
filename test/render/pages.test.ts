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
import { scenarios } from '../support/scenarios.js';

const data = dataOf<{
  addresses: string[];
  files: Files;
  lastUpdate: [string, string][];
  links: Files;
}>('render/pages');

const files = data.files;
const sidebarOf = (html: string) => /<nav class="sidebar"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';
const treeOf = (html: string) => /<div class="tree">[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';

scenarios('render/pages');

describe('every page', async () => {
  const pages = async () => {
    const hub = await buildHub(files, { title: 'Hub', tagline: 'All docs', url: 'https://example.org', basePath: '/' });
    return { hub, html: hub.files().filter((path) => path.endsWith('.html')) };
  };

  test('there is a page at every address: docs, categories, folders, front, root, 404', async () => {
    const { hub, html } = await pages();
    expect(html).toEqual(data.addresses);
    expect(hub.pages).toBe(html.length - 1);
  });

  test('cards are where the text has `<DocCardList />`, else below it', async () => {
    const hub = await buildHub({
      'guides/index.mdx': '# Guides\n\nBefore.\n\n<DocCardList />\n\nAfter.\n',
      'guides/a.mdx': '# A\n\n<DocCardList items={useCurrentSidebarCategory().items} />\n',
      'guides/b.md': '# B\n',
    });
    const [page, sibling] = ['index', 'a/index'].map((name) => hub.file(`docs/guides/${name}.html`));
    expect(page).toMatch(
      /Before\.<\/p>\s*<div><ul class="cards">(?:(?!<\/ul>).)*"\/docs\/guides\/a\/".*<\/ul><\/div>\s*<p>After/,
    );
    expect(page).not.toContain('docgen-children');
    expect(sibling).toMatch(/<div><ul class="cards">.*"\/docs\/guides\/b\/"/);
  });

  test('contents of MDX have the headings of Markdown, also in components, and none of JSX', async () => {
    const hub = await buildHub({ 'a.mdx': '# A\n\n<div>\n\n## One\n\n<h3>Two</h3>\n\n</div>\n\n## Three\n' });
    const html = hub.file('docs/a/index.html');
    const contents = /<nav class="toc"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';
    expect([...contents.matchAll(/href="#(?!docgen-)([^"]+)"/g)].map(([, id]) => id)).toEqual(['one', 'three']);
    expect(html).toContain('<h3 id="two">');
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
});

test.each(data.lastUpdate)('last update %s', async (update, shown) => {
  expect((await buildHub({ 'a.md': `---\nlast_update: ${update}\n---\n# T` })).file('docs/a/')).toContain(shown);
});

describe('where the site stands', () => {
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
    const descriptionOf = (path: string) => /<meta name="description" content="([^"]*)"/.exec(hub.file(path))?.[1];
    expect(descriptionOf('docs/own/')).toBe('About &quot;own&quot;');
    expect(descriptionOf('docs/many/')).toMatch(/^40 pages: A page with a long name, number 0, A page .*\d, …$/);
    expect(descriptionOf('docs/many/')?.length).toBeLessThanOrEqual(160);
    expect(descriptionOf('docs/tags/')).toBe('t');
    for (const path of hub.files().filter((file) => file.endsWith('.html') && !file.includes('hidden')))
      expect(descriptionOf(path) ?? '', path).not.toContain('Secret');
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
  test('a folder’s card names its first pages, and how many there are; of many cards the names alone are listed', async () => {
    const many = (dir: string, count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [
          `${dir}/p${String(n).padStart(3, '0')}.md`,
          `# Page ${n}\n\nText ${n}.`,
        ]),
      );
    const long = Object.fromEntries('abcdef'.split('').map((name) => [`s/long/${name}.md`, `# ${name.repeat(40)}`]));
    const hub = await buildHub({ ...many('s/small', 12), ...many('s/large', 61), ...long });
    const cards = /<ul class="cards">[\s\S]*?<\/main>/.exec(hub.file('docs/s/'))?.[0] ?? '';
    expect(textOf(cards)).toContain('Page 0, Page 1, Page 2, Page 3, Page 4, all 61');
    expect(textOf(cards)).toContain('Page 10, Page 11');
    expect(textOf(cards)).toMatch(/e{40}, all 6/);
    expect(textOf(cards).match(/all \d+/g)).toEqual(['all 61', 'all 6']);
    expect(cards).toContain('<a href="/docs/s/large/">all 61</a>');
    expect(hub.file('docs/s/small/')).toMatch(/<ul class="cards">[\s\S]*Page 4</);
    const list = /<ul class="pages">[\s\S]*?<\/ul>/.exec(hub.file('docs/s/large/'))?.[0] ?? '';
    expect(list.match(/<a href="\/docs\/s\/large\/p\d+\/">Page \d+<\/a>/g)).toHaveLength(61);
    expect(list).not.toContain('Text');
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
    expect(own.file('docs/6/')).toContain('<meta name="description" content="Plain tabIndex="');
    expect(each.file('404.html')).toContain('<p>mine</p>');
  });
  test('do with a text what they like', async () => {
    const hub = await build({
      'parts/Breadcrumbs.tsx':
        'export const Breadcrumbs = ({ crumbs }) => <nav>{crumbs.at(-1).label.toUpperCase().slice(0, 3)}</nav>;',
    });
    expect(hub.file('docs/4/')).toContain('<nav>HUB</nav>');
  });
});
