// What a build says that the one before it did not.
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { counted } from '../report.js';
import type { Outcome } from './messages.js';

export interface News {
  readonly fresh: readonly Diagnostic[];
  /** How many were there before. */
  readonly known: number;
  /** How many are no more. */
  readonly mended: number;
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
  const known = now.length - fresh.length;
  const gone = before.toReversed().filter((diagnostic) => {
    const count = left.get(nameOf(diagnostic)) ?? 0;
    left.set(nameOf(diagnostic), count - 1);
    return count > 0;
  });
  if (isComplete) return { fresh, known, mended: gone.length, last: now };
  // An error is what stopped a build: it is said again when it is there again.
  const unseen = gone.filter(({ severity }) => severity !== 'error');
  return { fresh, known, mended: 0, last: [...now, ...unseen] };
}

function nameOf({ code, message, place }: Diagnostic): string {
  return JSON.stringify([code, place?.file, message]);
}

/** Says what came of a build: on stderr for a person, on stdout for a program. */
export function sayBuilt(
  { published, pages }: Outcome,
  { fresh, known, mended }: News,
  { seconds, format }: { readonly seconds: number; readonly format: string },
): void {
  const rounded = Number(seconds.toFixed(3));
  if (format === 'json') {
    process.stdout.write(
      `${JSON.stringify({ published, pages, new: fresh.length, known, mended, seconds: rounded })}\n`,
    );
    return;
  }
  const counts = [
    ...(fresh.length > 0 ? [`${counted(fresh.length, 'diagnostic')}${known + mended > 0 ? ' more' : ''}`] : []),
    ...(known > 0 ? [`${known.toLocaleString('en-US')} as before`] : []),
    ...(mended > 0 ? [`${mended.toLocaleString('en-US')} mended`] : []),
  ];
  const done = published ? `built ${counted(pages, 'page')}` : 'site unchanged';
  process.stderr.write(`${done}: ${counts.join(', ') || 'no diagnostics'}, ${seconds.toFixed(2)} s\n`);
}
