// Single-page views in a browser without scripts: valid, accessible, with working anchors, and printed with every heading.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject } from 'vitest';
import { axeFaults, htmlFaults } from '../support/axe.js';
import { hasChromium, serveDuring, test, withoutPolicy } from '../support/browser.js';
import { buildHub, elementsOf, filesBelow, textOf, writeFiles } from '../support/hub.js';
import { hasShared } from '../support/shared.js';
import { hubs } from '../support/sites.js';
import { succeed } from '../support/sync.js';

const name = process.env['DOCGEN_ALL'] && hasShared('the corpus as one page a section') ? 'corpus' : 'sample';

describe.skipIf(!hasChromium('sections as one page'))(`the sections of the ${name}`, () => {
  let pages: string[];
  /** URL of the largest view. */
  let largest: string;
  const site = serveDuring(async () => {
    const dir = writeFiles(join(inject('runFolder'), 'one-page'), {
      'docgen.config.json': JSON.stringify({ content: hubs[name], onePage: true }),
    });
    await succeed(dir, 'build', '--no-cache', '--workers', '1');
    return join(dir, 'build');
  }, withoutPolicy); // the policy would block axe
  beforeAll(() => {
    pages = filesBelow(site.dir).filter((path) => path.endsWith('/print/index.html'));
    const sizeOf = (path: string) => statSync(join(site.dir, path)).size;
    const [first = ''] = [...pages].sort((a, b) => sizeOf(b) - sizeOf(a));
    largest = `${site.origin}/${first.replace('index.html', '')}`;
  });

  test('are valid, have no duplicate ids, and no links to pages that they contain', () => {
    expect(pages.length).toBeGreaterThan(1);
    const found: string[] = [];
    for (const path of pages) {
      const html = readFileSync(join(site.dir, path), 'utf8');
      found.push(...htmlFaults(path, html));
      const article = html.slice(html.indexOf('<article>'), html.indexOf('</article>'));
      const ids = new Set(elementsOf(html).flatMap(({ attributes: { id } }) => (id === undefined ? [] : textOf(id))));
      const count = elementsOf(html).filter(({ attributes: { id } }) => id !== undefined).length;
      expect(ids.size, path).toBe(count);
      const section = `/${path.replace('print/index.html', '')}`;
      for (const { attributes } of elementsOf(article)) {
        const href = textOf(attributes['href'] ?? '');
        if (href.startsWith('#') && !ids.has(decodeURIComponent(href.slice(1)))) found.push(`${path}: ${href}`);
        if (href.startsWith(section)) found.push(`${path}: ${href}`);
      }
    }
    expect(found).toEqual([]);
  }, 300_000);

  test('axe reports no violations in the largest, in light and dark mode', async ({ open }) => {
    const page = await open(largest, { javaScriptEnabled: true });
    expect(await axeFaults(page)).toEqual([]);
  }, 300_000);

  test.for([390, 1440])(
    'at %i px a link of the contents leads to its chapter, and nothing is wider than the window',
    { timeout: 120_000 },
    async (width, { open }) => {
      const page = await open(largest, { width, height: 800 });
      const last = page.locator('.contents li > a').last();
      const id = decodeURIComponent(((await last.getAttribute('href')) ?? '').slice(1));
      await last.click();
      await expect
        .poll(async () => (await page.locator(`[id="${id}"]`).boundingBox())?.y ?? -1)
        .toBeGreaterThanOrEqual(0);
      expect((await page.locator(`[id="${id}"]`).boundingBox())?.y).toBeLessThan(800);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    },
  );

  test('printed, every heading of the largest is in the outline once', async ({ open }) => {
    const page = await open(largest);
    const headings =
      (await page.evaluate(`[...document.querySelectorAll('main :is(h1, h2, h3, h4, h5, h6)')].map((heading) => {
      const copy = heading.cloneNode(true);
      for (const anchor of copy.querySelectorAll('.heading-anchor')) anchor.remove();
      return copy.textContent;
    })`)) as string[];
    const pdf = await page.pdf({ outline: true, tagged: true });
    const bare = (text: string) => text.replace(/\s/g, '');
    expect(headings.length).toBeGreaterThan(50);
    expect(outlineOf(pdf).map(bare).sort()).toEqual(headings.map(bare).sort());
  }, 300_000);
});

describe.skipIf(!hasChromium('a section on paper'))('on paper', () => {
  const tab = (label: string) => `<TabItem label="${label}">\n\n### Tab ${label}\n\nText.\n\n</TabItem>\n`;
  const row = (cell: (index: number) => string) =>
    `|${Array.from({ length: 12 }, (_, index) => cell(index)).join('|')}|\n`;
  const table = `${row((index) => `column${index}`)}${row(() => ' --- ')}| averylongword averylongword |\n`;
  const site = serveDuring(async () => {
    const files = {
      'g/a.md': '# A\n\n<details>\n<summary>More</summary>\n\n## Behind\n\nText.\n\n</details>\n',
      'g/b.mdx': `# B\n\n<Tabs>\n${tab('One')}${tab('Two')}</Tabs>\n`,
      'g/c.md': `# C\n\n${table}\n\`\`\`js\nconst x = '${'x'.repeat(200)}';\n\`\`\`\n`,
    };
    return join((await buildHub(files, { onePage: true })).dir, 'build');
  });

  test('printed, details are open, chapters start on new sheets, and nothing is cut off', async ({ open }) => {
    const page = await open(`${site.origin}/docs/g/print/`, { width: 640 });
    const pdf = await page.pdf({ outline: true, tagged: true });
    expect(outlineOf(pdf).sort()).toEqual(['A', 'B', 'Behind', 'C', 'Contents', 'G', 'Tab One', 'Tab Two']);
    const sheets = Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type \/Page\b/g);
    expect(sheets).toHaveLength(4);
    await page.emulateMedia({ media: 'print' });
    const wide = await page.evaluate(
      "[...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.tagName)",
    );
    expect(wide).toEqual([]);
  });
});

/** Returns the titles in the outline of a PDF. Chromium doesn't compress them. */
function outlineOf(pdf: Uint8Array): string[] {
  const text = Buffer.from(pdf).toString('latin1');
  const titles = text.matchAll(/<<\/Title (?:\(((?:\\[\s\S]|[^\\)])*)\)|<([0-9A-Fa-f]*)>)\s*\/Dest/g);
  return [...titles].map(([, literal, hex]) =>
    hex === undefined
      ? (literal ?? '').replace(/\\([0-7]{3}|.)/g, (_, escaped: string) =>
          escaped.length === 3 ? String.fromCharCode(Number.parseInt(escaped, 8)) : escaped,
        )
      : Buffer.from(hex.slice(4), 'hex').swap16().toString('utf16le'),
  );
}
