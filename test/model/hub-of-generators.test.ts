// A hub of projects of several generators: each section in the order of the config, with its own order, dialect, label and edit links.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dataOf } from '../support/data.js';
import { buildIn, type Files, modelOf, tempDir, writeFiles } from '../support/hub.js';
import { hasGit, repository } from '../support/repository.js';
import { succeed } from '../support/sync.js';

const { files, content, plain, labels, texts, pages } = dataOf<{
  files: Files;
  content: { dir: string; prefix: string }[];
  plain: { dir: string; prefix: string }[];
  labels: string[];
  texts: [page: string, text: string][];
  pages: string[];
}>('model/hub-of-generators');

test('has each project in the order of the config, by its own rules', async () => {
  const dir = writeFiles(tempDir(), files);
  const { site } = await modelOf(`${dir}/none`, { content });
  expect([...site.sidebars.byName.values()].flat().map((item) => 'label' in item && item.label)).toEqual(labels);
  const hub = await buildIn(dir, { content });
  expect(hub.said()).toEqual([]);
  for (const [page, text] of texts) expect(hub.file(`docs/${page}/`)).toContain(text);
});

test('reads a project by docgen’s own rules if the config asks for them', async () => {
  const dir = writeFiles(tempDir(), files);
  const hub = await buildIn(dir, { content: plain });
  expect(hub.file('docs/mk/a/')).toContain('!!! note');
});

test('resolves addresses from the root of the site: files by the address of a page, and redirects in place of lists', async () => {
  const site = {
    'site/_config.yml': 'collections: {notes: {output: true}}\n',
    'site/_notes/a.md':
      '---\nredirect_from: [/notes/, /help/index.html]\n---\n<img src="../../i/p.svg"> [help](/help/) [h](/help/index.html)\n',
    'site/i/p.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>',
    'site/b.md':
      '---\n---\n<div>\n{% raw %}{{ x }}{% endraw %}\n<a href="/gone/">x</a>\n</div>\n\n<ClientOnly>\n\nseen\n\n</ClientOnly>\n',
  };
  const hub = await buildIn(writeFiles(tempDir(), site), { content: 'site', routeBase: '' });
  expect(hub.said()).toEqual(['DG601 b.md:5:1 broken link `/gone/`']);
  expect(hub.body('b/')).toContain('<p>seen</p>');
  expect(hub.file('notes/index.html')).toContain('http-equiv="refresh"');
  expect(hub.body('notes/a/')).toContain('<a href="/notes/a/">help</a> <a href="/notes/a/">h</a>');
});

test.runIf(hasGit('a hub of synced projects'))('has the same pages from a repository', async () => {
  const local = await buildIn(writeFiles(tempDir(), files), { content });
  const dir = writeFiles(tempDir(), { 'docs/index.md': '# Hub\n' });
  const repo = repository(files);
  const sources = content.map(({ dir: from, prefix: section }) => ({ repo, ref: 'main', section, paths: [{ from }] }));
  writeFiles(dir, { 'docgen.config.json': JSON.stringify({ sources }) });
  await succeed(dir, 'sync');
  await succeed(dir, 'build');
  // A section of a source has its own sidebar, so that its last page leads to no other section.
  const parts = (html: string, section = '') => [
    /<article\b[\s\S]*?<\/article>/.exec(html)?.[0],
    new RegExp(`<a class="next"[^>]*href="/docs/${section}/[^>]*>`).exec(html)?.[0],
  ];
  for (const page of pages) {
    const [section] = page.split('/');
    const synced = readFileSync(`${dir}/build/docs/${page}/index.html`, 'utf8');
    expect(parts(synced, section), page).toEqual(parts(local.file(`docs/${page}/`), section));
  }
});
