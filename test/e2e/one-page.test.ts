// Sections as one page in a browser without scripts: valid, accessible, at the place that a link names, and printed with every heading.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { axeFaults } from '../support/axe.js';
import { hasChromium, launch, type Served, serve, withoutPolicy } from '../support/browser.js';
import { buildHub, docgen, elementsOf, filesBelow, textOf, writeFiles } from '../support/hub.js';
import { hasShared } from '../support/shared.js';
import { hubs } from '../support/sites.js';

const name = hasShared('the corpus as one page a section') ? 'corpus' : 'sample';

describe.skipIf(!hasChromium('sections as one page'))(`the sections of the ${name}`, () => {
  let dir: string;
  let browser: Browser;
  let site: Served;
  let pages: string[];
  /** The largest, as an address. */
  let largest: string;

  beforeAll(async () => {
    dir = writeFiles(join(inject('runFolder'), 'one-page'), {
      'docgen.config.json': JSON.stringify({ content: hubs[name], onePage: true }),
    });
    expect(docgen(dir, 'build', '--no-cache', '--workers', '1').status).toBe(0);
    dir = join(dir, 'build');
    pages = filesBelow(dir).filter((path) => path.endsWith('/print/index.html'));
    const [first = ''] = [...pages].sort((a, b) => statSync(join(dir, b)).size - statSync(join(dir, a)).size);
    largest = `/${first.replace('index.html', '')}`;
    browser = await launch();
    site = await serve(dir, withoutPolicy); // which would stop axe
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    site?.close();
  });

  const open = async (options: Parameters<Browser['newContext']>[0]) => {
    const context = await browser.newContext(options);
    return context.newPage();
  };

  test('are valid, have no id twice, and no link that leads out of them to their own pages', () => {
    const rules = {
      'valid-id': ['error', { relaxed: true }],
      'long-title': 'off',
      'no-trailing-whitespace': 'off',
    } as const;
    const validator = new HtmlValidate(
      new StaticConfigLoader({ extends: ['html-validate:recommended'], rules: { ...rules } as never }),
    );
    expect(pages.length).toBeGreaterThan(1);
    const found: string[] = [];
    for (const path of pages) {
      const html = readFileSync(join(dir, path), 'utf8');
      const report = validator.validateStringSync(html, path);
      for (const { line, ruleId, message } of report.results.flatMap(({ messages }) => messages))
        found.push(`${path}:${line} ${ruleId} ${message}`);
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

  test('axe finds nothing in the largest, in light and dark', async () => {
    const page = await open({ viewport: { width: 1280, height: 900 } });
    await page.goto(site.origin + largest);
    expect(await axeFaults(page)).toEqual([]);
    await page.context().close();
  }, 300_000);

  test.each([390, 1440])(
    'at %i px a link of the contents leads to its chapter, and nothing is wider than the window',
    async (width) => {
      const page = await open({ viewport: { width, height: 800 }, javaScriptEnabled: false });
      await page.goto(site.origin + largest);
      const last = page.locator('.contents li > a').last();
      const id = decodeURIComponent(((await last.getAttribute('href')) ?? '').slice(1));
      await last.click();
      await expect
        .poll(async () => (await page.locator(`[id="${id}"]`).boundingBox())?.y ?? -1)
        .toBeGreaterThanOrEqual(0);
      expect((await page.locator(`[id="${id}"]`).boundingBox())?.y).toBeLessThan(800);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await page.context().close();
    },
    120_000,
  );

  test('printed, every heading of the largest is in the outline once', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(site.origin + largest);
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

    await page.context().close();
  }, 300_000);
});

test.skipIf(!hasChromium('a section on paper'))(
  'on paper what is closed is open, chapters begin on new sheets, and nothing is cut off',
  async () => {
    const tabs = ['One', 'Two']
      .map((label) => `<TabItem label="${label}">\n\n### Tab ${label}\n\nText.\n\n</TabItem>\n`)
      .join('');
    const hub = await buildHub(
      {
        'g/a.md': '# A\n\n<details>\n<summary>More</summary>\n\n## Behind\n\nText.\n\n</details>\n',
        'g/b.mdx': `# B\n\n<Tabs>\n${tabs}</Tabs>\n`,
        'g/c.md': `# C\n\n| ${Array.from({ length: 12 }, (_, n) => `column${n}`).join(' | ')} |\n|${' --- |'.repeat(12)}\n| ${'averylongword '.repeat(2)} |\n\n\`\`\`js\nconst x = '${'x'.repeat(200)}';\n\`\`\`\n`,
      },
      { onePage: true },
    );
    const browser = await launch();
    const site = await serve(join(hub.dir, 'build'));
    try {
      const page = await browser.newPage({ viewport: { width: 640, height: 900 } });
      await page.goto(`${site.origin}/docs/g/print/`);
      const pdf = await page.pdf({ outline: true, tagged: true });
      expect(outlineOf(pdf).sort()).toEqual(['A', 'B', 'Behind', 'C', 'Contents', 'G', 'Tab One', 'Tab Two']);
      expect(
        Buffer.from(pdf)
          .toString('latin1')
          .match(/\/Type \/Page\b/g)?.length,
      ).toBe(4);
      await page.emulateMedia({ media: 'print' });
      const wide = await page.evaluate(
        "[...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.tagName)",
      );
      expect(wide).toEqual([]);
    } finally {
      await browser.close();
      site.close();
    }
  },
  120_000,
);

/** The titles of the outline of a PDF of Chromium's, which does not compress it. */
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
