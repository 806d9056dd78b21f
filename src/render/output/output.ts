// The out folder is replaced whole or not at all: a new site is staged beside it and swapped in by two renames. Whatever a killed
// build leaves behind has a name that the next build knows and clears. Folders and files that docgen did not make stay.
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, mkdir, readdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { type FolderLock, takeLock } from '../../disk/folder-lock.js';
import { removeFolder } from '../../disk/remove-folder.js';
import { compareStrings, type Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { cannotWrite, inPlace, outputLocked } from '../../model/diagnostics/output.js';
import { outputOverlapsContent } from '../../model/diagnostics/usage-and-config.js';
import { BuildError } from '../build-error.js';
import { isAssetPath } from '../pages/links/assets.js';
import type { OutputFile } from '../pages/page.js';
import {
  manifestName,
  overlaps,
  type Paths,
  placeFor,
  readManifest,
  recover,
  refuseForeign,
  resolveLinks,
  workPath,
} from './out-folder.js';

/** A site on its way to the out folder. `publish` or `discard` ends it. */
export interface Output {
  /** One after the other: while threads render, this thread has the time, and more threads would only take it from them. */
  readonly write: (files: readonly OutputFile[]) => void;
  /** Takes files of the former site as they are. */
  readonly keep: (paths: readonly string[]) => void;
  /** Makes the staged files the site; `paths` are those of all its files but assets, also in other shards. Diagnostics: DG803, DG806. */
  readonly publish: (paths: readonly string[]) => Promise<readonly Diagnostic[]>;
  /** Removes what was staged; the former site stays as it is. */
  readonly discard: () => Promise<void>;
}

/**
 * Checks the out folder, clears what a killed build left, and opens a staging folder. Throws a `BuildError` with
 * DG107 (overlaps the content), DG802 (not writable), DG804 (foreign files) or DG805 (another build is at it).
 */
export async function openOutput(wanted: string, contentDirs: readonly string[]): Promise<Output> {
  const out = resolveLinks(wanted);
  for (const dir of contentDirs) {
    if (overlaps(out, resolveLinks(dir))) throw new BuildError(outputOverlapsContent({ out: wanted, content: dir }));
  }
  const place = await placeFor(out, wanted);
  const lock = await takeLock(workPath(place, 'lock'));
  if (!('release' in lock)) throw new BuildError(outputLocked({ path: wanted, ...lock }));
  try {
    const paths = {
      out,
      stage: workPath(place, 'stage'),
      old: workPath(place, 'old'),
    };
    const found = await recover(paths);
    await refuseForeign(out, wanted);
    await mkdir(paths.stage);
    return new StagedOutput(paths, lock, place.swap, found);
  } catch (error) {
    await lock.release();
    throw toBuildError(error, wanted);
  }
}

/** The place of a file of the site below a folder. Routes that would climb are refused long before; here nothing gets out, whatever made it. */
function below(dir: string, path: string): string {
  const target = join(dir, path);
  if (!target.startsWith(dir + sep)) throw new Error(`${JSON.stringify(path)} leads out of the out folder`);
  return target;
}

class StagedOutput implements Output {
  readonly #paths: Paths;
  readonly #lock: FolderLock;
  readonly #swap: boolean;
  readonly #found: readonly Diagnostic[];
  readonly #written: string[] = [];
  readonly #folders = new Set<string>();

  constructor(paths: Paths, lock: FolderLock, swap: boolean, found: readonly Diagnostic[]) {
    this.#paths = paths;
    this.#lock = lock;
    this.#swap = swap;
    this.#found = found;
  }

  write(files: readonly OutputFile[]): void {
    for (const file of files) this.#writeOne(file);
  }

  /** In one go: a thousand links take less time than a thousand turns of the event loop. */
  keep(paths: readonly string[]): void {
    for (const path of paths) {
      const [former, target] = [below(this.#paths.out, path), below(this.#paths.stage, path)];
      if (existsSync(target)) continue;
      try {
        this.#makeFolder(dirname(target));
        linkOrCopy(former, target);
        this.#written.push(path);
      } catch (error) {
        throw toBuildError(error, path);
      }
    }
  }

  #writeOne({ path, bytes: content }: OutputFile): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const target = below(this.#paths.stage, path);
    try {
      this.#makeFolder(dirname(target));
      // A file that is as it was is the same file again: not written, its time kept. `wx`: nothing is written twice, also where the
      // disk cannot tell two names apart; the first stays.
      if (!this.#reuse(path, bytes, target)) writeFileSync(target, bytes, { flag: 'wx' });
      this.#written.push(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw toBuildError(error, path);
    }
  }

  #makeFolder(dir: string): void {
    if (this.#folders.has(dir)) return;
    mkdirSync(dir, { recursive: true });
    this.#folders.add(dir);
  }

  #reuse(path: string, bytes: Uint8Array, target: string): boolean {
    const former = join(this.#paths.out, path);
    try {
      const stats = lstatSync(former, { throwIfNoEntry: false });
      if (!stats?.isFile() || stats.size !== bytes.length || !readFileSync(former).equals(bytes)) return false;
      linkSync(former, target);
      return true;
    } catch {
      return false; // another disk, or one without hard links
    }
  }

  async publish(paths: readonly string[]): Promise<readonly Diagnostic[]> {
    const { out, stage, old } = this.#paths;
    try {
      const former = await readManifest(out);
      const files = [...paths].sort(compareStrings);
      await writeFile(join(stage, manifestName), `${files.join('\n')}\n`, { flag: 'wx' });
      if (!this.#swap)
        return [...this.#found, await this.#replaceFiles(former, 'it is a mount point, or its parent is not writable')];
      await keepForeign(out, stage, former);
      const fault = swapFolders(this.#paths);
      if (fault) return [...this.#found, await this.#replaceFiles(former, fault)];
      clear(old);
      return this.#found;
    } catch (error) {
      throw toBuildError(error, out);
    } finally {
      await this.discard();
    }
  }

  async discard(): Promise<void> {
    clear(this.#paths.stage);
    await this.#lock.release();
  }

  /** The way for out folders that cannot be renamed: new files first, each whole, then the stale ones go. */
  async #replaceFiles(former: ReadonlySet<string>, reason: string): Promise<Diagnostic> {
    const { out, stage } = this.#paths;
    for (const path of [...this.#written, manifestName]) {
      const target = join(out, path);
      await mkdir(dirname(target), { recursive: true });
      const temporary = `${target}.docgen-new`;
      await copyFile(join(stage, path), temporary);
      await rename(temporary, target);
    }
    const kept = new Set(this.#written);
    const assets = (await readdir(join(out, 'assets')).catch(() => []))
      .map((name) => `assets/${name}`)
      .filter(isAssetPath);
    for (const path of [...former, ...assets]) if (!kept.has(path)) await rm(join(out, path), { force: true });
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

function linkOrCopy(former: string, target: string): void {
  try {
    linkSync(former, target);
  } catch {
    copyFileSync(former, target); // another disk, or one without hard links
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
async function keepForeign(out: string, stage: string, former: ReadonlySet<string>): Promise<void> {
  const entries = await readdir(out, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const absolute = join(entry.parentPath, entry.name);
    const path = absolute.slice(out.length + 1).replaceAll(sep, '/');
    if (entry.isDirectory() || former.has(path) || isAssetPath(path) || path === manifestName) continue;
    const target = join(stage, path);
    if (existsSync(target) || entry.name.endsWith('.docgen-new')) continue;
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

function toBuildError(error: unknown, path: string): unknown {
  if (error instanceof BuildError) return error;
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error : new BuildError(cannotWrite({ path, reason: reasons[code] ?? code }));
}
