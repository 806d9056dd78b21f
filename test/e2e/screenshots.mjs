// Screenshots of a built site, for people to look at: node test/e2e/screenshots.mjs SITE [FOLDER] [PATH...]
// For the README: node test/e2e/screenshots.mjs SITE --readme
import { createReadStream, existsSync, mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join } from 'node:path';
import { chromium } from 'playwright-core';

const args = process.argv.slice(2);
const isForReadme = args.includes('--readme');
const [site, folder = 'test/e2e/screenshots', ...wanted] = args.filter((arg) => arg !== '--readme');
if (site === undefined) throw new Error('usage: node test/e2e/screenshots.mjs SITE [--readme | [FOLDER] [PATH...]]');
const views =
  wanted.length > 0
    ? wanted
    : [
        '/docs/',
        '/docs/genkit/docs/flows/',
        '/docs/netdata/alerts/health-configuration/',
        '/docs/genkit/',
        '/docs/react-native-firebase/releases/',
        '/docs/all/',
        '/docs/extensions/storage-resize-images/preinstall/',
        '/404.html',
      ]; // those of the sample
const types = { '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png' };

const server = createServer(({ url }, response) => {
  const path = decodeURIComponent(new URL(url, 'http://x').pathname);
  const file = [join(site, path), join(site, path, 'index.html')].find(
    (name) => existsSync(name) && statSync(name).isFile(),
  );
  if (!file) return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
  return createReadStream(file).pipe(response);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
/** One picture of a page, without scripts. */
async function take(path, { width, height, colorScheme, file }) {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}${path}`);
  mkdirSync(dirname(file), { recursive: true });
  await page.screenshot({ path: file });
  await context.close();
}

if (isForReadme) {
  const file = 'docs/images/sample.png';
  await take('/docs/genkit/docs/flows/', { width: 1400, height: 780, colorScheme: 'light', file });
} else {
  for (const path of views) {
    const name = path.replace(/^\/|\/$/g, '').replace(/[^\w.-]+/g, '-') || 'root';
    for (const width of [360, 768, 1440])
      for (const colorScheme of ['light', 'dark'])
        await take(path, {
          width,
          height: 900,
          colorScheme,
          file: join(folder, `${name}-${width}-${colorScheme}.png`),
        });
  }
}
await browser.close();
server.close();
