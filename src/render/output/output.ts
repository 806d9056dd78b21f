// Writes the site atomically: stages the new site next to the output folder and swaps both by two renames. If few files have changed, or the folder can't be
// renamed, updates it in place with a journal. The next build finds and removes the temporary files of a killed build by their names. Files that docgen did not
// write stay.
import { closeSync, existsSync, fstatSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readlink, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { removeFolder } from '../../disk/files.js';
import { takeLock } from '../../disk/folder-lock.js';
import type { Config } from '../../model/config/config.js';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { problem } from '../../model/diagnostics/diagnostic.js';
import { type Entry, entryAt } from '../../model/input/regular-file.js';
import { isAssetPath, isSitePath, manifestName } from '../../model/types/path.js';
import { BuildError } from '../base/build-error.js';
import { bytesOf, type OutputFile } from '../base/output-file.js';
import { chunksOf, hasBytes, linkOrCopy, openVersion, writeChunks } from './copies.js';
import { entriesBelow, isFree, updateInPlace } from './in-place.js';
import {
  assetsIn,
  isInside,
  lookAtSite,
  manifestOf,
  overlaps,
  ownerOf,
  type Paths,
  placeFor,
  readManifest,
  recover,
  refuseForeign,
  resolveLinks,
  type SeenFiles,
  workPath,
} from './out-folder.js';

interface OutputPart {
  readonly files: readonly OutputFile[];
  /** Paths of the files of the previous build that are reused. */
  readonly reused: readonly string[];
}

export interface Output {
  /**
   * Adds the files of a part of the site. Synchronous, because the main thread has time while workers render, and Node's I/O threads would compete with them for
   * the CPU. Diagnostics: DG302.
   */
  readonly add: (part: OutputPart) => readonly Diagnostic[];
  readonly publish: (site: PublishedSite) => Promise<readonly Diagnostic[]>;
}

export interface PublishedSite {
  /** Paths of all files of the site except assets, including those in other shards. */
  readonly paths: readonly string[];
  /** Paths of the files of the previous site that stay, although no part with them was added. */
  readonly others: readonly string[];
  /** Paths of files of the previous site that no part contains any more. Only used for an update in place. */
  readonly removed: readonly string[];
}

/** `many`: stage the entire site and swap it. `few`: update new files in place. */
export type Change = 'few' | 'many';

/** The output folder, locked by this build. `close` releases the lock and removes files that were staged but not published. */
export interface OutFolder {
  /** Diagnostics about a killed build: DG806. */
  readonly diagnostics: readonly Diagnostic[];
  readonly begin: (change: Change) => Output;
  /** Reads the stats of all files of the site. `known` are signatures of files that this build has scanned and not changed. */
  readonly look: (known?: ReadonlyMap<string, string>) => SeenFiles;
  readonly close: () => Promise<void>;
}

/**
 * Checks the output folder, acquires its lock, and recovers from a killed build.
 * @throws BuildError with DG107 (overlaps the content), DG802 (not writable), DG804 (contains other files) or DG805 (locked by another build).
 */
export async function openOutFolder({
  out: wanted,
  content,
  static: statics = [],
}: Pick<Config, 'out' | 'content' | 'static'>): Promise<OutFolder> {
  const out = resolveLinks(wanted);
  // The output folder can be in a content folder, which then leaves it out. It can't be in a snapshot of `docgen sync`.
  const mayHold = new Set(content.filter(({ layer }) => layer !== 'export').map(({ dir }) => dir));
  for (const dir of [...content.map(({ dir }) => dir), ...statics]) {
    const real = resolveLinks(dir);
    if (mayHold.has(dir) && !statics.includes(dir) ? isInside(real, out) : overlaps(out, real))
      throw new BuildError(problem.outputOverlapsContent({ out: wanted, content: dir }));
  }
  const place = placeFor(out, wanted);
  const lock = await takeLock(workPath(place, 'lock')).catch((error: unknown) => {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined || Object.hasOwn(reasons, code)) throw toBuildError(error, wanted);
    const isFile = entryAt(path ?? '')?.isFile() ?? true;
    const reason = isFile ? ownerOf(error, place.dir) : `\`${path}\` is not a regular file`;
    throw new BuildError(problem.notWritable({ path: wanted, reason }));
  });
  if (!('release' in lock)) throw new BuildError(problem.outputLocked({ path: wanted, ...lock }));
  const [stage, old, journal] = (['stage', 'old', 'journal'] as const).map((kind) => workPath(place, kind));
  const paths = { out, stage, old, journal } as Paths;
  try {
    const diagnostics = recover(paths);
    refuseForeign(out, wanted);
    return {
      diagnostics,
      begin: (change) => new StagedOutput(paths, { change, swap: place.swap }),
      look: (known) => lookAtSite(out, known),
      close: async () => {
        if (!existsSync(paths.journal)) clear(paths.stage);
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw toBuildError(error, wanted, journal);
  }
}

/** Returns the path of a file of the site below a folder. Routes with `..` are rejected long before. This check protects against bugs in docgen. */
function below(dir: string, path: string): string {
  const target = isSitePath(path) ? `${dir}${sep}${path}` : join(dir, path);
  if (!target.startsWith(dir + sep)) throw new Error(`${JSON.stringify(path)} leads out of the out folder`);
  return target;
}

/** Maximum size of content that is encoded in shared memory, in bytes. */
const maxSharedBytes = 1024 * 1024;

class StagedOutput implements Output {
  readonly #paths: Paths;
  readonly #change: Change;
  readonly #swap: boolean;
  readonly #previous: (path: string) => Entry;
  readonly #written = new Set<string>();
  readonly #folders = new Set<string>();
  /** For the content of one file at a time, because to allocate a buffer takes as long as to fill it. */
  readonly #memory = Buffer.allocUnsafeSlow(maxSharedBytes);
  /** Files of the previous site that an update in place doesn't touch. */
  readonly #kept: string[] = [];

  constructor(paths: Paths, { change, swap }: { readonly change: Change; readonly swap: boolean }) {
    this.#paths = paths;
    this.#change = change;
    this.#previous = existsSync(paths.out) ? entriesBelow(paths.out) : () => undefined;
    this.#swap = swap;
  }

  add({ files, reused }: OutputPart): readonly Diagnostic[] {
    for (const path of reused) this.#keep(path);
    return files.flatMap(({ path, bytes, copyOf }) => {
      if (!copyOf) {
        const encoded = bytesOf(bytes, this.#memory);
        this.#add(path, encoded.length, () => [encoded]);
        return [];
      }
      const from = openVersion(copyOf);
      if (from === undefined) return [problem.vanished({}, { file: copyOf.source })];
      try {
        this.#add(path, fstatSync(from).size, () => chunksOf(from));
      } finally {
        closeSync(from);
      }
      return [];
    });
  }

  /** An unchanged file is not written again, so that it keeps its time. */
  #add(path: string, size: number, chunks: () => Iterable<Uint8Array>): void {
    if (this.#isSame(path, size, chunks)) this.#keep(path);
    else this.#stage(path, (target) => writeChunks(target, chunks()));
  }

  #isSame(path: string, size: number, chunks: () => Iterable<Uint8Array>): boolean {
    try {
      const entry = this.#previous(path);
      if (entry === 'blocked' || !entry?.isFile() || entry.size !== size) return false;
      return hasBytes(below(this.#paths.out, path), chunks());
    } catch {
      return false; // the file can't be read
    }
  }

  #keep(path: string): void {
    if (this.#change === 'few' || !this.#swap) this.#kept.push(path);
    else this.#stageKept(path);
  }

  #stageKept(path: string): void {
    this.#stage(path, (target) => linkOrCopy(below(this.#paths.out, path), target));
  }

  /** Writes a file to the stage once. If the file system treats two names as equal, the first file wins. */
  #stage(path: string, write: (target: string) => void): void {
    if (this.#written.has(path)) return;
    const target = below(this.#paths.stage, path);
    try {
      this.#makeFolder(dirname(target));
      write(target);
      this.#written.add(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw toBuildError(error, path);
    }
  }

  #makeFolder(dir: string): void {
    if (this.#folders.has(dir)) return;
    mkdirSync(dir, { recursive: true });
    this.#folders.add(dir);
  }

  async publish({ paths, others, removed }: PublishedSite): Promise<readonly Diagnostic[]> {
    const { out, stage, old } = this.#paths;
    try {
      if (this.#change === 'few' && [...this.#written, ...removed].map(entriesBelow(out)).every(isFree)) {
        updateInPlace(this.#paths, { files: [...this.#written], removed });
        return [];
      }
      const stay = [...this.#kept, ...others];
      if (this.#swap) for (const path of stay) this.#stageKept(path);
      this.#makeFolder(stage);
      const previous = readManifest(out);
      await writeFile(join(stage, manifestName), manifestOf(paths), { flag: 'wx' });
      if (!this.#swap) return [this.#replaceFiles(stay, 'it is a mount point, or its parent is not writable')];
      await keepForeign(out, stage, previous);
      const fault = swapFolders(this.#paths);
      if (fault) return [this.#replaceFiles(stay, fault)];
      clear(old);
      return [];
    } catch (error) {
      throw toBuildError(error, out, this.#paths.journal);
    }
  }

  /** Publishes to an output folder that can't be renamed: marks the folder as docgen's, then updates all changed files in place. */
  #replaceFiles(stay: readonly string[], reason: string): Diagnostic {
    const { out } = this.#paths;
    const entryOf = entriesBelow(out);
    const files = [...this.#written];
    const blocked = files.find((path) => !isFree(entryOf(path)));
    if (blocked !== undefined)
      throw new BuildError(
        problem.cannotWrite({ path: join(out, blocked), reason: 'a folder is in its place, or a file is in its path' }),
      );
    const staying = new Set([...files, ...stay]);
    const removed = [...readManifest(out), ...assetsIn(out)].filter((path) => isSitePath(path) && !staying.has(path));
    if (!existsSync(join(out, manifestName))) writeFileSync(join(out, manifestName), '', { flag: 'wx' });
    updateInPlace(this.#paths, { files, removed });
    return problem.inPlace({ reason });
  }
}

/** Removes a temporary folder. If that fails, the site is published anyway, and the next build tries again. */
function clear(dir: string): void {
  try {
    removeFolder(dir);
  } catch {
    // `recover` reports it
  }
}

/** Swaps the folders by two renames, without a turn of the event loop between them. Returns the error code if the folder can't be renamed. */
function swapFolders({ out, stage, old }: Paths): string | undefined {
  const hadSite = existsSync(out);
  try {
    if (hadSite) renameSync(out, old);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EBUSY' || code === 'EXDEV' || code === 'EPERM' || code === 'EACCES') return code;
    throw error;
  }
  try {
    renameSync(stage, out);
    return undefined;
  } catch (error) {
    if (hadSite) renameSync(old, out);
    throw error;
  }
}

/** Copies files that the site owner added to the output folder (`CNAME`, a verification file) to the new site. */
async function keepForeign(out: string, stage: string, previous: ReadonlySet<string>): Promise<void> {
  const entries = await readdir(out, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const absolute = join(entry.parentPath, entry.name);
    const path = absolute.slice(out.length + 1).replaceAll(sep, '/');
    if (entry.isDirectory() || previous.has(path) || isAssetPath(path) || path === manifestName) continue;
    const target = join(stage, path);
    if (existsSync(target)) continue;
    await mkdir(dirname(target), { recursive: true });
    if (entry.isSymbolicLink()) await symlink(await readlink(absolute), target);
    else linkOrCopy(absolute, target);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'a file size limit is reached',
  EROFS: 'the disk is read-only',
  ENAMETOOLONG: 'its path is too long for the file system',
};

/** Converts a system error to a diagnostic: DG808 if a journal shows that an update is incomplete, else DG801. */
function toBuildError(error: unknown, path: string, journal?: string): unknown {
  if (error instanceof BuildError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const isBegun = journal !== undefined && existsSync(journal);
  return new BuildError(
    (isBegun ? problem.updateUnfinished : problem.cannotWrite)({ path, reason: reasons[code] ?? code }),
  );
}
