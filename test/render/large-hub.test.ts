// A hub of 3,000 pages: one find on the list of all pages finds what readers look for, and no two pages have the same name.
import { expect, test } from 'vitest';
import { pagesByLetter } from '../../src/render/pages/lists/all-pages.js';
import { titleNames } from '../../src/render/pages/title-names.js';
import { modelOfFiles } from '../support/hub.js';

const list = (length: number, name: string) => Array.from({ length }, (_, index) => `${name}-${index}`);

test('fifteen tasks are found by one find on the list of all pages, and titles are unique', async () => {
  const projects = list(15, 'project');
  const same = projects.flatMap((project) =>
    list(10, `${project}/topic`).flatMap((topic) => list(20, `${topic}/page`)),
  );
  const own = projects.map((project) => [`${project}/own.md`, `# Retention of ${project}\n`]);
  const pages = same.map((path) => [`${path}.md`, `# Getting started ${path.split('-').at(-1)}\n`]);
  const { site } = await modelOfFiles(Object.fromEntries([...own, ...pages]));
  const names = titleNames(site);
  const links = pagesByLetter(site, names).flatMap((letter) => letter.links);
  const lines = links.map(({ label, section = '' }) => `${label} ${section}`);
  expect([lines.length, new Set(lines).size]).toEqual([3_015, 3_015]);
  for (const project of projects)
    expect(lines.filter((line) => line.startsWith(`Retention of ${project} `))).toHaveLength(1);
  const titles = site.pages.map(({ title, outputPath }) => [title, ...(names.get(outputPath) ?? [])].join(' · '));
  expect(new Set(titles).size).toBe(titles.length);
});
