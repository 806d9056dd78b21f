// Reads the content folders. Their files are untrusted: symbolic links were resolved when they were listed, only regular files are opened, each file is read
// once. Results are sorted by the code units of their paths.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { isEqual, sortBy } from 'lodash-es';
import type { Mount } from '../config/config.js';
import { isSynced } from '../config/schema/content.js';
import { type Checked, compareStrings, type Diagnostic, problem } from '../diagnostics/diagnostic.js';
import { sha256 } from '../input/hash.js';
import { cleanName, decodeText, reportCleaned } from '../input/text.js';
import { ancestorsOf, joined, type SourcePath } from '../types/path.js';
import {
  type CachedFile,
  type CachedFiles,
  type DocFile,
  type DocText,
  docOf,
  maxFileBytes,
  parseBytes,
  type RecentTexts,
  recentTexts,
} from './doc-file.js';
import {
  damageOf,
  type HashedFile,
  originText,
  type Provenance,
  pagelessIn,
  provenanceByFile,
  readSnapshotRecord,
  type SyncedFiles,
} from './exports.js';
import { exists, fileAt, readBytes, type ScannedFile } from './list-files.js';
import type { FrontMatter } from './parse/front-matter.js';
import { noFacts, type PageFacts } from './parse/page-facts.js';
import type { ParsedDoc } from './parse/parsed-doc.js';
import {
  type FileRules,
  isDefault,
  type PlacedProject,
  placedProjects,
  rulesOfMount,
  withOwnFields,
} from './projects.js';
import { isRacy, type Kind, kindsIn, revisionOf, type ScannedMount, scanMount } from './scan-hub.js';

/** A text file of the content. */
export interface SourceFile {
  readonly path: SourcePath;
  readonly text: string;
}

/** Files in the content folders. Each list is sorted by path. */
export interface Content {
  /** Provenance of the files that `docgen sync` exported. */
  readonly provenance: ReadonlyMap<SourcePath, Provenance>;
  /** The repositories of each section, by section. */
  readonly synced: ReadonlyMap<string, SyncedFiles>;
  /** Revision of each export that was read, by its folder. */
  readonly exports: ReadonlyMap<string, string>;
  readonly docs: readonly DocFile[];
  /** `_category_.json|yml|yaml` files. */
  readonly categories: readonly SourceFile[];
  /** Markdown files that a `_` in their path excludes: partials. */
  readonly partials: readonly SourceFile[];
  /** `tags.yml` files, by the prefix of their content folder. */
  readonly tagsFiles: ReadonlyMap<string, SourceFile>;
  /** Every other regular file, by its path: images and downloads that a page can link to. */
  readonly files: ReadonlyMap<SourcePath, string>;
  readonly known: CachedFiles;
  readonly mountOf: ReadonlyMap<SourcePath, Mount>;
  /** Rules of files to which Docusaurus's rules do not apply. */
  readonly rules: ReadonlyMap<SourcePath, FileRules>;
  /** The projects that docs belong to. */
  readonly projects: readonly PlacedProject[];
}

/** Maximum sizes, in bytes. Other files are read only to compare those of an export with its record. */
const sizeLimits: Readonly<Record<Kind, number>> = {
  doc: maxFileBytes,
  category: 64 * 1024, // as front matter
  partial: maxFileBytes,
  tags: 1024 * 1024, // enough for 10,000 tags
  file: Number.POSITIVE_INFINITY,
};

export interface Memory {
  /** Time at which the files were listed, in milliseconds. */
  readonly since: number;
  readonly known: CachedFiles;
  readonly readFacts?: ReadContentFacts | undefined;
  /** Maximum length of the texts of docs that stay in memory, in characters. */
  readonly maxKept?: number | undefined;
}

/**
 * Receives the repositories of all sections, then each doc as soon as its text is read. Another file can still override that doc. If it is
 * absent, docs have no facts. The records don't need facts.
 */
export type ReadContentFacts = (
  synced: Content['synced'],
) => (doc: DocText, rules: FileRules) => Promise<PageFacts | undefined>;

const sorted = <File extends { path: string }>(list: File[]) => list.sort((a, b) => compareStrings(a.path, b.path));

const isExport = ({ layer }: Mount) => layer === 'export';

type Reading = Pick<Memory, 'since' | 'known'> & {
  readonly readFacts?: ReturnType<ReadContentFacts> | undefined;
  readonly texts: RecentTexts;
};

