// docgen.lock.json: the commit that each source is at.
import * as z from 'zod/mini';
import { maxLockfileBytes } from '../../disk/snapshots.js';
import type { Source } from '../../model/config/schema/content.js';
import { type Checked, compareStrings, problem } from '../../model/diagnostics/diagnostic.js';
import { readRegular } from '../../model/input/regular-file.js';

const hash = z.string().check(z.regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/));
const lockedSchema = z.strictObject({
  section: z.string(),
  repo: z.string(),
  ref: z.string(),
  commit: hash,
  /** Null for a tag or a commit. */
  branch: z.nullable(z.string()),
  /** If `ref` is a pattern. */
  tag: z.optional(z.string()),
  /** Hash of the folder or file at each synced path. */
  paths: z.record(z.string(), hash),
});
const lockSchema = z.strictObject({ version: z.literal(1), sources: z.array(lockedSchema) });

export type Locked = z.output<typeof lockedSchema>;
export type Lockfile = readonly Locked[];

/** Diagnostics: DG215. */
export function readLock(path: string): Checked<Lockfile> & { readonly text: string | undefined } {
  try {
    const text = readRegular(path, maxLockfileBytes).toString();
    return { text, ...parse(text) };
  } catch (error) {
    const { code: reason = '' } = error as NodeJS.ErrnoException;
    return { text: undefined, value: [], diagnostics: reason === 'ENOENT' ? [] : [problem.lockUnreadable({ reason })] };
  }
}

function parse(text: string): Checked<Lockfile> {
  try {
    const parsed = z.safeParse(lockSchema, JSON.parse(text));
    if (parsed.success) return { value: parsed.data.sources, diagnostics: [] };
    const [issue] = parsed.error.issues;
    const reason = `\`${issue?.path.join('.') ?? ''}\`: ${issue?.message.toLowerCase() ?? 'it has an unknown form'}`;
    return { value: [], diagnostics: [problem.lockUnreadable({ reason })] };
  } catch {
    return { value: [], diagnostics: [problem.lockUnreadable({ reason: 'it is not valid JSON' })] };
  }
}

/** The order of the sources doesn't matter. */
export function printLock(lock: Lockfile): string {
  const sources = [...lock]
    .sort((a, b) => compareStrings(keyOf(a), keyOf(b)))
    .map(({ section, repo, ref, commit, branch, tag, paths }) => ({
      ...{ section, repo, ref, ...(tag !== undefined && { tag }), commit, branch },
      paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => compareStrings(a, b))),
    }));
  return `${JSON.stringify({ version: 1, sources }, null, 2)}\n`;
}

type SourceKey = Pick<Source, 'section' | 'repo' | 'ref'>;

/** Sources of one section, repository and ref are at one commit. */
export function keyOf({ section, repo, ref }: SourceKey): string {
  return JSON.stringify([section, repo, ref]);
}

/** Returns the entry of a source. If its `ref` or `repo` has changed, finds it by its section and the other one. */
export function entryOf<Entry extends SourceKey>(
  source: SourceKey,
  entries: readonly Entry[],
  sources: readonly SourceKey[],
): Entry | undefined {
  const known = new Set(sources.map(keyOf));
  const former = entries.filter((entry) => entry.section === source.section && !known.has(keyOf(entry)));
  return (
    entries.find((entry) => keyOf(entry) === keyOf(source)) ??
    former.find(({ repo }) => repo === source.repo) ??
    former.find(({ ref }) => ref === source.ref)
  );
}
