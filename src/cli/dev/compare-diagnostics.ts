// Compares the diagnostics of a build with those of the previous one.
import { compact } from 'lodash-es';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { countdown } from '../../model/strict/baseline.js';
import { printResult, type ReportingOptions } from '../options.js';
import { counted } from '../report.js';
import type { BuilderResult } from './builder-process.js';

/**
 * Added or removed lines above a diagnostic don't change it. If a build stopped early, warnings that it couldn't report are kept for the next
 * comparison. Errors are always reported again. `fresh` are the new diagnostics, including those in the baseline, which are not counted.
 * `last` is the input of the next comparison.
 */
export function compareDiagnostics(
  before: readonly Diagnostic[],
  { diagnostics: now, isComplete }: Pick<BuilderResult, 'diagnostics' | 'isComplete'>,
) {
  const fresh = without(now, before);
  const gone = without(before, now);
  return {
    fresh,
    known: countNew(now) - countNew(fresh),
    mended: isComplete ? countNew(gone) : 0,
    inBaseline: now.length - countNew(now),
    last: isComplete ? now : [...now, ...gone.filter(({ severity }) => severity !== 'error')],
  };
}

/** Returns the diagnostics that `others` don't contain, or contain less often. */
function without(diagnostics: readonly Diagnostic[], others: readonly Diagnostic[]): readonly Diagnostic[] {
  const nameOf = ({ code, message, place, known }: Diagnostic) => JSON.stringify([code, place?.file, message, known]);
  const { take } = countdown(others.map((one) => [nameOf(one), 1]));
  return diagnostics.filter((one) => !take(nameOf(one)));
}

/** Counts diagnostics that are not in the baseline. */
const countNew = (diagnostics: readonly Diagnostic[]) => diagnostics.filter(({ known }) => !known).length;

export function printBuilt(
  { published, pages }: BuilderResult,
  { fresh, known, mended, inBaseline }: ReturnType<typeof compareDiagnostics>,
  seconds: number,
  options: ReportingOptions,
): void {
  const more = countNew(fresh);
  const number = (count: number) => count.toLocaleString('en-US');
  const counts = compact([
    more > 0 && `${counted(more, 'diagnostic')}${known + mended > 0 ? ' more' : ''}`,
    known > 0 && `${number(known)} as before`,
    mended > 0 && `${number(mended)} fixed`,
  ]);
  const done = published ? `built ${counted(pages, 'page')}` : 'site unchanged';
  const aside = inBaseline > 0 ? ` (${number(inBaseline)} known)` : '';
  const text = `${done}: ${counts.join(', ') || 'no diagnostics'}${aside}, ${seconds.toFixed(2)} s`;
  const data = { published, pages, new: more, known, mended, inBaseline, seconds: Number(seconds.toFixed(3)) };
  printResult(options, data, text);
}
