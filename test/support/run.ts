// Around all tests of a run: a folder that they have in common.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder for what tests of one run have in common. */
    runFolder: string;
  }
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'docgen-run-'));
  chmodSync(folder, 0o755); // for tests that run docgen as another user
  process.env['TMPDIR'] = folder; // in the processes of the tests: it is removed with everything that they leave
  project.provide('runFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
