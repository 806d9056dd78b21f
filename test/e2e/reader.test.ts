// What a reader does, in a real browser with JavaScript off.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launch, type Served, serve } from '../support/browser.js';
import { builtSite } from '../support/sites.js';

if (hasChromium('what a reader does')) {
  describe('a reader without scripts', () => {
    let site: Served;
    let browser: Browser;
    beforeAll(async () => {
      const { out, ran } = await builtSite('sample');
      expect(ran.status).toBe(0);
      site = await serve(out);
      browser = await launch();
    });
    afterAll(async () => {
      await browser?.close();
      site?.close();
    });

    const flows = '/docs/genkit/docs/flows/';
    async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
      const context = await browser.newContext({
        javaScriptEnabled: false,
        viewport: { width: 1440, height: 900 },
        ...options,
      });
      const page = await context.newPage();
      await page.goto(site.origin + path);
      return page;
    }

    test('every category is closed; a click opens one, a link in it leads on', async () => {
      const page = await open(flows);
      expect(await page.locator('.tree details[open]').count()).toBe(0);
      const genkit = page.locator('.tree > div > ul > li > details', { hasText: 'Genkit' }).first();
      await genkit.locator('> summary').click({ position: { x: 200, y: 10 } });
      expect(await genkit.getAttribute('open')).not.toBeNull();
      await genkit.locator('summary', { hasText: 'Go' }).locator('a').click();
      expect(page.url()).toBe(`${site.origin}/docs/genkit/docs-go/`);
    });

    test('by keyboard: the skip link comes first, a category opens with Enter', async () => {
      const page = await open(flows);
      await page.keyboard.press('Tab');
      expect(await page.locator(':focus').textContent()).toBe('Skip to content');
      await page.keyboard.press('Enter');
      expect(page.url()).toContain('#docgen-main');
      const summary = page.locator('.tree summary').first();
      await summary.focus();
      await page.keyboard.press('Enter');
      expect(await page.locator('.tree details[open]').count()).toBe(1);
    });

    test('the way to the page is marked on closed categories; Show in tree opens them', async () => {
      const page = await open(flows);
      expect(await page.locator('.tree [data-current="branch"]').allTextContents()).toEqual([
        'Genkit',
        'JavaScript guides',
      ]);
      const here = page.locator('#docgen-here');
      expect(await here.isVisible()).toBe(false);
      await page.getByText('Show in tree').click();
      expect(await here.isVisible()).toBe(true);
      expect(await here.getAttribute('aria-current')).toBe('page');
    });

    test('on a phone the tree is behind one button, closed at first; Show in tree opens it', async () => {
      const page = await open(flows, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
      const tree = page.locator('.tree');
      expect(await tree.isVisible()).toBe(false);
      const menu = page.locator('.menu > summary');
      expect((await menu.boundingBox())?.height).toBeGreaterThanOrEqual(40);
      await menu.tap();
      expect(await tree.isVisible()).toBe(true);
      await menu.tap();
      await page.getByText('Show in tree').tap();
      expect(await page.locator('#docgen-here').isVisible()).toBe(true);
    });

    test.each([320, 360, 768, 1440])('at %i px the page does not scroll sideways', async (width) => {
      for (const path of [
        '/docs/',
        flows,
        '/docs/all/',
        '/docs/netdata/alerts/health-configuration/',
        '/docs/react-native-firebase/releases/v6.0.0/',
        '/docs/genkit/',
        '/404.html',
      ]) {
        const page = await open(path, { viewport: { width, height: 800 } });
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        expect(overflow, path).toBeLessThanOrEqual(0);
        await page.context().close();
      }
    });

    test('light and dark follow the reader', async () => {
      const colours = await Promise.all(
        (['light', 'dark'] as const).map(async (colorScheme) => {
          const page = await open(flows, { colorScheme });
          return page.screenshot({ clip: { x: 600, y: 20, width: 1, height: 1 } });
        }),
      );
      expect(colours[0]?.equals(colours[1] as Buffer)).toBe(false);
    });

    test('printed: the article alone, all of it', async () => {
      const page = await open(flows);
      await page.emulateMedia({ media: 'print' });
      for (const selector of ['.sidebar', '.toc', '.top', '.pagination', '.breadcrumbs .here'])
        expect(await page.locator(selector).first().isVisible(), selector).toBe(false);
      expect(await page.locator('article').isVisible()).toBe(true);
    });

    test('a page asks for itself, its stylesheet, its icon and its images, and for nothing else', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(`${request.resourceType()} ${new URL(request.url()).pathname}`));
      await page.goto(`${site.origin}/docs/genkit/docs/rag/`, { waitUntil: 'networkidle' });
      expect(asked.filter((line) => line.startsWith('stylesheet'))).toHaveLength(1);
      expect(
        asked.filter((line) => !/^(?:document|stylesheet|image|other \/(?:assets\/favicon|favicon))/.test(line)),
      ).toEqual([]);
    });
  });
}
