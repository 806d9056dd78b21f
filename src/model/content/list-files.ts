// Regular files of a folder that somebody else fills: symbolic links are never followed, nothing but regular files is opened.
import {
  accessSync,
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdir,
  readFileSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { globby } from 'globby';
import { type Checked, compareStrings, type Diagnostic } from '../diagnostics/diagnostic.js';
import {
  gitIgnored,
  nameNotUtf8,
  notRegular,
  symlinkSkipped,
  tooLarge,
  unreadable,
  vanished,
} from '../diagnostics/reading.js';
import { contentNotFound } from '../diagnostics/usage-and-config.js';
import { gitIgnores, holdsMarkdown } from '../mounts/git-ignore.js';
import type { SourcePath } from '../path.js';

export interface ListOptions {
  /** Dot files too. */
  readonly dot?: boolean;
  /** Leaves out what git ignores, and says so. */
  readonly gitignore?: boolean;
  /** Folders that are docgen's own, wherever they are. */
  readonly without?: readonly string[];
}

/** Paths of the regular files below a folder, sorted, and what was skipped. */
export async function listFiles(dir: string, prefix: string, options: ListOptions = {}): Promise<Checked<string[]>> {
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
  const entries = await globby('**', {
    cwd: root,
    onlyFiles: false,
    dot: options.dot ?? false,
    fs: { readdir: left.readdir },
    objectMode: true,
    followSymbolicLinks: false,
    suppressErrors: true, // unreadable folders are found and reported below
    expandDirectories: false,
    ignore: ['**/node_modules', '**/.git'], // with all that is in them
  });
  const paths: string[] = [];
  const diagnostics: Diagnostic[] = [...left.diagnostics(prefix)];
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

/**
 * Reads folders without what is left out, so that nothing below it is walked. `diagnostics` tells what git ignores, as far as it is
 * Markdown: DG311.
 */
function leaveOut(root: string, { gitignore = false, without = [] }: ListOptions) {
  const ignores = gitignore ? gitIgnores(root) : undefined;
  const own = new Set(without.map(realPath));
  const markdown: string[] = [];
  const keep = (folder: string, entries: readonly Dirent[]) => {
    const ignored = ignores?.(
      folder,
      entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() })),
    );
    return entries.filter((entry) => {
      const path = join(folder, entry.name);
      if (own.has(path)) return false;
      if (!ignored?.has(entry.name)) return true;
      const isDoc = entry.isDirectory()
        ? !/^[._]|^node_modules$/.test(entry.name) && holdsMarkdown(path)
        : /^[^._].*\.mdx?$/.test(entry.name);
      if (isDoc) markdown.push(path.slice(root.length + 1).replaceAll(sep, '/') + (entry.isDirectory() ? '/' : ''));
      return false;
    });
  };
  return {
    readdir: ((folder: string, _: object, done: (error: Error | null, entries?: Dirent[]) => void) => {
      readdir(folder, { withFileTypes: true }, (error, entries) =>
        error ? done(error) : done(null, keep(resolve(folder), entries)),
      );
    }) as unknown as typeof readdir,
    diagnostics: (prefix: string) =>
      markdown.length === 0
        ? []
        : [gitIgnored({ names: markdown.sort(compareStrings) }, prefix === '' ? undefined : { file: prefix })],
  };
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // it is not there yet
  }
}

/** The bytes of a file, if it can be read, and milliseconds of its last change. */
export interface ReadFile {
  readonly bytes: Buffer | undefined;
  readonly mtime: number;
}

const nothing: ReadFile = { bytes: undefined, mtime: 0 };

/** A regular file of at most `limit` bytes. Diagnostics: DG301, DG302, DG305 and others of reading. */
export function readBytes(path: SourcePath, absolutePath: string, limit: number): Checked<ReadFile> {
  const place = { file: path };
  const left = (diagnostic: Diagnostic) => ({ value: nothing, diagnostics: [diagnostic] });
  let descriptor: number | undefined;
  try {
    descriptor = openSync(absolutePath, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return left(notRegular({ kind: 'replaced while reading' }, place));
    if (stats.size > limit) return left(tooLarge({ size: stats.size, limit }, place));
    return { value: { bytes: readFileSync(descriptor), mtime: stats.mtimeMs }, diagnostics: [] };
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

function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // below a file, or in a folder that cannot be entered
  }
}

function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
