// Publishes the staged site atomically: swaps the stage, which is next to the output folder, and the folder by two renames. If few files have changed, or
// the folder can't be renamed, updates it in place with a journal. The languages of a hub are published together. The next build finds and removes the temporary
// files of a killed build by their names. Files that docgen did not write stay.
import { existsSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { removeFolder, renameEntry, walkFolder } from '../../disk/files.js';
import { takeLock } from '../../disk/folder-lock.js';
import { writeReasons } from '../../disk/write-error.js';
import type { Config } from '../../model/config/config.js';
import { type Diagnostic, problem } from '../../model/diagnostics/diagnostic.js';
import { entryAt, isInside, resolveLinks } from '../../model/input/regular-file.js';
import { attempt } from '../../model/types/attempt.js';
import { isSitePath, manifestName } from '../../model/types/path.js';
import { BuildError } from '../base/build-error.js';
import { carryOverFile } from './copies.js';
import { entriesBelow, isFree, updateInPlace } from './in-place.js';
import {
  filesOfSite,
  ownerOf,
  type Paths,
  placeFor,
  readSignatures,
  recoverFromKilledBuild,
  refuseOthers,
  workPath,
} from './out-folder.js';
import { StagedOutput, toBuildError } from './staged-output.js';

/** The output folder, or the folder of a language in it. Locked by this build. */
export interface OutFolder {
  /** Diagnostics about a killed build: DG806. */
  readonly diagnostics: readonly Diagnostic[];
  /** Stages a site. If it is not completed, the site in the folder stays. */
  readonly stageSite: () => Pick<StagedOutput, 'add' | 'complete'>;
  /** Reads the stats of all files of the site. `known` are those of files that this build has scanned and not changed. */
  readonly readSignatures: (known?: ReadonlyMap<string, string>) => ReturnType<typeof readSignatures>;
  /** Returns the folder of another language. */
  readonly within: (config: OutConfig & Pick<Config, 'locale'>) => OutFolder;
  /** Publishes the staged sites of this folder and of the folders of other languages. */
  readonly publish: () => Promise<readonly Diagnostic[]>;
  /** Removes files that were staged but not published, and releases the lock of the output folder. */
  readonly close: () => Promise<void>;
}

type OutConfig = Pick<Config, 'out' | 'content' | 'static'>;

/** @throws BuildError (DG107) */
function refuseOverlap({ out: wanted, content, static: statics = [] }: OutConfig): void {
  const out = resolveLinks(wanted);
  // The output folder can be in a content folder, whose scan then skips it. It can't be in a snapshot of `docgen sync`.
  const mayHold = new Set(content.filter(({ layer }) => layer !== 'synced').map(({ dir }) => dir));
  for (const dir of [...content.map(({ dir }) => dir), ...statics]) {
    const real = resolveLinks(dir);
    const mayHoldOut = mayHold.has(dir) && !statics.includes(dir);
    if (isInside(real, out) || (!mayHoldOut && isInside(out, real)))
      throw new BuildError(problem.outputOverlapsContent({ out: wanted, content: dir }));
  }
}

/**
 * Checks the output folder, acquires its lock, and recovers from a killed build.
 * @throws BuildError with DG107 (overlaps the content), DG802 (not writable), DG804 (contains other files) or DG805 (locked by another build).
 */
export async function openOutFolder(config: OutConfig): Promise<OutFolder> {
  refuseOverlap(config);
  const { out: wanted } = config;
  const out = resolveLinks(wanted);
  const place = placeFor(out, wanted);
  const lock = await takeLock(workPath(place, 'lock')).catch((error: unknown) => {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined || Object.hasOwn(writeReasons, code)) throw toBuildError(error, wanted);
    const isFile = entryAt(path ?? '')?.isFile() ?? true;
    const reason = isFile ? ownerOf(error, place.dir) : `\`${path}\` is not a regular file`;
    throw new BuildError(problem.notWritable({ path: wanted, reason }));
  });
  if (!('release' in lock)) throw new BuildError(problem.outputLocked({ path: wanted, ...lock }));
  const [stage, old, journal] = (['stage', 'old', 'journal'] as const).map((kind) => workPath(place, kind));
  const paths = { out, stage, old, journal } as Paths;
  const { swap } = place;
  const outputs = new Map<string, StagedOutput>();
  const folderOf = (folder: string, diagnostics: readonly Diagnostic[], release: () => Promise<void>): OutFolder => ({
    diagnostics,
    stageSite: () => {
      const output = new StagedOutput(paths, folder);
      outputs.set(folder, output);
      return output;
    },
    readSignatures: (known) => readSignatures(join(out, folder), known),
    within: (other) => {
      refuseOverlap(other);
      return folderOf(other.locale?.folder ?? '', [], async () => {});
    },
    publish: () => publish([...outputs.values()], paths, swap),
    close: async () => {
      outputs.delete(folder);
      if (!existsSync(journal as string)) clear(join(paths.stage, folder));
      await release();
    },
  });
  try {
    const diagnostics = recoverFromKilledBuild(paths);
    refuseOthers(out, wanted);
    return folderOf('', diagnostics, lock.release);
  } catch (error) {
    await lock.release();
    const { path = wanted } = error as NodeJS.ErrnoException;
    throw toBuildError(error, existsSync(paths.journal) ? wanted : path, journal);
  }
}

