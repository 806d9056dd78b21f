// Whole builds of hostile trees. `DOCGEN_SEED` names other cases; `npm run fuzz -- --minutes 60` goes on for longer.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caseFromText } from './case.js';
import { faultsOf } from './check.js';
import { found } from './keep.js';
import { largeCase, programCase, smallCase } from './trees.js';

const limit = 600_000;

test(
  'a hostile tree is built, and nothing of it runs or changes another page',
  async () => {
    await fc.assert(
      fc.asyncProperty(smallCase, async (tried) => expect(await faultsOf(tried)).toEqual([])),
      { numRuns: 276, interruptAfterTimeLimit: limit / 2, markInterruptAsFailure: true },
    );
  },
  limit,
);

test(
  'so it is by the program as a user starts it',
  async () => {
    await fc.assert(
      fc.asyncProperty(programCase, async (tried) => expect(await faultsOf(tried)).toEqual([])),
      { numRuns: 12, endOnFailure: true },
    );
  },
  limit,
);

test(
  'a large page ends in time and within its memory',
  async () => {
    await fc.assert(
      fc.asyncProperty(largeCase, async (tried) => expect(await faultsOf(tried)).toEqual([])),
      { numRuns: 12, endOnFailure: true },
    );
  },
  limit,
);

const kept = existsSync(found) ? readdirSync(found).filter((name) => existsSync(join(found, name, 'case.json'))) : [];
test.runIf(kept.length > 0).each(kept)(
  'what the fuzz found once stays mended: %s',
  async (name) => {
    expect(await faultsOf(caseFromText(readFileSync(join(found, name, 'case.json'), 'utf8')))).toEqual([]);
  },
  limit,
);
