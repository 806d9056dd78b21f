// What axe-core finds wrong with a page that is open in a browser.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that look at colours; to any other a page is the same in light and in dark. */
const ofColors = ['color-contrast', 'link-in-text-block'];

/** `scheme: rule element` of everything that is wrong with a page as it stands, in light and in dark. Its policy would stop axe. */
export async function axeFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const light = await faultsIn(page, 'light', tags);
  return [...light, ...(await faultsIn(page, 'dark', ofColors))];
}

async function faultsIn(page: Page, colorScheme: 'light' | 'dark', runOnly: readonly string[]): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  // What passes would be described too, element by element, which takes longer than to find it.
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] });
  const found = (await page.evaluate(
    `axe.run(document, ${options}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.slice(0, 20).map(({ target }) => id + ' ' + target)))`,
  )) as string[];
  return found.map((fault) => `${colorScheme}: ${fault}`);
}
