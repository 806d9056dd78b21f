// Expected files, which a person can open. `UPDATE_EXPECTED=1` writes them anew.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from 'vitest';

/** Holds a text against the expected file at a path. */
export function same(path: string, actual: string): void {
  if (process.env['UPDATE_EXPECTED']) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, actual);
  }
  expect(existsSync(path), `${path} is missing`).toBe(true);
  expect(actual).toBe(readFileSync(path, 'utf8'));
}
