// What a build says that the one before it did not.
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { counted } from '../report.js';
import type { Outcome } from './messages.js';

export interface News {
  /** With those of the baseline, which the counts leave out. */
  readonly fresh: readonly Diagnostic[];
  /** How many were there before. */
  readonly known: number;
  /** How many are no more. */
  readonly mended: number;
  readonly inBaseline: number;
  /** What the next build is compared with. */
  readonly last: readonly Diagnostic[];
}

/**
 * Compares two builds; a diagnostic stays the same one where lines above it are added or removed. What a build did not look at is
 * neither there nor gone: after one that stopped early, warnings that it does not name are kept for the comparison with the next.
 */
export function newsOf(
  before: readonly Diagnostic[],
  { diagnostics: now, isComplete }: Pick<Outcome, 'diagnostics' | 'isComplete'>,
): News {
  const left = new Map<string, number>();
  for (const diagnostic of before) left.set(nameOf(diagnostic), (left.get(nameOf(diagnostic)) ?? 0) + 1);
  const fresh = now.filter((diagnostic) => {
    const count = left.get(nameOf(diagnostic)) ?? 0;
    left.set(nameOf(diagnostic), Math.max(0, count - 1));
    return count === 0;
  });
  const known = countNew(now) - countNew(fresh);
  const inBaseline = now.length - countNew(now);
  const gone = before.toReversed().filter((diagnostic) => {
    const count = left.get(nameOf(diagnostic)) ?? 0;
    left.set(nameOf(diagnostic), count - 1);
    return count > 0;
  });
  if (isComplete) return { fresh, known, mended: countNew(gone), inBaseline, last: now };
  // An error is what stopped a build: it is said again when it is there again.
  const unseen = gone.filter(({ severity }) => severity !== 'error');
  return { fresh, known, mended: 0, inBaseline, last: [...now, ...unseen] };
}

/** How many the baseline does not have. */
const countNew = (diagnostics: readonly Diagnostic[]) => diagnostics.filter(({ known }) => !known).length;

function nameOf({ code, message, place, known }: Diagnostic): string {
  return JSON.stringify([code, place?.file, message, known]);
}

/** Says what came of a build: on stderr for a person, on stdout for a program. */
export function sayBuilt(
  { published, pages }: Outcome,
  { fresh, known, mended, inBaseline }: News,
  { seconds, format }: { readonly seconds: number; readonly format: string },
): void {
  const rounded = Number(seconds.toFixed(3));
  const more = countNew(fresh);
  if (format === 'json') {
    process.stdout.write(
      `${JSON.stringify({ published, pages, new: more, known, mended, inBaseline, seconds: rounded })}\n`,
    );
    return;
  }
  const counts = [
    ...(more > 0 ? [`${counted(more, 'diagnostic')}${known + mended > 0 ? ' more' : ''}`] : []),
    ...(known > 0 ? [`${known.toLocaleString('en-US')} as before`] : []),
    ...(mended > 0 ? [`${mended.toLocaleString('en-US')} mended`] : []),
  ];
  const done = published ? `built ${counted(pages, 'page')}` : 'site unchanged';
  const aside = inBaseline > 0 ? ` (${inBaseline.toLocaleString('en-US')} known)` : '';
  process.stderr.write(`${done}: ${counts.join(', ') || 'no diagnostics'}${aside}, ${seconds.toFixed(2)} s\n`);
}
