// Regular files of a folder that somebody else fills: symbolic links are never followed, nothing but regular files is opened.
import {
  accessSync,
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { posix, resolve, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { globbySync } from 'globby';
import { type Checked, compareStrings, type Diagnostic } from '../diagnostics/diagnostic.js';
import {
  builtSite,
  gitIgnored,
  nameNotUtf8,
  nameWithLineEnd,
  notRegular,
  symlinkSkipped,
  tooLarge,
  unreadable,
  vanished,
} from '../diagnostics/reading.js';
import { contentNotFound } from '../diagnostics/usage-and-config.js';
import { gitIgnores, holdsMarkdown } from '../mounts/git-ignore.js';
import { manifestName, type SourcePath } from '../path.js';
import { entryAt, readOnly, stampOf } from '../regular-file.js';

export interface ListOptions {
  /** Dot files too. */
  readonly dot?: boolean;
  /** Leaves out what git ignores, and says so. */
  readonly gitignore?: boolean;
  /** Folders that are docgen's own, wherever they are. */
  readonly without?: readonly string[];
  /** Leaves out folders that `docgen build` made, and reports them: DG312. */
  readonly withoutSites?: boolean;
}

/** A regular file as it stands on disk, unread. */
export interface SeenFile {
  /** From the folder that was listed, POSIX. */
  readonly path: string;
  /** As `stampOf` has it; '' where nothing stands there any more. */
  readonly stamp: string;
  /** Milliseconds of the last change of anything of it, which nobody can set. */
  readonly ctime: number;
}

/** The regular files below a folder, sorted by path, and what was skipped. */
export async function listFiles(dir: string, prefix: string, options: ListOptions = {}): Promise<Checked<SeenFile[]>> {
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
  const left = leaveOut(root, options);
  const entries = globbySync('**', {
    cwd: root,
    onlyFiles: false,
    dot: options.dot ?? false,
    fs: { readdirSync: left.readdirSync },
    objectMode: true,
    followSymbolicLinks: false,
    suppressErrors: true, // unreadable folders are found and reported below
    expandDirectories: false,
    unique: false, // one pattern finds nothing twice
  }).sort((a, b) => compareStrings(a.path, b.path));
  const files: SeenFile[] = [];
  const diagnostics: Diagnostic[] = [...left.diagnostics(prefix)];
  for (const [index, { path, dirent: entry }] of entries.entries()) {
    // Yields to the event loop, so that an interrupt takes effect while a large hub is looked at.
    if (index % 2000 === 1999) await setImmediate();
    const absolute = `${root}${sep}${path}`;
    const place = { file: prefix === '' ? path : `${prefix}/${path}` };
    if (path.includes('�') && !exists(absolute)) diagnostics.push(nameNotUtf8({}, place));
    else if (entry.isFile()) files.push(seenAt(path, absolute));
    else if (entry.isSymbolicLink()) diagnostics.push(symlinkSkipped({ kind: linkKind(absolute, root) }, place));
    else if (entry.isDirectory()) {
      const fault = accessFault(absolute);
      if (fault) diagnostics.push(unreadable({ reason: fault }, place));
    } else {
      const kind = entry.isFIFO() ? 'fifo' : entry.isSocket() ? 'socket' : 'device';
      diagnostics.push(notRegular({ kind }, place));
    }
  }
  return { value: files, diagnostics };
}

/** What no glob matches. */
const lineEnd = /[\n\r\u2028\u2029]/;

/** Names that are nowhere content; `Icon\r` is a file of macOS. */
const never = new Set(['node_modules', '.git', 'Icon\r']);

/**
 * Reads folders without what is left out, so that nothing below it is walked. `diagnostics` tells what git ignores, as far as it is
 * Markdown (DG311), the built sites (DG312), and names with a line end (DG313).
 */
function leaveOut(root: string, { gitignore = false, without = [], withoutSites = false }: ListOptions) {
  const ignores = gitignore ? gitIgnores(root) : undefined;
  const own = new Set(without.map(realPath));
  const markdown: string[] = [];
  const sites: string[] = [];
  const unlistable: string[] = [];
  const pathOf = (path: string) => path.slice(root.length + 1).replaceAll(sep, '/');
  const keep = (folder: string, entries: readonly Dirent[]) => {
    if (withoutSites && entries.some(({ name }) => name === manifestName)) {
      sites.push(pathOf(folder));
      return [];
    }
    const ignored = ignores?.(
      folder,
      entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() })),
    );
    return entries.filter((entry) => {
      const path = `${folder}${sep}${entry.name}`;
      if (never.has(entry.name) || own.has(path)) return false;
      if (!ignored?.has(entry.name)) {
        if (!lineEnd.test(entry.name)) return true;
        if (!entry.name.startsWith('.')) unlistable.push(pathOf(path));
        return false;
      }
      const isDoc = entry.isDirectory()
        ? !/^[._]/.test(entry.name) && holdsMarkdown(path)
        : /^[^._].*\.mdx?$/.test(entry.name);
      if (isDoc) markdown.push(pathOf(path) + (entry.isDirectory() ? '/' : ''));
      return false;
    });
  };
  return {
    readdirSync: ((folder: string) =>
      keep(resolve(folder), readdirSync(folder, { withFileTypes: true }))) as unknown as typeof readdirSync,
    diagnostics: (prefix: string) => [
      ...(markdown.length === 0
        ? []
        : [gitIgnored({ names: markdown.sort(compareStrings) }, prefix === '' ? undefined : { file: prefix })]),
      ...unlistable.sort(compareStrings).map((path) => nameWithLineEnd({}, { file: posix.join(prefix, path) })),
      ...sites.sort(compareStrings).map((path) => builtSite({}, { file: posix.join(prefix, path) })),
    ],
  };
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // it is not there yet
  }
}

function seenAt(path: string, absolute: string): SeenFile {
  const stats = entryAt(absolute);
  return { path, stamp: stampOf(stats), ctime: stats?.ctimeMs ?? 0 };
}

/** The bytes of a regular file of at most `limit`; undefined where it cannot be read. Diagnostics: DG301, DG302, DG305 and others of reading. */
export function readBytes(path: SourcePath, absolutePath: string, limit: number): Checked<Buffer | undefined> {
  const place = { file: path };
  const left = (diagnostic: Diagnostic) => ({ value: undefined, diagnostics: [diagnostic] });
  let descriptor: number | undefined;
  try {
    descriptor = openSync(absolutePath, readOnly);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return left(notRegular({ kind: 'replaced while reading' }, place));
    if (stats.size > limit) return left(tooLarge({ size: stats.size, limit }, place));
    return { value: readFileSync(descriptor), diagnostics: [] };
  } catch (error) {
    const code = errorCode(error);
    return left(code === 'ENOENT' ? vanished({}, place) : unreadable({ reason: code }, place));
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
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

/** True for whatever stands at a path, also a link to nowhere. */
export function exists(path: string): boolean {
  return entryAt(path) !== undefined;
}

export function isFile(path: string): boolean {
  return entryAt(path)?.isFile() === true;
}

export function isFolder(path: string): boolean {
  return entryAt(path)?.isDirectory() === true;
}

function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
