// What the previous build made of each part of the site, so that a part which would come out the same is not made again. A page is a
// function of its own body and of the site without bodies (titles, tree, addresses, config); where the keys of both are what they were,
// and the files that it names too, its files are reused. One rule for every kind of page, and for the files that belong to none.
import { join } from 'node:path';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { isSitePath } from '../../model/path.js';
import { type Entry, entryAt, lookOf, stampOf } from '../../model/regular-file.js';
import { sha256 } from '../hash.js';
import type { Anchor } from '../pages/links/anchors.js';
import { diagnosticShape, list, parseAs, placeShape, record, text, tuple } from './shape.js';
import type { Store } from './store.js';

/** A file of the site as it was, by `lookOf`; '' for a file that was not there. */
export type SiteFile = readonly [path: string, look: string];

/** What a part of the site became. */
export interface PartRecord {
  /** Of the whole input of the page's body; '' for a part that has none, or whose body failed. */
  readonly key: string;
  readonly ids: readonly string[];
  readonly anchors: readonly Anchor[];
  /** But for those of its anchors, which depend on other bodies. */
  readonly diagnostics: readonly Diagnostic[];
  /** Files in the out folder; those with '' are looked at when the records are saved, after publishing. */
  readonly files: readonly SiteFile[];
  /** Content files that it names, by source path, each with its stamp as `stampOf` has it. */
  readonly sources: readonly (readonly [source: string, stamp: string])[];
}

/** Records by the name of their part. */
export type PartRecords = ReadonlyMap<string, PartRecord>;

const entryShape = tuple(
  text,
  record({
    key: text,
    ids: list(text),
    anchors: list(record({ target: text, page: text, fragment: text, place: placeShape })),
    diagnostics: list(diagnosticShape),
    files: list(tuple(isSitePath, text)),
    sources: list(tuple(text, text)),
  }),
);

export interface RecordsPlace {
  readonly store: Store;
  /** Absolute path of the out folder. */
  readonly out: string;
  /** Names all that pages depend on beside their bodies; records of another site are none. */
  readonly siteKey: string;
}

/** True where an earlier build left records of the out folder. */
export function hasRecords(store: Store | undefined, out: string): boolean {
  return store?.has(nameOf(out)) === true;
}

/** Records as they were read, and the line of each. */
export interface ReadRecords {
  readonly records: PartRecords;
  readonly lines: ReadonlyMap<PartRecord, string>;
}

export const noRecords: ReadRecords = { records: new Map(), lines: new Map() };

/** The records of the build that made the out folder; none where nothing, or nothing sound, is known of it. */
export function readRecords({ store, out, siteKey }: RecordsPlace): ReadRecords {
  const [key, ...lines] = store.get(nameOf(out))?.split('\n') ?? [];
  if (key !== siteKey) return noRecords;
  const [records, known] = [new Map<string, PartRecord>(), new Map<PartRecord, string>()];
  for (const line of lines) {
    const [name, part] = parseAs<[string, PartRecord]>(line, entryShape) ?? [];
    if (name === undefined || part === undefined) continue;
    records.set(name, part);
    known.set(part, line);
  }
  return { records, lines: known };
}

/** Keeps the records of a site that was just published; those of `previous` that it holds are written as they were. */
export function saveRecords(records: PartRecords, previous: ReadRecords, { store, out, siteKey }: RecordsPlace): void {
  const lines = [...records].map(([name, part]) => previous.lines.get(part) ?? lineOf(name, part, out));
  store.put(nameOf(out), [siteKey, ...lines].join('\n'));
}

function lineOf(name: string, part: PartRecord, out: string): string {
  const files = part.files.map(([path, look]): SiteFile => [path, look || lookOf(entryAt(join(out, path)))]);
  return JSON.stringify([name, { ...part, files }]);
}

export interface ReuseContext {
  /** What stands at a path of the out folder. */
  readonly entryOf: (path: string) => Entry;
  /** Content files that pages may name: source path → path on disk. */
  readonly files: ReadonlyMap<string, string>;
}

/** A part of the site as it is wanted. */
export interface WantedPart {
  readonly key: string;
  /** Files that it must consist of. */
  readonly paths: readonly string[];
}

/** True where a wanted part would become what the record says, and its files are still there. */
export function isReusable(part: PartRecord, { key, paths }: WantedPart, { entryOf, files }: ReuseContext): boolean {
  return (
    part.key === key &&
    paths.every((wanted) => part.files.some(([path]) => path === wanted)) &&
    part.files.every(([path, look]) => lookOf(entryOf(path)) === look) &&
    part.sources.every(([source, stamp]) => stamp !== '' && stampOf(entryAt(files.get(source) ?? '')) === stamp)
  );
}

const nameOf = (out: string) => sha256(`previous build ${out}`);
