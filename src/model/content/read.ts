// Content folders in, source files out. Everything found is hostile: symbolic links are never followed, nothing but regular
// files is opened, each file is read once, and the order is that of the code units of the paths.
import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Mount } from '../config.js';
import { type Checked, compareStrings, type Diagnostic } from '../diagnostics/diagnostic.js';
import { exportDamaged, pageHidden } from '../diagnostics/sync.js';
import { type Gathered, gatheredName, originText, type Provenance, parseGathered } from '../docs/provenance.js';
import { type HeadingIds, type Rules, rulesIn } from '../mounts/generator.js';
import { globTest } from '../mounts/globs.js';
import { rulesOfFolder } from '../mounts/project.js';
import { type SourcePath, toSourcePath } from '../path.js';
import { exists, isFile, listFiles, type ReadFile, readBytes } from './list-files.js';
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
  readonly docs: readonly SourceFile[];
  /** `_category_.json|yml|yaml` files. */
  readonly categories: readonly SourceFile[];
  /** Markdown files that a `_` in their path excludes: partials. */
  readonly partials: readonly SourceFile[];
  /** `tags.yml` files, by the prefix of their content folder. */
  readonly tagsFiles: ReadonlyMap<string, SourceFile>;
  /** Every other regular file, by its path: images and downloads that a page may name. */
  readonly files: ReadonlyMap<SourcePath, string>;
  /** Milliseconds of the last change of the text file that changed last; 0 without any. */
  readonly newest: number;
  /** The layer of each file that is not of an ordinary content folder. */
  readonly layers: ReadonlyMap<SourcePath, Mount['layer']>;
  /** Whose rule makes the ids of headings, where it is not GitHub's. */
  readonly headingIds: ReadonlyMap<SourcePath, HeadingIds>;
  /** Docs whose routes are Starlight's, each with the folder of the hub from which its front matter's slug counts, '' for the root. */
  readonly starlight: ReadonlyMap<SourcePath, string>;
}

/** Largest Markdown file that is read, in bytes; the largest real one that we know has 1.4 MB. */
export const largestFile = 8 * 1024 * 1024;

/** Largest `_category_` file, in bytes: as front matter. */
export const largestCategory = 64 * 1024;

/** Largest tags file, in bytes: 10,000 tags. */
const largestTags = 1024 * 1024;

type Kind = 'doc' | 'category' | 'partial' | 'tags' | 'file';

/** Bytes; other files are read only to compare those of an export with its record. */
const sizeLimits: Readonly<Record<Kind, number>> = {
  doc: largestFile,
  category: largestCategory,
  partial: largestFile,
  tags: largestTags,
  file: Number.POSITIVE_INFINITY,
};

function kindOf(relativePath: string, isDoc: (path: string) => boolean): Kind {
  const name = basename(relativePath);
  if (/^_category_\.(?:json|yml|yaml)$/.test(name)) return 'category';
  if (relativePath === 'tags.yml') return 'tags';
  if (!/\.mdx?$/.test(name)) return 'file';
  const isPartial = relativePath.split('/').some((segment) => segment.startsWith('_'));
  return isPartial || !isDoc(relativePath) ? 'partial' : 'doc';
}

/** Which Markdown files of a mount may be docs; other pages may include the rest, as they may partials. */
function docTest({ include, exclude }: Mount): (path: string) => boolean {
  const isIn = include && globTest(include);
  const isOut = exclude && globTest(exclude);
  return (path) => isIn?.(path) !== false && !isOut?.(path);
}

