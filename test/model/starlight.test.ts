// Routes of Starlight's docs, and where they are Docusaurus's.
import { describe, expect, test } from 'vitest';
import { projectsIn } from '../../src/model/generators/generators.js';
import { dataOf } from '../support/data.js';
import { buildIn, type Files, tempDir, writeFiles } from '../support/hub.js';

const { docs, pages } = dataOf<{ docs: Files; pages: string[] }>('model/starlight');
const below = (dir: string) => Object.fromEntries(Object.entries(docs).map(([path, text]) => [`${dir}/${path}`, text]));
const foldersOf = (files: readonly string[]) =>
  files.flatMap((path) => /^docs\/(.*)index\.html$/.exec(path)?.[1] ?? []).sort();

describe('routes', () => {
  test('are slugged segment by segment in a collection of Astro, folders too; the tree and links lead there', async () => {
    const dir = writeFiles(tempDir(), { 'astro.config.mjs': '', ...below('src/content/docs') });
    const hub = await buildIn(dir, { content: 'src/content/docs' });
    expect(hub.said()).toEqual([]);
    expect(foldersOf(hub.files())).toEqual(pages);
    expect(hub.body('docs/getting-started/01-first-steps/')).toContain('href="/docs/reference/api/"');
    expect(hub.file('docs/')).toContain('href="/docs/getting-started/');
    expect(hub.file('docs/')).not.toContain('Getting%20Started');
  });

  test('are Docusaurus’s elsewhere, also in other Markdown of an Astro project; the config says otherwise', async () => {
    const dir = writeFiles(tempDir(), { 'astro.config.mjs': '', ...below('docs') });
    const hub = await buildIn(dir, { content: 'docs' });
    expect(hub.has('docs/Getting Started/First Steps/') || hub.has('docs/Getting Started/01 First Steps/')).toBe(true);
    const other = await buildIn(dir, { content: [{ dir: 'docs', prefix: 'guide', routes: 'starlight' }] });
    expect(other.has('docs/guide/getting-started/01-first-steps/')).toBe(true);
    expect(other.has('docs/guide/guides/New Place/')).toBe(true);
  });

  test('of a repository are found by the paths in it', () => {
    const projectOf = projectsIn(['site/astro.config.ts', 'docusaurus.config.js'], () => undefined);
    expect(projectOf('site/src/content/docs/a.md')?.project.generator).toBe('starlight');
    expect(projectOf('docs/src/content/a.md')?.project.generator).toBe('docusaurus');
  });
});
