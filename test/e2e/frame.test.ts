// The layout of a custom hub in a browser: header, announcement, footer, logo and fonts, at three widths, in both color schemes and directions.
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import type { UserConfig } from '../../src/model/config/config.js';
import { axeFaults } from '../support/axe.js';
import { hasChromium, overflowOf, serveDuring, test, withoutPolicy } from '../support/browser.js';
import { buildIn, fixtures, tempDir } from '../support/hub.js';

const require = createRequire(import.meta.url);
/** Folder for screenshots that a person can review. */
const pictures = process.env['DOCGEN_PICTURES'];

const many = Array.from({ length: 9 }, (_, index) => ({
  label: `Section number ${index + 1}`,
  href: 'https://a.example/',
}));

async function built(more: UserConfig): Promise<string> {
  const dir = tempDir();
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
  describe.each(Object.entries(variants))('%s', (name, config) => {
    const site = serveDuring(() => built(config));
    const permissive = serveDuring(async () => site.dir, withoutPolicy);

    test('nothing overflows, and touch targets are large enough', async ({ open }) => {
      for (const width of widths)
        for (const path of ['/docs/alpha/guide/', '/docs/']) {
          const isMobile = width === 360;
          const page = await open(site.origin + path, { width, isMobile, hasTouch: isMobile });
          expect(await overflowOf(page)).toBe(0);
          await page.evaluate("for (const one of document.querySelectorAll('header details')) one.open = true");
          expect(await overflowOf(page)).toBe(0);
          const small = await page.evaluate(`[...document.querySelectorAll('header a, header summary, footer li > a')]
            .filter((one) => one.checkVisibility()).map((one) => [one.textContent, one.getBoundingClientRect().height]).filter(([, height]) => height < 44)`);
          if (isMobile) expect(small).toEqual([]);
        }
    });

    test('axe reports no violations, with all details open and closed', async ({ open }) => {
      const width = name === 'many links' ? 360 : 1440;
      const page = await open(`${permissive.origin}/docs/alpha/guide/`, { width, javaScriptEnabled: true });
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
    });

    test("the site owner's font and logo load under the policy", async ({ open }) => {
      const page = await open(`${site.origin}/docs/alpha/guide/`, { colorScheme: 'dark' });
      await page.evaluate('document.fonts.ready');
      expect(
        await page.evaluate(
          "[...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)",
        ),
      ).toEqual(['Harbour']);
      const logo = await page.evaluate(
        "(({ currentSrc, naturalWidth }) => [currentSrc, naturalWidth])(document.querySelector('.logo'))",
      );
      expect(logo).toEqual([expect.stringMatching(/\/assets\/logo-dark\.[0-9a-f]{12}\.svg$/), 48]);
    });
  });

  describe("with a keyboard, and with the reader's own colors", () => {
    const site = serveDuring(() => built({}));

    test('keyboard: to the content, over the links, into a menu', async ({ open }) => {
      const page = await open(`${site.origin}/docs/alpha/guide/`);
      const seen: string[] = [];
      for (let step = 0; step < 6; step += 1) {
        await page.keyboard.press('Tab');
        seen.push(String(await page.evaluate('document.activeElement.textContent.trim()')));
      }
      expect(seen).toEqual(['Skip to navigation', 'Skip to content', 'Harbour', 'Guides', 'Projects', 'Source']);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Alpha, the ferry');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/alpha/');

      const phone = await open(`${site.origin}/docs/alpha/guide/`, { width: 360 });
      expect(await phone.isVisible('text=Guides')).toBe(false);
      await phone.click('.site-links > summary');
      expect(await phone.isVisible('text=Guides')).toBe(true);
    });

    test('with forced colors, every control keeps its border', async ({ open }) => {
      const page = await open(`${site.origin}/docs/alpha/guide/`, { width: 360, forcedColors: 'active' });
      const style = "getComputedStyle(document.querySelector('.site-links > summary')).borderTopStyle";
      expect(await page.evaluate(style)).toBe('solid');
      if (pictures) await page.screenshot({ path: join(pictures, 'forced-colours.png') });
    });
  });
});
