// Exports on disk: `.docgen/sources/<section>`, replaced whole or not at all. All of it only under the lock of the sources.
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import fs from 'fs-extra';
import { recoverExport, swapExport } from '../../disk/exports.js';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { entrySkipped } from '../../model/diagnostics/sync.js';
import { type Gathered, type GatheredSource, gatheredName, parseGathered } from '../../model/docs/provenance.js';
import { largestRecord } from '../../model/mounts/export-record.js';
import { Places } from './select.js';

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

/** Restores what a killed sync left half done; removes sections that are not in the config. */
export async function tidyExports(dir: string, sections: readonly string[]): Promise<void> {
  for (const section of sections) recoverExport(join(dir, section));
  for (const name of await fs.readdir(dir).catch(() => [])) {
    if (!sections.includes(name)) await fs.remove(join(dir, name));
  }
}

/** The present export of a section; `nameOf` gives the name of a source in messages. */
export async function readExported(
  dir: string,
  section: string,
  nameOf: (record: GatheredSource) => string,
): Promise<readonly ExportedSource[]> {
  if (!(await fs.pathExists(join(dir, section)))) return [];
  const text = await fs.readFile(join(dir, section, gatheredName), 'utf8').catch(() => '');
  const sources: ExportedSource[] = [];
  for (const record of parseGathered(text)?.sources ?? []) {
    const files = new Map<string, Buffer>();
    for (const path of Object.keys(record.files)) {
      const bytes = await fs.readFile(join(dir, section, path)).catch(() => undefined);
      if (bytes) files.set(path, bytes);
    }
    sources.push({ name: nameOf(record), record, files });
  }
  return sources;
}
