// Reader interactions in a real browser with JavaScript disabled.
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { hasChromium, serveDuring, test } from '../support/browser.js';
import { builtSite } from '../support/sites.js';

if (hasChromium('what a reader does')) {
  describe('a reader without scripts', () => {
    const site = serveDuring(async () => (await builtSite('sample')).out);
    const flows = () => `${site.origin}/docs/genkit/docs/flows/`;

    test('every category is collapsed; its name links to its page, and its button expands it', async ({ open }) => {
      const page = await open(flows());
      expect(await page.locator('.tree details[open]').count()).toBe(0);
      const genkit = page.locator('.tree > div > ul > li', { has: page.locator('> a', { hasText: /^Genkit$/ }) });
      const toggle = genkit.locator('> details > summary');
      expect(await toggle.textContent()).toBe('Pages in Genkit');
      const [name, button] = [await genkit.locator('> a').boundingBox(), await toggle.boundingBox()];
      expect(name?.y).toBe(button?.y);
      expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
      await toggle.click();
      expect(await genkit.locator('> details').getAttribute('open')).not.toBeNull();
      await genkit.getByRole('link', { name: 'Go guides' }).click();
      expect(page.url()).toBe(`${site.origin}/docs/genkit/docs-go/`);
    });

    test('keyboard: skip link, article, its contents, then the sidebar; Enter opens a category', async ({ open }) => {
      const page = await open(flows());
      await page.keyboard.press('Tab');
      expect(await page.locator(':focus').textContent()).toBe('Skip to navigation');
      const met: string[] = [];
      for (let step = 0; step < 60 && met.at(-1) !== 'docgen-nav'; step += 1) {
        await page.keyboard.press('Tab');
        const part = await page.evaluate("document.activeElement.closest('main, nav[id]')?.id ?? ''");
        if (typeof part === 'string' && part !== '' && part !== met.at(-1)) met.push(part);
      }
      expect(met).toEqual(['docgen-main', 'docgen-toc', 'docgen-nav']);
      const summary = page.locator('.tree summary').first();
      await summary.focus();
      await page.keyboard.press('Enter');
      expect(await page.locator('.tree details[open]').count()).toBe(1);
    });

    test('siblings of the current page are above the collapsed sidebar', async ({ open }) => {
      const page = await open(flows());
      const level = page.locator('.level');
      expect(await level.locator('p').textContent()).toBe('JavaScript guides');
      expect(await level.locator('li').allTextContents()).toEqual([
        'Get started',
        'Flows',
        'Models',
        'Dotprompt',
        'RAG',
        'Evaluation',
      ]);
      expect(await level.locator('[aria-current]').allTextContents()).toEqual(['Flows']);
      await level.getByRole('link', { name: 'Models' }).click();
      expect(page.url()).toBe(`${site.origin}/docs/genkit/docs/models/`);
      await page.locator('.level p a').click();
      expect(await page.locator('.level li').first().textContent()).toBe('Get started');
    });

    test('collapsed categories above the page are marked; Show in tree opens them', async ({ open }) => {
      const page = await open(flows());
      expect(await page.locator('.tree [data-current="branch"]').allTextContents()).toEqual([
        'Genkit',
        'JavaScript guides',
      ]);
      const here = page.locator('#docgen-here');
      expect(await here.isVisible()).toBe(false);
      const article = page.locator('article');
      const before = await article.boundingBox();
      await page.getByText('Show in tree').click();
      expect(await here.isVisible()).toBe(true);
      expect(await here.getAttribute('aria-current')).toBe('page');
      expect(await article.boundingBox()).toEqual(before);
      for (const parent of await page.locator('.tree [data-current="branch"]').all())
        expect(await isInView(page, parent)).toBe(true);
    });

    test('on a phone, one button opens the sidebar and one the table of contents, and the title is near the top', async ({
      open,
    }) => {
      const page = await open(flows(), { width: 360, height: 740, isMobile: true, hasTouch: true });
      const [tree, contents] = [page.locator('.tree'), page.locator('.toc ul')];
      expect(await tree.isVisible()).toBe(false);
      expect(await contents.isVisible()).toBe(false);
      expect((await page.locator('h1').boundingBox())?.y).toBeLessThanOrEqual(190);
      const [menu, list] = [page.locator('.skip').first(), page.locator('.toc .open')];
      const [left, right] = [await menu.boundingBox(), await list.boundingBox()];
      expect(left?.height).toBeGreaterThanOrEqual(44);
      expect(right?.height).toBeGreaterThanOrEqual(44);
      await menu.tap();
      expect(await tree.isVisible()).toBe(true);
      expect(await page.locator('.sidebar .content a').first().textContent()).toBe('All pages, A to Z');
      for (const row of [page.locator('.tree > div > ul > li > a'), page.locator('.tree > div > ul > li summary')])
        expect((await row.first().boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await page.getByText('Show in tree').tap();
      expect(await page.locator('#docgen-here').isVisible()).toBe(true);
      await page.locator('.sidebar .close').tap();
      expect(await tree.isVisible()).toBe(false);
      await list.tap();
      expect(await contents.isVisible()).toBe(true);
      await contents.locator('a').nth(1).tap();
      expect(await contents.isVisible()).toBe(false);
    });

    async function isInView(page: Page, entry: Locator): Promise<boolean> {
      const [box, frame] = [await entry.boundingBox(), await page.locator('.sidebar').boundingBox()];
      return !!box && !!frame && box.y >= frame.y && box.y + box.height <= frame.y + frame.height;
    }

    test('printed, only the complete article', async ({ open }) => {
      const page = await open(flows());
      await page.emulateMedia({ media: 'print' });
      for (const selector of ['.sidebar', '.toc', '.top', '.pagination'])
        expect(await page.locator(selector).first().isVisible(), selector).toBe(false);
      expect(await page.locator('article').isVisible()).toBe(true);
    });

    test('a page only requests itself, its stylesheet, its icon and its images', async ({ open }) => {
      const page = await open('about:blank');
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
