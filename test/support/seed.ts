// What each test file starts with. Property tests try the same inputs on every machine; `DOCGEN_SEED=random npm test` tries others.
import fc from 'fast-check';

const wanted = process.env['DOCGEN_SEED'] ?? '20261121';
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });

// `docgen init` would choose the package manager that runs the tests.
delete process.env['npm_config_user_agent'];

/** How often a property is tried: a quarter as often as `DOCGEN_RUNS=1 npm test`, `npm run test:fast` a fifth, `npm run test:all` five times. */
export function runs(count: number): number {
  return Math.ceil(count * Number(process.env['DOCGEN_RUNS'] ?? 0.25));
}

/** A part of a long list: all of it, or every fifth in `npm run test:fast`. */
export function some<T>(list: readonly T[]): readonly T[] {
  const step = Math.max(1, Math.round(1 / Number(process.env['DOCGEN_RUNS'] ?? 1)));
  return list.filter((_, index) => index % step === 0);
}

/** Whether `npm run test:all` runs, which tries all variants. */
export const isAll = process.env['DOCGEN_ALL'] !== undefined;

/** The first variants of a list, or all of them in `npm run test:all`. */
export const first = <T>(count: number, list: readonly T[]): readonly T[] => (isAll ? list : list.slice(0, count));
