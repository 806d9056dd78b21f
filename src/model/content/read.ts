// Reads the content folders. Their files are untrusted: symbolic links were resolved when they were listed, only regular files are opened, each file is read
// once. Results are sorted by the code units of their paths.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { sortBy } from 'lodash-es';
import type { Mount } from '../config/config.js';
import { isSynced } from '../config/schema/content.js';
import { type Checked, compareStrings, type Diagnostic, problem } from '../diagnostics/diagnostic.js';
import { cleanName, reportCleaned } from '../input/text.js';
import { ancestorsOf, joined, type SourcePath } from '../types/path.js';
import { type CachedFile, type CachedFiles, type DocFile, type DocText, recentTexts } from './doc-file.js';
import {
  damageOf,
  type HashedFile,
  originText,
  type Provenance,
  pagelessIn,
  provenanceByFile,
  readSyncedFiles,
  type SyncedFiles,
} from './exports.js';
import { exists } from './list-files.js';
import type { FrontMatter } from './parse/front-matter.js';
import { noFacts, type PageFacts } from './parse/page-facts.js';
import { type FileRules, isDefault, type PlacedProject, placedProjects, rulesOfMount } from './projects.js';
import { type FoundFile, placeIn, type ReadMemory, readFound, type SourceFile } from './read-file.js';
import { type Kind, kindsIn, revisionOf, type ScannedMount, scanMount } from './scan-hub.js';

/** Files in the content folders. Each list is sorted by path. */
export interface Content {
  /** Provenance of the files that `docgen sync` exported. */
  readonly provenance: ReadonlyMap<SourcePath, Provenance>;
  /** The repositories of each section, by section. */
  readonly synced: ReadonlyMap<string, SyncedFiles>;
  /** Revision of each export that was read, by its folder. */
  readonly revisions: ReadonlyMap<string, string>;
  readonly docs: readonly DocFile[];
  /** `_category_.json|yml|yaml` files. */
  readonly categories: readonly SourceFile[];
  /** Markdown files that a `_` in their path excludes: partials. */
  readonly partials: readonly SourceFile[];
  /** `tags.yml` files, by the prefix of their content folder. */
  readonly tagsFiles: ReadonlyMap<string, SourceFile>;
  /** Every other regular file, by its path: images and downloads that a page can link to. */
  readonly files: ReadonlyMap<SourcePath, string>;
  readonly cachedFiles: CachedFiles;
  readonly mountOf: ReadonlyMap<SourcePath, Mount>;
  /** Rules of files to which Docusaurus's rules do not apply. */
  readonly rules: ReadonlyMap<SourcePath, FileRules>;
  readonly projects: readonly PlacedProject[];
}

export interface Memory extends Omit<ReadMemory, 'texts'> {
  readonly readFacts?: ReadContentFacts | undefined;
  /** Maximum length of the texts of docs that stay in memory, in characters. */
  readonly maxKept?: number | undefined;
}

/**
 * Receives the repositories of all sections, then each doc as soon as its text is read. Another file can still override that doc. If it is
 * absent, docs have no facts. Docusaurus's metadata doesn't need facts.
 */
export type ReadContentFacts = (
  synced: Content['synced'],
) => (doc: DocText, rules: FileRules) => Promise<PageFacts | undefined>;

const sorted = <File extends { path: string }>(list: File[]) => list.sort((a, b) => compareStrings(a.path, b.path));

interface Reading extends ReadMemory {
  readonly readFacts?: ReturnType<ReadContentFacts> | undefined;
}

/** Reads the mounted folders, except docs that are unchanged. Diagnostics: DG108 if a folder is missing,
 * DG213, DG220, DG221 and DG223 for snapshots, DG219 and DG222 for pages that another folder overrides, DG301–DG316 and DG401–DG408 for files. */
