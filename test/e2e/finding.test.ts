// Readers find pages in a real browser with JavaScript disabled: by lists of all pages, letters, related pages, and chains of folders.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { hasChromium, overflowOf, serveDuring, test } from '../support/browser.js';
import { dataOf } from '../support/data.js';
import { buildIn, tempDir, writeFiles } from '../support/hub.js';
import { first } from '../support/seed.js';
import { hasShared } from '../support/shared.js';
import { builtSite } from '../support/sites.js';

interface Task {
  readonly section: string;
  readonly words: string;
  readonly page: string;
}
const tasks = dataOf<Readonly<Record<'sample' | 'corpus', readonly Task[]>>>('e2e/finding');

const widths = [360, 1440];
const hubs: ('sample' | 'corpus')[] =
  process.env['DOCGEN_ALL'] && hasShared('finding in the corpus') ? ['sample', 'corpus'] : ['sample'];

if (hasChromium('finding')) {
  describe.each(hubs)('in the %s', (name) => {
    const site = serveDuring(async () => (await builtSite(name)).out);

    /** Clicks from the home page to a page through the list of its section, and searches the list. */
    async function find(page: Page, { section, words, page: wanted }: Task) {
      await page.goto(`${site.origin}/docs/`);
      const card = page.locator('.cards > li', { has: page.getByRole('link', { name: section, exact: true }) });
      await card.getByRole('link', { name: /^all [\d,]+$/ }).click();
      const hits = (await page.locator('main').innerText()).toLowerCase().split(words.toLowerCase()).length - 1;
      const entry = page.locator('.listed > li', { hasText: words, has: page.locator(`a[href="${wanted}"]`) });
      await entry.locator('a').click();
      return { url: page.url(), hits };
    }

    test('each page is found by searching a list, two clicks from the home page', async ({ open }) => {
      const found = [];
      const page = await open(`${site.origin}/docs/`, { width: 360 });
      for (const task of first(5, tasks[name])) found.push({ task, ...(await find(page, task)) });
      expect(found.map(({ url }) => url)).toEqual(found.map(({ task }) => site.origin + task.page));
      for (const { task, hits } of found) {
        expect(hits, task.words).toBeGreaterThan(0);
        expect(hits, task.words).toBeLessThanOrEqual(6);
      }
    }, 120_000);

    test.for(widths)(
      'the front of the lists leads to each of them, and to every page, at %i px',
      { timeout: 120_000 },
      async (width, { open }) => {
        const page = await open(`${site.origin}/docs/all/`, { width: width });
        expect(await overflowOf(page)).toBeLessThanOrEqual(0);
        const links = page.locator('main .pages a[href^="/docs/all/"]');
        const addresses = (await page.evaluate(
          `[...document.querySelectorAll('main .pages a[href^="/docs/all/"]')].map((link) => link.getAttribute('href'))`,
        )) as string[];
        expect(addresses.length).toBeGreaterThan(5);
        const titles = await page.locator('main section .pages li').count();
        await links.last().click();
        expect(page.url()).toBe(site.origin + addresses.at(-1));
        let listed = 0;
        for (const address of addresses) {
          await page.goto(site.origin + address);
          listed += await page.locator('.listed > li').count();
          expect(await overflowOf(page), page.url()).toBeLessThanOrEqual(0);
        }
        expect(listed).toBe(titles);
        await page.goto(`${site.origin}/docs/all/`);
        await page.locator('.letters a').last().click();
        expect(page.url()).toMatch(/#docgen-letter-\d+$/);
      },
    );

    test('an unknown URL shows the sections', async ({ open }) => {
      const page = await open(`${site.origin}/docs/nowhere/`, { width: 360 });
      const front = await open(`${site.origin}/docs/`, { width: 360 });
      const sections = await front.locator('.card-link').allTextContents();
      expect(sections.length).toBeGreaterThan(5);
      expect(await page.locator('main .card-link').allTextContents()).toEqual(sections);
      await page.locator('main .card-link').first().click();
      expect(await page.locator('h1').textContent()).not.toBe('Page not found');
    });
  });

  describe('in a separate hub', () => {
    const many = Object.fromEntries(
      Array.from({ length: 61 }, (_, n) => [
        `alpha/many/p${n}.md`,
        `# ${'Apple Berry Cherry'.split(' ')[n % 3]} ${n}\n`,
      ]),
    );
    const files = {
      ...many,
      'beta/src/go/collector/snmp/README.md':
        '---\nkeywords: [walk, traps]\n---\n# SNMP\n\n## One\n\n## Two\n\n::: tabs\n\n== First\n\nfirst tab\n\n== Second\n\nsecond tab\n\n:::\n',
      'beta/src/go/collector/ping.md': '# Ping\n',
      'beta/z.md': '# Zulu\n',
      'alpha/walk.md': '---\ntags: [walk]\n---\n# Walking a tree\n',
    };
    const site = serveDuring(async () => {
      const dir = tempDir();
      writeFiles(dir, Object.fromEntries(Object.entries(files).map(([path, text]) => [`content/${path}`, text])));
      await buildIn(dir);
      return join(dir, 'build');
    });
    const snmp = '/docs/beta/src/go/collector/snmp/';

    test('a long list has letters that link to their names', async ({ open }) => {
      const page = await open(`${site.origin}/docs/alpha/many/`, { width: 360 });
      expect(await page.locator('.letters a').allTextContents()).toEqual(['A', 'B', 'C']);
      await page.getByRole('link', { name: 'C', exact: true }).click();
      const cherry = page.getByRole('region', { name: 'C', exact: true }).getByRole('link').first();
      expect((await cherry.textContent())?.startsWith('Cherry')).toBe(true);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    });

    test('related pages are links at the end of a page', async ({ open }) => {
      const page = await open(site.origin + snmp, { width: 1440 });
      const region = page.getByRole('region', { name: 'See also' });
      expect(await region.getByRole('listitem').allInnerTexts()).toEqual(['Walking a tree Alpha']);
      const [article, box] = [await page.locator('article').boundingBox(), await region.boundingBox()];
      expect(box?.y).toBeGreaterThanOrEqual((article?.y ?? 0) + (article?.height ?? 0));
      await region.getByRole('link').click();
      expect(page.url()).toBe(`${site.origin}/docs/alpha/walk/`);
      await page.goto(`${site.origin}/docs/beta/z/`);
      expect(await page.locator('.see-also').count()).toBe(0);
    });

    test.for(widths)(
      'a chain of folders is one line of the tree, one crumb, one card, at %i px',
      { timeout: 120_000 },
      async (width, { open }) => {
        const page = await open(`${site.origin}/docs/beta/`, { width: width });
        const card = page.locator('main').getByRole('link', { name: 'Src / Go / Collector', exact: true });
        await card.click();
        expect(page.url()).toBe(`${site.origin}/docs/beta/src/go/collector/`);
        expect(await page.locator('.breadcrumbs li').allInnerTexts()).toEqual([
          expect.stringMatching('Documentation'),
          'Beta',
        ]);
        if (width < 800) await page.locator('.skip').first().click();
        await page.getByText('Show in tree').click();
        const here = page.locator('#docgen-here');
        expect(await here.innerText()).toBe('Src / Go / Collector');
        expect(await here.isVisible()).toBe(true);
        expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      },
    );

    test('sidebar, table of contents and tabs work without ::details-content', async ({ open }) => {
      const page = await open('about:blank');
      await page.route('**/*.css', async (route) => {
        const response = await route.fetch();
        const style = await response.text();
        expect(style).toContain('::details-content');
        // Simulates a browser without ::details-content by an unknown pseudo-element.
        await route.fulfill({ response, body: style.replaceAll('::details-content', '::details-none') });
      });
      await page.goto(site.origin + snmp);
      expect(await page.locator('.tree > div > ul > li').first().isVisible()).toBe(true);
      expect(await page.locator('.level li').allInnerTexts()).toEqual(['Ping', 'SNMP']);
      expect(await page.locator('.toc li').allInnerTexts()).toEqual(['One', 'Two']);
      for (const entry of await page.locator('.toc li').all()) expect(await entry.isVisible()).toBe(true);
      const second = page.getByText('second tab');
      await page.locator('.tabs summary').nth(1).click();
      expect(await second.isVisible()).toBe(true);
    });
  });
}
