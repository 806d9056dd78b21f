// Pages of every kind, of the sample and of the corpus: accessible by axe-core, valid by html-validate. All of them: npm run test:all.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HtmlValidate, type RuleConfig, StaticConfigLoader } from 'html-validate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launch, serve } from '../support/browser.js';
import { docgen, filesBelow, root } from '../support/hub.js';
import { hasShared, shared } from '../support/shared.js';

// Ids are GitHub's, which may begin with a hyphen or a digit; titles and code are as long and as spaced as their authors want.
const rules: RuleConfig = {
  'valid-id': ['error', { relaxed: true }],
  'long-title': 'off',
  'no-trailing-whitespace': 'off',
};

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const hubs: readonly { name: string; content: string[]; isThere: boolean }[] = [
  { name: 'sample', content: [], isThere: true },
  {
    name: 'corpus',
    content: ['--content', join(shared, 'corpus/hub/docs')],
    isThere: hasShared('the quality of the corpus'),
  },
];

/** What tells pages apart for a checker: the kinds of pages, and what a page may hold. */
const kinds: Readonly<Record<string, RegExp>> = {
  doc: /<div class="markdown">(?!<\/div>)/,
  index: /<ul class="cards">/,
  front: /<p class="lead">/,
  all: /<nav class="letters"/,
  'not found': /Page not found/,
  callout: /class="callout /,
  tabs: /<div class="tabs">/,
  table: /<section class="table-scroll"/,
  code: /<pre tabindex="0">/,
  diagram: /<figure class="diagram">/,
  footnotes: /<section[^>]* class="footnotes"/,
  image: /<img /,
};

/** One page of each kind and thirty others, or all: enough to meet a fault of a template, few enough for every run. */
function chosen(pages: readonly string[], textOf: (path: string) => string): readonly string[] {
  if (process.env['DOCGEN_ALL']) return pages;
  const texts = pages.map((path) => [path, textOf(path)] as const);
  const first = Object.values(kinds).map((kind) => texts.find(([, text]) => kind.test(text))?.[0]);
  const step = Math.max(1, Math.floor(pages.length / 30));
  const others = pages.filter((_, index) => index % step === 0);
  return [...new Set([...first.filter((path) => path !== undefined), ...others])];
}

for (const { name, content } of hubs.filter(({ isThere }) => isThere)) {
  describe(name, () => {
    let dir: string;
    let pages: string[];
    beforeAll(() => {
      dir = mkdtempSync(join(tmpdir(), 'docgen-quality-'));
      expect(docgen(root, 'build', '--out', join(dir, 'site'), ...content).status).toBe(0);
      const all = filesBelow(join(dir, 'site')).filter((path) => path.endsWith('.html'));
      pages = [...chosen(all, (path) => readFileSync(join(dir, 'site', path), 'utf8'))];
    });
    afterAll(() => rmSync(dir, { recursive: true, force: true }));

    test('pages are valid HTML', () => {
      const validator = new HtmlValidate(new StaticConfigLoader({ extends: ['html-validate:recommended'], rules }));
      const found: string[] = [];
      for (const path of pages) {
        const report = validator.validateStringSync(readFileSync(join(dir, 'site', path), 'utf8'), path);
        for (const { line, column, ruleId, message } of report.results.flatMap(({ messages }) => messages))
          found.push(`${path}:${line}:${column} ${ruleId} ${message}`);
      }
      expect(found).toEqual([]);
    }, 300_000);

    if (hasChromium(`the accessibility of the ${name}`)) {
      test('axe-core finds nothing, in light and dark', async () => {
        const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
        // The policy would stop axe itself.
        const site = await serve(join(dir, 'site'), (html) =>
          html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''),
        );
        const browser = await launch();
        const found: string[] = [];
        try {
          for (const colorScheme of ['light', 'dark'] as const) {
            const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 900 } });
            await context.route('**', (route) =>
              route.request().url().startsWith(site.origin) ? route.continue() : route.abort(),
            );
            const page = await context.newPage();
            for (const path of pages) {
              if (path === 'index.html') continue; // it forwards at once
              await page.goto(`${site.origin}/${path.replace(/index\.html$/, '')}`);
              await page.addScriptTag({ content: axe });
              const violations = (await page.evaluate(
                `axe.run(document, { runOnly: ${JSON.stringify(tags)} }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target)))`,
              )) as string[];
              found.push(...violations.map((violation) => `${colorScheme} ${path}: ${violation}`));
            }
          }
        } finally {
          await browser.close();
          site.close();
        }
        expect(found).toEqual([]);
      }, 600_000);
    }
  });
}