/** Reads the mounted folders, but for the folders `without`, which are docgen's own. Diagnostics: DG108 where a folder is missing, DG213 for exports, DG301–DG311 for what was skipped or replaced. */
export async function readContent(
  mounts: readonly Mount[],
  without: readonly string[] = [],
): Promise<Checked<Content>> {
  const diagnostics: Diagnostic[] = [];
  const texts: Record<Exclude<Kind, 'file' | 'tags'>, SourceFile[]> = { doc: [], category: [], partial: [] };
  const tagsFiles = new Map<string, SourceFile>();
  const files = new Map<SourcePath, string>();
  const provenance = new Map<SourcePath, Provenance>();
  const gathered = new Map<string, Gathered>();
  const exports = new Map<string, string>();
  let newest = 0;
  const layers = new Map<SourcePath, Mount['layer']>();
  const headingIds = new Map<SourcePath, HeadingIds>();
  const starlight = new Map<SourcePath, string>();
  const taken = new Map<string, Mount>();
  const synced = new Set(mounts.filter(({ layer }) => layer === 'export').map(({ prefix }) => prefix));
  for (const mount of mounts) {
    const read = mount.layer === 'export' ? await readExportMount(mount) : await readMount(mount, undefined, without);
    diagnostics.push(...read.diagnostics);
    if (read.record) gathered.set(mount.prefix, { version: 1, sources: read.record.sources });
    if (mount.layer === 'export') exports.set(mount.dir, read.edition);
    const provenances = provenanceByFile(mount.prefix, read.record);
    const rulesOf = rulesOfMount(mount, read.record);
    for (const file of read.files) {
      if (mount.layer === 'fallback' && synced.has(file.path.split('/', 1)[0] ?? '')) continue;
      const found = provenances.get(file.relativePath);
      const winner = taken.get(slotOf(file));
      if (winner !== undefined && winner !== mount) {
        if (winner.layer === 'overlay' && mount.layer !== 'fallback' && file.kind === 'doc')
          diagnostics.push(pageHidden({ path: file.path, origin: found && originText(found) }, { file: file.path }));
        continue;
      }
      taken.set(slotOf(file), mount);
      newest = Math.max(newest, file.mtime);
      if (mount.layer !== 'content') layers.set(file.path, mount.layer);
      if (found) provenance.set(file.path, found);
      const rules = rulesOf(found);
      if (rules.headingIds !== 'github') headingIds.set(file.path, rules.headingIds);
      if (rules.routes === 'starlight' && file.kind === 'doc') starlight.set(file.path, mount.prefix);
      if (file.kind === 'file' || file.kind === 'tags') files.set(file.path, file.absolutePath);
      if (file.kind === 'tags') {
        if (file.source) tagsFiles.set(mount.prefix, file.source);
      } else if (file.kind !== 'file' && file.source) texts[file.kind].push(file.source);
      diagnostics.push(...file.diagnostics);
    }
  }
  const sorted = (list: SourceFile[]) => list.sort((a, b) => compareStrings(a.path, b.path));
  return {
    value: {
      docs: sorted(texts.doc),
      categories: sorted(texts.category),
      partials: sorted(texts.partial),
      tagsFiles,
      files,
      provenance,
      gathered,
      exports,
      newest,
      layers,
      headingIds,
      starlight,
    },
    diagnostics,
  };
}

