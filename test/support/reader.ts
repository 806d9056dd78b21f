// Common interface of two browsers without scripts, Chromium and Firefox. Firefox is Debian's, driven by
// WebDriver BiDi.
import { existsSync } from 'node:fs';
import type { Browser as Chromium } from 'playwright-core';
import puppeteer, { type Browser as Firefox } from 'puppeteer-core';
import { expect } from 'vitest';
import { hasChromium, launch } from './browser.js';
import { available } from './shared.js';

export interface Reader {
  /** Opens a page. `width` and `height` of the window are in CSS pixels. */
  readonly open: (address: string, size: { readonly width: number; readonly height: number }) => Promise<void>;
  /** Evaluates an expression in the page, whose own scripts are disabled. */
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
      await page.goto('about:blank'); // a fragment of the same page would only be scrolled to
      // Firefox might resize its window later. A page that is already open then loses the position of the fragment.
      await expect.poll(() => page.evaluate('innerWidth')).toBe(size.width);
      await page.goto(address);
    },
    ask: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    close: () => browser.close(),
  };
}
