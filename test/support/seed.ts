// Setup of each test file. Property tests use the same inputs on every machine. `DOCGEN_SEED=random npm test` uses others.
import fc from 'fast-check';

const wanted = process.env['DOCGEN_SEED'] ?? '20261121';
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });

// Otherwise, `docgen init` would use the package manager that runs the tests.
delete process.env['npm_config_user_agent'];

/** Returns the number of runs of a property: a quarter of `DOCGEN_RUNS=1 npm test`. `npm run test:fast` has a fifth, `npm run test:all` five times as many. */
export function runs(count: number): number {
  return Math.ceil(count * Number(process.env['DOCGEN_RUNS'] ?? 0.25));
}

/** Returns a list, or every fifth item of it in `npm run test:fast`. */
export function some<T>(list: readonly T[]): readonly T[] {
  const step = Math.max(1, Math.round(1 / Number(process.env['DOCGEN_RUNS'] ?? 1)));
  return list.filter((_, index) => index % step === 0);
}

/** Whether `npm run test:all` runs, which tests all variants. */
export const isAll = process.env['DOCGEN_ALL'] !== undefined;

/** The first variants of a list, or all of them in `npm run test:all`. */
export const first = <T>(count: number, list: readonly T[]): readonly T[] => (isAll ? list : list.slice(0, count));