/** Reads the mounted folders, except docs that are unchanged. Diagnostics: DG108 if a folder is missing, DG213 for exports, DG301–DG311 for what was skipped or replaced. */
export async function readContent(seen: readonly ScannedMount[], memory: Memory): Promise<Checked<Content>> {
  const diagnostics: Diagnostic[] = [];
  const found: FoundFile[] = [];
  const texts: Record<'category' | 'partial', SourceFile[]> = { category: [], partial: [] };
  const byPath = {
    tagsFiles: new Map<string, SourceFile>(),
    files: new Map<SourcePath, string>(),
    provenance: new Map<SourcePath, Provenance>(),
    synced: new Map<string, SyncedFiles>(),
    exports: new Map<string, string>(),
    known: new Map<string, CachedFile>(),
    mountOf: new Map<SourcePath, Mount>(),
    rules: new Map<SourcePath, FileRules>(),
  };
  const mounts = seen.map(({ mount }) => mount);
  const [taken, originals] = [new Map<string, Mount>(), new Map<string, FrontMatter>()];
  const sections = new Set(mounts.filter(isSynced).map(({ prefix }) => prefix));
  const isInSource = (path: string) => ancestorsOf(path).some((folder) => sections.has(folder));
  const records = new Map(mounts.filter(isExport).map((mount) => [mount, readSnapshotRecord(mount)]));
  const synced = [...records].flatMap(([{ prefix }, { value }]) => (value ? [[prefix, value] as const] : []));
  const isTranslated = translatedTest(seen);
  const reading = { ...memory, texts: recentTexts(memory.maxKept), readFacts: memory.readFacts?.(new Map(synced)) };
  const files: { readonly mount: Mount; readonly file: FoundFile }[] = [];
  for (const folder of seen) {
    const { mount } = folder;
    const record = records.get(mount);
    const read = record ? await readExportMount(folder, reading, record) : await readMount(folder, reading);
    diagnostics.push(...read.diagnostics);
    if (read.record) byPath.synced.set(mount.prefix, { version: 1, sources: read.record.sources });
    if (isExport(mount)) byPath.exports.set(mount.dir, read.revision);
    for (const file of read.files) files.push({ mount, file });
  }
  // Partials come last, so that a file that `exclude` matches doesn't hide a page of another folder.
  for (const { mount, file } of sortBy(files, ({ file }) => file.kind === 'partial')) {
    if (mount.layer === 'fallback' && isInSource(file.path)) continue;
    if (mount.layer === 'locale' && !isTranslated(file)) {
      // As in Docusaurus, a translation without a doc in the default language is not used.
      const place = { file: `${mount.shown}/${file.relativePath}` };
      if (file.kind === 'doc') diagnostics.push(problem.translationUnusable({}, place));
      continue;
    }
    const winner = taken.get(slotOf(file));
    if (winner !== undefined && winner !== mount) {
      if (winner.layer === 'locale' && file.doc) originals.set(file.path, file.doc.parsed.frontMatter);
      if (file.kind === 'doc') diagnostics.push(...hiddenBy(winner, mount, file, byPath.provenance.get(file.path)));
      continue;
    }
    taken.set(slotOf(file), mount);
    byPath.mountOf.set(file.path, mount);
    if (file.provenance) byPath.provenance.set(file.path, file.provenance);
    if (!isDefault(file.rules)) byPath.rules.set(file.path, file.rules);
    if (file.doc) found.push(file);
    else if (file.known) byPath.known.set(file.absolutePath, file.known);
    if (file.kind === 'file' || file.kind === 'tags') byPath.files.set(file.path, file.absolutePath);
    if (file.source && file.kind === 'tags') byPath.tagsFiles.set(mount.prefix, file.source);
    else if (file.source && (file.kind === 'category' || file.kind === 'partial')) texts[file.kind].push(file.source);
    diagnostics.push(...faultsOf(file));
  }
  const { value: projects, diagnostics: faults } = placedProjects(byPath.rules);
  return {
    value: {
      docs: sorted(await docsOf(found, byPath.known, originals)),
      categories: sorted(texts.category),
      partials: sorted(texts.partial),
      ...byPath,
      projects,
    },
    diagnostics: [...diagnostics, ...faults],
  };
}

/** Returns the diagnostics of a file that apply to its generator. Generators other than Docusaurus allow empty keys and have other types for some. */
const faultsOf = ({ diagnostics, rules: { project } }: FoundFile) =>
  (project?.generator ?? 'docusaurus') === 'docusaurus'
    ? diagnostics
    : diagnostics.filter(
        ({ code, message }) =>
          code !== 'DG406' || !/: `(?:home|image|keywords|last_update)` |got nothing$/.test(message),
      );

