// The exports of `docgen sync` as folders, for the commands that write them and those that read them: `.docgen/sources/<section>`,
// replaced by two renames, under one folder lock for everything in `.docgen`.
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Config, Mount } from '../model/config.js';
import type { Content } from '../model/content/read.js';
import { type Checked, type Diagnostic, hasError } from '../model/diagnostics/diagnostic.js';
import { syncLocked } from '../model/diagnostics/output.js';
import { exportMissing, notSynced } from '../model/diagnostics/sync.js';
import { noDocs } from '../model/diagnostics/usage-and-config.js';
import { type LockedCommit, outdatedExport } from '../model/mounts/outdated.js';
import { bytesAt, entryAt } from '../model/regular-file.js';
import type { Site } from '../model/site.js';
import { sectionOfExport } from '../model/versions/source-versions.js';
import { type FolderLock, type Holder, takeLock } from './folder-lock.js';

/** The lockfile, beside the config: the commit of each source. */
export const lockName = 'docgen.lock.json';
/** Largest lockfile that is read, in bytes. */
export const largestLock = 64 * 1024 * 1024;

/** Takes the folder lock of `.docgen`, or returns its holder. Throws where no lock can be made, and where a folder is a link: it leads to files that are not docgen's. */
export async function lockSources(workDir: string): Promise<FolderLock | Holder> {
  for (const dir of [workDir, join(workDir, 'sources'), join(workDir, 'store')])
    if (entryAt(dir)?.isSymbolicLink()) throw Object.assign(new Error(dir), { code: 'a symbolic link', path: dir });
  mkdirSync(workDir, { recursive: true });
  return takeLock(join(workDir, 'sync.lock'));
}

/** Names in the folder of the exports; none if nothing is synced. */
export function exportsIn(dir: string): readonly string[] {
  return isThere(dir) ? readdirSync(dir) : [];
}

/** Where the previous export stands for the moment between the two renames. */
function previousOf(dir: string): string {
  return join(dirname(dir), `.${basename(dir)}.old`);
}

/** Makes a staged folder the export. Only under the lock. */
export function swapExport(stage: string, dir: string): void {
  const previous = previousOf(dir);
  rmSync(previous, { recursive: true, force: true });
  const hadPrevious = isThere(dir);
  if (hadPrevious) renameSync(dir, previous);
  try {
    renameSync(stage, dir);
  } catch (error) {
    if (hadPrevious) renameSync(previous, dir);
    throw error;
  }
  rmSync(previous, { recursive: true, force: true });
}

/** Puts a previous export back that a killed sync left between the two renames. Only under the lock. */
export function recoverExport(dir: string): void {
  const previous = previousOf(dir);
  if (isThere(previous) && !isThere(dir)) renameSync(previous, dir);
}

/** The mounts of a config that exist. */
export interface SettledExports extends Checked<readonly Mount[]> {
  /** Sections without an export. */
  readonly absent: readonly string[];
  /** Those of them that have pages nowhere else, and a source that is not optional. */
  readonly lost: readonly string[];
  /** Undefined without a lockfile, and while a sync runs. */
  readonly locked: readonly LockedCommit[] | undefined;
}

/**
 * Finds the mounts that exist. Waits up to `patience` milliseconds for an export that is being replaced; restores one that a killed sync
 * left renamed. Diagnostics: DG212, DG217, and DG807 if a sync stops between its two renames.
 */
