// Projects of other generators: each small project is read with its own order, pages and URLs.
import { expect, test } from 'vitest';
import { configFilesIn } from '../../src/model/generators/generators.js';
import type { SidebarItem } from '../../src/model/sidebar/sidebar.js';
import { toHref } from '../../src/model/types/path.js';
import { dataOf } from '../support/data.js';
import { buildIn, type Files, modelOf, tempDir, writeFiles } from '../support/hub.js';

interface Project {
  readonly name: string;
  readonly content: string;
  readonly files: Files;
  readonly sidebar: readonly string[];
  readonly pages: readonly string[];
  readonly diagnostics?: readonly string[];
  readonly texts?: readonly (readonly [page: string, text: string])[];
  readonly edits?: readonly (readonly [page: string, url: string])[];
  readonly nexts?: readonly (readonly [page: string, next: string | null])[];
  readonly titles?: readonly (readonly [page: string, title: string])[];
  readonly absent?: readonly (readonly [page: string, text: string])[];
}

const linesOf = (items: readonly SidebarItem[], indent = ''): string[] =>
  items.flatMap((item) => {
    if (item.type === 'html') return [];
    const line = `${indent}${item.label}${item.href === undefined ? '' : ` → ${toHref(item.href as never)}`}`;
    return item.type === 'category' ? [line, ...linesOf(item.items, `${indent}  `)] : [line];
  });

test.each(dataOf<Project[]>('model/generators'))('$name', async (project) => {
  const { content, files, sidebar, pages, diagnostics = [], texts = [], titles = [] } = project;
  const dir = writeFiles(tempDir(), files);
  const { site } = await modelOf(`${dir}/${content}`);
  const [items = []] = site.sidebars.byName.values();
  expect(linesOf(items)).toEqual(sidebar);
  const hub = await buildIn(dir, { content });
  const found = hub.files().flatMap((path) => /^docs\/(.+)\/index\.html$/.exec(path)?.[1] ?? []);
  expect(found.filter((path) => !/^all\b/.test(path)).sort()).toEqual(pages);
  expect(hub.said()).toEqual(diagnostics);
  for (const [page, text] of texts) expect(hub.body(`docs/${page}/`)).toContain(text);
  for (const [page, url] of project.edits ?? []) expect(hub.file(`docs/${page}/index.html`)).toContain(`href="${url}"`);
  for (const [page, next] of project.nexts ?? [])
    expect(/rel="next"[^>]* href="\/docs\/([^"]*)\/"/.exec(hub.file(`docs/${page}/index.html`))?.[1] ?? null).toBe(
      next,
    );
  for (const [page, title] of titles) expect(hub.file(`docs/${page}/index.html`)).toContain(`<h1>${title}</h1>`);
  for (const [page, text] of project.absent ?? []) expect(hub.body(`docs/${page}/`)).not.toContain(text);
});

test('of the config files of a repository, those of landing pages are last', () =>
  expect(configFilesIn(['content/_index.md', 'hugo.toml'])).toEqual(['hugo.toml', 'content/_index.md']));
