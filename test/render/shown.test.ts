// Small hubs with the titles, labels and descriptions that readers see on other pages. `UPDATE_EXPECTED=1`
// rewrites the expected files. Review the diff.
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config/config.js';
import { dataOf } from '../support/data.js';
import { same } from '../support/expected.js';
import { buildHub, buildIn, filesBelow, fixtures, tempDir, textOf } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

const data = dataOf<{ parts: readonly RegExp[]; headings: string[] }>('render/shown');

const cases = join(fixtures, 'shown');

/** Parts of a page with titles and descriptions, without the sidebar and the text. */
const parts = data.parts;

const lined = (html: string) =>
  `${html.replace(/>\s*<(?=li|ul|\/ul|details|nav|h1|h3|\/nav|\/details)/g, '>\n<').trim()}\n`;

function shownOn(html: string): string {
  return lined(parts.flatMap((part) => html.match(new RegExp(part, 'g')) ?? []).join('\n'));
}

describe('titles and descriptions are as expected', () => {
  test.each(readdirSync(cases))('%s', async (name) => {
    const dir = tempDir();
    cpSync(join(cases, name, 'content'), join(dir, 'content'), { recursive: true });
    const config = JSON.parse(readFileSync(join(cases, name, 'config.json'), 'utf8')) as UserConfig;
    const hub = await buildIn(dir, config);
    const expected = join(cases, name, 'expected');
    const made = ['all.html', 'llms.txt', 'tree.html'];
    const front = hub.file('docs/');
    same(join(expected, 'tree.html'), lined(/<nav class="sidebar"[\s\S]*?<\/nav>/.exec(front)?.[0] ?? ''));
    same(join(expected, 'all.html'), lined(/<article[\s\S]*<\/article>/.exec(hub.file('docs/all/'))?.[0] ?? ''));
    same(join(expected, 'llms.txt'), hub.file('llms.txt'));
    for (const page of hub
      .files()
      .filter((path) => /^docs\/.+\/index\.html$/.test(path) && path !== 'docs/all/index.html')) {
      const path = page.replace(/\/index\.html$/, '.html');
      made.push(path);
      same(join(expected, path), shownOn(hub.file(page)));
    }
    expect(filesBelow(expected), 'a file that nothing makes').toEqual(made.sort());
  });
});

describe('the heading of the page', () => {
  scenarios('render/shown');

  test('has the same text as its title', async () => {
    const headings = data.headings;
    for (const heading of headings) {
      const hub = await buildHub({ 'a.md': `# ${heading}\n\n[f]: https://example.org` });
      const html = hub.file('docs/a/');
      const title = textOf(html.match(/<title>(.*) · Documentation<\/title>/)?.[1] ?? '');
      expect(title).toBe(textOf(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? '').replace(/\s+/g, ' '));
    }
  });
});
