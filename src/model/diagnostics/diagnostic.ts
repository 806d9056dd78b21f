// Makes diagnostics: `problem.linkBroken({ url, near }, place)`. catalog.json contains the texts of each, with examples of the values that a
// caller passes. The types of the examples are the types of the constructors, so a missing value, or one of another type, doesn't compile.
import { relative, sep } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { minBy, sortBy, sortedLastIndex, truncate, uniqBy } from 'lodash-es';
import data from './catalog.json' with { type: 'json' };

export type Severity = 'error' | 'warning' | 'info';

/** A point in a text. `line` and `column` count from 1, columns in UTF-16 units. */
export interface Point {
  readonly line: number;
  readonly column: number;
}

/** Returns a function from an offset to its line and column, both from 1. Searching a character is ten times as fast as matching a pattern. */
export function pointsOf(text: string, lineEnd: RegExp | '\n' = /\r\n?|\n/g): (offset: number) => Point {
  const starts = [0];
  if (lineEnd === '\n')
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  else for (const { index, 0: end } of text.matchAll(lineEnd)) starts.push(index + end.length);
  return (offset) => {
    const line = sortedLastIndex(starts, offset);
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
  };
}

/** Location of a problem. `file` is a source path, or the path of a file outside the content as the user wrote it. */
export interface Place {
  readonly file: string;
  readonly start?: Point;
}

/** Returns the path in messages of a file outside the content: a slash, and the path from the folder of the config. */
export const outsidePath = (path: string, cwd: string): string => `/${relative(cwd, path).replaceAll(sep, '/')}`;

/** A problem as a value. `message` is one lower-case sentence without a period. `hint` is the action that fixes it. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly place?: Place;
  readonly hint?: string;
  /** Present if the diagnostic is in the baseline. */
  readonly known?: true;
  /** Number of other versions of the file with the same problem at the same location, if there are any. */
  readonly alsoIn?: number;
}

/** Returns the message, with the number of other versions that have the same problem. */
export function messageOf({ message, alsoIn }: Diagnostic): string {
  return alsoIn === undefined ? message : `${message} (and in ${alsoIn} other version${alsoIn === 1 ? '' : 's'})`;
}

export function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

/** A result with the problems that a step found. A step never throws for a user's mistake. */
export interface Checked<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** Maximum number of candidates to measure for one word. Of more candidates, only those with the same first letters are measured. */
const maxCandidates = 200;

/** Returns the candidate with the smallest edit distance to a word, at most `most`. Its time is limited, because authors write both. */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  most = Math.max(2, Math.floor(word.length / 3)),
): string | undefined {
  if (word.length > 300) return undefined;
  const fitting = [...candidates].filter(({ length }) => Math.abs(length - word.length) <= most);
  const start = word.slice(0, 3);
  const measured =
    fitting.length > maxCandidates
      ? fitting.filter((candidate) => candidate.slice(0, 3) === start).slice(0, maxCandidates)
      : fitting;
  const distances = measured.map((candidate) => ({ candidate, letters: distance(word, candidate) }));
  const best = minBy(distances, 'letters');
  return best && best.letters <= most ? best.candidate : undefined;
}

/** Maximum number of a page's ids in a hint. */
export const maxShownIds = 8;

/** Returns the name of a character in messages, such as `U+0007`. */
export const unicodeName = (codePoint: number) => `U+${codePoint.toString(16).padStart(4, '0').toUpperCase()}`;

/** Compares by code units, so that the order is the same on every machine and locale. */
export const compareStrings = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts diagnostics by file, line, column and code, and removes duplicates. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const unique = uniqBy(diagnostics, (diagnostic) => JSON.stringify(diagnostic));
  return sortBy(unique, [
    ({ place }) => place?.file ?? '',
    ({ place }) => place?.start?.line ?? 0,
    ({ place }) => place?.start?.column ?? 0,
    'code',
  ]);
}

