// Setup and teardown of a test run: a folder that all tests share.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder that the tests of one run share. */
    runFolder: string;
  }
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'docgen-run-'));
  chmodSync(folder, 0o755); // for tests that run docgen as another user
  process.env['TMPDIR'] = folder; // also for processes that tests start: the folder is removed with everything in it
  project.provide('runFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
