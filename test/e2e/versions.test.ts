// The menu of versions in a browser without scripts, at two widths, in both schemes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.js';
import { hasChromium, launch, type Served, serve, withoutPolicy } from '../support/browser.js';
import { buildIn, writeFiles } from '../support/hub.js';

const doc = (title: string, text: string) => `---\ntitle: ${title}\ndescription: ${text}\n---\n\n## Part\n\n${text}\n`;
const files = {
  'docs/intro.md': doc('Start', 'What comes next.'),
  'docs/guide/install.md': doc('Install', 'Install the next one.'),
  'versions.json': '["2.0","1.0"]',
  'versioned_docs/version-2.0/intro.md': doc('Start', 'The second version.'),
  'versioned_docs/version-2.0/guide/install.md': doc('Install', 'Install the second one.'),
  'versioned_docs/version-1.0/intro.md': doc('Start', 'The first version.'),
  'versioned_docs/version-1.0/guide/install.md': doc('Install', 'Install the first one.'),
  'versioned_docs/version-1.0/guide/old.md': doc('Old', 'Only in the first one.'),
};

describe.skipIf(!hasChromium('the menu of versions'))('versions in a browser without scripts', () => {
  const dir = mkdtempSync(join(tmpdir(), 'docgen-versions-'));
  let browser: Browser;
  let site: Served;
  let open: Served;
  beforeAll(async () => {
    const versions = { '1.0': { noIndex: true } };
    const hub = await buildIn(writeFiles(dir, files), { content: 'docs', url: 'https://tool.example', versions });
    expect(hub.said()).toEqual([]);
    site = await serve(join(dir, 'build'));
    open = await serve(join(dir, 'build'), withoutPolicy);
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
    open?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  async function at({ origin }: Served, path: string, options: BrowserContextOptions): Promise<Page> {
    const page = await (await browser.newContext(options)).newPage();
    await page.goto(origin + path);
    return page;
  }
  const pathOf = (page: Page) => new URL(page.url()).pathname;
  const head = async (page: Page, selector: string, name: string) =>
    (await page.locator(`head ${selector}`).count()) === 0
      ? undefined
      : await page.locator(`head ${selector}`).getAttribute(name);

  test.each([360, 1440])('at %i px the menu leads to the same page of another version', async (width) => {
    const page = await at(site, '/docs/guide/install/', {
      javaScriptEnabled: false,
      viewport: { width, height: 800 },
    });
    const banner = page.locator('.banner');
    const menu = page.locator('details.versions');
    expect(await banner.count()).toBe(0);
    expect(await menu.getByRole('link', { name: '1.0' }).isVisible()).toBe(false);
    await menu.locator('summary').click();
    await menu.getByRole('link', { name: '1.0' }).click();
    await page.waitForURL('**/docs/1.0/guide/install/');
    expect(await page.locator('article').innerText()).toContain('Install the first one.');
    expect(await banner.innerText()).toContain('no longer maintained');
    const canonical = 'https://tool.example/docs/guide/install/';
    expect(await head(page, 'link[rel=canonical]', 'href')).toBe(canonical);
    expect(await head(page, 'meta[name=robots]', 'content')).toContain('noindex');

    await page.goto(`${site.origin}/docs/1.0/guide/old/`);
    await menu.locator('summary').click();
    expect(await menu.getByRole('link', { name: 'Next' }).locator('xpath=..').innerText()).toContain('front page');
    await menu.getByRole('link', { name: 'Next' }).click();
    expect(pathOf(page)).toBe('/docs/next/');
    expect(await head(page, 'meta[name=robots]', 'content')).toBeUndefined();

    await page.goto(`${site.origin}/docs/latest/guide/install/`);
    await page.waitForURL('**/docs/guide/install/');
    await page.goto(`${site.origin}/docs/1.0/guide/install/`);
    await banner.getByRole('link').click();
    await page.waitForURL('**/docs/guide/install/');
    await page.context().close();
  });

  test.each([360, 1440])('at %i px axe finds nothing in light and dark, with the menu open', async (width) => {
    const page = await (await browser.newContext({ viewport: { width, height: 800 } })).newPage();
    for (const path of ['/docs/guide/install/', '/docs/1.0/guide/old/', '/docs/next/guide/install/']) {
      await page.goto(open.origin + path);
      await page.locator('details.versions summary').click();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect([path, await axeFaults(page)]).toEqual([path, []]);
    }
    await page.context().close();
  });
});
