// Content folders in, source files out. Everything found is hostile: symbolic links are never followed, nothing but regular
// files is opened, each file is read once, and the order is that of the code units of the paths.
import { sep } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Mount } from '../config.js';
import { type Checked, compareStrings, type Diagnostic } from '../diagnostics/diagnostic.js';
import { pageHidden, pageShadowed } from '../diagnostics/sync.js';
import {
  type DocFile,
  type DocText,
  docOf,
  hashOf,
  type KnownFile,
  type KnownFiles,
  knownAs,
  type ParsedDocs,
  parseBytes,
  unreadDoc,
} from '../docs/doc-file.js';
import type { ParsedDoc } from '../docs/parsed-doc.js';
import { type Gathered, originText, type Provenance } from '../docs/provenance.js';
import { noFacts, type PageFacts } from '../docs/shown/shown.js';
import { checkOf, pagelessIn, provenanceByFile, readRecord, removedOf, rulesOfMount } from '../mounts/export-record.js';
import { type Kind, kindsIn } from '../mounts/file-kinds.js';
import type { HeadingIds, Rules } from '../mounts/generator.js';
import { isGathered } from '../mounts/mounts.js';
import { editionOf, isUnsettled, type SeenMount, seeMount } from '../mounts/see-hub.js';
import { type SourcePath, toSourcePath } from '../path.js';
import { exists, readBytes, type SeenFile } from './list-files.js';
import { cleanName, decodeText, reportCleaned } from './text.js';

/** A text file of the content; `absolutePath` is for messages and nothing else. */
export interface SourceFile {
  readonly path: SourcePath;
  readonly absolutePath: string;
  readonly text: string;
}

/** What the content folders hold, each list in the order of the paths. */
export interface Content {
  /** Provenance of the files that `docgen sync` exported. */
  readonly provenance: ReadonlyMap<SourcePath, Provenance>;
  /** The repositories of each section, by section. */
  readonly gathered: ReadonlyMap<string, Gathered>;
  /** The edition of each export that was read, by its folder. */
  readonly exports: ReadonlyMap<string, string>;
  /** Markdown files that become docs. */
  readonly docs: readonly DocFile[];
  /** `_category_.json|yml|yaml` files. */
  readonly categories: readonly SourceFile[];
  /** Markdown files that a `_` in their path excludes: partials. */
  readonly partials: readonly SourceFile[];
  /** `tags.yml` files, by the prefix of their content folder. */
  readonly tagsFiles: ReadonlyMap<string, SourceFile>;
  /** Every other regular file, by its path: images and downloads that a page may name. */
  readonly files: ReadonlyMap<SourcePath, string>;
  /** What the next build may know of the files. */
  readonly known: KnownFiles;
  /** The content folder of each file. */
  readonly mountOf: ReadonlyMap<SourcePath, Mount>;
  /** Whose rule makes the ids of headings, where it is not GitHub's. */
  readonly headingIds: ReadonlyMap<SourcePath, HeadingIds>;
  /** Docs whose routes are Starlight's. */
  readonly starlight: ReadonlySet<SourcePath>;
}

/** Largest Markdown file that is read, in bytes; the largest real one that we know has 1.4 MB. */
export const largestFile = 8 * 1024 * 1024;

/** Largest `_category_` file, in bytes: as front matter. */
export const largestCategory = 64 * 1024;

/** Largest tags file, in bytes: 10,000 tags. */
const largestTags = 1024 * 1024;

/** Bytes; other files are read only to compare those of an export with its record. */
const sizeLimits: Readonly<Record<Kind, number>> = {
  doc: largestFile,
  category: largestCategory,
  partial: largestFile,
  tags: largestTags,
  file: Number.POSITIVE_INFINITY,
};

/** What is known from before. */
export interface Memory {
  /** Milliseconds at which the files were looked at. */
  readonly since: number;
  readonly known: KnownFiles;
  /** Where several versions are read. */
  readonly parsed?: ParsedDocs | undefined;
  readonly readFacts?: ReadContentFacts | undefined;
}

/**
 * Is given the repositories of the sections, then each doc as soon as its text was read; another file may still take its place. Without it
 * docs have no facts, which the records do not need.
 */
