// A hub of projects of several generators: each section in the order of the config, with its own order, dialect, label and edit links.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dataOf } from '../support/data.js';
import { buildIn, type Files, modelOf, tempDir, writeFiles } from '../support/hub.js';
import { hasGit, repository } from '../support/repository.js';
import { scenarios } from '../support/scenarios.js';
import { succeed } from '../support/sync.js';

const { files, content, labels, texts, pages } = dataOf<{
  files: Files;
  content: { dir: string; prefix: string }[];
  labels: string[];
  texts: [page: string, text: string][];
  pages: string[];
}>('model/hub-of-generators');

scenarios('model/hub-of-generators');

test('has each project in the order of the config, with its own rules', async () => {
  const dir = writeFiles(tempDir(), files);
  const { site } = await modelOf(`${dir}/none`, { content });
  expect([...site.sidebars.byName.values()].flat().map((item) => 'label' in item && item.label)).toEqual(labels);
  const hub = await buildIn(dir, { content });
  expect(hub.said()).toEqual([]);
  for (const [page, text] of texts) expect(hub.file(`docs/${page}/`)).toContain(text);
});

test.runIf(hasGit('a hub of synced projects'))('has the same pages from a repository', async () => {
  const local = await buildIn(writeFiles(tempDir(), files), { content });
  const dir = writeFiles(tempDir(), { 'docs/index.md': '# Hub\n' });
  const repo = repository(files);
  const sources = content.map(({ dir: from, prefix: section }) => ({ repo, ref: 'main', section, paths: [{ from }] }));
  writeFiles(dir, { 'docgen.config.json': JSON.stringify({ sources }) });
  await succeed(dir, 'sync');
  await succeed(dir, 'build');
  // A section of a source has its own sidebar, so its last page doesn't link to another section.
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
