// A reader finds a thing, in a real browser with JavaScript off: by lists of all pages, letters, other pages to see, chains of folders.
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.js';
import { hasChromium, launch, type Served, serve, withoutPolicy } from '../support/browser.js';
import { buildIn, writeFiles } from '../support/hub.js';
import { hasShared } from '../support/shared.js';
import { builtSite } from '../support/sites.js';
import { type Task, tasks } from './finding-tasks.js';

const widths = [360, 1440];
const hubs = ['sample', ...(hasShared('finding in the corpus') ? ['corpus'] : [])] as ('sample' | 'corpus')[];

if (hasChromium('finding')) {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  async function open(url: string, width: number): Promise<Page> {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 900 } });
    const page = await context.newPage();
    await page.goto(url);
    return page;
  }
  const overflow = (page: Page) =>
    page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  describe.each(hubs)('in the %s', (name) => {
    let site: Served;
    beforeAll(async () => {
      const { out, ran } = await builtSite(name);
      expect(ran.status).toBe(0);
      site = await serve(out);
    }, 300_000);
    afterAll(() => site?.close());

    /** Clicks from the front to a page by the list of its section, and what the browser's find meets there. */
    async function find(page: Page, { section, words, page: wanted }: Task) {
      await page.goto(`${site.origin}/docs/`);
      const card = page.locator('.cards > li', { has: page.getByRole('link', { name: section, exact: true }) });
      await card.getByRole('link', { name: /^all [\d,]+$/ }).click();
      const hits = (await page.locator('main').innerText()).toLowerCase().split(words.toLowerCase()).length - 1;
      const entry = page.locator('.listed > li', { hasText: words, has: page.locator(`a[href="${wanted}"]`) });
      await entry.locator('a').click();
      return { url: page.url(), clicks: 2, hits };
    }

    test.each(widths)(
      'each of ten tasks is found by find in a list, two clicks from the front, at %i px',
      async (width) => {
        const found = [];
        const page = await open(`${site.origin}/docs/`, width);
        for (const task of tasks[name]) found.push({ task, ...(await find(page, task)) });
        await page.context().close();
        expect(found.map(({ url }) => url)).toEqual(tasks[name].map(({ page }) => site.origin + page));
        for (const { task, hits } of found) {
          expect(hits, task.words).toBeGreaterThan(0);
          expect(hits, task.words).toBeLessThanOrEqual(6);
        }
        const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
        const before = mean(tasks[name].map((task) => task.before.clicks));
        expect(mean(found.map(({ clicks }) => clicks))).toBeLessThanOrEqual((before * 2) / 3);
      },
      120_000,
    );

    test.each(widths)(
      'the front of the lists leads to each of them, and to every page, at %i px',
      async (width) => {
        const page = await open(`${site.origin}/docs/all/`, width);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
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
          expect(await overflow(page), page.url()).toBeLessThanOrEqual(0);
        }
        expect(listed).toBe(titles);
        await page.goto(`${site.origin}/docs/all/`);
        await page.locator('.letters a').last().click();
        expect(page.url()).toMatch(/#docgen-letter-\d+$/);
      },
      120_000,
    );

    test.each(widths)('an address that is none shows the sections, at %i px', async (width) => {
      const page = await open(`${site.origin}/docs/nowhere/`, width);
      const front = await open(`${site.origin}/docs/`, width);
      const sections = await front.locator('.card-link').allTextContents();
      expect(sections.length).toBeGreaterThan(5);
      expect(await page.locator('main .card-link').allTextContents()).toEqual(sections);
      await page.locator('main .card-link').first().click();
      expect(await page.locator('h1').textContent()).not.toBe('Page not found');
    });
  });

  describe('in a hub of its own', () => {
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
    let site: Served;
    let dir: string;
    let out: string;
    beforeAll(async () => {
      dir = realpathSync(mkdtempSync(join(tmpdir(), 'docgen-test-')));
      writeFiles(dir, Object.fromEntries(Object.entries(files).map(([path, text]) => [`content/${path}`, text])));
      await buildIn(dir);
      out = join(dir, 'build');
      site = await serve(out);
    });
    afterAll(() => {
      site?.close();
      rmSync(dir, { recursive: true, force: true });
    });
    const snmp = '/docs/beta/src/go/collector/snmp/';

    test.each(widths)('a long list has letters that lead to their names, at %i px', async (width) => {
      const page = await open(`${site.origin}/docs/alpha/many/`, width);
      expect(await page.locator('.letters a').allTextContents()).toEqual(['A', 'B', 'C']);
      await page.getByRole('link', { name: 'C', exact: true }).click();
      const cherry = page.getByRole('region', { name: 'C', exact: true }).getByRole('link').first();
      expect((await cherry.textContent())?.startsWith('Cherry')).toBe(true);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    });

    test.each(widths)('other pages to see stand at the end and lead there, at %i px', async (width) => {
      const page = await open(site.origin + snmp, width);
      const region = page.getByRole('region', { name: 'See also' });
      expect(await region.getByRole('listitem').allInnerTexts()).toEqual(['Walking a tree Alpha']);
      const [article, box] = [await page.locator('article').boundingBox(), await region.boundingBox()];
      expect(box?.y).toBeGreaterThanOrEqual((article?.y ?? 0) + (article?.height ?? 0));
      await region.getByRole('link').click();
      expect(page.url()).toBe(`${site.origin}/docs/alpha/walk/`);
      expect(await open(`${site.origin}/docs/beta/z/`, width).then((other) => other.locator('.see-also').count())).toBe(
        0,
      );
    });

    test.each(widths)('a chain of folders is one line of the tree, one crumb, one card, at %i px', async (width) => {
      const page = await open(`${site.origin}/docs/beta/`, width);
      const card = page.locator('main').getByRole('link', { name: 'Src / Go / Collector', exact: true });
      await card.click();
      expect(page.url()).toBe(`${site.origin}/docs/beta/src/go/collector/`);
      expect(await page.locator('.breadcrumbs li').allInnerTexts()).toEqual([
        expect.stringMatching('Documentation'),
        'Beta',
        'Src / Go / Collector',
      ]);
      if (width < 800) await page.locator('.sidebar .open').click();
      await page.getByText('Show in tree').click();
      const here = page.locator('#docgen-here');
      expect(await here.innerText()).toBe('Src / Go / Collector');
      expect(await here.isVisible()).toBe(true);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    });

    test.each([1440, 1920])('tree, contents and tabs need no ::details-content, at %i px', async (width) => {
      const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 900 } });
      await context.route('**/*.css', async (route) => {
        const response = await route.fetch();
        const style = await response.text();
        expect(style).toContain('::details-content');
        // An unknown pseudo-element, as ::details-content is for a browser that does not have it.
        await route.fulfill({ response, body: style.replaceAll('::details-content', '::details-none') });
      });
      const page = await context.newPage();
      await page.goto(site.origin + snmp);
      expect(await page.locator('.tree > div > ul > li').first().isVisible()).toBe(true);
      expect(await page.locator('.level li').allInnerTexts()).toEqual(['Ping', 'SNMP']);
      expect(await page.locator('.toc li').allInnerTexts()).toEqual(['One', 'Two']);
      for (const entry of await page.locator('.toc li').all()) expect(await entry.isVisible()).toBe(true);
      const second = page.getByText('second tab');
      await page.locator('.tabs summary').nth(1).click();
      expect(await second.isVisible()).toBe(true);
      await context.close();
    });

    test('axe-core finds nothing on these pages, all categories open; they are valid HTML', async () => {
      const paths = ['all/', 'all/alpha/', 'all/beta/', 'alpha/many/', 'beta/src/go/collector/snmp/', 'beta/src/'];
      const open = await serve(out, withoutPolicy);
      const found: string[] = [];
      const validator = new HtmlValidate(
        new StaticConfigLoader({
          extends: ['html-validate:recommended'],
          rules: { 'valid-id': ['error', { relaxed: true }], 'long-title': 'off', 'no-trailing-whitespace': 'off' },
        }),
      );
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      for (const path of [...paths.map((one) => `docs/${one}`), '404.html']) {
        await page.goto(`${open.origin}/${path}`);
        await page.evaluate("for (const one of document.querySelectorAll('.tree details')) one.open = true");
        found.push(...(await axeFaults(page)).map((fault) => `${path}: ${fault}`));
        const html = readFileSync(join(out, path, ...(path.endsWith('/') ? ['index.html'] : [])), 'utf8');
        const report = validator.validateStringSync(html);
        for (const { ruleId, message } of report.results.flatMap(({ messages }) => messages))
          found.push(`${path}: ${ruleId} ${message}`);
      }
      await page.context().close();
      open.close();
      expect(found).toEqual([]);
    }, 120_000);
  });
}
