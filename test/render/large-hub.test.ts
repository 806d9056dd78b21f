// A hub of more than 1,000 pages: a search on the list of all pages finds titles, a search on a section's single page finds its texts,
// and all pages have different names.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config/config.js';
import { dataOf } from '../support/data.js';
import { type Files, filesBelow, tempDir, textOf, writeFiles } from '../support/hub.js';
import { succeed } from '../support/sync.js';

interface Task {
  readonly words: string;
  readonly page: string;
  readonly in?: string;
}
const data = dataOf<{ many: { folders: number; pages: number }; config: UserConfig; files: Files; tasks: Task[] }>(
  'render/large-hub',
);

const numbers = (length: number) => Array.from({ length }, (_, index) => index);

test('fifteen pages are found with one search each, and titles are unique', async () => {
  const { many, config, files, tasks } = data;
  const pages = numbers(many.folders).flatMap((folder) =>
    numbers(many.pages).map((page) => [`many/topic-${folder}/${page}.md`, '# Getting started\n']),
  );
  const content = Object.entries({ ...files, ...Object.fromEntries(pages) }).map(([path, text]) => [
    `content/${path}`,
    text,
  ]);
  const dir = writeFiles(tempDir(), { ...Object.fromEntries(content), 'docgen.config.json': JSON.stringify(config) });
  await succeed(dir, 'build', '--no-cache');
  const out = join(dir, 'build');
  const file = (path: string) => readFileSync(join(out, path), 'utf8');
  const links = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)];
  const found = tasks.map(({ words, page, in: section }) => {
    const list = file(section === undefined ? 'docs/all/index.html' : `docs/${section}/print/index.html`);
    const html = /<article[\s\S]*<\/article>/.exec(list)?.[0] ?? '';
    const hits = textOf(html).toLowerCase().split(words.toLowerCase()).length - 1;
    const isLinked =
      section === undefined
        ? links(html).some(
            ([, href, label = '']) =>
              decodeURI(href ?? '') === `/docs/${page}` && textOf(label).toLowerCase().includes(words.toLowerCase()),
          )
        : links(file(`docs/${section}/index.html`)).some(([, href]) => href === `/docs/${section}/print/`);
    return { words, hits, isLinked };
  });
  expect(found).toEqual(tasks.map(({ words }) => ({ words, hits: 1, isLinked: true })));

  const titles = filesBelow(out)
    .filter((path) => path.endsWith('.html'))
    .map(file)
    .filter((html) => !html.includes('http-equiv="refresh"'))
    .map((html) => /<title>(.*?)<\/title>/.exec(html)?.[1]);
  expect(titles.length).toBeGreaterThan(1_000);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
}, 60_000);