export type ReadContentFacts = (
  gathered: Content['gathered'],
) => (doc: DocText, headingIds: HeadingIds) => Promise<PageFacts | undefined>;

interface Reading extends Omit<Memory, 'readFacts'> {
  readonly readFacts?: ReturnType<ReadContentFacts> | undefined;
}

/** Reads the mounted folders, of docs only those that are not known. Diagnostics: DG108 where a folder is missing, DG213 for exports, DG301–DG311 for what was skipped or replaced. */
export async function readContent(seen: readonly SeenMount[], memory: Memory): Promise<Checked<Content>> {
  const diagnostics: Diagnostic[] = [];
  const found: FoundFile[] = [];
  const texts: Record<'category' | 'partial', SourceFile[]> = { category: [], partial: [] };
  const known = new Map<string, KnownFile>();
  const tagsFiles = new Map<string, SourceFile>();
  const files = new Map<SourcePath, string>();
  const provenance = new Map<SourcePath, Provenance>();
  const gathered = new Map<string, Gathered>();
  const exports = new Map<string, string>();
  const mounts = seen.map(({ mount }) => mount);
  const mountOf = new Map<SourcePath, Mount>();
  const headingIds = new Map<SourcePath, HeadingIds>();
  const starlight = new Set<SourcePath>();
  const taken = new Map<string, Mount>();
  const isSynced = inFolders(mounts.filter(isGathered).map(({ prefix }) => prefix));
  const records = recordsOf(mounts);
  const reading = { ...memory, readFacts: memory.readFacts?.(gatheredIn(records)) };
  for (const folder of seen) {
    const { mount } = folder;
    const record = records.get(mount);
    const read = record ? await readExportMount(folder, reading, record) : await readMount(folder, reading);
    diagnostics.push(...read.diagnostics);
    if (read.record) gathered.set(mount.prefix, { version: 1, sources: read.record.sources });
    if (mount.layer === 'export') exports.set(mount.dir, read.edition);
    for (const file of read.files) {
      if (mount.layer === 'fallback' && isSynced(file.path)) continue;
      const { provenance: origin, rules } = file;
      const winner = taken.get(slotOf(file));
      if (winner !== undefined && winner !== mount) {
        if (file.kind === 'doc') diagnostics.push(...hiddenBy(winner, mount, file, provenance.get(file.path)));
        continue;
      }
      taken.set(slotOf(file), mount);
      mountOf.set(file.path, mount);
      if (origin) provenance.set(file.path, origin);
      if (rules.headingIds !== 'github') headingIds.set(file.path, rules.headingIds);
      if (rules.routes === 'starlight' && file.kind === 'doc') starlight.add(file.path);
      if (file.doc) found.push(file);
      else if (file.known) known.set(file.absolutePath, file.known);
      if (file.kind === 'file' || file.kind === 'tags') files.set(file.path, file.absolutePath);
      if (file.source && file.kind === 'tags') tagsFiles.set(mount.prefix, file.source);
      else if (file.source && (file.kind === 'category' || file.kind === 'partial')) texts[file.kind].push(file.source);
      diagnostics.push(...file.diagnostics);
    }
  }
  const sorted = <File extends { path: string }>(list: File[]) => list.sort((a, b) => compareStrings(a.path, b.path));
  return {
    value: {
      docs: sorted(await docsOf(found, known)),
      categories: sorted(texts.category),
      partials: sorted(texts.partial),
      tagsFiles,
      files,
      provenance,
      gathered,
      exports,
      known,
      mountOf,
      headingIds,
      starlight,
    },
    diagnostics,
  };
}

/** The docs with their facts, which are kept in `known`. */
async function docsOf(files: readonly FoundFile[], known: Map<string, KnownFile>): Promise<DocFile[]> {
  const docs: DocFile[] = [];
  for (const { doc, facts, known: read, absolutePath } of files) {
    const value = read?.facts ?? (await facts);
    if (doc) docs.push({ ...doc, facts: value ?? noFacts });
    if (read && value) known.set(absolutePath, read.facts ? read : { ...read, facts: value });
  }
  return docs;
}