/** One text, or alternatives: the first whose values are all given is used. */
type Texts = string | readonly string[];

export interface CatalogEntry {
  readonly code: string;
  readonly severity: Severity;
  readonly title: string;
  /** One sentence: what happened. */
  readonly summary: string;
  /** One sentence: what docgen does, or what a reader sees. */
  readonly effect: string;
  readonly message: Texts;
  /** The action that fixes the problem. Absent if the message suffices. */
  readonly hint?: Texts;
}

type Data = typeof data;
type Passed<Example> = Example extends readonly string[] ? readonly string[] : Example;
type ValuesOf<Entry> = (Entry extends { readonly values: infer V }
  ? { readonly [K in keyof V]: Passed<V[K]> }
  : object) &
  (Entry extends { readonly optional: infer V } ? { readonly [K in keyof V]?: Passed<V[K]> | undefined } : object);

interface Constructor<Values> {
  (values: Values, place?: Place): Diagnostic;
  readonly code: string;
}

/** All diagnostics, ordered by code. */
export const catalog = Object.values(data) as readonly CatalogEntry[];

/** The constructors by name. Codes are stable and never reused. */
export const problem = Object.fromEntries(
  Object.entries(data).map(([name, entry]) => [name, constructorOf(entry as CatalogEntry)]),
) as unknown as { readonly [Name in keyof Data]: Constructor<ValuesOf<Data[Name]>> };

type Values = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

function constructorOf({ code, severity, message, hint = [] }: CatalogEntry): Constructor<Values> {
  const make = (values: Values, place?: Place): Diagnostic => {
    const fittingHint = alternatives(hint).find((text) => isComplete(text, values));
    const messages = alternatives(message);
    return {
      code,
      severity,
      message: insert(messages.find((text) => isComplete(text, values)) ?? messages.at(-1) ?? '', values),
      ...(place && { place }),
      ...(fittingHint !== undefined && { hint: insert(fittingHint, values) }),
    };
  };
  return Object.assign(make, { code });
}

const alternatives = (texts: Texts) => (typeof texts === 'string' ? [texts] : texts);

/** Matches `{value}`. In backticks, each item of a list gets its own pair. `{?value}` inserts nothing: the text only applies if the value is given. */
const placeholder = /`\{(\w+)\}`|\{(\?)?(\w+)\}/g;

function isComplete(text: string, values: Values): boolean {
  return [...text.matchAll(placeholder)].every(([, inCode, , name]) => {
    const value = values[inCode ?? name ?? ''];
    return typeof value === 'object' ? value.length > 0 : value !== undefined && value !== false && value !== '';
  });
}

/** Maximum number of characters of a value in a text: that of a config can have a megabyte. */
const maxShown = { length: 500, omission: '…' };

function insert(text: string, values: Values): string {
  return text.replace(placeholder, (_, inCode?: string, condition?: string, name = '') => {
    if (condition !== undefined) return '';
    const list = [values[inCode ?? name] ?? ''].flat().map((value) => truncate(String(value), maxShown));
    return list.map((value) => (inCode === undefined ? value : `\`${value}\``)).join(', ');
  });
}

/** Lowers the severity of a diagnostic to `info`, because it might not be a problem. */
export const asInfo = (diagnostic: Diagnostic, hint: string): Diagnostic => ({ ...diagnostic, severity: 'info', hint });

/** Splits a list into the names that a message shows and the number of the others. */
export function firstOf(names: readonly string[], max: number) {
  return { names: names.slice(0, max), more: names.length > max ? names.length - max : undefined };
}

/** Returns values of a hint to add a redirect: to the page, or to the config if the page is synced. Both URLs start at the root of the site. */
export function redirectValues(old: string, to: string, isSynced: boolean) {
  if (isSynced) return { from: JSON.stringify(old), to: JSON.stringify(to) };
  return { alias: /^[\w./-]+$/.test(old) ? old : JSON.stringify(old) };
}
