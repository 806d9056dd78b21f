// Expected results in files that a person can read. `UPDATE_EXPECTED=1` rewrites them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from 'vitest';

/** Compares a text with the expected file at a path. */
export function same(path: string, actual: string): void {
  if (process.env['UPDATE_EXPECTED']) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, actual);
  }
  expect(existsSync(path), `${path} is missing`).toBe(true);
  expect(actual).toBe(readFileSync(path, 'utf8'));
}
