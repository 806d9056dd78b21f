// Whole builds of hostile trees. `DOCGEN_SEED` names other cases; `npm run fuzz -- --minutes 60` goes on for longer.
import { test } from 'vitest';
import { runs } from '../support/seed.js';
import { assertSound } from './assert.js';
import { projectCase } from './projects.js';
import { smallCase } from './trees.js';

test('an untrusted tree is built, and no part of it runs or changes another page', async () => {
  await assertSound(smallCase, { runs: runs(60), time: 240_000 });
}, 600_000);

test('a mutated project of another generator is also built', async () => {
  await assertSound(projectCase, { runs: runs(30), time: 120_000 });
}, 600_000);
