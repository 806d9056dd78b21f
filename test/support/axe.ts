// Accessibility violations that axe-core finds in an open page, and HTML errors that html-validate finds.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules about colors. All other rules have the same result in light and dark mode. */
const ofColors = ['color-contrast', 'link-in-text-block'];

/** Returns `scheme: rule element` for all violations of a page. Without `withColors`, not those of colors. A page with a policy would block axe. */
export async function axeFaults(page: Page, withColors = true): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const rules = Object.fromEntries(ofColors.map((rule) => [rule, { enabled: withColors }]));
  const light = await faultsIn(page, 'light', { runOnly: tags, rules });
  return withColors ? [...light, ...(await faultsIn(page, 'dark', { runOnly: ofColors }))] : light;
}

async function faultsIn(page: Page, colorScheme: 'light' | 'dark', wanted: object): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  // Only violations are described. Describing passed rules, element by element, would take longer than checking them.
  const options = JSON.stringify({ ...wanted, resultTypes: ['violations'] });
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
