// Teardown of a complete test run: verifies that docgen produced each diagnostic of the catalog.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

import { catalog } from '../../src/model/diagnostics/diagnostic.js';

export default function setup(project: TestProject): () => Promise<void> {
  return async () => {
    const projects = await Promise.all(project.vitest.projects.map((one) => one.globTestFiles()));
    const testFiles = projects.flatMap((one) => one.testFiles);
    const ran = new Set(project.vitest.state.getPaths());
    const { testNamePattern, project: named } = project.vitest.config;
    if (testNamePattern !== undefined || named.length > 0 || !testFiles.every((path) => ran.has(path))) return;
    const seen = codesIn(join(project.getProvidedContext().runFolder, 'codes'));
    const unseen = catalog.flatMap(({ code }) => (seen.has(code) ? [] : [code]));
    if (unseen.length === 0) return;
    console.error(`docgen gave no diagnostic ${unseen.join(', ')} in any test`);
    process.exitCode = 1; // exceptions in a teardown are only printed
  };
}

function codesIn(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set();
  return new Set(readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n')));
}
