// docgen.lock.json: the commit that each source is at.
import { sortBy } from 'lodash-es';
import * as z from 'zod/mini';
import { maxLockfileBytes } from '../../disk/snapshots.js';
import type { Source } from '../../model/config/schema/content.js';
import type { Checked } from '../../model/diagnostics/diagnostic.js';
import { problem } from '../../model/diagnostics/diagnostic.js';
import { readRegular } from '../../model/input/regular-file.js';

const hash = z.string().check(z.regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/));
const lockedSchema = z.strictObject({
  section: z.string(),
  repo: z.string(),
  ref: z.string(),
  /** If `ref` is a pattern. */
  tag: z.optional(z.string()),
  commit: hash,
  /** Null for a tag or a commit. */
  branch: z.nullable(z.string()),
  /** Hash of the folder or file at each synced path. */
  paths: z.record(z.string(), hash),
});
const lockSchema = z.strictObject({ version: z.literal(1), sources: z.array(lockedSchema) });

export type Locked = z.output<typeof lockedSchema>;
export type Lockfile = readonly Locked[];

/** Diagnostics: DG215. */
export function readLock(path: string): Checked<Lockfile> & { readonly text: string | undefined } {
  let text: string | undefined;
  const refuse = (reason: string) => ({ text, value: [], diagnostics: [problem.lockUnreadable({ reason })] });
  try {
    text = readRegular(path, maxLockfileBytes).toString();
    const { data, error } = z.safeParse(lockSchema, JSON.parse(text));
    if (data) return { text, value: data.sources, diagnostics: [] };
    const [issue] = error.issues;
    return refuse(`\`${issue?.path.join('.')}\`: ${issue?.message.toLowerCase()}`);
  } catch (error) {
    const { code = 'it is not valid JSON' } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { text, value: [], diagnostics: [] } : refuse(code);
  }
}

/** The order of the sources doesn't matter. */
export function printLock(lock: Lockfile): string {
  const sources = sortBy(lock, keyOf).map((locked) => ({
    ...locked,
    paths: Object.fromEntries(sortBy(Object.entries(locked.paths), 0)),
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
