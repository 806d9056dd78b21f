// Applies configured severities to the diagnostics of a build: removes those that are off, and marks those in the baseline.
import { sortBy, uniqBy } from 'lodash-es';
import * as z from 'zod/mini';
import type { Config } from '../config/config.js';
import { isFatal, severities } from '../config/schema/diagnostics.js';
import { type Diagnostic, problem } from '../diagnostics/diagnostic.js';
import { attempt } from '../types/attempt.js';
import { withoutCommit } from '../types/redact.js';

export interface Rules {
  readonly config: Pick<Config, 'diagnostics' | 'content' | 'workDir'>;
  readonly baseline?: Baseline | undefined;
  /** Diagnostics to treat as known, in addition to those of the baseline. */
  readonly isAccepted?: ((diagnostic: Diagnostic) => boolean) | undefined;
  /** Whether one warning is enough to reject the site. */
  readonly strict: boolean;
  /** Whether the entire site was checked. Otherwise entries of the baseline can't be reported as fixed. */
  readonly isWhole: boolean;
}

export interface StrictResult {
  readonly diagnostics: readonly Diagnostic[];
  readonly off: number;
  /** Whether the site must not be published. */
  readonly isRejected: boolean;
}

/** Applies severities and the baseline to the diagnostics of a build. Returns them, and DG116 for entries of the baseline that no longer occur. */
export function applySeverities(
  found: readonly Diagnostic[],
  { config, baseline = [], isAccepted, strict, isWhole }: Rules,
): StrictResult {
  const severityOf = severities(config.diagnostics, config);
  const unique = uniqBy(found, (diagnostic) => JSON.stringify(diagnostic));
  const withSeverity = unique.flatMap((diagnostic): Diagnostic[] => {
    const severity = severityOf(diagnostic);
    if (severity === diagnostic.severity) return [diagnostic];
    return severity === 'off' ? [] : [{ ...diagnostic, severity }];
  });
  const eligible = withSeverity.filter(canBeKnown);
  const { known, gone } = compareWith(baseline, eligible);
  const accepted = new Set(isAccepted ? eligible.filter(isAccepted) : []);
  const isNew = (diagnostic: Diagnostic) => !known.has(diagnostic) && !accepted.has(diagnostic);
  return {
    diagnostics: [
      ...withSeverity.map((diagnostic) => (isNew(diagnostic) ? diagnostic : { ...diagnostic, known: true as const })),
      ...(isWhole && !isAccepted ? gone : []),
    ],
    off: unique.length - withSeverity.length,
    isRejected: withSeverity.some((diagnostic) => isNew(diagnostic) && counts(diagnostic, strict)),
  };
}

const counts = ({ severity }: Diagnostic, strict: boolean) =>
  severity === 'error' || (strict && severity === 'warning');

const ofSync: ReadonlySet<string> = new Set(
  [problem.notSynced, problem.exportMissing, problem.exportOutdated].map(({ code }) => code),
);

/** Whether a diagnostic is about a section that is not synced or outdated: a state of the local folder, not of the docs. */
export const isAboutSync = ({ code }: Pick<Diagnostic, 'code'>) => ofSync.has(code);

/** Whether a baseline can contain a diagnostic: one that rejects a site, but does not stop docgen itself. */
function canBeKnown(diagnostic: Diagnostic): boolean {
  return diagnostic.severity !== 'info' && !isFatal(diagnostic.code) && !isAboutSync(diagnostic);
}

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
