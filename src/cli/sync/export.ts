// Exports on disk: `.docgen/sources/<section>`, replaced whole or not at all. All of it only under the lock of the sources.
import { createHash, randomUUID } from 'node:crypto';
import { rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fs from 'fs-extra';
import { recoverExport, swapExport } from '../../disk/exports.js';
import { isFile, isFolder } from '../../model/content/list-files.js';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { entrySkipped } from '../../model/diagnostics/sync.js';
import { type Gathered, type GatheredSource, gatheredName, parseGathered } from '../../model/docs/provenance.js';
import { largestRecord } from '../../model/mounts/export-record.js';
import { bytesAt } from '../../model/regular-file.js';
import { Places, pathFault, sourceLimits } from './select.js';

/** A source with its files, by path in the section. */
export interface ExportedSource {
  /** How messages name it. */
  readonly name: string;
  readonly record: GatheredSource;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Writes the export of a section. Of files with the same path the first source's is written. Diagnostics: DG210. Throws where nothing can be written. */
export async function writeExport(
  dir: string,
  section: string,
  sources: readonly ExportedSource[],
): Promise<readonly Diagnostic[]> {
  const stage = join(dir, `.${section}.${randomUUID().slice(0, 8)}.stage`);
  try {
    await fs.ensureDir(stage);
    const { gathered, diagnostics } = await writeFiles(stage, sources);
    const text = `${JSON.stringify(gathered)}\n`;
    if (Buffer.byteLength(text) > largestRecord) throw new Error('the repositories of the section have too many files');
    await fs.writeFile(join(stage, gatheredName), text, { flag: 'wx' });
    swapExport(stage, join(dir, section));
    return diagnostics;
  } finally {
    await fs.remove(stage);
  }
}

async function writeFiles(
  stage: string,
  sources: readonly ExportedSource[],
): Promise<{ readonly gathered: Gathered; readonly diagnostics: readonly Diagnostic[] }> {
  const diagnostics: Diagnostic[] = [];
  const places = new Places<{ readonly name: string; readonly path: string; readonly bytes: Buffer }>();
  const records: GatheredSource[] = [];
  const hashes: [string, string][] = [];
  for (const { name, record, files } of sources) {
    const own = new Set<string>();
    const skip = (path: string, reason: string) =>
      diagnostics.push(entrySkipped({ source: name, path: record.files[path] ?? path, reason }));
    for (const [path, bytes] of files) {
      const other = places.take(path, { name, path, bytes });
      // The same file twice needs no diagnostic.
      if (other?.isSame && other.owner.bytes.equals(bytes)) continue;
      const fault = other
        ? `\`${other.owner.path}\` of ${other.owner.name === name ? 'the same source' : `\`${other.owner.name}\``} has the same path`
        : await writeOne(join(stage, path), bytes);
      if (fault !== undefined) {
        skip(path, fault);
        continue;
      }
      own.add(path);
      hashes.push([path, createHash('sha256').update(bytes).digest('hex')]);
    }
    const only = (map: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(map).filter(([path]) => own.has(path)));
    records.push({ ...record, files: only(record.files), changed: only(record.changed) });
  }
  return { gathered: { version: 1, sources: records, hashes: Object.fromEntries(hashes) }, diagnostics };
}

/** Error codes for a name that the file system does not accept; any other code is not about the file. */
const nameFaults = ['EEXIST', 'EILSEQ', 'EINVAL', 'EISDIR', 'ENAMETOOLONG', 'ENOENT', 'ENOTDIR'];

/** Why the file system does not accept the name of a file; undefined where it does. */
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

/** The name of a staged folder, as `writeExport` makes it. */
const stageName = /^\..+\.[0-9a-f]{8}\.stage$/;

/**
 * Restores what a killed sync left half done, and removes what syncs wrote for sections that are not in the config: staged folders, and
 * of other folders the files that the record of an export names. Other files are not docgen's; no link is followed.
 */
export async function tidyExports(dir: string, sections: readonly string[]): Promise<void> {
  for (const section of sections) recoverExport(join(dir, section));
  for (const name of await fs.readdir(dir).catch(() => [])) {
    const path = join(dir, name);
    if (sections.includes(name) || !isFolder(path)) continue;
    if (stageName.test(name)) rmSync(path, { recursive: true });
    else removeExport(path);
  }
}

/** Removes the files that the record of an export names, the record, and the folders that are then empty. */
function removeExport(dir: string): void {
  const record = recordIn(dir);
  if (!record) return;
  const files = record.sources.flatMap((source) => Object.keys(source.files));
  const places = files.flatMap((path) => placeOf(dir, path) ?? []);
  const folders = new Set<string>([dir]);
  for (const place of places) {
    for (let folder = dirname(place); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
    if (isFile(place)) rmSync(place);
  }
  rmSync(join(dir, gatheredName));
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) removeEmpty(folder);
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
  }
}

/** Where a file of an export is; undefined for a path that leaves the folder, or that leads through a link. */
function placeOf(dir: string, path: string): string | undefined {
  if (pathFault(path) !== undefined) return undefined;
  const parts = path.split('/');
  const folders = parts.map((_, index) => join(dir, ...parts.slice(0, index)));
  return folders.every(isFolder) ? join(dir, path) : undefined;
}

/** The record in an export; undefined where it is missing or damaged. */
function recordIn(dir: string): Gathered | undefined {
  const bytes = bytesAt(join(dir, gatheredName), largestRecord);
  return bytes && parseGathered(bytes.toString());
}

/** The present export of a section, as far as it is regular files; `nameOf` gives the name of a source in messages. */
export function readExported(
  dir: string,
  section: string,
  nameOf: (record: GatheredSource) => string,
): readonly ExportedSource[] {
  const folder = join(dir, section);
  const record = isFolder(folder) ? recordIn(folder) : undefined;
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
