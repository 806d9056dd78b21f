// Hostile inputs of several suites, each a page, opened in a real browser without the policy that would stop what got through.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasChromium, launch, serve, watch, withoutPolicy } from '../support/browser.js';
import { activeIn, bodyOf, buildHub } from '../support/hub.js';
import { hasShared, shared } from '../support/shared.js';

interface Vector {
  readonly source: string;
  readonly kind: 'html' | 'markdown';
  readonly payload: string;
}

const what = 'hostile inputs in a browser';
if (hasShared(what) && hasChromium(what)) {
  const vectors = readFileSync(join(shared, 'data/xss/vectors.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Vector);

  test('no vector runs, none leaves an active element, none calls a foreign host by an attribute that should not be there', async () => {
    expect(vectors).toHaveLength(365);
    const name = (index: number, extension: string) =>
      `v${String(index).padStart(3, '0')}${extension === '.mdx' ? 'x' : ''}${extension}`;
    const files = vectors.flatMap(({ payload }, index) => [
      [name(index, '.md'), `${payload}\n\nafter\n`],
      [name(index, '.mdx'), `before ${payload}\n\n${payload}\n\nafter\n`],
    ]);
    const hub = await buildHub(Object.fromEntries(files));
    const pages = hub.files().filter((path) => /^docs\/v\d+x?\/index\.html$/.test(path));
    expect(pages).toHaveLength(730);
    for (const page of pages) expect(activeIn(bodyOf(hub.file(page))), page).toEqual([]);

    const site = await serve(join(hub.dir, 'build'), withoutPolicy);
    const browser = await launch();
    try {
      const { context, begin, ran, foreign } = await watch(browser, site.origin);
      const page = await context.newPage();
      for (const path of pages) {
        begin(page, path);
        await page.goto(`${site.origin}/${path.replace('index.html', '')}`, { waitUntil: 'load' });
        if (!page.url().startsWith(`${site.origin}/docs/v`)) ran.push(`${path}: navigated to ${page.url()}`);
      }
      expect(ran).toEqual([]);
      expect(foreign).toEqual([]);
    } finally {
      await browser.close();
      site.close();
    }
  }, 300_000);
}