/** What a page is reported for that another folder has too; `first` is the provenance of the page that is built. */
function hiddenBy(winner: Mount, mount: Mount, { path, provenance }: FoundFile, first: Provenance | undefined) {
  const origin = provenance && originText(provenance);
  if (winner.layer === 'overlay' && mount.layer !== 'fallback') return [pageHidden({ path, origin }, { file: path })];
  if (!isGathered(winner) || !isGathered(mount)) return [];
  return [pageShadowed({ path, origin, by: first && originText(first) }, { file: path })];
}

/** What one folder only can give: a path, or the `_category_` file of a folder, in whatever format. */
function slotOf({ path, kind }: FoundFile): string {
  return kind === 'category' ? path.replace(/\.\w+$/, '') : path;
}

/** A file of a mount, of whatever kind. */
interface FoundFile {
  readonly relativePath: string;
  readonly path: SourcePath;
  readonly absolutePath: string;
  readonly kind: Kind;
  readonly provenance: Provenance | undefined;
  readonly rules: Rules;
  /** Its text; absent for a doc, a file that is not text or cannot be read. */
  readonly source?: SourceFile | undefined;
  readonly doc?: DocText | undefined;
  readonly known?: KnownFile | undefined;
  /** Of a doc; absent if they are known. */
  readonly facts?: Promise<PageFacts | undefined> | undefined;
  /** Of the file alone: dropped where another file replaces it. */
  readonly diagnostics: readonly Diagnostic[];
}

