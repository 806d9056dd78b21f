// Metadata of a snapshot: the provenance of its files, and their hashes.
import { join } from 'node:path';
import { type Rules, rulesIn } from '../config/schema/generator.js';
import type { Mount } from '../config/schema/mounts.js';
import { type Checked, compareStrings, type Diagnostic } from '../diagnostics/diagnostic.js';
import { problem } from '../diagnostics/problem.js';
import { joined, type SourcePath, toSourcePath } from '../types/path.js';
import { shownAddress } from '../types/shown-address.js';
import { type Provenance, parseSynced, type SyncedFiles, syncedName } from './exports/provenance.js';
import { isFile, readBytes } from './scan/list-files.js';

/** A file of an export; `hash` is '' if it could not be read. */
export interface HashedFile {
  readonly relativePath: string;
  readonly path: SourcePath;
  readonly hash: string;
}

/** Compares the files of an export with its record. Diagnostics: DG213. */
export function damageOf(
  section: string,
  { sources, hashes = {} }: SyncedFiles,
  dir: string,
  files: readonly HashedFile[],
): readonly Diagnostic[] {
  const known = new Set(sources.flatMap((source) => Object.keys(source.files)));
  const listed = new Set(files.map(({ relativePath }) => relativePath));
  const wrong = files.filter(
    ({ relativePath: path, hash }) => hash !== '' && !(known.has(path) && hashes[path] === hash),
  );
  // Dot files are not listed, but may exist.
  const removed = [...known].filter((path) => !listed.has(path) && !isFile(join(dir, path))).sort(compareStrings);
  const damaged = (path: string, change: string, file: string) =>
    problem.exportDamaged({ section, path, change }, { file });
  return [
    ...wrong.map(({ relativePath, path }) =>
      damaged(relativePath, known.has(relativePath) ? 'changed' : 'added', path),
    ),
    ...removed.map((path) => damaged(path, 'removed', `${section}/${path}`)),
  ];
}

/** Reports parts of sources without pages, as found by the sync. Diagnostics: DG220, DG221. */
export function pagelessIn(section: string, { sources }: SyncedFiles): readonly Diagnostic[] {
  return sources.flatMap(({ repo, pageless, unused, files }) => {
    const source = `${section === '' ? '' : `${section}: `}${shownAddress(repo)}`;
    return [
      ...pageless.map((from) => problem.pathWithoutPages({ source, from })),
      ...unused.map((path) => problem.noPage({ source, path: files[path] ?? path }, { file: joined(section, path) })),
    ];
  });
}

/** Maximum record, in bytes: twice the size of one with a million paths. */
export const maxRecordBytes = 256 * 1024 * 1024;

export function readSnapshotRecord({ dir, prefix }: Mount): Checked<SyncedFiles | undefined> {
  const read = readBytes(toSourcePath(syncedName), join(dir, syncedName), maxRecordBytes);
  const value = read.value && parseSynced(read.value.toString('utf8'));
  return { value, diagnostics: value ? [] : [problem.exportDamaged({ section: prefix })] };
}

/** Returns the provenance of the files of a section, by path in the section. */
export function provenanceByFile(section: string, synced: SyncedFiles | undefined): Map<string, Provenance> {
  const provenances = new Map<string, Provenance>();
  for (const source of synced?.sources ?? [])
    for (const [file, path] of Object.entries(source.files))
      provenances.set(file, { section, source, path, lastChange: source.changed[file] });
  return provenances;
}

/** Returns the rules of the generator of a mount's project: from the config, else by the files of the project. */
export function rulesOfMount(
  { mount, rules: beside }: { readonly mount: Mount; readonly rules: Rules | undefined },
  record: SyncedFiles | undefined,
): (found: Provenance | undefined) => Rules {
  const known = new Map(record?.sources.map((source) => [source, rulesIn(source.tree)]));
  return (found) => {
    const rules = beside ?? (found ? known.get(found.source)?.(found.path) : undefined);
    const { headingIds, routes } = found?.source ?? mount;
    return {
      headingIds: headingIds ?? rules?.headingIds ?? 'github',
      routes: routes ?? rules?.routes ?? 'docusaurus',
    };
  };
}