export async function settleExports(
  { content, workDir, sources }: Pick<Config, 'content' | 'workDir' | 'sources'>,
  { patience = 10_000, signal }: { readonly patience?: number; readonly signal?: AbortSignal | undefined } = {},
): Promise<SettledExports> {
  const known = readLocked(join(dirname(workDir), lockName));
  // A sync that runs writes the lockfile after the exports.
  const locked = isThere(join(workDir, 'sync.lock')) ? undefined : known;
  const until = process.uptime() * 1000 + patience;
  const missing: Mount[] = [];
  for (const mount of content.filter(({ layer }) => layer === 'export')) {
    while (isThere(previousOf(mount.dir)) && !isThere(mount.dir)) {
      const lock = await lockSources(workDir).catch(() => undefined);
      if (!lock) break; // a read-only disk
      if ('release' in lock) {
        recoverExport(mount.dir);
        await lock.release();
      } else if (process.uptime() * 1000 > until) {
        return { value: [], absent: [], lost: [], locked, diagnostics: [syncLocked({ ...lock, path: workDir })] };
      } else {
        await setTimeout(10, undefined, signal && { signal });
      }
    }
    if (!isThere(mount.dir)) missing.push(mount);
  }
  const value = content.filter((mount) => !missing.includes(mount));
  if (missing.length === 0) return { value, absent: [], lost: [], locked, diagnostics: [] };
  return { value, locked, ...describeMissing(missing, { content, workDir, sources }, known) };
}

/** A section that a fallback folder has is shown from there: its export is awaited, not lost. So is that of optional sources. */
function describeMissing(
  missing: readonly Mount[],
  { content, workDir, sources }: Pick<Config, 'content' | 'workDir' | 'sources'>,
  locked: SettledExports['locked'],
): Omit<SettledExports, 'value' | 'locked'> {
  const known = new Set(locked?.map(({ section }) => section));
  const fallbacks = content.filter(({ layer }) => layer === 'fallback');
  const needed = new Set(sources.flatMap(({ section, optional }) => (optional ? [] : [section])));
  const isLost = (section: string) => needed.has(section) && !fallbacks.some(({ dir }) => isThere(join(dir, section)));
  const absent = missing.map(({ dir }) => sectionOfExport(basename(dir)));
  const lost = absent.filter(isLost);
  const reported = lost.filter((section) => known.has(section));
  const others = absent.filter((section) => !reported.includes(section));
  // Before the first sync a build without the sections is expected. Later a section is missing by mistake, such as after a change of its name.
  const isLater = locked !== undefined || exportsIn(join(workDir, 'sources')).length > 0;
  const unexpected = isLater ? others.filter((section) => lost.includes(section)) : [];
  const expected = others.filter((section) => !unexpected.includes(section));
  return {
    ...{ absent, lost },
    diagnostics: [
      ...reported.map((section) => exportMissing({ section })),
      ...(unexpected.length > 0 ? [{ ...notSynced({ sections: unexpected }), severity: 'warning' as const }] : []),
      ...(expected.length > 0 ? [notSynced({ sections: expected })] : []),
    ],
  };
}

/** The diagnostics of a version; what follows from a folder or an export that is not there is not reported in addition. Diagnostics: DG223. */
export function siteDiagnostics(
  { sources }: Pick<Config, 'sources'>,
  { value, diagnostics, locked, absent }: SettledExports,
  { content, site }: { readonly content: Checked<Content>; readonly site: Checked<Site> },
): readonly Diagnostic[] {
  const outdated = value.flatMap(({ layer, prefix, dir }) => {
    const record = layer === 'export' ? content.value.gathered.get(prefix) : undefined;
    return record ? outdatedExport(sectionOfExport(basename(dir)), record.sources, { sources, locked }) : [];
  });
  const ofSite = hasError(content.diagnostics) ? [] : site.diagnostics;
  const isOwn = ({ code }: Diagnostic) => absent.length === 0 || code !== noDocs.entry.code;
  return [...diagnostics, ...outdated, ...content.diagnostics, ...ofSite.filter(isOwn)];
}

/** The entries of the lockfile; none if it cannot be read, which `docgen sync` reports, undefined if there is none. */
function readLocked(path: string): SettledExports['locked'] {
  if (!isThere(path)) return undefined;
  try {
    const { sources } = JSON.parse(String(bytesAt(path, largestLock))) as { sources: readonly LockedCommit[] };
    return sources.filter((one) => typeof one?.section === 'string');
  } catch {
    return [];
  }
}

/** False also for a name that no file system accepts. */
const isThere = (path: string) => entryAt(path) !== undefined;
