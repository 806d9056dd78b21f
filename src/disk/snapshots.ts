// The snapshots that `docgen sync` writes and other commands read: folders `.docgen/sources/<section>`, which are replaced by two renames, under one lock for everything
// in `.docgen`.
import { mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Config, Mount } from '../model/config/config.js';
import { sectionOfSnapshot } from '../model/config/sources.js';
import { type LockedCommit, outdatedSnapshot } from '../model/content/exports.js';
import { exists } from '../model/content/list-files.js';
import type { Content } from '../model/content/read.js';
import { type Checked, type Diagnostic, hasError, problem } from '../model/diagnostics/diagnostic.js';
import { bytesAt, entryAt } from '../model/input/regular-file.js';
import type { Site } from '../model/site/site.js';
import { attempt } from '../model/types/attempt.js';
import { removeFolder, renameEntry } from './files.js';
import { type FolderLock, type Holder, takeLock } from './folder-lock.js';

/** Name of the lockfile, next to the config, with the commit of each source. */
export const lockName = 'docgen.lock.json';
export const maxLockfileBytes = 64 * 1024 * 1024;

/** Acquires the lock of `.docgen`, or returns its holder. @throws if no lock can be created, or if a folder is a symlink, because its target is not docgen's. */
export async function lockSources(workDir: string): Promise<FolderLock | Holder> {
  for (const dir of [workDir, join(workDir, 'sources'), join(workDir, 'store')])
    if (entryAt(dir)?.isSymbolicLink()) throw Object.assign(new Error(dir), { code: 'a symbolic link', path: dir });
  mkdirSync(workDir, { recursive: true });
  return takeLock(join(workDir, 'sync.lock'));
}

export const snapshotsIn = (dir: string): readonly string[] => (exists(dir) ? readdirSync(dir) : []);

/** Returns the location of the previous snapshot between the two renames. */
const previousOf = (dir: string): string => join(dirname(dir), `.${basename(dir)}.old`);

/** Replaces the snapshot by a staged folder. Requires the lock. */
export function swapSnapshot(stage: string, dir: string): void {
  const previous = previousOf(dir);
  removeFolder(previous);
  const hadPrevious = exists(dir);
  if (hadPrevious) renameEntry(dir, previous);
  try {
    renameEntry(stage, dir);
  } catch (error) {
    if (hadPrevious) renameEntry(previous, dir);
    throw error;
  }
  removeFolder(previous);
}

/** Restores the previous snapshot if a sync was killed between the two renames. Requires the lock. */
export function recoverSnapshot(dir: string): void {
  const previous = previousOf(dir);
  if (exists(previous) && !exists(dir)) renameEntry(previous, dir);
}

type HubConfig = Pick<Config, 'content' | 'workDir' | 'sources'>;

export interface ResolvedMounts extends Checked<readonly Mount[]> {
  readonly absent: readonly string[];
  /** Sections with a source that is not optional, without a snapshot and without other pages. */
  readonly lost: readonly string[];
  /** Entries of the lockfile. Undefined without a lockfile, and while a sync runs. */
  readonly locked: readonly LockedCommit[] | undefined;
}

/** Maximum time to wait for a snapshot that is being replaced. */
const maxWaitMs = 10_000;

/**
 * Finds the mounts that exist. Waits for a snapshot that is being replaced, and restores one that a killed sync left renamed.
 * Diagnostics: DG212, DG217, and DG807 if a sync stops between its two renames.
 */
