// The version menu in a browser without scripts, at two widths, in both color schemes.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { axeFaults } from '../support/axe.js';
import { hasChromium, overflowOf, serveDuring, test, withoutPolicy } from '../support/browser.js';
import { dataOf } from '../support/data.js';
import { buildIn, type Files, tempDir, writeFiles } from '../support/hub.js';
import { succeed } from '../support/sync.js';

const { files, translated, next } = dataOf<Record<'files' | 'translated' | 'next', Files>>('e2e/versions');

describe.skipIf(!hasChromium('the menu of versions'))('versions in a browser without scripts', () => {
  const site = serveDuring(async () => {
    const versions = { '1.0': { noIndex: true } };
    const hub = await buildIn(writeFiles(tempDir(), files), { content: 'docs', url: 'https://tool.example', versions });
    expect(hub.said()).toEqual([]);
    return join(hub.dir, 'build');
  }, withoutPolicy);
  const pathOf = (page: Page) => new URL(page.url()).pathname;
  const head = async (page: Page, selector: string, name: string) =>
    (await page.locator(`head ${selector}`).count()) === 0
      ? undefined
      : await page.locator(`head ${selector}`).getAttribute(name);

  test.for([360, 1440])('at %i px, the menu links to the same page of another version', async (width, { open }) => {
    const page = await open(`${site.origin}/docs/guide/install/`, { width });
    const banner = page.locator('.banner');
    const menu = page.locator('details.versions');
    expect(await banner.count()).toBe(0);
    expect(await menu.getByRole('link', { name: '1.0' }).isVisible()).toBe(false);
    await menu.locator('summary').click();
    await menu.getByRole('link', { name: '1.0' }).click();
    await page.waitForURL('**/docs/1.0/guide/install/');
    expect(await page.locator('article').innerText()).toContain('Install the first one.');
    expect(await banner.innerText()).toContain('no longer maintained');
    const canonical = 'https://tool.example/docs/1.0/guide/install/';
    expect(await head(page, 'link[rel=canonical]', 'href')).toBe(canonical);
    expect(await head(page, 'meta[name=robots]', 'content')).toContain('noindex');

    await page.goto(`${site.origin}/docs/1.0/guide/old/`);
    await menu.locator('summary').click();
    expect(await menu.getByRole('link', { name: 'Next' }).locator('xpath=..').innerText()).toContain('home page');
    await menu.getByRole('link', { name: 'Next' }).click();
    expect(pathOf(page)).toBe('/docs/next/');
    expect(await head(page, 'meta[name=robots]', 'content')).toBeUndefined();

    await page.goto(`${site.origin}/docs/latest/guide/install/`);
    await page.waitForURL('**/docs/guide/install/');
    await page.goto(`${site.origin}/docs/1.0/guide/install/`);
    await banner.getByRole('link').click();
    await page.waitForURL('**/docs/guide/install/');
  });

  test('axe reports no violations in light and dark mode, with the menu open', async ({ open }) => {
    const page = await open(`${site.origin}/docs/1.0/guide/old/`, { width: 360, javaScriptEnabled: true });
    await page.locator('details.versions summary').click();
    expect(await overflowOf(page)).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
  });
});

describe.skipIf(!hasChromium('the menu of languages'))('a version of `docgen version` and a translation', () => {
  const site = serveDuring(async () => {
    const dir = writeFiles(tempDir(), translated);
    await succeed(dir, 'version', '1.0');
    writeFiles(dir, next);
    await succeed(dir, 'build', '--strict');
    return join(dir, 'build');
  }, withoutPolicy);

  test.for([360, 1440])('at %i px, a reader can navigate with both menus', async (width, { open }) => {
    const page = await open(`${site.origin}/docs/guide/install/`, { width });
    const choose = async (choice: string, path: string, text: string) => {
      const link = page.locator(choice);
      for (const menu of await link.locator('xpath=ancestor::details').all()) {
        const summary = menu.locator('> summary');
        if ((await menu.getAttribute('open')) === null && (await summary.isVisible())) await summary.click();
      }
      await link.click();
      await page.waitForURL(`**${path}`);
      expect(await page.locator('article').innerText()).toContain(text);
    };
    await choose('a[lang=fr]', '/fr/docs/guide/install/', 'Installer la première.');
    expect(await page.locator('html').getAttribute('lang')).toBe('fr');
    await choose('.versions a:has-text("Next")', '/fr/docs/next/installer/', 'Installer la prochaine.');
    await choose('a[lang=en]', '/docs/next/guide/install/', 'Install the next one.');
    await choose('a[lang=fr]', '/fr/docs/next/installer/', 'Installer la prochaine.'); // through the redirect
    expect(await overflowOf(page)).toBe(0);
  });
});
