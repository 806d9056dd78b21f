// Complete builds of untrusted trees. `DOCGEN_SEED` selects other cases, `npm run fuzz -- --minutes 60` runs longer.
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
