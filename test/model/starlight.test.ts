// Routes of Starlight, and where those of Docusaurus apply.
import { expect, test } from 'vitest';
import { projectsIn } from '../../src/model/generators/generators.js';
import { scenarios } from '../support/scenarios.js';

scenarios('model/starlight');

test('routes of a repository are found by its paths', () => {
  const projectOf = projectsIn(['site/astro.config.ts', 'docusaurus.config.js'], () => undefined);
  expect(projectOf('site/src/content/docs/a.md')?.project.generator).toBe('starlight');
  expect(projectOf('docs/src/content/a.md')?.project.generator).toBe('docusaurus');
});
