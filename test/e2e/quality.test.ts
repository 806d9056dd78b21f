// Pages of every kind, of the sample and of the corpus: accessible by axe-core, valid by html-validate. All of them: npm run test:all.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HtmlValidate, type RuleConfig, StaticConfigLoader } from 'html-validate';
import { beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.js';
import { hasChromium, launch, serve, withoutPolicy } from '../support/browser.js';
import { filesBelow } from '../support/hub.js';
import { hasShared } from '../support/shared.js';
import { builtSite } from '../support/sites.js';

// Ids are GitHub's, which may begin with a hyphen or a digit; titles and code are as long and as spaced as their authors want.
const rules: RuleConfig = {
  'valid-id': ['error', { relaxed: true }],
  'long-title': 'off',
  'no-trailing-whitespace': 'off',
};

const hubs = ['sample', ...(hasShared('the quality of the corpus') ? ['corpus'] : [])] as ('sample' | 'corpus')[];

/** What tells pages apart for a checker: the kinds of pages, and what a page may hold. */
const kinds: Readonly<Record<string, RegExp>> = {
  doc: /<div class="markdown">(?!<\/div>)/,
  index: /<ul class="cards">/,
  front: /<p class="lead">/,
  all: /<nav class="letters"/,
  list: /<ul class="listed">/,
  'not found': /Page not found/,
  callout: /class="callout /,
  tabs: /<div class="tabs">/,
  table: /<section class="table-scroll"/,
  code: /<pre[ >]/,
  diagram: /<figure class="diagram">/,
  footnotes: /<section[^>]* class="footnotes"/,
  image: /<img /,
  forwarding: /http-equiv="refresh"/,
};

/** Kinds that a hub has no page of. */
const absent = { sample: ['callout', 'tabs', 'footnotes'], corpus: ['footnotes'] };

/** The pages of each kind that there are. */
function byKind(out: string, pages: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const texts = pages.map((path) => [path, readFileSync(join(out, path), 'utf8')] as const);
  return new Map(
    Object.entries(kinds).map(([kind, sign]) => [
      kind,
      texts.filter(([, text]) => sign.test(text)).map(([path]) => path),
    ]),
  );
}

/** One page of each kind and some others, or all: enough to meet a fault of a template, few enough for every run. */
function chosen(
  pages: readonly string[],
  known: ReadonlyMap<string, readonly string[]>,
  count: number,
): readonly string[] {
  if (process.env['DOCGEN_ALL']) return pages;
  const first = [...known.values()].flatMap((paths) => paths.slice(0, 1));
  const others = pages.filter((path) => !first.includes(path));
  const step = Math.max(1, others.length / count);
  const some = Array.from({ length: Math.min(count, others.length) }, (_, n) => others[Math.floor(n * step)] ?? '');
  return [...new Set([...first, ...some])];
}

describe.each(hubs)('%s', (name) => {
  let out: string;
  let pages: readonly string[];
  /** Fewer, since a browser takes a second for each. */
  let looked: readonly string[];
  let known: ReadonlyMap<string, readonly string[]>;
  beforeAll(async () => {
    const site = await builtSite(name);
    expect(site.ran.status).toBe(0);
    out = site.out;
    const all = filesBelow(out).filter((path) => path.endsWith('.html'));
    known = byKind(out, all);
    pages = chosen(all, known, 30);
    looked = chosen(all, known, 8);
  }, 300_000);

  test('has pages of the kinds that it should', () => {
    const missing = [...known].filter(([, paths]) => paths.length === 0).map(([kind]) => kind);
    expect(missing).toEqual(absent[name]);
    expect(pages.length).toBeGreaterThan(30);
  });

  test('pages are valid HTML', () => {
    const validator = new HtmlValidate(new StaticConfigLoader({ extends: ['html-validate:recommended'], rules }));
    const found: string[] = [];
    for (const path of pages) {
      const report = validator.validateStringSync(readFileSync(join(out, path), 'utf8'), path);
      for (const { line, column, ruleId, message } of report.results.flatMap(({ messages }) => messages))
        found.push(`${path}:${line}:${column} ${ruleId} ${message}`);
    }
    expect(found).toEqual([]);
  }, 300_000);

  if (hasChromium(`the accessibility of the ${name}`)) {
    test('axe-core finds nothing, in light and dark, all categories open', async () => {
      const site = await serve(out, withoutPolicy);
      const browser = await launch();
      const found: string[] = [];
      try {
        const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
        for (const path of looked) {
          if (path === 'index.html') continue; // it forwards at once
          await page.goto(`${site.origin}/${path.replace(/index\.html$/, '')}`);
          await page.evaluate("for (const one of document.querySelectorAll('.tree details')) one.open = true");
          found.push(...(await axeFaults(page)).map((fault) => `${path}: ${fault}`));
        }
      } finally {
        await browser.close();
        site.close();
      }
      expect(found).toEqual([]);
    }, 600_000);
  }
});