export async function readContent(scanned: readonly ScannedMount[], memory: Memory): Promise<Checked<Content>> {
  const snapshots = scanned.flatMap(({ mount }) => (mount.layer === 'synced' ? mount : []));
  const syncedFiles = new Map(snapshots.map((mount) => [mount, readSyncedFiles(mount)]));
  const bySection = [...syncedFiles].flatMap(([{ prefix }, { value }]) => (value ? [[prefix, value] as const] : []));
  const reading = { ...memory, texts: recentTexts(memory.maxKept), readFacts: memory.readFacts?.(new Map(bySection)) };
  const folders: Awaited<ReturnType<typeof readMount>>[] = [];
  for (const folder of scanned) {
    const synced = syncedFiles.get(folder.mount);
    folders.push(await (synced ? readSnapshotMount(folder, reading, synced) : readMount(folder, reading)));
  }
  const found = folders.flatMap((folder) => folder.files);
  const { files, originals, diagnostics } = selectFiles(found, scanned);
  const byPath = <V>(read: (file: FoundFile) => V | undefined) =>
    definedMap(files.map((file) => [file.path, read(file)]));
  const textsOf = (kind: Kind) => sorted(files.flatMap((file) => (file.kind === kind ? (file.source ?? []) : [])));
  const cachedFiles = definedMap(
    files.map(({ absolutePath, doc, cached }) => [absolutePath, doc ? undefined : cached]),
  );
  const rules = byPath((file) => (isDefault(file.rules) ? undefined : file.rules));
  const projects = placedProjects(rules);
  return {
    value: {
      docs: sorted(await docsOf(files, cachedFiles, originals)),
      categories: textsOf('category'),
      partials: textsOf('partial'),
      tagsFiles: definedMap(
        files.map(({ kind, source, mount }) => [mount.prefix, kind === 'tags' ? source : undefined]),
      ),
      files: byPath(({ kind, absolutePath }) => (kind === 'file' || kind === 'tags' ? absolutePath : undefined)),
      provenance: byPath(({ provenance }) => provenance),
      synced: definedMap(
        folders.map(({ mount, synced }) => [mount.prefix, synced && { version: 1, sources: synced.sources }]),
      ),
      revisions: definedMap(folders.map(({ mount, revision }) => [mount.dir, revision])),
      cachedFiles,
      mountOf: byPath(({ mount }) => mount),
      rules,
      projects: projects.value,
    },
    diagnostics: [...folders.flatMap((folder) => folder.diagnostics), ...diagnostics, ...projects.diagnostics],
  };
}

/** Returns a map without the keys of undefined values. */
function definedMap<K, V>(entries: readonly (readonly [K, V | undefined])[]): Map<K, V> {
  return new Map(entries.filter((entry): entry is readonly [K, V & {}] => entry[1] !== undefined));
}

/** Selects the files of the hub: of several with the same path, that of the first mount. `originals` are the fields of translated docs. */
function selectFiles(found: readonly FoundFile[], scanned: readonly ScannedMount[]) {
  const sections = new Set(scanned.flatMap(({ mount }) => (isSynced(mount) ? mount.prefix : [])));
  const isInSection = (path: string) => ancestorsOf(path).some((folder) => sections.has(folder));
  const isTranslated = translatedTest(scanned);
  const diagnostics: Diagnostic[] = [];
  const originals = new Map<string, FrontMatter>();
  const owners = new Map<string, FoundFile>();
  const files: FoundFile[] = [];
  // Partials come last, so that a file that `exclude` matches doesn't hide a page of another folder.
  for (const file of sortBy(found, ({ kind }) => kind === 'partial')) {
    const { mount, path, kind, doc } = file;
    if (mount.layer === 'fallback' && isInSection(path)) continue;
    if (mount.layer === 'locale' && !isTranslated(file)) {
      // As in Docusaurus, a translation without a doc in the default language is not used.
      const place = { file: `${mount.shown}/${file.relativePath}` };
      if (kind === 'doc') diagnostics.push(problem.translationUnusable({}, place));
      continue;
    }
    const owner = owners.get(slotOf(file));
    if (owner && owner.mount !== mount) {
      if (owner.mount.layer === 'locale' && doc) originals.set(path, doc.parsed.frontMatter);
      if (kind === 'doc') diagnostics.push(...hiddenBy(owner, file));
      continue;
    }
    owners.set(slotOf(file), file);
    files.push(file);
    diagnostics.push(...faultsOf(file));
  }
  return { files, originals, diagnostics };
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
  for (const { doc, facts, cached: read, absolutePath } of files) {
    if (!doc) continue;
    const value = read?.facts ?? (await facts);
    if (value?.isEmpty !== true) docs.push({ facts: value ?? noFacts, original: originals.get(doc.path), ...doc });
    if (read && value) known.set(absolutePath, read.facts ? read : { ...read, facts: value });
  }
  return docs;
}

