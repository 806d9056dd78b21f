// Stages the files of one site: of a hub, or of one of its languages.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { memoize } from 'lodash-es';
import { writeReason } from '../../disk/write-error.js';
import { type Diagnostic, problem } from '../../model/diagnostics/diagnostic.js';
import type { Entry } from '../../model/input/regular-file.js';
import { attempt } from '../../model/types/attempt.js';
import { isSitePath, manifestName } from '../../model/types/path.js';
import { BuildError } from '../base/build-error.js';
import { bytesOf, type OutputFile } from '../base/output-file.js';
import { carryOverFile, chunksOf, hasBytes, withVersion, writeChunks } from './copies.js';
import { entriesBelow } from './in-place.js';
import { manifestOf, type Paths, readSignatures } from './out-folder.js';

interface OutputUnit {
  readonly files: readonly OutputFile[];
  /** Paths of the files of the previous build that are reused. */
  readonly reused: readonly string[];
}

export interface PublishedSite {
  /** Paths of all files of the site except assets, including those in other shards. */
  readonly paths: readonly string[];
  /** Paths of files of the previous site that stay although no part of this build contains them. */
  readonly others: readonly string[];
}

/** Matches names with a special meaning in Windows: devices, and names with characters that are not allowed there. */
const windowsName = /[<>:"|?*]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Returns the path of a file of the site below a folder. Routes with `..` are rejected long before. This check protects against bugs in docgen. */
function below(dir: string, path: string): string {
  const target = isSitePath(path) ? `${dir}${sep}${path}` : join(dir, path);
  if (!target.startsWith(dir + sep)) throw new Error(`${JSON.stringify(path)} is outside the output folder`);
  if (process.platform === 'win32' && path.split('/').some((name) => windowsName.test(name)))
    throw new BuildError(problem.cannotWrite({ path, reason: 'Windows has no files of this name' }));
  return target;
}

/** Maximum size of content that is encoded in shared memory, in bytes. */
const maxSharedBytes = 1024 * 1024;

export class StagedOutput {
  /** Folder of a language in the output folder, with a slash at its end, or ''. */
  readonly folder: string;
  readonly #paths: Pick<Paths, 'out' | 'stage'>;
  readonly #previous: (path: string) => Entry;
  readonly #written = new Set<string>();
  /** Buffer for the content of one file at a time, because allocating one takes as long as filling it. */
  readonly #memory = Buffer.allocUnsafeSlow(maxSharedBytes);
  /** Files of the previous site that stay as they are. */
  readonly #kept: string[] = [];

  #site: PublishedSite | undefined;

  constructor({ out, stage }: Paths, folder: string) {
    const paths = { out: join(out, folder), stage: join(stage, folder) };
    this.folder = folder;
    this.#paths = paths;
    this.#previous = existsSync(paths.out) ? entriesBelow(paths.out) : () => undefined;
  }

  /**
   * Adds the files of a part of the site. Synchronous, because the main thread has time while workers render, and Node's I/O threads would compete with them for
   * the CPU. Diagnostics: DG302.
   */
  add({ files, reused }: OutputUnit): readonly Diagnostic[] {
    this.#kept.push(...reused);
    return files.flatMap(({ path, bytes, copyOf }) => {
      if (!copyOf) {
        const encoded = bytesOf(bytes, this.#memory);
        this.#add(path, encoded.length, () => [encoded]);
        return [];
      }
      const isCopied = withVersion(copyOf, (from, size) => this.#add(path, size, () => chunksOf(from)));
      return isCopied ? [] : [problem.vanished({}, { file: copyOf.source })];
    });
  }

  /** Adds a file. An unchanged file is not written, so that its modification time stays. */
  #add(path: string, size: number, chunks: () => Iterable<Uint8Array>): void {
    if (this.#isSame(path, size, chunks)) this.#kept.push(path);
    else this.#stage(path, (target) => writeChunks(target, chunks()));
  }

  #isSame(path: string, size: number, chunks: () => Iterable<Uint8Array>): boolean {
    const entry = attempt(() => this.#previous(path));
    if (entry === undefined || entry === 'blocked' || !entry.isFile() || entry.size !== size) return false;
    return attempt(() => hasBytes(below(this.#paths.out, path), chunks())) === true;
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

  readonly #makeFolder = memoize((dir: string) => mkdirSync(dir, { recursive: true }));

  /** Completes the staged site. It is published together with the folder. */
  complete(site: PublishedSite): void {
    this.#site = site;
  }

  /** Paths of the staged files, from the output folder. */
  written(): readonly string[] {
    return this.#inFolder([...this.#written]);
  }

  /** Paths of the files of the previous site that stay, from the output folder. */
  kept(): readonly string[] {
    return this.#inFolder(this.#staying());
  }

  #staying(): readonly string[] {
    return [...this.#kept, ...(this.#site?.others ?? readSignatures(this.#paths.out).signatures.keys())];
  }

  /** Stages the files that stay, for a swap. */
  stageKept(): void {
    const { out } = this.#paths;
    for (const path of this.#staying()) this.#stage(path, (target) => carryOverFile(below(out, path), target));
  }

  stageManifest(): void {
    const manifest = this.#site && Buffer.from(manifestOf(this.#site.paths));
    if (manifest) this.#add(manifestName, manifest.length, () => [manifest]);
  }

  #inFolder(paths: readonly string[]): readonly string[] {
    return this.folder === '' ? paths : paths.map((path) => this.folder + path);
  }
}

/** Converts a system error to a diagnostic: DG808 if a journal shows that an update is incomplete, else DG801. */
export function toBuildError(error: unknown, path: string, journal?: string): unknown {
  if (error instanceof BuildError) return error;
  if ((error as NodeJS.ErrnoException).code === undefined) return error;
  const isBegun = journal !== undefined && existsSync(journal);
  return new BuildError(
    (isBegun ? problem.updateUnfinished : problem.cannotWrite)({ path, reason: writeReason(error) }),
  );
}
