// The diagnostics that an owner knows of, as a file: by code, file and message, so that a line above them may come and go.
import * as z from 'zod/mini';
import { compareStrings, type Diagnostic } from '../diagnostics/diagnostic.js';
import { baselineGone } from '../diagnostics/usage-and-config.js';
import { withoutCommit } from '../docs/provenance.js';

/** Its name, beside the config. */
export const baselineName = 'docgen.baseline.json';

const entrySchema = z.strictObject({
  /** Source path in the hub; of a file that a page includes from elsewhere in its repository without the commit; '' without a place. */
  file: z.string(),
  code: z.string(),
  message: z.string(),
  /** How often the file has it. */
  count: z.int().check(z.minimum(1)),
});
const baselineSchema = z.strictObject({ version: z.literal(1), known: z.array(entrySchema) });

type Entry = z.output<typeof entrySchema>;
/** What is known, sorted by file, code and message. */
export type Baseline = readonly Entry[];

/** The baseline that a text holds, or why it holds none. */
export function parseBaseline(text: string): { readonly baseline: Baseline } | { readonly fault: string } {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { fault: 'it is not JSON' };
  }
  const parsed = baselineSchema.safeParse(data);
  if (parsed.success) return { baseline: parsed.data.known };
  const [issue] = parsed.error.issues;
  return { fault: `\`${issue?.path.join('.') ?? ''}\`: ${issue?.message ?? ''}` };
}

/** An entry a line, so that a change of one is a change of one line. */
export function formatBaseline(baseline: Baseline): string {
  const lines = baseline.map((entry) => `\n    ${JSON.stringify(entry)}`);
  return `{\n  "version": 1,\n  "known": [${lines.join(',')}${lines.length > 0 ? '\n  ' : ''}]\n}\n`;
}

const fileOf = ({ place }: Diagnostic) => withoutCommit(place?.file ?? '');
const keyOf = (file: string, code: string, message: string) => JSON.stringify([file, code, message]);

/** The baseline in which these are known. */
export function baselineOf(diagnostics: readonly Diagnostic[]): Baseline {
  const entries = new Map<string, Entry>();
  for (const diagnostic of diagnostics) {
    const { code, message } = diagnostic;
    const file = fileOf(diagnostic);
    const key = keyOf(file, code, message);
    entries.set(key, { file, code, message, count: (entries.get(key)?.count ?? 0) + 1 });
  }
  return sortEntries(entries);
}

function sortEntries(entries: ReadonlyMap<string, Entry>): Baseline {
  return [...entries.values()].sort(
    (a, b) => compareStrings(a.file, b.file) || compareStrings(a.code, b.code) || compareStrings(a.message, b.message),
  );
}

/** Joins two baselines: each entry of either, with the higher count. */
export function mergeBaselines(one: Baseline, other: Baseline): Baseline {
  const entries = new Map<string, Entry>();
  for (const entry of [...one, ...other]) {
    const key = keyOf(entry.file, entry.code, entry.message);
    entries.set(key, { ...entry, count: Math.max(entry.count, entries.get(key)?.count ?? 0) });
  }
  return sortEntries(entries);
}

/** Which diagnostics are known, and what of the baseline is gone. Of several alike the first are known, as many as it counts. */
export function compareWith(
  baseline: Baseline,
  diagnostics: readonly Diagnostic[],
): { readonly known: ReadonlySet<Diagnostic>; readonly gone: readonly Diagnostic[] } {
  const left = new Map<string, number>();
  for (const { file, code, message, count } of baseline) {
    const key = keyOf(file, code, message);
    left.set(key, (left.get(key) ?? 0) + count);
  }
  const known = new Set<Diagnostic>();
  if (baseline.length === 0) return { known, gone: [] };
  for (const diagnostic of diagnostics) {
    const key = keyOf(fileOf(diagnostic), diagnostic.code, diagnostic.message);
    const count = left.get(key) ?? 0;
    if (count === 0) continue;
    left.set(key, count - 1);
    known.add(diagnostic);
  }
  const gone = baseline.flatMap(({ file, code, message, count }) => {
    const missing = left.get(keyOf(file, code, message)) ?? 0;
    left.delete(keyOf(file, code, message));
    return missing === 0 ? [] : [baselineGone({ code, message, missing, count }, file === '' ? undefined : { file })];
  });
  return { known, gone };
}