async function docsOf(
  files: readonly FoundFile[],
  known: Map<string, CachedFile>,
  originals: ReadonlyMap<string, FrontMatter>,
): Promise<DocFile[]> {
  const docs: DocFile[] = [];
  for (const { doc, facts, known: read, absolutePath } of files) {
    const value = read?.facts ?? (await facts);
    if (doc && value?.isEmpty !== true)
      docs.push({ facts: value ?? noFacts, original: originals.get(doc.path), ...doc });
    if (read && value) known.set(absolutePath, read.facts ? read : { ...read, facts: value });
  }
  return docs;
}

/** Returns the diagnostic for a page that another folder overrides. `first` is the provenance of the page that is built. */
function hiddenBy(winner: Mount, mount: Mount, { path, provenance }: FoundFile, first: Provenance | undefined) {
  const origin = provenance && originText(provenance);
  if (winner.layer === 'overlay' && mount.layer !== 'fallback')
    return [problem.pageHidden({ path, origin }, { file: path })];
  if (!isSynced(winner) || !isSynced(mount)) return [];
  return [problem.pageShadowed({ path, origin, by: first && originText(first) }, { file: path })];
}

/** Key of a file that only one folder can provide: its path, or the `_category_` file of a folder in any format. */
const slotOf = ({ path, kind }: FoundFile): string => (kind === 'category' ? path.replace(/\.\w+$/, '') : path);

interface FoundFile {
  readonly relativePath: string;
  readonly path: SourcePath;
  readonly absolutePath: string;
  readonly kind: Kind;
  readonly provenance: Provenance | undefined;
  readonly rules: FileRules;
  /** Text of the file. Absent for a doc, and for a file that isn't text or can't be read. */
  readonly source?: SourceFile | undefined;
  readonly doc?: DocText | undefined;
  readonly known?: CachedFile | undefined;
  /** Facts of a doc, unless they are cached. */
  readonly facts?: Promise<PageFacts | undefined> | undefined;
  /** Diagnostics of this file, which are dropped if another file overrides it. */
  readonly diagnostics: readonly Diagnostic[];
}

const maxReads = 5;

/** Reads one revision of an export. If a sync replaces it meanwhile, it is read again. */
async function readExportMount(
  seen: ScannedMount,
  reading: Reading,
  record: Checked<SyncedFiles | undefined>,
  time = 1,
): ReturnType<typeof readMount> {
  const { mount, revision } = seen;
  const read = await readMount(seen, reading, record.value);
  if (time === maxReads || (revision === revisionOf(mount.dir) && exists(mount.dir)))
    return { ...read, diagnostics: [...record.diagnostics, ...read.diagnostics] };
  await setTimeout(20);
  return readExportMount(await scanMount(mount), reading, readSnapshotRecord(mount), time + 1);
}

/** Returns a test for whether a translated doc exists in the default language. A translation of a category is never used. */
function translatedTest(seen: readonly ScannedMount[]): (file: FoundFile) => boolean {
  if (!seen.some(({ mount }) => mount.layer === 'locale')) return () => true;
  const mounts = seen.filter(({ mount }) => mount.layer !== 'locale');
  const own = new Set(mounts.flatMap(({ mount, files }) => files.value.map(({ path }) => joined(mount.prefix, path))));
  return ({ kind, path }) => (kind === 'doc' ? own.has(path) : kind !== 'category');
}

async function readMount(seen: ScannedMount, { readFacts, ...memory }: Reading, record?: SyncedFiles) {
  const { dir, prefix, layer } = seen.mount;
  const isHashed = layer === 'export' && record?.hashes !== undefined;
  const kindOf = kindsIn(seen.mount);
  const provenances = provenanceByFile(prefix, record);
  const rulesOf = rulesOfMount(seen, record);
  const diagnostics = [...seen.files.diagnostics];
  const files: (FoundFile & HashedFile)[] = [];
  for (const [index, file] of seen.files.value.entries()) {
    // Yields to the event loop, so that signals and workers are handled while a large hub is read.
    if (index % 16 === 15) await setImmediate();
    const place = placeIn(seen.mount, file);
    const origin = provenances.get(place.relativePath);
    const rules = rulesOf(origin, file.path);
    const found = { kind: kindOf(file.path, rules.isPage), provenance: origin, rules, ...place };
    const read = readFound(found, file, { ...memory, isHashed });
    const facts = read.doc && !read.known?.facts ? readFacts?.(read.doc, rules) : undefined;
    const named = reportCleaned(cleanName(place.path), { file: place.path });
    const { diagnostics: inFile, ...ofFile } = read;
    files.push({ facts, diagnostics: [...named, ...inFile], ...found, ...ofFile });
  }
  if (isHashed && record) diagnostics.push(...damageOf(prefix, record, dir, files));
  if (record) diagnostics.push(...pagelessIn(prefix, record));
  return { files, record, revision: seen.revision, diagnostics };
}

