// A reader in one of two browsers, without scripts: the same few things can be asked of both. Firefox is Debian's own, driven by
// WebDriver BiDi.
import { existsSync } from 'node:fs';
import type { Browser as Chromium } from 'playwright-core';
import puppeteer, { type Browser as Firefox } from 'puppeteer-core';
import { expect } from 'vitest';
import { hasChromium, launch } from './browser.js';
import { available } from './shared.js';

export interface Reader {
  /** `width` and `height` of the window, in CSS pixels. */
  readonly open: (address: string, size: { readonly width: number; readonly height: number }) => Promise<void>;
  /** What an expression gives in the page, whose own scripts are off. */
  readonly ask: <T>(expression: string) => Promise<T>;
  readonly close: () => Promise<void>;
}

export type Engine = 'chromium' | 'firefox';
export type Scheme = 'light' | 'dark' | 'forced';

const firefoxPath = [process.env['FIREFOX'], '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
  (path) => path !== undefined && existsSync(path),
);

/** Whether the browser is installed. */
export function hasEngine(engine: Engine, what: string): boolean {
  return engine === 'chromium' ? hasChromium(what) : available('firefox', firefoxPath !== undefined, what);
}

export async function openReader(engine: Engine, scheme: Scheme): Promise<Reader> {
  return engine === 'chromium' ? inChromium(await launch(), scheme) : inFirefox(await launchFirefox(scheme));
}

async function inChromium(browser: Chromium, scheme: Scheme): Promise<Reader> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    forcedColors: scheme === 'forced' ? 'active' : 'none',
  });
  const page = await context.newPage();
  return {
    open: async (address, size) => {
      await page.setViewportSize(size);
      await page.goto(address);
    },
    ask: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}

function launchFirefox(scheme: Scheme): Promise<Firefox> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath ?? '',
    extraPrefsFirefox: {
      'javascript.enabled': false,
      'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
      'browser.display.document_color_use': scheme === 'forced' ? 2 : 0,
    },
  });
}

async function inFirefox(browser: Firefox): Promise<Reader> {
  const page = await browser.newPage();
  return {
    open: async (address, size) => {
      await page.setViewport(size);
      await page.goto('about:blank'); // to a fragment of the same page it would only scroll
      // Firefox can resize its window later: a page that it has opened by then loses the place of the fragment.
      await expect.poll(() => page.evaluate('innerWidth')).toBe(size.width);
      await page.goto(address);
    },
    ask: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    close: () => browser.close(),
  };
}
