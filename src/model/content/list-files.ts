// Regular files of a folder that somebody else fills: symbolic links are never followed, nothing but regular files is opened.
import { accessSync, constants, type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { posix, resolve, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { globbySync } from 'globby';
import { type Checked, compareStrings, type Diagnostic, firstOf, problem } from '../diagnostics/diagnostic.js';
import { entryAt, notRegular, readRegular, statSignature } from '../input/regular-file.js';
import { attempt } from '../types/attempt.js';
import { joined, manifestName, type SourcePath } from '../types/path.js';
import { gitIgnores, holdsMarkdown, isPageFolder, isPageName } from './git-ignore.js';

interface ListOptions {
  readonly dot?: boolean;
  /** Leaves out files that Git ignores, and reports it. */
  readonly gitignore?: boolean;
  /** Folders that are docgen's own, wherever they are. */
  readonly without?: readonly string[];
  /** Leaves out folders that `docgen build` made, and reports them: DG312. */
  readonly withoutSites?: boolean;
}

export interface ScannedFile {
  /** From the folder that was listed, POSIX. */
  readonly path: string;
  /** Stat signature (`statSignature`), '' if the file no longer exists. */
  readonly stamp: string;
  /** Time of the last change of the file or its metadata (ctime), in milliseconds. Programs can't set it. */
  readonly ctime: number;
}

/** The names in a folder, sorted. */
export const namesIn = (dir: string): readonly string[] => (attempt(() => readdirSync(dir)) ?? []).sort();

/** Returns the paths of the files in a folder of a project, from the project's folder. */
export const namesBelow = (top: string, folder: string): readonly string[] =>
  (attempt(() => readdirSync(resolve(top, folder), { recursive: true, encoding: 'utf8' })) ?? []).map((path) =>
    joined(folder, path.replaceAll('\\', '/')),
  );

/** The regular files below a folder, sorted by path, and what was skipped. */
export async function listFiles(
  dir: string,
  prefix: string,
  options: ListOptions = {},
): Promise<Checked<ScannedFile[]>> {
  let root: string;
  try {
    root = realpathSync(dir);
    if (!lstatSync(root).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    accessSync(root, constants.R_OK | constants.X_OK);
  } catch (error) {
    const code = errorCode(error);
    const reason =
      code === 'ENOENT' ? 'does not exist' : code === 'ENOTDIR' ? 'is not a folder' : `cannot be read (${code})`;
    return { value: [], diagnostics: [problem.contentNotFound({ path: dir, reason })] };
  }
  const { entries, diagnostics } = walk(root, prefix, options);
  const files: ScannedFile[] = [];
  for (const [index, { path, dirent: entry }] of entries.entries()) {
    // Yields to the event loop, so that an interrupt takes effect while a large hub is looked at.
    if (index % 2000 === 1999) await setImmediate();
    const absolute = `${root}${sep}${path}`;
    const place = { file: posix.join(prefix, path) };
    if (path.includes('�') && !exists(absolute)) diagnostics.push(problem.nameNotUtf8({}, place));
    else if (entry.isFile()) {
      const stats = entryAt(absolute);
      files.push({ path, stamp: statSignature(stats), ctime: stats?.ctimeMs ?? 0 });
    } else if (entry.isSymbolicLink()) diagnostics.push(problem.symlinkSkipped(linkFault(absolute, root), place));
    else if (entry.isDirectory()) {
      const reason = accessFault(absolute);
      if (reason !== undefined) diagnostics.push(problem.unreadable({ reason }, place));
    } else {
      const kind = entry.isFIFO() ? 'fifo' : entry.isSocket() ? 'socket' : 'device';
      diagnostics.push(problem.notRegular({ kind }, place));
    }
  }
  return { value: files, diagnostics };
}

const maxShownNames = 5;

/** Reported, since no glob of a config matches it. */
const lineEnd = /[\n\r\u2028\u2029]/;

const patterns = ['**', '!**/node_modules', '!**/.git'];

/**
 * Lists the entries below a folder, sorted by path. globby walks it, and sees no folder or file that is left out here. Diagnostics: Markdown that Git
 * ignores (DG311), built sites (DG312), names with a line end (DG313).
 */
function walk(root: string, prefix: string, { dot = false, gitignore, without = [], withoutSites }: ListOptions) {
  const ignores = gitignore ? gitIgnores(root) : undefined;
  const own = new Set(without.map((path) => attempt(() => realpathSync(path)) ?? path)); // it may not exist yet
  const markdown: string[] = [];
  const sites: string[] = [];
  const unlistable: string[] = [];
  const pathOf = (absolute: string) => absolute.slice(root.length + 1).replaceAll(sep, '/');
  const isKept = (entry: Dirent, absolute: string, isIgnored: boolean) => {
    const { name } = entry;
    if (name === 'Icon\r' || own.has(absolute)) return false; // macOS writes that file
    if (isIgnored) {
      const isFolder = entry.isDirectory();
      const isDoc = isFolder ? isPageFolder(name) && holdsMarkdown(absolute) : isPageName(name);
      if (isDoc) markdown.push(pathOf(absolute) + (isFolder ? '/' : ''));
      return false;
    }
    if (lineEnd.test(name) && !name.startsWith('.')) unlistable.push(pathOf(absolute));
    return !lineEnd.test(name);
  };
  const readFolder = (path: string) => {
    const folder = resolve(path);
    const entries = readdirSync(folder, { withFileTypes: true });
    if (withoutSites && entries.some(({ name }) => name === manifestName)) {
      sites.push(pathOf(folder));
      return [];
    }
    const named = entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
    const ignored = ignores?.(folder, named);
    return entries.filter((entry) => isKept(entry, `${folder}${sep}${entry.name}`, ignored?.has(entry.name) === true));
  };
  const found = globbySync(patterns, {
    cwd: root,
    dot,
    onlyFiles: false,
    objectMode: true,
    followSymbolicLinks: false,
    expandDirectories: false,
    suppressErrors: true, // unreadable folders are reported by the caller
    fs: { readdirSync: readFolder as unknown as typeof readdirSync },
  });
  const placeOf = (path: string) => ({ file: posix.join(prefix, path) });
  const ignoredNames = firstOf(markdown.sort(compareStrings), maxShownNames);
  const diagnostics: Diagnostic[] = [
    ...(markdown.length === 0 ? [] : [problem.gitIgnored(ignoredNames, prefix === '' ? undefined : { file: prefix })]),
    ...unlistable.sort(compareStrings).map((path) => problem.nameWithLineEnd({}, placeOf(path))),
    ...sites.sort(compareStrings).map((path) => problem.builtSite({}, placeOf(path))),
  ];
  return { entries: found.sort((a, b) => compareStrings(a.path, b.path)), diagnostics };
}

/** Reads a regular file of at most `limit` bytes. Returns undefined if it can't be read. Diagnostics: DG301, DG302, DG305 and others of reading. */
export function readBytes(path: SourcePath, absolutePath: string, limit: number): Checked<Buffer | undefined> {
  const place = { file: path };
  const left = (diagnostic: Diagnostic) => ({ value: undefined, diagnostics: [diagnostic] });
  try {
    return { value: readRegular(absolutePath, limit), diagnostics: [] };
  } catch (error) {
    const { size } = error as { size?: number };
    if (size !== undefined) return left(problem.tooLarge({ size, limit }, place));
    const code = errorCode(error);
    if (code === notRegular) return left(problem.notRegular({ kind: 'replaced while reading' }, place));
    return left(code === 'ENOENT' ? problem.vanished({}, place) : problem.unreadable({ reason: code }, place));
  }
}

/** Why a symbolic link can't be followed, as values of DG307. */
function linkFault(link: string, root: string): Parameters<typeof problem.symlinkSkipped>[0] {
  try {
    const target = realpathSync(link);
    return { isLoop: link.startsWith(target + sep), isOutside: !`${target}${sep}`.startsWith(root + sep) };
  } catch (error) {
    return errorCode(error) === 'ELOOP' ? { isLoop: true } : { isBroken: true };
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

/** Whether a path exists, also as a broken symlink. */
export const exists = (path: string) => entryAt(path) !== undefined;
export const isFile = (path: string) => entryAt(path)?.isFile() === true;
export const isFolder = (path: string) => entryAt(path)?.isDirectory() === true;

const errorCode = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error);