/** What the generator of a mount's project decides: as the config says, else by the files of the project. */
function rulesOfMount(mount: Mount, record: Gathered | undefined): (found: Provenance | undefined) => Rules {
  const beside = mount.layer === 'export' ? undefined : rulesOfFolder(mount.dir);
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
  /** Milliseconds of its last change; 0 for a file that was not read. */
  readonly mtime: number;
  /** Its text; absent for a file that is not text or cannot be read. */
  readonly source: SourceFile | undefined;
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
async function readExportMount(mount: Mount): Promise<Mounted> {
  for (let reading = 1; ; reading += 1) {
    const edition = editionOf(mount.dir);
    const record = readRecord(mount);
    const read = await readMount(mount, record.value);
    const same = edition === editionOf(mount.dir) && exists(mount.dir);
    if (same || reading === mostReadings)
      return { ...read, edition, diagnostics: [...record.diagnostics, ...read.diagnostics] };
    await setTimeout(20);
  }
}

/** Changes with each sync, and only then unless somebody edits the folder. '' where there is no record. */
export function editionOf(dir: string): string {
  const stats = lstatSync(join(dir, gatheredName), { throwIfNoEntry: false, bigint: true });
  return stats ? `${stats.dev}-${stats.ino}-${stats.ctimeNs}` : '';
}

async function readMount(
  mount: Mount,
  record: Gathered | undefined,
  without: readonly string[] = [],
): Promise<Mounted> {
  const { dir, prefix, layer } = mount;
  // What an export holds is in its repository, and not the hub's to ignore.
  const listed = await listFiles(dir, prefix, { gitignore: layer !== 'export' && mount.gitignore !== false, without });
  const isDoc = docTest(mount);
  const diagnostics = [...listed.diagnostics];
  const files: FoundFile[] = [];
  const check = layer === 'export' && record?.hashes ? checkOf(prefix, record) : undefined;
  for (const [index, relativePath] of listed.value.entries()) {
    // Yields to the event loop, so that an interrupt takes effect while a large hub is read.
    if (index % 500 === 499) await setImmediate();
    const path = toSourcePath(prefix === '' ? relativePath : `${prefix}/${relativePath}`);
    const absolutePath = join(dir, relativePath);
    const kind = kindOf(relativePath, isDoc);
    const isText = kind !== 'file';
    const read = isText || check ? readBytes(path, absolutePath, sizeLimits[kind]) : none;
    const { bytes, mtime } = read.value;
    if (check && bytes) diagnostics.push(...check(relativePath, path, bytes));
    const decoded = isText && bytes ? decodeText(bytes, path) : undefined;
    files.push({
      ...{ relativePath, path, absolutePath, kind, mtime },
      source: decoded && { path, absolutePath, text: decoded.value },
      diagnostics: [
        ...reportCleaned(cleanName(path), { file: path }),
        ...(isText ? [...read.diagnostics, ...(decoded?.diagnostics ?? [])] : []),
      ],
    });
  }
  if (check && record) diagnostics.push(...removedOf(prefix, record, dir, new Set(listed.value)));
  return { files, record, edition: '', diagnostics };
}

const none: Checked<ReadFile> = { value: { bytes: undefined, mtime: 0 }, diagnostics: [] };

/** Compares files of an export with its record. Diagnostics: DG213. */
function checkOf(section: string, { sources, hashes = {} }: Gathered) {
  const known = new Set(sources.flatMap(({ files }) => Object.keys(files)));
  return (path: string, file: string, bytes: Uint8Array): Diagnostic[] => {
    if (known.has(path) && hashes[path] === createHash('sha256').update(bytes).digest('hex')) return [];
    const change = known.has(path) ? 'changed' : 'added';
    return [exportDamaged({ section, file: { path, change } }, { file })];
  };
}

/** What the record names and the folder lacks. Diagnostics: DG213. */
function removedOf(
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

/** Largest record that is read, in bytes: one of a million paths has half of that. */
export const largestRecord = 256 * 1024 * 1024;

/** The record of an export. */
function readRecord({ dir, prefix }: Mount): Checked<Gathered | undefined> {
  const read = readBytes(toSourcePath(gatheredName), join(dir, gatheredName), largestRecord);
  const value = read.value.bytes && parseGathered(read.value.bytes.toString('utf8'));
  return { value, diagnostics: value ? [] : [exportDamaged({ section: prefix })] };
}

/** By path in the section. */
function provenanceByFile(section: string, gathered: Gathered | undefined): Map<string, Provenance> {
  const provenances = new Map<string, Provenance>();
  for (const source of gathered?.sources ?? []) {
    for (const [file, path] of Object.entries(source.files)) {
      provenances.set(file, { section, source, path, lastChange: source.changed[file] ?? source.date });
    }
  }
  return provenances;
}
