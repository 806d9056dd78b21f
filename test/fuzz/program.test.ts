// The same with the program that users start, and with large pages. Separate from small.test.ts, so that both run in parallel.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAll, runs } from '../support/seed.js';
import { assertSound } from './assert.js';
import { caseFromText } from './case.js';
import { faultsOf } from './check.js';
import { found } from './keep.js';
import { largeCase, programCase } from './trees.js';

const limit = 600_000;

test(
  'a hostile tree is built by the program too',
  async () => {
    await assertSound(programCase, { runs: runs(3), time: limit / 4 });
  },
  limit,
);

test(
  'a large page ends in time and within its memory',
  async () => {
    await assertSound(largeCase, { runs: runs(3), time: 30_000 });
  },
  limit,
);

const kept = existsSync(found) ? readdirSync(found).filter((name) => existsSync(join(found, name, 'case.json'))) : [];
test.runIf(isAll && kept.length > 0).each(kept)(
  'what the fuzz found once stays corrected: %s',
  async (name) => {
    expect(await faultsOf(caseFromText(readFileSync(join(found, name, 'case.json'), 'utf8')))).toEqual([]);
  },
  limit,
);
