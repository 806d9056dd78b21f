// Accessibility violations that axe-core finds in an open page, and HTML errors that html-validate finds.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules about colors. All other rules have the same result in light and dark mode. */
const ofColors = ['color-contrast', 'link-in-text-block'];

/** Returns `scheme: rule element` for all violations of a page, in light and, unless `isLight`, dark mode. A page with a policy would block axe. */
export async function axeFaults(page: Page, isLight = false): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const light = await faultsIn(page, 'light', tags);
  return isLight ? light : [...light, ...(await faultsIn(page, 'dark', ofColors))];
}

async function faultsIn(page: Page, colorScheme: 'light' | 'dark', runOnly: readonly string[]): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  // Only violations are described. Describing passed rules, element by element, would take longer than checking them.
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] });
  const found = (await page.evaluate(
    `axe.run(document, ${options}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.slice(0, 20).map(({ target }) => id + ' ' + target)))`,
  )) as string[];
  return found.map((fault) => `${colorScheme}: ${fault}`);
}

// GitHub's ids can start with a hyphen or a digit. Length and spacing of titles and code are the author's choice.
const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: { 'valid-id': ['error', { relaxed: true }], 'long-title': 'off', 'no-trailing-whitespace': 'off' },
  }),
);

/** Returns `path:line:column rule message` for each HTML error. */
export function htmlFaults(path: string, html: string): string[] {
  const report = validator.validateStringSync(html, path);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${path}:${line}:${column} ${ruleId} ${message}`),
  );
}