interface Mounted {
  readonly files: readonly FoundFile[];
  /** Of an export. */
  readonly record: Gathered | undefined;
  readonly edition: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Most readings of an export that a sync replaces while it is read. */
const mostReadings = 5;

/** Reads one edition of an export: if a sync replaced it meanwhile, it is read again. */
async function readExportMount(first: SeenMount, reading: Reading, firstRecord: ExportRecord): Promise<Mounted> {
  let [seen, record] = [first, firstRecord];
  for (let time = 1; ; time += 1) {
    const { mount, edition } = seen;
    const read = await readMount(seen, reading, record.value);
    const same = edition === editionOf(mount.dir) && exists(mount.dir);
    if (same || time === mostReadings)
      return { ...read, edition, diagnostics: [...record.diagnostics, ...read.diagnostics] };
    await setTimeout(20);
    seen = await seeMount(mount);
    record = readRecord(mount);
  }
}

/** Whether a path is below one of the folders; its time does not depend on their number. */
function inFolders(folders: readonly string[]): (path: string) => boolean {
  const known = new Set(folders);
  return (path) => {
    const parts = path.split('/').slice(0, -1);
    return parts.some((_, index) => known.has(parts.slice(0, index + 1).join('/')));
  };
}

type ExportRecord = ReturnType<typeof readRecord>;

/** The records of those mounts that are exports. */
const recordsOf = (mounts: readonly Mount[]): ReadonlyMap<Mount, ExportRecord> =>
  new Map(mounts.filter(({ layer }) => layer === 'export').map((mount) => [mount, readRecord(mount)]));

const gatheredIn = (records: ReadonlyMap<Mount, ExportRecord>): Content['gathered'] =>
  new Map(
    [...records].flatMap(([{ prefix }, { value }]) =>
      value ? [[prefix, { version: 1, sources: value.sources }]] : [],
    ),
  );

async function readMount(seen: SeenMount, { readFacts, ...memory }: Reading, record?: Gathered): Promise<Mounted> {
  const { dir, prefix, layer } = seen.mount;
  const kindOf = kindsIn(seen.mount);
  const provenances = provenanceByFile(prefix, record);
  const rulesOf = rulesOfMount(seen, record);
  const diagnostics = [...seen.files.diagnostics];
  const files: FoundFile[] = [];
  const check = layer === 'export' && record?.hashes ? checkOf(prefix, record) : undefined;
  for (const [index, file] of seen.files.value.entries()) {
    // Yields to the event loop, so that an interrupt takes effect while a large hub is read, and threads are answered.
    if (index % 16 === 15) await setImmediate();
    const kind = kindOf(file.path);
    const place = placeIn(seen.mount, file.path);
    const { relativePath, path } = place;
    const origin = provenances.get(relativePath);
    const found = { ...place, kind, provenance: origin, rules: rulesOf(origin) };
    const read = readFound(found, file, { ...memory, isHashed: check !== undefined });
    const facts = read.doc && !read.known?.facts ? readFacts?.(read.doc, found.rules.headingIds) : undefined;
    if (check && read.hash !== '') diagnostics.push(...check(relativePath, path, read.hash));
    const named = reportCleaned(cleanName(path), { file: path });
    files.push({ ...found, ...read, facts, diagnostics: [...named, ...read.diagnostics] });
  }
  if (check && record)
    diagnostics.push(...removedOf(prefix, record, dir, new Set(files.map((file) => file.relativePath))));
  if (record) diagnostics.push(...pagelessIn(prefix, record));
  return { files, record, edition: seen.edition, diagnostics };
}

/** Where a file of a mount is: in its folder, in the hub and on disk. */
export function placeIn(
  { dir, prefix }: Pick<Mount, 'dir' | 'prefix'>,
  relativePath: string,
): Pick<FoundFile, 'relativePath' | 'path' | 'absolutePath'> {
  const path = toSourcePath(prefix === '' ? relativePath : `${prefix}/${relativePath}`);
  return { relativePath, path, absolutePath: `${dir}${sep}${relativePath}` };
}

/** What is read of a file, and its hash where that is wanted. */
export function readFound(
  { path, relativePath, absolutePath, kind }: Pick<FoundFile, 'path' | 'relativePath' | 'absolutePath' | 'kind'>,
  file: SeenFile,
  { since, known, parsed: others, isHashed }: Omit<Memory, 'readFacts'> & { readonly isHashed: boolean },
): Pick<FoundFile, 'source' | 'doc' | 'known' | 'diagnostics'> & { readonly hash: string } {
  const isFresh = isUnsettled(file, since);
  const former = known.get(absolutePath);
  const before = knownAs(former, path, file);
  const settled = before?.isUnsettled === false && !(isHashed && before.hash === '') ? before : undefined;
  const ofDoc = (parsed: ParsedDoc) => unreadDoc({ path, absolutePath, parsed }, largestFile);
  if (settled && (kind === 'doc' ? settled.doc : kind === 'file'))
    return {
      known: settled,
      doc: settled.doc && ofDoc(settled.doc),
      hash: settled.hash,
      diagnostics: settled.diagnostics,
    };
  const { value: bytes, diagnostics } =
    kind !== 'file' || isHashed ? readBytes(path, absolutePath, sizeLimits[kind]) : none;
  const hash = bytes && (isHashed || isFresh || before?.isUnsettled) ? hashOf(bytes) : '';
  const keep = { path, stamp: file.stamp, hash, isUnsettled: isFresh };
  if (kind === 'file') return { hash, known: bytes && { ...keep, diagnostics: [] }, diagnostics: [] };
  if (!bytes) return { hash, diagnostics };
  if (kind !== 'doc') {
    const decoded = decodeText(bytes, path);
    const source = { path, absolutePath, text: decoded.value };
    return { hash, source, diagnostics: [...diagnostics, ...decoded.diagnostics] };
  }
  if (before?.doc && before.hash === hash) {
    const { doc: parsed, facts, diagnostics } = before;
    return { hash, doc: ofDoc(parsed), known: { ...keep, doc: parsed, facts, diagnostics }, diagnostics };
  }
  const { value: parsed, text, ...ofText } = others?.parse(bytes, path, relativePath) ?? parseBytes(bytes, path);
  const doc = docOf({ path, absolutePath, parsed }, text);
  const found = [...diagnostics, ...ofText.diagnostics];
  // A file with another stamp may have the same text: a working copy that was checked out anew.
  const facts = former?.path === path && former.doc?.bodyHash === parsed.bodyHash ? former.facts : undefined;
  return { hash, doc, known: { ...keep, doc: parsed, facts, diagnostics: found }, diagnostics: found };
}

const none: Checked<Buffer | undefined> = { value: undefined, diagnostics: [] };