export async function resolveSnapshots(config: HubConfig, signal?: AbortSignal): Promise<ResolvedMounts> {
  const { content, workDir } = config;
  const known = readLocked(join(dirname(workDir), lockName));
  // A running sync writes the lockfile after the snapshots.
  const locked = exists(join(workDir, 'sync.lock')) ? undefined : known;
  const begun = performance.now();
  const missing: Mount[] = [];
  for (const mount of content.filter(({ layer }) => layer === 'synced')) {
    while (exists(previousOf(mount.dir)) && !exists(mount.dir)) {
      const lock = await lockSources(workDir).catch(() => undefined);
      if (!lock) break; // the disk is read-only
      if ('release' in lock) {
        recoverSnapshot(mount.dir);
        await lock.release();
      } else if (performance.now() - begun > maxWaitMs) {
        const diagnostics = [problem.syncLocked({ ...lock, path: workDir })];
        return { value: [], absent: [], lost: [], locked, diagnostics };
      } else {
        await setTimeout(10, undefined, signal && { signal });
      }
    }
    if (!exists(mount.dir)) missing.push(mount);
  }
  const value = content.filter((mount) => !missing.includes(mount));
  if (missing.length === 0) return { value, absent: [], lost: [], locked, diagnostics: [] };
  return { value, locked, ...describeMissing(missing, config, known) };
}

/** Reports missing snapshots. A section that a fallback folder contains, or of an optional source, is expected to be missing. */
function describeMissing(
  missing: readonly Mount[],
  { content, workDir, sources }: HubConfig,
  locked: ResolvedMounts['locked'],
): Omit<ResolvedMounts, 'value' | 'locked'> {
  const known = new Set(locked?.map(({ section }) => section));
  const fallbacks = content.filter(({ layer }) => layer === 'fallback');
  const needed = new Set(sources.flatMap(({ section, optional }) => (optional ? [] : [section])));
  const isLost = (section: string) => needed.has(section) && !fallbacks.some(({ dir }) => exists(join(dir, section)));
  const absent = missing.map(({ dir }) => sectionOfSnapshot(basename(dir)));
  const lost = absent.filter(isLost);
  // Before the first sync, sections are expected to be missing. Later, a missing section is a mistake, such as after its name was changed.
  const isLater = locked !== undefined || snapshotsIn(join(workDir, 'sources')).length > 0;
  const unexpected = isLater ? lost.filter((section) => !known.has(section)) : [];
  const expected = isLater ? absent.filter((section) => !lost.includes(section)) : absent;
  const diagnostics: Diagnostic[] = lost
    .filter((section) => known.has(section))
    .map((section) => problem.exportMissing({ section }));
  if (unexpected.length > 0) diagnostics.push({ ...problem.notSynced({ sections: unexpected }), severity: 'warning' });
  if (expected.length > 0) diagnostics.push(problem.notSynced({ sections: expected }));
  return { absent, lost, diagnostics };
}

/** Returns the diagnostics of a version, without consequences of a missing folder or snapshot. Diagnostics: DG223. */
export function siteDiagnostics(
  { sources }: Pick<Config, 'sources'>,
  { value, diagnostics, locked, absent }: ResolvedMounts,
  { content, site }: { readonly content: Checked<Content>; readonly site: Checked<Site> },
): readonly Diagnostic[] {
  const outdated = value.flatMap(({ layer, prefix, dir }) => {
    const synced = layer === 'synced' ? content.value.synced.get(prefix) : undefined;
    return synced ? outdatedSnapshot(sectionOfSnapshot(basename(dir)), synced.sources, { sources, locked }) : [];
  });
  const ofSite = hasError(content.diagnostics) ? [] : site.diagnostics;
  const isOwn = ({ code }: Diagnostic) => absent.length === 0 || code !== problem.noDocs.code;
  return [...diagnostics, ...outdated, ...content.diagnostics, ...ofSite.filter(isOwn)];
}

/** Returns the entries of the lockfile, none if it can't be read (which `docgen sync` reports), or undefined if there is none. */
function readLocked(path: string): ResolvedMounts['locked'] {
  if (!exists(path)) return undefined;
  const entries = attempt(() => {
    const { sources } = JSON.parse(String(bytesAt(path, maxLockfileBytes))) as { sources: readonly LockedCommit[] };
    return sources.filter((one) => typeof one?.section === 'string');
  });
  return entries ?? [];
}
