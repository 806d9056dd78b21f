// Runs fuzz cases until the time is over. A kind of problem is shrunk and stored once, then ignored
// in this run, so that it does not hide others. Started by run.mjs.
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caseToText, type FuzzCase } from './case.js';
import { faultsOf, kindOf } from './check.js';
import { keep } from './keep.js';
import { projectCase } from './projects.js';
import { largeCase, programCase, smallCase } from './trees.js';

const minutes = Number(process.env['DOCGEN_FUZZ_MINUTES'] ?? 1);
const firstSeed = Number(process.env['DOCGEN_FUZZ_SEED'] ?? 1);
const current = process.env['DOCGEN_FUZZ_CURRENT'];
const finished = process.env['DOCGEN_FUZZ_FINISHED'];
const end = performance.now() + minutes * 60_000;
const say = (line: string) => process.stderr.write(`${line}\n`);

/** Cases of one round: mostly small ones, and few that start a process. */
const rounds: readonly (readonly [fc.Arbitrary<FuzzCase>, number])[] = [
  [smallCase, 200],
  [projectCase, 100],
  [programCase, 4],
  [largeCase, 8],
];

test(
  `fuzz for ${minutes} minutes`,
  async () => {
    const known = new Set<string>();
    const kept: string[] = [];
    let cases = 0;
    for (let seed = firstSeed; performance.now() < end; seed += 1) {
      for (const [arbitrary, numRuns] of rounds) {
        if (performance.now() >= end) break;
        const freshFaults = async (tried: FuzzCase) => {
          cases += 1;
          if (current) writeFileSync(current, caseToText(tried)); // remains if a case kills the process
          return (await faultsOf(tried)).filter((fault) => !known.has(kindOf(fault)));
        };
        const isSound = fc.asyncProperty(arbitrary, async (tried) => (await freshFaults(tried)).length === 0);
        const interruptAfterTimeLimit = Math.min(120_000, end - performance.now() + 10_000); // also limits shrinking
        let ran = await fc.check(isSound, { seed, numRuns, interruptAfterTimeLimit, markInterruptAsFailure: false });
        while (ran.counterexample && performance.now() < end) {
          const [tried] = ran.counterexample;
          const faults = await freshFaults(tried);
          for (const fault of faults) known.add(kindOf(fault));
          if (faults.length === 0) break; // a problem that does not occur each time
          kept.push(keep(tried, faults));
          say(`found (seed ${seed}, case ${cases}): ${faults.join(' | ').slice(0, 400)}\n  kept in ${kept.at(-1)}`);
          ran = await fc.check(isSound, { seed, numRuns, interruptAfterTimeLimit, markInterruptAsFailure: false });
        }
      }
      say(
        `seed ${seed}: ${cases} cases, ${kept.length} findings, ${((end - performance.now()) / 60_000).toFixed(1)} minutes left`,
      );
    }
    say(`${cases} cases, ${kept.length} findings`);
    if (finished) writeFileSync(finished, '');
    expect(kept).toEqual([]);
  },
  minutes * 60_000 + 600_000,
);
