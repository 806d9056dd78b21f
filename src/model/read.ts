// Content folders in, source files out. Everything found is hostile: symbolic links are never followed, nothing but regular
// files is opened, each file is read once, and the order is that of the code units of the paths.
import { accessSync, closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { globby } from 'globby';
import {
  contentNotFound,
  exportDamaged,
  nameNotUtf8,
  notRegular,
  notSynced,
  symlinkSkipped,
  tooLarge,
  unreadable,
  vanished,
} from './catalogue.js';
import type { Mount } from './config.js';
import { type Checked, compareStrings, type Diagnostic } from './diagnostic.js';
import { type SourcePath, toSourcePath } from './path.js';
import { type Gathered, gatheredName, type Provenance, parseGathered } from './provenance.js';
import { cleanName, decodeText, reportCleaned } from './text.js';

/** A text file of the content; `absolutePath` is for messages and nothing else. */
export interface SourceFile {
  readonly path: SourcePath;
  readonly absolutePath: string;
  readonly text: string;
}

/** What the content folders hold, each list in the order of the paths. */
export interface Content {
  /** Where files that `docgen sync` exported come from. */
  readonly provenance: ReadonlyMap<SourcePath, Provenance>;
  /** The repositories of each section, by section. */
  readonly gathered: ReadonlyMap<string, Gathered>;
  /** Markdown files that become docs. */
  readonly docs: readonly SourceFile[];
  /** `_category_.json|yml|yaml` files. */
  readonly categories: readonly SourceFile[];
  /** Markdown files that a `_` in their path excludes: partials. */
  readonly partials: readonly SourceFile[];
  /** Every other regular file, by its path: images and downloads that a page may name. */
  readonly files: ReadonlyMap<SourcePath, string>;
}

/** Largest Markdown file that is read, in bytes; the largest real one that we know has 1.4 MB. */
export const largestFile = 8 * 1024 * 1024;

/** Largest `_category_` file, in bytes: as front matter. */
export const largestCategory = 64 * 1024;

type Kind = 'doc' | 'category' | 'partial' | 'file';

function kindOf(relativePath: string): Kind {
  const name = basename(relativePath);
  if (/^_category_\.(?:json|yml|yaml)$/.test(name)) return 'category';
  if (!/\.mdx?$/.test(name)) return 'file';
  return relativePath.split('/').some((segment) => segment.startsWith('_')) ? 'partial' : 'doc';
}

/** Reads the mounted folders. Diagnostics: DG108 where a folder is missing, DG301–DG309 for what was left out or mended. */
export async function readContent(mounts: readonly Mount[]): Promise<Checked<Content>> {
  const diagnostics: Diagnostic[] = [];
  const texts: Record<Exclude<Kind, 'file'>, SourceFile[]> = { doc: [], category: [], partial: [] };
  const files = new Map<SourcePath, string>();
  const provenance = new Map<SourcePath, Provenance>();
  const gathered = new Map<string, Gathered>();
  const taken = new Set<SourcePath>();
  const missing = mounts.filter(({ dir, isExport }) => isExport && !exists(dir));
  if (missing.length > 0) diagnostics.push(notSynced({ sections: missing.map(({ prefix }) => prefix) }));
  for (const { dir, prefix, isExport } of mounts.filter((mount) => !missing.includes(mount))) {
    const record = isExport ? readGathered(dir, prefix) : undefined;
    if (record) {
      diagnostics.push(...record.diagnostics);
      if (record.value) gathered.set(prefix, record.value);
    }
    const origins = originsOf(prefix, record?.value);
    const listed = await listFiles(dir, prefix);
    diagnostics.push(...listed.diagnostics);
    for (const [index, relativePath] of listed.value.entries()) {
      // A turn of the event loop now and then: so an interrupt is heard while a large hub is read.
      if (index % 500 === 499) await setImmediate();
      const path = toSourcePath(prefix === '' ? relativePath : `${prefix}/${relativePath}`);
      if (taken.has(path)) continue;
      diagnostics.push(...reportCleaned(cleanName(path), { file: path }));
      taken.add(path);
      const origin = origins.get(relativePath);
      if (origin) provenance.set(path, origin);
      const absolutePath = join(dir, relativePath);
      const kind = kindOf(relativePath);
      if (kind === 'file') {
        files.set(path, absolutePath);
        continue;
      }
      const read = readSource(path, absolutePath, kind === 'category' ? largestCategory : largestFile);
      diagnostics.push(...read.diagnostics);
      if (read.value) texts[kind].push(read.value);
    }
  }
  const sorted = (list: SourceFile[]) => list.sort((a, b) => compareStrings(a.path, b.path));
  return {
    value: {
      docs: sorted(texts.doc),
      categories: sorted(texts.category),
      partials: sorted(texts.partial),
      files,
      provenance,
      gathered,
    },
    diagnostics,
  };
}

/** The record of an export. */
function readGathered(dir: string, section: string): Checked<Gathered | undefined> {
  const found = readSource(toSourcePath(gatheredName), join(dir, gatheredName));
  const value = found.value && parseGathered(found.value.text);
  return { value, diagnostics: value ? [] : [exportDamaged({ section })] };
}

/** By path in the section. */
function originsOf(section: string, gathered: Gathered | undefined): Map<string, Provenance> {
  const origins = new Map<string, Provenance>();
  for (const source of gathered?.sources ?? []) {
    for (const [file, path] of Object.entries(source.files)) {
      origins.set(file, { section, source, path, lastChange: source.changed[file] ?? source.date });
    }
  }
  return origins;
}

/** Paths of the regular files below a folder, sorted, and what was passed over. Dot files are never listed. */
async function listFiles(dir: string, prefix: string): Promise<Checked<string[]>> {
  let root: string;
  try {
    root = realpathSync(dir);
    if (!lstatSync(root).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    accessSync(root, constants.R_OK | constants.X_OK);
  } catch (error) {
    const code = errorCode(error);
    const reason =
      code === 'ENOENT' ? 'does not exist' : code === 'ENOTDIR' ? 'is not a folder' : `cannot be read (${code})`;
    return { value: [], diagnostics: [contentNotFound({ path: dir, reason })] };
  }
  const entries = await globby('**', {
    cwd: root,
    onlyFiles: false,
    objectMode: true,
    followSymbolicLinks: false,
    suppressErrors: true, // unreadable folders are found and reported below
    expandDirectories: false,
    ignore: ['**/node_modules', '**/.git'], // with all that is in them
  });
  const paths: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { path, dirent } of entries.sort((a, b) => compareStrings(a.path, b.path))) {
    const absolute = join(root, path);
    const place = { file: prefix === '' ? path : `${prefix}/${path}` };
    if (path.includes('�') && !exists(absolute)) diagnostics.push(nameNotUtf8({}, place));
    else if (dirent.isFile()) paths.push(path);
    else if (dirent.isSymbolicLink()) diagnostics.push(symlinkSkipped({ kind: linkKind(absolute, root) }, place));
    else if (dirent.isDirectory()) {
      const fault = accessFault(absolute);
      if (fault) diagnostics.push(unreadable({ reason: fault }, place));
    } else {
      const kind = dirent.isFIFO() ? 'fifo' : dirent.isSocket() ? 'socket' : 'device';
      diagnostics.push(notRegular({ kind }, place));
    }
  }
  return { value: paths, diagnostics };
}

function readSource(path: SourcePath, absolutePath: string, limit = largestFile): Checked<SourceFile | undefined> {
  const place = { file: path };
  let bytes: Buffer;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(absolutePath, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(descriptor);
    if (!stats.isFile())
      return { value: undefined, diagnostics: [notRegular({ kind: 'replaced while reading' }, place)] };
    if (stats.size > limit) {
      return { value: undefined, diagnostics: [tooLarge({ size: stats.size, limit }, place)] };
    }
    bytes = readFileSync(descriptor);
  } catch (error) {
    const code = errorCode(error);
    return {
      value: undefined,
      diagnostics: [code === 'ENOENT' ? vanished({}, place) : unreadable({ reason: code }, place)],
    };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
  const { value: text, diagnostics } = decodeText(bytes, path);
  return { value: { path, absolutePath, text }, diagnostics };
}

function linkKind(link: string, root: string): 'inside' | 'outside' | 'broken' | 'loop' {
  try {
    const target = realpathSync(link);
    if (link.startsWith(target + sep)) return 'loop';
    return target.startsWith(root + sep) ? 'inside' : 'outside';
  } catch (error) {
    return errorCode(error) === 'ELOOP' ? 'loop' : 'broken';
  }
}

function accessFault(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return errorCode(error);
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
