// Stores the failing cases of the fuzz test, each in a folder named by its hash.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/hub.js';
import { caseToText, type FuzzCase } from './case.js';

export const found = join(root, 'test/fuzz/found');

/** Stores a case with its problems. Returns its folder. */
export function keep(tried: FuzzCase, faults: readonly string[]): string {
  const text = caseToText(tried);
  const dir = join(found, createHash('sha256').update(text).digest('hex').slice(0, 12));
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'case.json'), text);
  writeFileSync(join(dir, 'faults.txt'), `${faults.join('\n')}\n`);
  return dir;
}
