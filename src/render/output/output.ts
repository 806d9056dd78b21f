// The out folder is replaced whole or not at all: a new site is staged next to it and swapped in by two renames. If few files changed, or
// the folder cannot be renamed, files are staged and put in their places by a journal. Whatever a killed build leaves behind has a name
// that the next build knows and clears. Folders and files that docgen did not make stay.
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeFileSync, writevSync } from 'node:fs';
import { mkdir, readdir, readlink, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { takeLock } from '../../disk/folder-lock.js';
import { removeFolder } from '../../disk/remove-folder.js';
import type { Config } from '../../model/config.js';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { cannotWrite, inPlace, notWritable, outputLocked, updateUnfinished } from '../../model/diagnostics/output.js';
import { vanished } from '../../model/diagnostics/reading.js';
import { outputOverlapsContent } from '../../model/diagnostics/usage-and-config.js';
import { isAssetPath, isSitePath } from '../../model/path.js';
import { bytesAt, type Entry, entryAt } from '../../model/regular-file.js';
import { BuildError } from '../build-error.js';
import type { FileVersion, OutputFile } from '../output-file.js';
import { copyBytes, hasBytesOf, linkOrCopy, openVersion } from './copies.js';
import { entriesBelow, isFree, manifestName, updateInPlace } from './in-place.js';
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
import { encoder, lengthOf } from './pieces.js';

/** What a part of the site consists of. */
export interface OutputPart {
  readonly files: readonly OutputFile[];
  /** Paths of files of the previous build that are taken over. */
  readonly reused: readonly string[];
}

/** A site on its way to the out folder. */
export interface Output {
  /**
   * Adds the files of a part of the site. One after the other: while threads render, this thread has the time, and more threads would
   * only take it from them. Diagnostics: DG302.
   */
  readonly add: (part: OutputPart) => readonly Diagnostic[];
  /** Makes what was added the site. Diagnostics: DG803. */
  readonly publish: (site: PublishedSite) => Promise<readonly Diagnostic[]>;
}

export interface PublishedSite {
  /** Paths of all files of the site but assets, also of those in other shards. */
  readonly paths: () => readonly string[];
  /** Paths of files of the previous site that stay, and of which no part was added. */
  readonly others: () => readonly string[];
  /** Paths of files of the previous site that no part has any more; only an update of few files asks for them. */
  readonly removed: readonly string[];
}

/** `many`: the whole site is staged and swapped in; `few`: new files are put in their places, all others stay. */
export type Change = 'few' | 'many';

/** The out folder while this build has it. `close` ends that, and removes what was staged and not published. */
export interface OutFolder {
  /** What a killed build had left: DG806. */
  readonly diagnostics: readonly Diagnostic[];
  readonly begin: (change: Change) => Output;
  /** Looks at all files of the site as they stand; `known` are those that this build has looked at and not touched. */
  readonly look: (known?: ReadonlyMap<string, string>) => SeenFiles;
  readonly close: () => Promise<void>;
}

/**
 * Checks the out folder, takes its lock, and ends what a killed build began. Throws a `BuildError` with DG107 (overlaps the content),
 * DG802 (not writable), DG804 (foreign files) or DG805 (another build is at it).
 */
export async function openOutFolder({
  out: wanted,
  content,
  static: statics = [],
}: Pick<Config, 'out' | 'content' | 'static'>): Promise<OutFolder> {
  const out = resolveLinks(wanted);
  // A site below a content folder is left out of it, but for exports, which are docgen's own.
  const mayHold = new Set(content.filter(({ layer }) => layer !== 'export').map(({ dir }) => dir));
  for (const dir of [...content.map(({ dir }) => dir), ...statics]) {
    const real = resolveLinks(dir);
    if (mayHold.has(dir) && !statics.includes(dir) ? isInside(real, out) : overlaps(out, real))
      throw new BuildError(outputOverlapsContent({ out: wanted, content: dir }));
  }
  const place = placeFor(out, wanted);
  const lock = await takeLock(workPath(place, 'lock')).catch((error: unknown) => {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined || Object.hasOwn(reasons, code)) throw toBuildError(error, wanted);
    const isFile = entryAt(path ?? '')?.isFile() ?? true;
    const reason = isFile ? ownerOf(error, place.dir) : `\`${path}\` is not a regular file`;
    throw new BuildError(notWritable({ path: wanted, reason }));
  });
  if (!('release' in lock)) throw new BuildError(outputLocked({ path: wanted, ...lock }));
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

/** The place of a file of the site below a folder. Routes that would climb are refused long before; here nothing gets out, whatever made it. */
function below(dir: string, path: string): string {
  const target = isSitePath(path) ? `${dir}${sep}${path}` : join(dir, path);
  if (!target.startsWith(dir + sep)) throw new Error(`${JSON.stringify(path)} leads out of the out folder`);
  return target;
}

class StagedOutput implements Output {
  readonly #paths: Paths;
  readonly #change: Change;
  readonly #swap: boolean;
  readonly #previous: (path: string) => Entry;
  readonly #written = new Set<string>();
  readonly #folders = new Set<string>();
  readonly #encode = encoder();
  /** Files of the previous site that an update leaves where they are. */
  readonly #kept: string[] = [];

  constructor(paths: Paths, { change, swap }: { readonly change: Change; readonly swap: boolean }) {
    this.#paths = paths;
    this.#change = change;
    this.#previous = existsSync(paths.out) ? entriesBelow(paths.out) : () => undefined;
    this.#swap = swap;
  }

  add({ files, reused }: OutputPart): readonly Diagnostic[] {
    for (const path of reused) this.#keep(path);
    return files.flatMap((file) => {
      if (file.copyOf) return this.#addCopy(file.path, file.copyOf);
      const pieces = this.#encode(file.bytes);
      // A file that is as it was is the same file again: not written, its time kept.
      const isSame = this.#isSame(file.path, pieces);
      if (!isSame) this.#stage(file.path, (target) => writePieces(target, pieces));
      else this.#keep(file.path);
      return [];
    });
  }

  #addCopy(path: string, version: FileVersion): Diagnostic[] {
    const from = openVersion(version);
    if (from === undefined) return [vanished({}, { file: version.source })];
    try {
      const entry = this.#previous(path);
      const isFile = entry !== undefined && entry !== 'blocked' && entry.isFile();
      if (isFile && hasBytesOf(below(this.#paths.out, path), from)) this.#keep(path);
      else this.#stage(path, (target) => copyBytes(from, target));
    } finally {
      closeSync(from);
    }
    return [];
  }

  #keep(path: string): void {
    if (this.#change === 'few' || !this.#swap) this.#kept.push(path);
    else this.#stageKept(path);
  }

  #stageKept(path: string): void {
    this.#stage(path, (target) => linkOrCopy(below(this.#paths.out, path), target));
  }

  /** Nothing is written twice, also where the disk cannot tell two names apart; the first stays. */
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

  #isSame(path: string, pieces: readonly Uint8Array[]): boolean {
    try {
      const entry = this.#previous(path);
      if (entry === 'blocked' || !entry?.isFile() || entry.size !== lengthOf(pieces)) return false;
      return bytesAt(below(this.#paths.out, path), entry.size)?.equals(Buffer.concat(pieces)) === true;
    } catch {
      return false; // it cannot be read
    }
  }

  async publish({ paths, others, removed }: PublishedSite): Promise<readonly Diagnostic[]> {
    const { out, stage, old } = this.#paths;
    try {
      if (this.#change === 'few' && [...this.#written, ...removed].map(entriesBelow(out)).every(isFree)) {
        updateInPlace(this.#paths, { files: [...this.#written], removed });
        return [];
      }
      const stay = [...this.#kept, ...others()];
      if (this.#swap) for (const path of stay) this.#stageKept(path);
      this.#makeFolder(stage);
      const previous = readManifest(out);
      await writeFile(join(stage, manifestName), manifestOf(paths()), { flag: 'wx' });
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

  /** The way for out folders that cannot be renamed: the folder is marked as docgen's, then all files that differ are updated. */
  #replaceFiles(stay: readonly string[], reason: string): Diagnostic {
    const { out } = this.#paths;
    const entryOf = entriesBelow(out);
    const files = [...this.#written];
    const blocked = files.find((path) => !isFree(entryOf(path)));
    if (blocked !== undefined)
      throw new BuildError(
        cannotWrite({ path: join(out, blocked), reason: 'a folder is in its place, or a file is in its path' }),
      );
    const staying = new Set([...files, ...stay]);
    const removed = [...readManifest(out), ...assetsIn(out)].filter((path) => isSitePath(path) && !staying.has(path));
    if (!existsSync(join(out, manifestName))) writeFileSync(join(out, manifestName), '', { flag: 'wx' });
    updateInPlace(this.#paths, { files, removed });
    return inPlace({ reason });
  }
}

/** Removes what no one needs any more; where that fails the site is published all the same, and the next build tries again. */
function clear(dir: string): void {
  try {
    removeFolder(dir);
  } catch {
    // `recover` reports it
  }
}

/** Writes a new file. */
function writePieces(target: string, pieces: readonly Uint8Array[]): void {
  const descriptor = openSync(target, 'wx');
  try {
    const written = writevSync(descriptor, pieces);
    // The disk took less than it was given: the next write says why.
    if (written < lengthOf(pieces)) writeFileSync(descriptor, Buffer.concat(pieces).subarray(written));
  } finally {
    closeSync(descriptor);
  }
}

/** Two renames without a turn of the event loop between them. Returns why the folder cannot be renamed, if so. */
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

/** Files that someone put into the out folder (a CNAME, a verification file) move along to the new site. */
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

/** A fault of the disk as a diagnostic: DG808 if a journal tells that part of an update was made, else DG801. */
function toBuildError(error: unknown, path: string, journal?: string): unknown {
  if (error instanceof BuildError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const isBegun = journal !== undefined && existsSync(journal);
  return new BuildError((isBegun ? updateUnfinished : cannotWrite)({ path, reason: reasons[code] ?? code }));
}
