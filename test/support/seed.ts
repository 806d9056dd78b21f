// Property tests try the same inputs on every machine; `DOCGEN_SEED=random npm test` tries others.
import fc from 'fast-check';

const wanted = process.env['DOCGEN_SEED'] ?? '20261121';
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });

/** How often a property is tried; `DOCGEN_RUNS=10` tries ten times as much, `npm run test:fast` a fifth. */
export function runs(count: number): number {
  return Math.ceil(count * Number(process.env['DOCGEN_RUNS'] ?? 1));
}

/** A part of a long list: all of it, or every fifth in `npm run test:fast`. */
export function some<T>(list: readonly T[]): readonly T[] {
  const step = Math.max(1, Math.round(1 / Number(process.env['DOCGEN_RUNS'] ?? 1)));
  return list.filter((_, index) => index % step === 0);
}
