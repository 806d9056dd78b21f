// Screenshots of a built site, for people to look at: node test/e2e/screenshots.mjs SITE [FOLDER] [PATH...]
import { createReadStream, existsSync, mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';

const [site, folder = 'test/e2e/screenshots', ...wanted] = process.argv.slice(2);
if (site === undefined) throw new Error('usage: node test/e2e/screenshots.mjs SITE [FOLDER] [PATH...]');
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
mkdirSync(folder, { recursive: true });
for (const path of views) {
  for (const width of [360, 768, 1440]) {
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({
        javaScriptEnabled: false,
        viewport: { width, height: 900 },
        colorScheme,
      });
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${server.address().port}${path}`);
      const name = path.replace(/^\/|\/$/g, '').replace(/[^\w.-]+/g, '-') || 'root';
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
      await context.close();
    }
  }
}
await browser.close();
server.close();
