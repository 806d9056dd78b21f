import { relative, sep } from 'node:path';
import { distance } from 'fastest-levenshtein';

export type Severity = 'error' | 'warning' | 'info';

/** A point in a text. `line` and `column` count from 1, columns in UTF-16 units. */
export interface Point {
  readonly line: number;
  readonly column: number;
}

/** Where a problem is; `file` is a source path, or the path of a file outside the content as the user named it. */
export interface Place {
  readonly file: string;
  readonly start?: Point;
}

/** The path by which a place names a file that is not among the content: from the folder of the config, behind a slash. */
export function besideContent(path: string, cwd: string): string {
  return `/${relative(cwd, path).replaceAll(sep, '/')}`;
}

/** A problem as a value. `message` is one lower-case sentence without a full stop; `hint` says what to do. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly place?: Place;
  readonly hint?: string;
  /** It is in the baseline: the owner knows of it. */
  readonly known?: true;
  /** Other versions of the file that have the same fault in the same place; absent where there is none. */
  readonly alsoIn?: number;
}

/** The message, with the number of the other versions that have the same fault. */
export function messageOf({ message, alsoIn }: Diagnostic): string {
  return alsoIn === undefined ? message : `${message} (and in ${alsoIn} other version${alsoIn === 1 ? '' : 's'})`;
}

/** True where something stops the build. */
export function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

/** A result together with what was wrong on the way: a step never throws for a user's mistake. */
export interface Checked<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** Candidates that are measured for one word: more than these are looked through only for how they begin. */
const mostCandidates = 200;

/** The candidate nearest to a word, if it is near enough to be what was meant. Its time is bounded: authors write both. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > 300) return undefined;
  const most = Math.max(2, Math.floor(word.length / 3));
  const similar: string[] = [];
  const alike: string[] = [];
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > most) continue;
    if (similar.length <= mostCandidates) similar.push(candidate);
    if (alike.length < mostCandidates && firstLetters(candidate) === firstLetters(word)) alike.push(candidate);
  }
  let [found, least]: [string | undefined, number] = [undefined, most + 1];
  for (const candidate of similar.length > mostCandidates ? alike : similar) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const start = commonStart(word, candidate); // most often a folder, which need not be measured
    const length = distance(word.slice(start), candidate.slice(start));
    if (length < least) [found, least] = [candidate, length];
  }
  return found;
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

const firstLetters = (text: string) => text.slice(0, 3);

/** `did you mean …?`, where there is something near. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const found = nearest(word, candidates);
  return found === undefined ? undefined : `did you mean \`${found}\`?`;
}

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