/** Returns the diagnostic for a page that a file of another folder overrides. */
function hiddenBy(owner: FoundFile, { mount, path, provenance }: FoundFile) {
  const origin = provenance && originText(provenance);
  if (owner.mount.layer === 'overlay' && mount.layer !== 'fallback')
    return [problem.pageHidden({ path, origin }, { file: path })];
  if (!isSynced(owner.mount) || !isSynced(mount)) return [];
  const by = owner.provenance && originText(owner.provenance);
  return [problem.pageShadowed({ path, origin, by }, { file: path })];
}

/** Key of a file that only one folder can provide: its path, or the `_category_` file of a folder in any format. */
const slotOf = ({ path, kind }: FoundFile): string => (kind === 'category' ? path.replace(/\.\w+$/, '') : path);

const maxReads = 5;

/** Reads one revision of an export. If a sync replaces it meanwhile, it is read again. */
async function readSnapshotMount(
  scanned: ScannedMount,
  reading: Reading,
  synced: Checked<SyncedFiles | undefined>,
  time = 1,
): ReturnType<typeof readMount> {
  const { mount, revision } = scanned;
  const read = await readMount(scanned, reading, synced.value);
  if (time === maxReads || (revision === revisionOf(mount.dir) && exists(mount.dir)))
    return { ...read, diagnostics: [...synced.diagnostics, ...read.diagnostics] };
  await setTimeout(20);
  return readSnapshotMount(await scanMount(mount), reading, readSyncedFiles(mount), time + 1);
}

/** Returns a test for whether a translated doc exists in the default language. A translation of a category is never used. */
function translatedTest(scanned: readonly ScannedMount[]): (file: FoundFile) => boolean {
  if (!scanned.some(({ mount }) => mount.layer === 'locale')) return () => true;
  const mounts = scanned.filter(({ mount }) => mount.layer !== 'locale');
  const own = new Set(mounts.flatMap(({ mount, files }) => files.value.map(({ path }) => joined(mount.prefix, path))));
  return ({ kind, path }) => (kind === 'doc' ? own.has(path) : kind !== 'category');
}

async function readMount(scanned: ScannedMount, { readFacts, ...memory }: Reading, synced?: SyncedFiles) {
  const { mount } = scanned;
  const { dir, prefix, layer } = mount;
  const isHashed = layer === 'synced' && synced?.hashes !== undefined;
  const kindOf = kindsIn(mount);
  const provenances = provenanceByFile(prefix, synced);
  const rulesOf = rulesOfMount(scanned.mount, scanned.found, synced);
  const diagnostics = [...scanned.files.diagnostics];
  const files: (FoundFile & HashedFile)[] = [];
  for (const [index, file] of scanned.files.value.entries()) {
    // Yields to the event loop, so that signals and workers are handled while a large hub is read.
    if (index % 16 === 15) await setImmediate();
    const place = placeIn(mount, file);
    const origin = provenances.get(place.relativePath);
    const rules = rulesOf(origin, file.path);
    const found = { mount, kind: kindOf(file.path, rules.isPage), provenance: origin, rules, ...place };
    const read = readFound(found, file, { ...memory, isHashed });
    const facts = read.doc && !read.cached?.facts ? readFacts?.(read.doc, rules) : undefined;
    const named = reportCleaned(cleanName(place.path), { file: place.path });
    const { diagnostics: inFile, ...ofFile } = read;
    files.push({ facts, diagnostics: [...named, ...inFile], ...found, ...ofFile });
  }
  if (isHashed && synced) diagnostics.push(...damageOf(prefix, synced, dir, files));
  if (synced) diagnostics.push(...pagelessIn(prefix, synced));
  return { mount, files, synced, revision: layer === 'synced' ? scanned.revision : undefined, diagnostics };
}
