// Hostile configs and texts of other generators' projects: read in bounded time, with one fault at most.
import { expect, test } from 'vitest';
import type { GeneratorName } from '../../src/model/generators/generator.js';
import { projectsIn } from '../../src/model/generators/generators.js';
import { renderBody } from '../../src/render/body/body.js';
import { dataOf } from '../support/data.js';
import { bodyInput } from '../support/hub.js';

interface Hostile {
  readonly files: Readonly<Record<string, readonly string[]>>;
  readonly configs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly texts: Readonly<Record<string, string>>;
  readonly includes: Readonly<Record<string, string>>;
}
const { files, configs, texts, includes } = dataOf<Hostile>('model/hostile-projects');
const [milliseconds, timeout] = [10_000, 30_000];

const cases = Object.entries(files).flatMap(([file, kinds]) =>
  kinds.flatMap((kind) => Object.entries(configs[kind] ?? {}).map(([name, text]) => [file, name, text] as const)),
);

test.each(cases)('%s: %s', (file, _, text) => {
  const start = performance.now();
  const tree = [file, 'docs/a.md', 'src/SUMMARY.md', 'src/a.md', 'content/a.md', 'src/content/docs/a.md', 'a.md'].sort();
  const projectOf = projectsIn(tree, (path) => (path === file ? text : path.endsWith('SUMMARY.md') ? '# Summary\n' : undefined));
  for (const path of tree) expect(projectOf(path)?.project.faults.length ?? 0, path).toBeLessThanOrEqual(1);
  expect(performance.now() - start).toBeLessThan(milliseconds);
}, timeout); // biome-ignore format: one line

const dialects: readonly GeneratorName[] = ['vitepress', 'starlight', 'mkdocs', 'mdbook', 'hugo', 'jekyll'];
const bodies = dialects.flatMap((dialect) =>
  Object.entries(texts).map(([name, text]) => [dialect, name, text] as const),
);

test.each(bodies)('a text of %s: %s', async (dialect, _, text) => {
  const start = performance.now();
  const { status } = await renderBody(bodyInput(text, { dialect, variables: { includes } }));
    expect(['rendered', 'limit']).toContain(status);
    expect(performance.now() - start).toBeLessThan(milliseconds);
}, timeout); // biome-ignore format: one line
