// The record of an export: where its files come from, and what they were when they were gathered.
import { join } from 'node:path';
import { isFile, readBytes } from '../content/list-files.js';
import { type Checked, compareStrings, type Diagnostic } from '../diagnostics/diagnostic.js';
import { exportDamaged, noPage, pathWithoutPages } from '../diagnostics/sync.js';
import { shownAddress } from '../docs/address.js';
import { type Gathered, gatheredName, type Provenance, parseGathered } from '../docs/provenance.js';
import { toSourcePath } from '../path.js';
import { type Rules, rulesIn } from './generator.js';
import type { Mount } from './mounts.js';

/** Compares files of an export with its record. Diagnostics: DG213. */
export function checkOf(section: string, { sources, hashes = {} }: Gathered) {
  const known = new Set(sources.flatMap(({ files }) => Object.keys(files)));
  return (path: string, file: string, hash: string): Diagnostic[] => {
    if (known.has(path) && hashes[path] === hash) return [];
    const change = known.has(path) ? 'changed' : 'added';
    return [exportDamaged({ section, file: { path, change } }, { file })];
  };
}

/** What the record names and the folder lacks. Diagnostics: DG213. */
export function removedOf(
  section: string,
  { sources }: Gathered,
  dir: string,
  listed: ReadonlySet<string>,
): readonly Diagnostic[] {
  const named = sources.flatMap(({ files }) => Object.keys(files));
  // Dot files are not listed, but may exist.
  const removed = named.filter((path) => !listed.has(path) && !isFile(join(dir, path))).sort(compareStrings);
  return removed.map((path) =>
    exportDamaged({ section, file: { path, change: 'removed' } }, { file: `${section}/${path}` }),
  );
}

/** What of the sources gives no page, as the sync found it. Diagnostics: DG220, DG221. */
export function pagelessIn(section: string, { sources }: Gathered): readonly Diagnostic[] {
  const below = section === '' ? '' : `${section}/`;
  return sources.flatMap(({ repo, pageless, unused, files }) => {
    const source = `${section === '' ? '' : `${section}: `}${shownAddress(repo)}`;
    return [
      ...pageless.map((from) => pathWithoutPages({ source, from })),
      ...unused.map((path) => noPage({ source, path: files[path] ?? path }, { file: `${below}${path}` })),
    ];
  });
}

/** Largest record that is read, in bytes: one of a million paths has half of that. */
export const largestRecord = 256 * 1024 * 1024;

/** The record of an export. */
export function readRecord({ dir, prefix }: Mount): Checked<Gathered | undefined> {
  const read = readBytes(toSourcePath(gatheredName), join(dir, gatheredName), largestRecord);
  const value = read.value && parseGathered(read.value.toString('utf8'));
  return { value, diagnostics: value ? [] : [exportDamaged({ section: prefix })] };
}

/** By path in the section. */
export function provenanceByFile(section: string, gathered: Gathered | undefined): Map<string, Provenance> {
  const provenances = new Map<string, Provenance>();
  for (const source of gathered?.sources ?? []) {
    for (const [file, path] of Object.entries(source.files)) {
      provenances.set(file, { section, source, path, lastChange: source.changed[file] });
    }
  }
  return provenances;
}

/** Returns the rules of the generator of a mount's project: as the config says, else by the files of the project. */
export function rulesOfMount(
  { mount, rules: beside }: { readonly mount: Mount; readonly rules: Rules | undefined },
  record: Gathered | undefined,
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
