// A page of every kind, of the sample or the corpus: accessible by axe-core, valid by html-validate. All pages: npm run test:all.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { axeFaults, htmlFaults } from '../support/axe.js';
import { hasChromium, launch, serve, withoutPolicy } from '../support/browser.js';
import { dataOf } from '../support/data.js';
import { filesBelow } from '../support/hub.js';
import { isAll } from '../support/seed.js';
import { hasShared } from '../support/shared.js';
import { builtSite } from '../support/sites.js';

const data = dataOf<{ kinds: Record<string, RegExp> }>('e2e/quality');

const hubs = ['sample', ...(hasShared('the quality of the corpus') ? ['corpus'] : [])] as ('sample' | 'corpus')[];

/** Patterns that distinguish pages for a checker: kinds of pages, and elements in them. */
const kinds: Readonly<Record<string, RegExp>> = data.kinds;

/** Kinds without a page in a hub. */
const absent = { sample: ['callout', 'tabs', 'footnotes'], corpus: ['footnotes'] };

/** Returns the pages of each kind, small ones first. */
function byKind(out: string, pages: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const texts = pages
    .map((path) => [path, readFileSync(join(out, path), 'utf8')] as const)
    .sort(([, one], [, other]) => one.length - other.length);
  return new Map(
    Object.entries(kinds).map(([kind, sign]) => [
      kind,
      texts.filter(([, text]) => sign.test(text)).map(([path]) => path),
    ]),
  );
}

/** Returns all pages, or one page of each kind. For the corpus, only of the kinds that the sample lacks. */
function chosen(name: keyof typeof absent, known: ReadonlyMap<string, readonly string[]>): readonly string[] {
  if (isAll) return [...new Set([...known.values()].flat())];
  const wanted = [...known].filter(([kind]) => name === 'sample' || absent.sample.includes(kind));
  return [...new Set(wanted.flatMap(([, paths]) => paths.slice(0, 1)))];
}

describe.each(hubs)('%s', (name) => {
  let out: string;
  let pages: readonly string[];
  let known: ReadonlyMap<string, readonly string[]>;
  beforeAll(async () => {
    const site = await builtSite(name);
    expect(site.ran.status).toBe(0);
    out = site.out;
    known = byKind(
      out,
      filesBelow(out).filter((path) => path.endsWith('.html')),
    );
    pages = chosen(name, known);
  }, 300_000);

  test('has pages of all expected kinds', () => {
    const missing = [...known].filter(([, paths]) => paths.length === 0).map(([kind]) => kind);
    expect(missing).toEqual(absent[name]);
  });

  test('pages are valid HTML', () => {
    expect(pages.flatMap((path) => htmlFaults(path, readFileSync(join(out, path), 'utf8')))).toEqual([]);
  }, 300_000);

  if (hasChromium(`the accessibility of the ${name}`)) {
    test('axe-core reports no violations, in light and dark mode, with all categories of a page open', async () => {
      const site = await serve(out, withoutPolicy);
      const browser = await launch();
      const found: string[] = [];
      try {
        const page = await browser.newPage();
        const opened = pages.filter((path) => path !== 'index.html'); // it redirects immediately
        for (const [path, width] of opened.flatMap((path) => [[path, 360] as const, [path, 1440] as const])) {
          await page.setViewportSize({ width, height: 900 });
          await page.goto(`${site.origin}/${path.replace(/index\.html$/, '')}`);
          // The sidebar is the same on all pages, and axe checks each of its links for each color scheme, so one page is sufficient.
          if (isAll || path === opened[0])
            await page.evaluate("for (const one of document.querySelectorAll('.tree details')) one.open = true");
          // Colors are those of the wide page, except for the header, which is also on all pages.
          const faults = await axeFaults(page, isAll || width === 1440 || path === opened[0]);
          found.push(...faults.map((fault) => `${path} at ${width}: ${fault}`));
        }
      } finally {
        await browser.close();
        site.close();
      }
      expect(found).toEqual([]);
    }, 600_000);
  }
});