/** Returns the paths of a file of a mount: in its folder, in the hub and on disk. */
export function placeIn({ dir, prefix }: Pick<Mount, 'dir' | 'prefix'>, file: Pick<ScannedFile, 'path' | 'target'>) {
  return { relativePath: file.path, path: joined(prefix, file.path), absolutePath: fileAt(dir, file) };
}

/** Reads a file, and its hash if required. */
export function readFound(
  { path, absolutePath, kind, rules }: Pick<FoundFile, 'path' | 'absolutePath' | 'kind' | 'rules'>,
  file: ScannedFile,
  { since, known, texts, isHashed }: Omit<Reading, 'readFacts'> & { readonly isHashed: boolean },
): Pick<FoundFile, 'kind' | 'source' | 'doc' | 'known' | 'diagnostics'> & { readonly hash: string } {
  const isFresh = isRacy(file, since);
  const former = known.get(absolutePath);
  const isSame =
    former !== undefined &&
    former.path === path &&
    former.stamp === file.stamp &&
    file.stamp !== '' &&
    former.parseKey === rules.parseKey;
  const before = isSame ? former : undefined;
  const settled = before?.isUnsettled === false && !(isHashed && before.hash === '') ? before : undefined;
  // A text of another generator can show its front matter.
  const readBy = ({ frontMatter, foreign }: ParsedDoc) => (rules.project ? [frontMatter, foreign] : frontMatter.mdx);
  const ofDoc = (parsed: ParsedDoc, text?: string) =>
    docOf({ path, absolutePath, parsed: withOwnFields(parsed, rules) }, texts, text);
  const isHtml = kind === 'doc' && path.endsWith('.html');
  if (settled && (kind === 'doc' ? (settled.doc ?? isHtml) : kind === 'file')) {
    const { doc, hash, diagnostics } = settled;
    return { kind: doc ? kind : 'file', known: settled, doc: doc && ofDoc(doc), hash, diagnostics };
  }
  const { value: bytes, diagnostics } =
    kind !== 'file' || isHashed ? readBytes(path, absolutePath, sizeLimits[kind]) : none;
  const hash = bytes && (isHashed || isFresh || before?.isUnsettled) ? sha256(bytes) : '';
  const keep = { path, stamp: file.stamp, hash, isUnsettled: isFresh, parseKey: rules.parseKey };
  // HTML without front matter is published as it is.
  if (kind === 'file' || (isHtml && !/^(?:---|\+{3})/.test(bytes?.toString('latin1', 0, 3) ?? '')))
    return { kind: 'file', hash, known: bytes && { ...keep, diagnostics: [] }, diagnostics: [] };
  if (!bytes) return { kind, hash, diagnostics };
  if (kind !== 'doc') {
    const decoded = decodeText(bytes, path);
    const source = { path, text: decoded.value };
    return { kind, hash, source, diagnostics: [...diagnostics, ...decoded.diagnostics] };
  }
  if (before?.doc && before.hash === hash) {
    const { doc: parsed, facts, diagnostics } = before;
    return { kind, hash, doc: ofDoc(parsed), known: { ...keep, doc: parsed, facts, diagnostics }, diagnostics };
  }
  const { value: parsed, text, ...ofText } = parseBytes(bytes, path);
  const found = [...diagnostics, ...ofText.diagnostics];
  // A file with another stamp can have the same text, such as after a fresh checkout.
  const isSameText = former?.path === path && former.doc?.bodyHash === parsed.bodyHash;
  const isReadAlike = isSameText && former.parseKey === rules.parseKey && isEqual(readBy(former.doc), readBy(parsed));
  const facts = isReadAlike ? former.facts : undefined;
  const nowKnown = { doc: parsed, facts, diagnostics: found, ...keep };
  return { kind, hash, doc: ofDoc(parsed, text), known: nowKnown, diagnostics: found };
}

const none: Checked<Buffer | undefined> = { value: undefined, diagnostics: [] };
