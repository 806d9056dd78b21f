import { relative, sep } from 'node:path';
import { distance } from 'fastest-levenshtein';

export type Severity = 'error' | 'warning' | 'info';

/** A point in a text. `line` and `column` count from 1, columns in UTF-16 units. */
export interface Point {
  readonly line: number;
  readonly column: number;
}

/** Returns a function from an offset to its line and column, both from 1. */
export function pointsOf(text: string, lineEnd = /\r\n?|\n/g): (offset: number) => Point {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(lineEnd)) starts.push(index + end.length);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

/** Where a problem is; `file` is a source path, or the path of a file outside the content as the user named it. */
export interface Place {
  readonly file: string;
  readonly start?: Point;
}

/** The path by which a place names a file that is not among the content: from the folder of the config, behind a slash. */
export const besideContent = (path: string, cwd: string): string => `/${relative(cwd, path).replaceAll(sep, '/')}`;

/** A problem as a value. `message` is one lower-case sentence without a full stop; `hint` says what to do. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly place?: Place;
  readonly hint?: string;
  /** It is in the baseline: the owner knows of it. */
  readonly known?: true;
  /** Number of other versions of the file with the same problem at the same location, if there are any. */
  readonly alsoIn?: number;
}

/** The message, with the number of the other versions that have the same fault. */
export function messageOf({ message, alsoIn }: Diagnostic): string {
  return alsoIn === undefined ? message : `${message} (and in ${alsoIn} other version${alsoIn === 1 ? '' : 's'})`;
}

export function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

/** A result together with what was wrong on the way: a step never throws for a user's mistake. */
export interface Checked<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** Candidates that are measured for one word: more than these are looked through only for how they begin. */
const maxCandidates = 200;

/** The candidate nearest to a word, if it is near enough to be what was meant. Its time is bounded: authors write both. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > 300) return undefined;
  const most = Math.max(2, Math.floor(word.length / 3));
  const similar: string[] = [];
  const alike: string[] = [];
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > most) continue;
    if (similar.length <= maxCandidates) similar.push(candidate);
    if (alike.length < maxCandidates && firstLetters(candidate) === firstLetters(word)) alike.push(candidate);
  }
  let [found, least]: [string | undefined, number] = [undefined, most + 1];
  for (const candidate of similar.length > maxCandidates ? alike : similar) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const length = distance(word, candidate);
    if (length < least) [found, least] = [candidate, length];
  }
  return found;
}

const firstLetters = (text: string) => text.slice(0, 3);

/** Maximum number of a page's ids in a hint. */
export const maxShownIds = 8;

/** A character as messages show it, such as `U+0007`. */
export const unicodeName = (codePoint: number) => `U+${codePoint.toString(16).padStart(4, '0').toUpperCase()}`;

/** Code unit order: the same on every machine, whatever its locale. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** By file, line, column and code, each problem once. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const unique = new Map(diagnostics.map((d) => [JSON.stringify(d), d]));
  return [...unique.values()].sort(
    (a, b) =>
      compareStrings(a.place?.file ?? '', b.place?.file ?? '') ||
      (a.place?.start?.line ?? 0) - (b.place?.start?.line ?? 0) ||
      (a.place?.start?.column ?? 0) - (b.place?.start?.column ?? 0) ||
      compareStrings(a.code, b.code),
  );
}
