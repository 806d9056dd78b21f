// The sidebar of a hub that is too large to show it completely: its partial content, that all pages stay reachable, and its size.
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SidebarTree } from '../../src/render/pages/tree/tree.js';
import { defaultParts } from '../../templates/index.js';
import { buildHub, elementsOf, type Files, modelOfFiles, textOf } from '../support/hub.js';

/** Creates projects, each with folders of pages, two levels deep. */
function files(projects: number, folders: number, pages: number): Files {
  const found: Record<string, string> = { 'index.md': '# Front' };
  for (let p = 0; p < projects; p += 1) {
    for (let f = 0; f < folders; f += 1) {
      for (let n = 0; n < pages; n += 1) found[`p${p}/f${f}/page-${n}.md`] = `# Page ${n}`;
      found[`p${p}/f${f}/deep/leaf.md`] = '# Leaf';
    }
    found[`p${p}/f0/index.md`] = `# Landing of ${p}`;
  }
  return found;
}

const treeOf = (html: string) => /<div class="tree">[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';
const hrefsIn = (html: string) =>
  elementsOf(html).flatMap(({ name, attributes }) => (name === 'a' ? [attributes['href'] ?? ''] : []));
/** Returns the sidebar as indented text: `>` precedes categories, and `*` follows the current page. */
function outline(html: string): string[] {
  let depth = 0;
  const lines: string[] = [];
  const tree = treeOf(html).replace(/<p class="here">.*?<\/p>|<summary>Pages in .*?<\/summary>/g, '');
  for (const [, close, tag, attributes = '', text = ''] of tree.matchAll(/<(\/?)(\w+)([^>]*)>([^<]*)/g)) {
    if (tag === 'details') depth += close ? -1 : 1;
    if (close || text.trim() === '' || !['a', 'summary'].includes(tag ?? '')) continue;
    const mark = attributes.includes('aria-current') ? ' *' : attributes.includes('data-current') ? ' +' : '';
    lines.push(`${'  '.repeat(Math.max(0, depth))}${textOf(text)}${mark}`);
  }
  return lines;
}

describe('a hub with more pages than sidebar.maxLinks', () => {
  test('a page shows the top level, its branch with siblings and children, and a link for each other category', async () => {
    const hub = await buildHub(files(3, 2, 3), { sidebar: { maxLinks: 18 } });
    expect(outline(hub.file('docs/p1/f0/page-1/'))).toEqual([
      'Front',
      'p0',
      'p1 +',
      '  Landing of 1 +',
      '    Leaf',
      '    Page 0',
      '    Page 1 *',
      '    Page 2',
      '  f1',
      'p2',
    ]);
    expect(treeOf(hub.file('docs/p1/f0/page-1/'))).toContain('<li class="folder"><a href="/docs/p2/">p2</a></li>');
  });

  test('one page has the complete sidebar, and each partial sidebar links to it', async () => {
    const hub = await buildHub(files(3, 2, 3), { sidebar: { maxLinks: 18 } });
    const whole = await buildHub(files(3, 2, 3));
    const listOf = (html: string) =>
      /<ul>.*<\/ul>/.exec(treeOf(html))?.[0].replace(/ (?:aria-current|data-current|id)="[^"]*"/g, '');
    expect(hub.file('docs/p1/f0/page-1/')).toContain('<a href="/docs/tree/">All pages as a tree</a>');
    expect(hub.file('docs/tree/')).toContain(listOf(whole.file('docs/')));
    expect(whole.has('docs/tree/')).toBe(false);
  });

  test('the complete sidebar, if it fits', async () => {
    const all = files(2, 2, 3);
    const whole = await buildHub(all);
    const bounded = await buildHub(all, { sidebar: { maxLinks: Object.keys(all).length } });
    expect(treeOf(bounded.file('docs/p1/f0/page-1/'))).toBe(treeOf(whole.file('docs/p1/f0/page-1/')));
    expect(whole.file('docs/p1/f0/page-1/')).not.toMatch(/\d pages?<\/a>/);
  });

  test('the landing page of a category shows its children, and is marked itself', async () => {
    const hub = await buildHub(files(3, 2, 3), { sidebar: { maxLinks: 20, expandCurrent: true } });
    const html = hub.file('docs/p2/f0/');
    expect(outline(html).filter((line) => line.endsWith('*'))).toEqual(['  Landing of 2 *']);
    expect(treeOf(html).match(/<details open/g)).toHaveLength(2);
  });

  test('the page of a category shows the items of its categories, if they are few', async () => {
    const [little, much] = [
      await buildHub(files(5, 2, 3), { sidebar: { maxLinks: 40 } }),
      await buildHub(files(5, 2, 3), { sidebar: { maxLinks: 20 } }),
    ];
    expect(outline(little.file('docs/p1/'))).toEqual(expect.arrayContaining(['  f1', '    Leaf', '    Page 2', 'p2']));
    expect(outline(much.file('docs/p1/'))).not.toContain('    Page 2');
  });

  test('every page can be reached by links from every other', async () => {
    const hub = await buildHub(files(4, 3, 6), { sidebar: { maxLinks: 20 } });
    const pages = hub.files().filter((path) => path.startsWith('docs/') && path.endsWith('index.html'));
    // Without the list of all pages, which links to every page.
    const reached = new Set<string>();
    const queue = ['docs/p3/f2/page-4/index.html'];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (reached.has(path) || /^docs\/(?:all|tree)\//.test(path)) continue;
      reached.add(path);
      for (const href of hrefsIn(hub.file(path))) {
        if (href.startsWith('/')) queue.push(posix.join('.', href.replace(/[#?].*/, ''), 'index.html'));
      }
    }
    // A folder that is merged with its only page has a URL, but no link to it.
    expect([...pages.filter((path) => !reached.has(path) && !/^docs\/(?:all|tree)\/|deep\/index/.test(path))]).toEqual(
      [],
    );
  });

  test('a page does not get more links or bytes if the hub grows', async () => {
    const maxLinks = 40;
    const weight = async (projects: number) => {
      const { site } = await modelOfFiles(files(projects, 2, 3), { sidebar: { maxLinks } });
      const items = [...site.sidebars.byName.values()][0] ?? [];
      const sanitizeHtml = (html: string) => html;
      const tree = new SidebarTree(items, { site, parts: defaultParts, sanitizeHtml });
      const leaves = site.pages.filter(({ permalink }) => permalink.endsWith('/leaf'));
      expect(leaves).toHaveLength(projects * 2);
      const markup = leaves.map(({ permalink }) => Buffer.concat(tree.fill(permalink)).toString());
      const counts = markup.map((html) => hrefsIn(html).length);
      expect(Math.min(...counts)).toBeGreaterThan(5);
      expect(Math.max(...counts)).toBeLessThanOrEqual(maxLinks + 4); // each of four levels can have a link to more items
      return markup.reduce((sum, html) => sum + html.length, 0) / markup.length;
    };
    const [small, large] = [await weight(20), await weight(60)];
    expect(large / small).toBeLessThan(1.2);
  });

  test('a level that is too long is shown partly, around the current page', async () => {
    const many: Files = Object.fromEntries(
      Array.from({ length: 90 }, (_, n) => [`a/page-${String(n).padStart(2, '0')}.md`, `# Page ${n}`]),
    );
    const hub = await buildHub({ ...many, 'b/x.md': '# X' }, { sidebar: { maxLinks: 40 } });
    const shown = outline(hub.file('docs/a/page-47/'));
    expect(shown).toContain('  Page 47 *');
    expect(shown.filter((line) => /Page \d+/.test(line))).toHaveLength(20);
    expect(shown).toContain('  70 more pages');
    expect(treeOf(hub.file('docs/a/page-47/'))).toContain('<a href="/docs/a/">70 more pages</a>');
  });
});
