// The baseline: diagnostics that are recorded in a file, so that `--strict` ignores them.
import { sortBy } from 'lodash-es';
import * as z from 'zod/mini';
import { type Diagnostic, problem } from '../diagnostics/diagnostic.js';
import { attempt } from '../types/attempt.js';
import { withoutCommit } from '../types/redact.js';

export const baselineName = 'docgen.baseline.json';

const entrySchema = z.strictObject({
  /** Source path in the hub. For a file of a repository, without the commit. '' if the diagnostic has no location. */
  file: z.string(),
  code: z.string(),
  message: z.string(),
  count: z.int().check(z.minimum(1)),
});
const baselineSchema = z.strictObject({ version: z.literal(1), known: z.array(entrySchema) });

type Entry = z.output<typeof entrySchema>;
/** Known diagnostics, sorted by file, code and message. They have no line, so that they still match after edits above them. */
export type Baseline = readonly Entry[];

/** Parses a baseline. Returns the reason if that fails. */
export function parseBaseline(text: string): { readonly baseline: Baseline } | { readonly fault: string } {
  const data = attempt(() => JSON.parse(text) as unknown);
  if (data === undefined) return { fault: 'it is not JSON' };
  const parsed = baselineSchema.safeParse(data);
  if (parsed.success) return { baseline: parsed.data.known };
  const [issue] = parsed.error.issues;
  return { fault: `\`${issue?.path.join('.') ?? ''}\`: ${issue?.message ?? ''}` };
}

/** Formats one entry per line, so that diffs are small. */
export function formatBaseline(baseline: Baseline): string {
  const lines = baseline.map((entry) => `\n    ${JSON.stringify(entry)}`);
  return `{\n  "version": 1,\n  "known": [${lines.join(',')}${lines.length > 0 ? '\n  ' : ''}]\n}\n`;
}

const keyOf = ({ file, code, message }: Omit<Entry, 'count'>) => JSON.stringify([file, code, message]);
const entryOf = ({ place, code, message }: Diagnostic): Entry => ({
  file: withoutCommit(place?.file ?? ''),
  code,
  message,
  count: 1,
});

export const baselineOf = (diagnostics: readonly Diagnostic[]): Baseline =>
  joinEntries(diagnostics.map(entryOf), (one, other) => one + other);

/** Joins two baselines: each entry of either, with the higher count. */
export const mergeBaselines = (one: Baseline, other: Baseline): Baseline => joinEntries([...one, ...other], Math.max);

function joinEntries(entries: readonly Entry[], joinCounts: (one: number, other: number) => number): Baseline {
  const byKey = new Map<string, Entry>();
  for (const entry of entries) {
    const known = byKey.get(keyOf(entry));
    byKey.set(keyOf(entry), known ? { ...entry, count: joinCounts(entry.count, known.count) } : entry);
  }
  return sortBy([...byKey.values()], ['file', 'code', 'message']);
}

/** Counts down known diagnostics by key. `take` returns whether the count of a key was above zero. */
export function countdown(counts: Iterable<readonly [key: string, count: number]>) {
  const left = new Map<string, number>();
  for (const [key, count] of counts) left.set(key, (left.get(key) ?? 0) + count);
  const take = (key: string): boolean => {
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count > 0;
  };
  return { left, take };
}

/** Marks known diagnostics, and finds entries that no longer occur. Of several equal diagnostics, the first ones are known, up to the entry's count. */
export function compareWith(baseline: Baseline, diagnostics: readonly Diagnostic[]) {
  const { left, take } = countdown(baseline.map((entry) => [keyOf(entry), entry.count]));
  const known = new Set(baseline.length === 0 ? [] : diagnostics.filter((one) => take(keyOf(entryOf(one)))));
  const gone = baseline.flatMap((entry) => {
    const { file, code, message, count } = entry;
    const missing = left.get(keyOf(entry)) ?? 0;
    left.delete(keyOf(entry));
    if (missing === 0) return [];
    const values = { code, message, ...(count > 1 && { missing, count }) };
    return [problem.baselineGone(values, file === '' ? undefined : { file })];
  });
  return { known, gone };
}