async function publish(outputs: readonly StagedOutput[], paths: Paths, swap: boolean): Promise<readonly Diagnostic[]> {
  const { out, stage, old } = paths;
  try {
    for (const output of outputs) output.stageManifest();
    const folders = outputs.map(({ folder }) => folder);
    const own = filesOfSite(out, folders);
    const { update, isSmall } = updateOf(outputs, own);
    if (update.files.length + update.removed.length === 0) return [];
    const entryOf = entriesBelow(out);
    const blocked = update.files.find((path) => !isFree(entryOf(path)));
    let fault = swap || isSmall ? undefined : 'it is a mount point, or its parent is not writable';
    if (swap && (!isSmall || blocked !== undefined)) {
      for (const output of outputs) output.stageKept();
      keepOthers(out, stage, own);
      fault = swapFolders(paths);
      if (fault === undefined) {
        clear(old);
        return [];
      }
    }
    if (blocked !== undefined)
      throw new BuildError(
        problem.cannotWrite({ path: join(out, blocked), reason: 'a folder is in its place, or a file is in its path' }),
      );
    if (!existsSync(join(out, manifestName))) writeFileSync(join(out, manifestName), '', { flag: 'wx' }); // marks it as docgen's
    updateInPlace(paths, update);
    return fault === undefined ? [] : [problem.inPlace({ reason: fault })];
  } catch (error) {
    throw toBuildError(error, out, paths.journal);
  }
}

/** Maximum number of files of a site that are updated in place, and their maximum share. Readers rarely see a mix of both sites. */
const maxInPlace = { files: 256, share: 1 / 8 };

/** Returns the update that makes the previous site, which has the files `own`, the new one, and whether it takes less time than a swap. */
function updateOf(outputs: readonly StagedOutput[], own: ReadonlySet<string>) {
  const files = outputs.flatMap((output) => output.written());
  const kept = outputs.flatMap((output) => output.kept());
  const staying = new Set([...files, ...kept]);
  const removed = [...own].filter((path) => isSitePath(path) && !staying.has(path));
  return {
    update: { files, removed },
    isSmall: files.length + removed.length <= Math.min(maxInPlace.files, maxInPlace.share * kept.length),
  };
}

/** Removes a temporary folder. If that fails, the site is published anyway, and the next build tries again. */
const clear = (dir: string) => attempt(() => removeFolder(dir)); // `recoverFromKilledBuild` reports it

/** Swaps the folders by two renames, without a turn of the event loop between them. Returns the error code if the folder can't be renamed. */
function swapFolders({ out, stage, old }: Paths): string | undefined {
  const hadSite = existsSync(out);
  try {
    if (hadSite) renameEntry(out, old);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EBUSY' || code === 'EXDEV' || code === 'EPERM' || code === 'EACCES') return code;
    throw error;
  }
  try {
    renameEntry(stage, out);
    return undefined;
  } catch (error) {
    if (hadSite) renameEntry(old, out);
    throw error;
  }
}

/** Copies files that the site owner added to the output folder (`CNAME`, a verification file) to the new site. */
function keepOthers(out: string, stage: string, own: ReadonlySet<string>): void {
  if (!existsSync(out)) return;
  const { length } = Buffer.from(out);
  for (const { path, kind } of walkFolder(out)) {
    const below = path.subarray(length);
    if (kind.isDirectory() || own.has(below.toString().slice(1).replaceAll(sep, '/'))) continue;
    const target = Buffer.concat([Buffer.from(stage), below]);
    if (existsSync(target)) continue;
    mkdirSync(target.subarray(0, target.lastIndexOf(sep)), { recursive: true });
    if (kind.isSymbolicLink()) symlinkSync(readlinkSync(path, 'buffer'), target);
    else carryOverFile(path, target);
  }
}
