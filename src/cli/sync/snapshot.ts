// Writes snapshots, `.docgen/sources/<section>`. Each is replaced as a whole, under the lock.
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import fs from 'fs-extra';
import { pickBy } from 'lodash-es';
import { recoverSnapshot, swapSnapshot } from '../../disk/snapshots.js';
import { maxSyncedFilesBytes, readSyncedFiles, type SyncedSource, syncedName } from '../../model/content/exports.js';
import { isFile, isFolder } from '../../model/content/list-files.js';
import { type Diagnostic, problem } from '../../model/diagnostics/diagnostic.js';
import { sha256 } from '../../model/input/hash.js';
import { bytesAt } from '../../model/input/regular-file.js';
import { sourceLimits } from './commit.js';
import { Places, pathFault } from './select.js';

/** A source with its files, by path in the section. */
export interface SnapshotSource {
  /** Name in messages. */
  readonly name: string;
  readonly record: SyncedSource;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Writes a snapshot. If several sources have the same path, the first one is used. Diagnostics: DG210. @throws if nothing can be written */
export async function writeSnapshot(
  dir: string,
  section: string,
  sources: readonly SnapshotSource[],
): Promise<readonly Diagnostic[]> {
  const stage = join(dir, `.${section}.${randomUUID().slice(0, 8)}.stage`);
  try {
    await fs.ensureDir(stage);
    const { synced, diagnostics } = await writeFiles(stage, sources);
    const text = `${JSON.stringify(synced)}\n`;
    if (Buffer.byteLength(text) > maxSyncedFilesBytes)
      throw new Error('the repositories of the section have too many files');
    await fs.writeFile(join(stage, syncedName), text, { flag: 'wx' });
    swapSnapshot(stage, join(dir, section));
    return diagnostics;
  } finally {
    await fs.remove(stage);
  }
}

async function writeFiles(stage: string, sources: readonly SnapshotSource[]) {
  const diagnostics: Diagnostic[] = [];
  const places = new Places<{ readonly name: string; readonly path: string; readonly bytes: Buffer }>();
  const records: SyncedSource[] = [];
  const hashes: [string, string][] = [];
  for (const { name, record, files } of sources) {
    const own = new Set<string>();
    for (const [path, bytes] of files) {
      const other = places.take(path, { name, path, bytes });
      if (other?.isSame && other.owner.bytes.equals(bytes)) continue;
      const reason = other
        ? `\`${other.owner.path}\` of \`${other.owner.name}\` has the same path`
        : await writeOne(join(stage, path), bytes);
      if (reason === undefined) {
        own.add(path);
        hashes.push([path, sha256(bytes)]);
      } else diagnostics.push(problem.entrySkipped({ source: name, path: record.files[path] ?? path, reason }));
    }
    const isOwn = (_: string, path: string) => own.has(path);
    records.push({ ...record, files: pickBy(record.files, isOwn), changed: pickBy(record.changed, isOwn) });
  }
  return { synced: { version: 1, sources: records, hashes: Object.fromEntries(hashes) }, diagnostics };
}

/** Error codes for a name that the file system rejects. */
const nameFaults = ['EEXIST', 'EILSEQ', 'EINVAL', 'EISDIR', 'ENAMETOOLONG', 'ENOENT', 'ENOTDIR'];

async function writeOne(path: string, bytes: Buffer): Promise<string | undefined> {
  try {
    await fs.outputFile(path, bytes, { flag: 'wx' });
    return undefined;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!nameFaults.includes(code)) throw error;
    return `the file system does not accept its name (${code})`;
  }
}

/** Matches names of staged folders of `writeSnapshot`. */
const stageName = /^\..+\.[0-9a-f]{8}\.stage$/;

/** Cleans up after a killed sync: restores previous snapshots, and removes staged folders and docgen's files of other sections. */
export async function tidySnapshots(dir: string, sections: readonly string[]): Promise<void> {
  for (const section of sections) recoverSnapshot(join(dir, section));
  for (const name of await fs.readdir(dir).catch(() => [])) {
    const path = join(dir, name);
    if (sections.includes(name) || !isFolder(path)) continue;
    if (stageName.test(name)) fs.removeSync(path);
    else removeExport(path);
  }
}

/** Removes the files that the metadata lists, the metadata, and empty folders. */
function removeExport(dir: string): void {
  const record = readSyncedFiles({ dir, prefix: '' }).value;
  if (!record) return;
  const files = record.sources.flatMap((source) => Object.keys(source.files));
  const places = files.flatMap((path) => placeOf(dir, path) ?? []);
  const folders = new Set<string>([dir]);
  for (const place of places) {
    for (let folder = dirname(place); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
    if (isFile(place)) fs.rmSync(place);
  }
  fs.rmSync(join(dir, syncedName));
  for (const folder of [...folders].sort((a, b) => b.length - a.length))
    if (fs.readdirSync(folder).length === 0) fs.rmdirSync(folder);
}

/** Resolves a path in a folder. Undefined if it leaves the folder, or contains a symbolic link. */
function placeOf(dir: string, path: string): string | undefined {
  if (pathFault(path) !== undefined) return undefined;
  const parts = path.split('/');
  const folders = parts.map((_, index) => join(dir, ...parts.slice(0, index)));
  return folders.every(isFolder) ? join(dir, path) : undefined;
}

export function readSnapshots(
  dir: string,
  section: string,
  nameOf: (record: SyncedSource) => string,
): readonly SnapshotSource[] {
  const folder = join(dir, section);
  const record = isFolder(folder) ? readSyncedFiles({ dir: folder, prefix: '' }).value : undefined;
  return (record?.sources ?? []).map((source) => {
    const files = new Map<string, Buffer>();
    for (const path of Object.keys(source.files)) {
      const place = placeOf(folder, path);
      const bytes = place === undefined ? undefined : bytesAt(place, sourceLimits.fileBytes);
      if (bytes) files.set(path, bytes);
    }
    return { name: nameOf(source), record: source, files };
  });
}
