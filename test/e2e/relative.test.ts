// `--relative`: a browser without scripts opens the site from the disk.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect } from 'vitest';
import { hasChromium, test } from '../support/browser.js';
import { filesBelow, tempDir, writeFiles } from '../support/hub.js';
import { hasShared } from '../support/shared.js';
import { builtSite, hubs } from '../support/sites.js';
import { succeed } from '../support/sync.js';

const isAll = process.env['DOCGEN_ALL'] !== undefined;
const names: (keyof typeof hubs)[] = isAll && hasShared('the corpus from the disk') ? ['sample', 'corpus'] : ['sample'];

describe.skipIf(!hasChromium('a site from the disk'))('from the disk', () => {
  test.for(names)('%s: URLs work, and pages have the same text', { timeout: 300_000 }, async (name, { open }) => {
    const plain = await builtSite(name);
    const dir = writeFiles(tempDir(), { 'docgen.config.json': JSON.stringify({ content: hubs[name] }) });
    const out = join(dir, 'site');
    await succeed(dir, 'build', '--relative', '--out', out, '--no-cache', '--workers', '1');
    const sizeOf = (folder: string) =>
      filesBelow(folder).reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
    expect(sizeOf(out)).toBeLessThan(sizeOf(plain.out) * 1.05);

    const all = filesBelow(out).filter((path) => path.endsWith('.html'));
    const files = new Set(filesBelow(out).map((path) => join(out, path)));
    const step = isAll ? 1 : Math.floor(all.length / 20);
    const pages = all.filter((path, index) => index % step === 0 && path !== 'index.html');
    expect(pages.length).toBeGreaterThanOrEqual(19);
    const page = await open('about:blank');
    const faults: string[] = [];
    for (const path of pages) {
      const html = JSON.stringify(readFileSync(join(plain.out, path), 'utf8'));
      const wanted = await page.evaluate(`new DOMParser().parseFromString(${html}, 'text/html').body.textContent`);
      await page.goto(pathToFileURL(join(out, path)).href, { waitUntil: 'load' });
      const found = (await page.evaluate(`({
        text: document.body.textContent,
        named: [...document.querySelectorAll('[href], [src]')].map((one) => one.href || one.src).filter((url) => url.startsWith('file:')),
        images: [...document.images].filter((one) => one.src.startsWith('file:') && one.loading !== 'lazy' && one.naturalWidth === 0).map((one) => one.src),
        styles: document.styleSheets.length,
      })`)) as { text: string; named: string[]; images: string[]; styles: number };
      if (found.text !== wanted) faults.push(`${path}: other text`);
      if (found.styles !== 1) faults.push(`${path}: ${found.styles} stylesheets`);
      for (const image of found.images) faults.push(`${path}: image ${image}`);
      for (const url of found.named)
        if (!files.has(fileURLToPath(url.replace(/[?#].*$/, '')))) faults.push(`${path}: ${url}`);
    }
    await page.goto(pathToFileURL(join(out, pages.at(-1) ?? '')).href);
    expect(await page.evaluate('getComputedStyle(document.querySelector(".frame")).display')).toBe('grid');
    await page.goto(pathToFileURL(join(out, 'index.html')).href);
    await page.waitForURL(pathToFileURL(join(out, 'docs/index.html')).href); // the root redirects
    expect(faults).toEqual([]);
  });
});
