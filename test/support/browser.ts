// A real browser for tests of what readers see, and a server for a built folder.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, test as base, beforeAll, inject } from 'vitest';
import { executablePath } from './chromium.js';
import { available } from './shared.js';

/** Whether Chromium is installed. */
export function hasChromium(what: string): boolean {
  return available('chromium', executablePath !== undefined, what);
}

/** Connects to the Chromium of the run. Closing the connection only closes its own pages. */
export function launch(): Promise<Browser> {
  return chromium.connect(inject('chromium'));
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.js': 'text/javascript',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.xhtm': 'application/xhtml+xml',
  ...Object.fromEntries(
    ['xml', 'xsd', 'rng', 'rdf', 'rss', 'atom', 'mml', 'xul'].map((name) => [`.${name}`, 'application/xml']),
  ),
};

export interface Served {
  readonly origin: string;
  readonly close: () => void;
}

/** Serves a folder like a static host. `change` can modify a page before it is sent. With `?slow`, a page is sent in chunks. */
export async function serve(dir: string, change: (html: string) => string = (html) => html): Promise<Served> {
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://x');
    const path = decodeURIComponent(pathname);
    const file = [join(dir, path), join(dir, path, 'index.html')].find(
      (name) => existsSync(name) && statSync(name).isFile(),
    );
    if (!file) {
      response
        .writeHead(404, { 'content-type': types['.html'] })
        .end(existsSync(join(dir, '404.html')) ? readFileSync(join(dir, '404.html')) : '');
      return;
    }
    const type = types[extname(file)] ?? 'application/octet-stream';
    const body = file.endsWith('.html') ? Buffer.from(change(readFileSync(file, 'utf8'))) : readFileSync(file);
    response.writeHead(200, { 'content-type': type });
    for (let start = 0; search === '?slow' && start < body.length; start += 5000) {
      response.write(body.subarray(start, start + 5000));
      await setTimeout(10);
    }
    response.end(search === '?slow' ? undefined : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** Serves a folder during the tests of a file or of a `describe`. */
export function serveDuring(make: () => Promise<string>, change?: (html: string) => string) {
  const site = { dir: '', origin: '' };
  let served: Served | undefined;
  beforeAll(async () => {
    site.dir = await make();
    served = await serve(site.dir, change);
    site.origin = served.origin;
  }, 300_000);
  afterAll(() => served?.close());
  return site;
}

interface PageOptions extends BrowserContextOptions {
  readonly width?: number;
  readonly height?: number;
}

/** Test function with one browser per file. `open` opens a page without scripts until the end of the test. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of fixtures from it
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launch();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('open', async ({ browser }, { onCleanup }) => {
    const contexts: BrowserContext[] = [];
    onCleanup(async () => {
      for (const context of contexts) await context.close();
    });
    return async (url: string, options: PageOptions = {}) => {
      const { width = 1440, height = 900, ...others } = options;
      const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height }, ...others });
      contexts.push(context);
      const page = await context.newPage();
      await page.goto(url);
      return page;
    };
  });

/** Returns the number of pixels by which a page is wider than its window. */
export const overflowOf = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

export interface Watch {
  readonly context: BrowserContext;
  /** Sets the document that later events belong to, in a page of the context. Its dialogs and popups are recorded. */
  readonly begin: (page: Page, path: string) => void;
  /** Scripts that ran, as `path: how`. */
  readonly ran: string[];
  /** URLs of other hosts that were requested, except images and media, which authors can show. */
  readonly foreign: string[];
}

/** Creates a browser context that records scripts and requests to other hosts. A site at `origin` must cause none. */
export async function watch(browser: Browser, origin: string): Promise<Watch> {
  const ran: string[] = [];
  const foreign: string[] = [];
  let current = '';
  const context = await browser.newContext();
  await context.addInitScript(`for (const name of ['alert', 'confirm', 'prompt', 'print', 'open', 'eval', 'docgenRan']) {
      Object.defineProperty(window, name, { value: () => window.docgenTell(name) });
    }`);
  await context.exposeFunction('docgenTell', (how: string) => ran.push(`${current}: ${how}`));
  // Recorded but not stopped, which would take longer than loading a page. `launch` blocks requests to other hosts anyway.
  context.on('request', (request) => {
    if (!request.url().startsWith(origin) && !['image', 'media'].includes(request.resourceType()))
      foreign.push(`${current}: ${request.resourceType()} ${request.url()}`);
  });
  const begin = (page: Page, path: string) => {
    current = path;
    page.removeAllListeners();
    page.on('dialog', (dialog) => {
      ran.push(`${path}: ${dialog.type()}`);
      void dialog.dismiss();
    });
    page.on('popup', () => ran.push(`${path}: popup`));
  };
  return { context, begin, ran, foreign };
}

/** Removes the policy of a page, which would stop active content. */
export function withoutPolicy(html: string): string {
  return html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/g, '');
}
