// A hub of one's own in a browser: header, announcement, footer, logo and fonts, at three widths, in both schemes, in both directions.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config.js';
import { axeFaults } from '../support/axe.js';
import { hasChromium, launch, type Served, serve } from '../support/browser.js';
import { buildIn, fixtures } from '../support/hub.js';

const require = createRequire(import.meta.url);
/** Pictures of what is tested go here, for a person to look at. */
const pictures = process.env['DOCGEN_PICTURES'];

const many = Array.from({ length: 9 }, (_, index) => ({
  label: `Section number ${index + 1}`,
  href: 'https://a.example/',
}));

const made: string[] = [];
afterAll(() => {
  for (const dir of made) rmSync(dir, { recursive: true, force: true });
});

async function built(more: UserConfig): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'docgen-frame-'));
  made.push(dir);
  cpSync(join(fixtures, 'frame'), dir, { recursive: true });
  mkdirSync(join(dir, '.git'));
  mkdirSync(join(dir, 'theme/fonts'));
  cpSync(
    join(dirname(require.resolve('katex')), 'fonts/KaTeX_Main-Regular.woff2'),
    join(dir, 'theme/fonts/harbour.woff2'),
  );
  const config = JSON.parse(readFileSync(join(dir, 'config.json'), 'utf8')) as UserConfig;
  const hub = await buildIn(dir, { ...config, ...more });
  expect(hub.said()).toEqual([]);
  return join(dir, 'build');
}

const variants: Readonly<Record<string, UserConfig>> = {
  'left to right': {},
  'right to left': { lang: 'ar' },
  'many links': { header: { links: many } },
};

const schemes = ['light', 'dark'] as const;
const widths = [360, 900, 1440] as const;

describe.skipIf(!hasChromium('the frame of a hub of one’s own'))('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => browser?.close());

  async function at(site: Served, path: string, options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(`${site.origin}${path}`);
    await page.evaluate('document.fonts.ready');
    return page;
  }

  describe.each(Object.entries(variants))('%s', (name, config) => {
    let site: Served;
    let plain: Served;
    beforeAll(async () => {
      const out = await built(config);
      plain = await serve(out);
      site = await serve(out, (html) => html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''));
    });
    afterAll(() => {
      site.close();
      plain.close();
    });

    test.each(widths)('at %i px nothing sticks out, and what is touched is large enough', async (width) => {
      for (const path of ['/docs/alpha/guide/', '/404.html', '/docs/']) {
        const page = await at(plain, path, {
          viewport: { width, height: 800 },
          hasTouch: width === 360,
          isMobile: width === 360,
        });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        await page.evaluate("for (const one of document.querySelectorAll('header details')) one.open = true");
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        if (width === 360) {
          const small = await page.evaluate(`[...document.querySelectorAll('header a, header summary, footer li > a')]
            .filter((one) => one.checkVisibility()).map((one) => [one.textContent, one.getBoundingClientRect().height]).filter(([, height]) => height < 44)`);
          expect(small).toEqual([]);
        }
        await page.context().close();
      }
    });

    test.each([360, 1440])('at %i px axe finds nothing, with all details open and closed', async (width) => {
      const page = await at(site, '/docs/alpha/guide/', { viewport: { width, height: 800 } });
      for (const state of ['closed', 'open']) {
        await page.evaluate(
          `for (const one of document.querySelectorAll('details')) { one.removeAttribute('name'); one.open = ${state === 'open'} }`,
        );
        for (const colorScheme of pictures ? schemes : []) {
          await page.emulateMedia({ colorScheme });
          const path = join(pictures ?? '', `${name}-${colorScheme}-${width}-${state}.png`.replaceAll(' ', '-'));
          await page.screenshot({ path, fullPage: state === 'closed' });
        }
        expect([state, await axeFaults(page)]).toEqual([state, []]);
      }
      await page.context().close();
    });

    test('the owner’s font and logo are loaded under the policy', async () => {
      const page = await at(plain, '/docs/alpha/guide/', {
        viewport: { width: 1440, height: 800 },
        colorScheme: 'dark',
      });
      expect(
        await page.evaluate(
          "[...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)",
        ),
      ).toEqual(['Harbour']);
      const logo = await page.evaluate(
        "(({ currentSrc, naturalWidth }) => [currentSrc, naturalWidth])(document.querySelector('.logo'))",
      );
      expect(logo).toEqual([expect.stringMatching(/\/assets\/logo-dark\.[0-9a-f]{12}\.svg$/), 48]);
      await page.context().close();
    });
  });

  test('by the keyboard: to the content, over the links, into a drop-down', async () => {
    const site = await serve(await built({}));
    try {
      const page = await at(site, '/docs/alpha/guide/', { viewport: { width: 1440, height: 800 } });
      const seen: string[] = [];
      for (let step = 0; step < 6; step += 1) {
        await page.keyboard.press('Tab');
        seen.push(String(await page.evaluate('document.activeElement.textContent.trim()')));
      }
      expect(seen).toEqual(['Skip to content', 'Skip to navigation', 'Harbour', 'Guides', 'Projects', 'Source']);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Alpha, the ferry');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/alpha/');
      await page.context().close();

      const phone = await at(site, '/docs/alpha/guide/', { viewport: { width: 360, height: 700 } });
      expect(await phone.isVisible('text=Guides')).toBe(false);
      await phone.click('.site-links > summary');
      expect(await phone.isVisible('text=Guides')).toBe(true);
      await phone.context().close();
    } finally {
      site.close();
    }
  });

  test('where a reader has colours of her own every control keeps its border', async () => {
    const site = await serve(await built({}));
    try {
      const page = await at(site, '/docs/alpha/guide/', {
        viewport: { width: 360, height: 700 },
        forcedColors: 'active',
      });
      const style = await page.evaluate(
        "getComputedStyle(document.querySelector('.site-links > summary')).borderTopStyle",
      );
      expect(style).toBe('solid');
      if (pictures) await page.screenshot({ path: join(pictures, 'forced-colours.png') });
      await page.context().close();
    } finally {
      site.close();
    }
  });
});
