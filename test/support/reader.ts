// A reader in one of two browsers, without scripts: the same few things can be asked of both. Firefox is Debian's own, driven by
// WebDriver BiDi.
import { existsSync } from 'node:fs';
import type { Browser as Chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { expect } from 'vitest';
import { hasChromium, launch } from './browser.js';
import { available } from './shared.js';

/** Size of the window, in CSS pixels. */
type Size = Record<'width' | 'height', number>;

export interface Reader {
  /** `scheme` is what the reader prefers, by default light. */
  readonly open: (address: string, view: Size & { readonly scheme?: Scheme }) => Promise<void>;
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

export async function openReader(engine: Engine): Promise<Reader> {
  return engine === 'chromium' ? inChromium(await launch()) : inFirefox();
}

async function inChromium(browser: Chromium): Promise<Reader> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  return {
    open: async (address, { scheme = 'light', ...size }) => {
      const colorScheme = scheme === 'dark' ? 'dark' : 'light';
      await page.emulateMedia({ colorScheme, forcedColors: scheme === 'forced' ? 'active' : 'none' });
      await page.setViewportSize(size);
      await page.goto(address);
    },
    ask: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}

/** What Puppeteer has no method for. */
interface Session {
  readonly connection: {
    send: (method: string, params: object) => Promise<{ result: { contexts: { context: string }[] } }>;
  };
}

async function inFirefox(): Promise<Reader> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath ?? '',
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: { 'javascript.enabled': false },
  });
  const { connection } = browser as unknown as Session;
  const { result } = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  const target = { context: result.contexts[0]?.context };
  const page = await browser.newPage();
  /** In the window of Firefox itself: to start another Firefox takes ten seconds. */
  const setScheme = (scheme: Scheme) => {
    const settings = {
      'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
      'browser.display.document_color_use': scheme === 'forced' ? 2 : 0,
    };
    const calls = Object.entries(settings).map(([name, value]) => `Services.prefs.setIntPref('${name}', ${value})`);
    return connection.send('script.evaluate', { expression: calls.join('; '), target, awaitPromise: false });
  };
  return {
    open: async (address, { scheme = 'light', ...size }) => {
      await setScheme(scheme);
      await page.setViewport(size);
      await page.goto('about:blank'); // to a fragment of the same page it would only scroll
      // Firefox can resize its window later: a page that it has opened by then loses the place of the fragment.
      await expect.poll(() => page.evaluate('innerWidth')).toBe(size.width);
      const query = scheme === 'forced' ? 'forced-colors: active' : `prefers-color-scheme: ${scheme}`;
      await expect.poll(() => page.evaluate(`matchMedia('(${query})').matches`)).toBe(true);
      await page.goto(address);
    },
    ask: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    close: () => browser.close(),
  };
}
