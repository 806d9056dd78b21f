// Sanitized SVG files in a browser: untrusted ones and their mutations have no effect as documents, and
// images look like the original files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { sanitizeSvg } from '../../src/render/svg/print.js';
import { svgTexts } from '../fuzz/assets.js';
import { hasChromium, serveDuring, test, watch } from '../support/browser.js';
import { dataOf } from '../support/data.js';
import { fixtures, tempDir, writeFiles } from '../support/hub.js';
import { runs } from '../support/seed.js';

const names =
  'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:h="http://www.w3.org/1999/xhtml"';
const svg = (inner: string, attributes = '') =>
  `<svg ${names} ${attributes} width="90" height="60" viewBox="0 0 90 60">${inner}</svg>`;
const data = dataOf<{ hostile: Parameters<typeof svg>[]; ofHtml: string }>('e2e/svg');
const inner = Buffer.from(svg('<script>docgenRan(1)</script><image href="https://foreign.example/x.png"/>'));

const hostile = [
  ...svgTexts.slice(1),
  ...data.hostile.map((parts) => svg(...parts)),
  svg(`<image href="data:image/svg+xml;base64,${inner.toString('base64')}" width="9" height="9"/>`),
  data.ofHtml,
];

/** Images saved by four programs, without HTML in them. */
const drawings = Object.fromEntries(
  readdirSync(join(fixtures, 'e2e/drawings')).map((file) => [
    file.replace('.svg', ''),
    readFileSync(join(fixtures, 'e2e/drawings', file), 'utf8'),
  ]),
);

/** Returns a generator of numbers below `limit`, with the same sequence in each run. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Inserts pieces of one file in another, and text that changes the parsing of markup. */
function mutated(texts: readonly string[], count: number): string[] {
  const next = numbers(27);
  const pick = (list: readonly string[]) => list[next(list.length)] ?? '';
  const bits = ['<!-- -->', '<![CDATA[', ']]>', '&#x3c;', '&#10;', '\\', '/*', '*/', '"', "'", '}', '{', ';', '</style>', '<style>', '<g>', '</g>', 'h:', 'xlink:', '&colon;', '&amp;', '\u00a0', '<?x ?>', 'url(', ')']; // biome-ignore format: a list
  const betweenTags = /<(?!\/svg|!DOCTYPE|\?xml|svg)|(?<=>)/g;
  const anywhere = /<(?!\/svg|!DOCTYPE|\?xml|svg)|(?<=>)|[;:({"' ]/g;
  return Array.from({ length: count }, () => {
    let text = pick(texts);
    for (let times = next(3) + 1; times > 0; times -= 1) {
      const isBit = next(4) === 0;
      const elements = [...pick(texts).matchAll(/<[\w:.]+[^>]*\/>|<([\w:.]+)[^<>]*>[^<]*<\/\1>/g)].map(([all]) => all);
      const at = [...text.matchAll(isBit ? anywhere : betweenTags)].map(({ index }) => index);
      const index = at[next(at.length)] ?? 0;
      text = text.slice(0, index) + pick(isBit ? bits : elements) + text.slice(index);
    }
    return text;
  });
}

/** Whether a step in the browser ends without an error within 10 seconds. */
function endsWell(step: Promise<unknown>): Promise<boolean> {
  const ended = step.then(
    () => true,
    () => false,
  );
  return Promise.race([ended, setTimeout(10_000, false, { ref: false })]);
}

const what = 'SVG files in a browser';
describe.skipIf(!hasChromium(what))(what, () => {
  const site = serveDuring(async () => tempDir());

  // Before the untrusted files, after which the browser might not be able to take screenshots.
  test('sanitized SVG images look like the original', { retry: 2 }, async ({ open }) => {
    for (const [name, text] of Object.entries(drawings)) {
      const printed = sanitizeSvg(Buffer.from(text));
      expect(printed, name).toMatchObject({ dropped: [] });
      writeFiles(site.dir, {
        [`${name}-before.svg`]: text,
        [`${name}-after.svg`]: 'svg' in printed ? printed.svg : '',
      });
    }
    for (const colorScheme of ['light', 'dark'] as const)
      for (const name of Object.keys(drawings)) {
        const page = await open(`${site.origin}/${name}-before.svg`, { width: 300, height: 200, colorScheme });
        const before = await page.screenshot();
        await page.goto(`${site.origin}/${name}-after.svg`);
        expect(before.equals(await page.screenshot()), `${name} ${colorScheme}`).toBe(true);
      }
  });

  // A browser might stop responding after it has loaded untrusted files, so the test is repeated once.
  test('no sanitized untrusted file runs code, loads a file or navigates', { timeout: 120_000, retry: 1 }, async ({
    browser,
  }) => {
    const originals = [...hostile, ...mutated([...hostile, ...Object.values(drawings)], runs(480))];
    const prints = originals.flatMap((text) => {
      const printed = sanitizeSvg(Buffer.from(text));
      return 'svg' in printed ? [printed.svg] : [];
    });
    const distinct = [...new Set(prints)]; // many are equal, because active content is removed
    expect(distinct.length).toBeGreaterThan(40);
    /** Opens each file as a document. Returns the names of those that ran code, loaded a file, navigated or did not load. */
    const open = async (name: string, texts: readonly string[]) => {
      const { context, begin, ran } = await watch(browser, site.origin);
      const acted = new Set<string>();
      let current = '';
      context.on('request', (request) => {
        if (!request.url().startsWith(site.origin) && !request.url().startsWith('data:')) acted.add(current);
      });
      let page = await context.newPage();
      for (const [index, text] of texts.entries()) {
        current = `${name}${index}.svg`;
        writeFileSync(join(site.dir, current), text);
        begin(page, current);
        const url = `${site.origin}/${current}`;
        const isLoaded = await endsWell(page.goto(url, { waitUntil: 'load' }));
        if (!isLoaded || page.url() !== url) acted.add(current);
        if (!isLoaded) page = await context.newPage();
      }
      await endsWell(context.close());
      return new Set([...acted, ...ran.map((line) => line.replace(/:.*/s, ''))]);
    };
    // The original files are active, so the browser would detect an active result.
    expect((await open('hostile', hostile)).size).toBeGreaterThan(20);
    expect(await open('print', distinct)).toEqual(new Set());
  });
});
