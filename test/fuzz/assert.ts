// Checks a fuzz property in a test: shrinks a failing case for a limited time, and reports it in a few lines, because a case can be as large as
// a book.
import fc from 'fast-check';
import { caseToText, type FuzzCase } from './case.js';
import { faultsOf } from './check.js';

/** Maximum characters of a case in a report. */
const mostCharacters = 4_000;

export interface Bounds {
  readonly runs: number;
  /** Time after which no further case is tested, in milliseconds. */
  readonly time: number;
}

/** @throws with problems, seed and path of a failing case. When the time is over, the cases so far count. */
export async function assertSound(arbitrary: fc.Arbitrary<FuzzCase>, { runs, time }: Bounds): Promise<void> {
  const isSound = fc.asyncProperty(arbitrary, async (tried) => (await faultsOf(tried)).length === 0);
  const ran = await fc.check(isSound, { numRuns: runs, interruptAfterTimeLimit: time });
  if (ran.numRuns < runs && !ran.failed) console.info(`${ran.numRuns} of ${runs} cases in ${time / 1000} s`);
  if (!ran.counterexample) return;
  const [tried] = ran.counterexample;
  const faults = await faultsOf(tried);
  throw new Error(
    [
      ...(faults.length > 0 ? faults.map((fault) => fault.slice(0, 500)) : ['it failed once, and not a second time']),
      `seed ${ran.seed}, path ${ran.counterexamplePath}`,
      shortened(caseToText(tried)),
    ].join('\n'),
  );
}

function shortened(text: string): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}… (${text.length} characters)`;
}
