// The exports of `docgen sync` as folders, for those who write them and those who read them: `.docgen/sources/<section>`, replaced by
// two renames, under one lock for all that sync keeps.
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Config, Mount } from '../model/config.js';
import type { Checked, Diagnostic } from '../model/diagnostics/diagnostic.js';
import { syncLocked } from '../model/diagnostics/output.js';
import { exportMissing, notSynced } from '../model/diagnostics/sync.js';
import { type Holder, type Lock, takeLock } from './folder-lock.js';

/** File beside the config with the commit that each source is at. */
export const lockName = 'docgen.lock.json';

/** The lock of everything below `.docgen`, or who has it. */
export async function lockSources(workDir: string): Promise<Lock | Holder> {
  mkdirSync(workDir, { recursive: true });
  return takeLock(join(workDir, 'sync.lock'));
}

/** Where the former export stands for the moment between the two renames. */
function formerOf(dir: string): string {
  return join(dirname(dir), `.${basename(dir)}.old`);
}

/** Makes a staged folder the export. Only under the lock. */
export function swapExport(stage: string, dir: string): void {
  const former = formerOf(dir);
  rmSync(former, { recursive: true, force: true });
  const hadFormer = isThere(dir);
  if (hadFormer) renameSync(dir, former);
  try {
    renameSync(stage, dir);
  } catch (error) {
    if (hadFormer) renameSync(former, dir);
    throw error;
  }
  rmSync(former, { recursive: true, force: true });
}

/** Puts a former export back that a killed sync left between the two renames. Only under the lock. */
export function recoverExport(dir: string): void {
  const former = formerOf(dir);
  if (isThere(former) && !isThere(dir)) renameSync(former, dir);
}

/**
 * The mounts that are there. An export that is just being replaced is waited for, for `patience` milliseconds; one that a killed sync
 * left without its name gets it back. Diagnostics: DG212, DG217, and DG807 where a sync stands still between its renames.
 */
export async function settleExports(
  { content, workDir }: Pick<Config, 'content' | 'workDir'>,
  { patience = 10_000, signal }: { readonly patience?: number; readonly signal?: AbortSignal | undefined } = {},
): Promise<Checked<readonly Mount[]>> {
  const until = performance.now() + patience;
  const missing: Mount[] = [];
  for (const mount of content.filter(({ isExport }) => isExport)) {
    while (isThere(formerOf(mount.dir)) && !isThere(mount.dir)) {
      const lock = await lockSources(workDir).catch(() => undefined);
      if (!lock) break; // a disk that cannot be written to
      if ('release' in lock) {
        recoverExport(mount.dir);
        await lock.release();
      } else if (performance.now() > until) {
        return { value: [], diagnostics: [syncLocked({ ...lock, path: workDir })] };
      } else {
        await setTimeout(10, undefined, signal && { signal });
      }
    }
    if (!isThere(mount.dir)) missing.push(mount);
  }
  const value = content.filter((mount) => !missing.includes(mount));
  return { value, diagnostics: missing.length === 0 ? [] : missingOf(missing, workDir) };
}

function missingOf(missing: readonly Mount[], workDir: string): Diagnostic[] {
  const locked = lockedSections(join(dirname(workDir), lockName));
  const sections = missing.map(({ prefix }) => prefix);
  const lost = sections.filter((section) => locked.has(section));
  const unknown = sections.filter((section) => !locked.has(section));
  return [
    ...lost.map((section) => exportMissing({ section })),
    ...(unknown.length > 0 ? [notSynced({ sections: unknown })] : []),
  ];
}

/** The sections that the lock file names; none where it cannot be read: that is for `docgen sync` to report. */
function lockedSections(path: string): ReadonlySet<string> {
  try {
    const { sources } = JSON.parse(readFileSync(path, 'utf8')) as { sources: { section: string }[] };
    return new Set(sources.map(({ section }) => section));
  } catch {
    return new Set();
  }
}

/** False too for a name that no disk can have. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
