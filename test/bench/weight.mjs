#!/usr/bin/env node
// Weighs a built site: bytes of pages and stylesheet, gzipped, and how much a page's layout shifts while it loads.
//
//   node test/bench/weight.mjs [SITE] [PAGES]      default: build, layout shift of 20 pages (needs Chromium)
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const [site = 'build', count = '20'] = process.argv.slice(2);
const files = readdirSync(site, { recursive: true }).map(String);
const pages = files.filter((path) => path.startsWith('docs') && path.endsWith('index.html')).sort();
const weigh = (path) => gzipSync(readFileSync(join(site, path)), { level: 9 }).length;
const weights = pages.map(weigh).sort((a, b) => a - b);
const kb = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
const style = files.filter((path) => path.endsWith('.css'));
console.log(
  `${pages.length} pages, gzipped: median ${kb(weights[weights.length >> 1])}, largest ${kb(weights.at(-1))}`,
);
console.log(`stylesheets: ${style.length}, ${kb(style.reduce((sum, path) => sum + weigh(path), 0))} gzipped`);

const types = { '.html': 'text/html', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png' };
const server = createServer((request, response) => {
  const path = join(site, decodeURIComponent(new URL(request.url, 'http://x').pathname));
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path;
  if (!existsSync(file)) return response.writeHead(404).end();
  return response
    .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    .end(readFileSync(file));
}).listen(0);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
await page.route('**', (route) =>
  route.request().url().startsWith('http://127.0.0.1') ? route.continue() : route.abort(),
);
await page.addInitScript(
  `window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });`,
);
const step = Math.max(1, Math.floor(pages.length / Number(count)));
let worst = 0;
for (const path of pages.filter((_, index) => index % step === 0)) {
  await page.goto(`http://127.0.0.1:${server.address().port}/${path.replace(/index\.html$/, '')}`, {
    waitUntil: 'load',
  });
  await page.waitForTimeout(150);
  worst = Math.max(worst, await page.evaluate('window.shift'));
}
console.log(`cumulative layout shift, worst of ${Math.ceil(pages.length / step)} pages: ${worst}`);
await browser.close();
server.close();
