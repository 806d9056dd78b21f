// Lists the regular files of an untrusted folder. Symbolic links are followed only to regular files of the same repository. Nothing else is opened.
import { accessSync, constants, type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { globbySync } from 'globby';
import { memoize } from 'lodash-es';
import { type Checked, compareStrings, type Diagnostic, firstOf, problem } from '../diagnostics/diagnostic.js';
import { entryAt, linkAt, notRegular, readRegular, repositoryOf, statSignature } from '../input/regular-file.js';
import { attempt } from '../types/attempt.js';
import { joined, manifestName, type SourcePath } from '../types/path.js';
import { gitIgnores, holdsMarkdown, isPageFolder, isPageName } from './git-ignore.js';

interface ListOptions {
  readonly dot?: boolean;
  /** Leaves out files that Git ignores, and reports it. */
  readonly gitignore?: boolean;
  /** Folders of docgen, such as its output and cache, which are left out. */
  readonly without?: readonly string[];
  /** Leaves out folders that `docgen build` made, and reports them: DG312. */
  readonly withoutSites?: boolean;
  /** Reports all symbolic links, also those to files of the repository. */
  readonly withoutLinks?: boolean;
  /** Folder from which a missing folder is named. */
  readonly cwd?: string | undefined;
}

export interface ScannedFile {
  /** POSIX path from the listed folder. */
  readonly path: string;
  /** The file that a symbolic link leads to, absolute and without links. */
  readonly target?: string;
  /** Stat signature (`statSignature`), '' if the file no longer exists. */
  readonly signature: string;
  /** Time of the last change of the file or its metadata (ctime), in milliseconds. Programs can't set it. */
  readonly ctime: number;
}

/** Returns the names in a folder, sorted. Empty if it can't be read. */
export const namesIn = (dir: string): readonly string[] => (attempt(() => readdirSync(dir)) ?? []).sort();

/** Returns the paths of the files in a folder of a project, from the project's folder. */
export const namesBelow = (top: string, folder: string): readonly string[] =>
  (attempt(() => readdirSync(resolve(top, folder), { recursive: true, encoding: 'utf8' })) ?? []).map((path) =>
    joined(folder, path.replaceAll('\\', '/')),
  );

/** Lists the regular files below a folder, sorted by path, and reports what was skipped. */
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
    const path = options.cwd === undefined ? dir : relative(options.cwd, dir);
    return { value: [], diagnostics: [problem.contentNotFound({ path, reason })] };
  }
  const { entries, diagnostics } = walk(root, prefix, options);
  const links = linksIn(root);
  const files: ScannedFile[] = [];
  for (const [index, { path, dirent: entry }] of entries.entries()) {
    // Yields to the event loop, so that an interrupt takes effect while a large hub is looked at.
    if (index % 2000 === 1999) await setImmediate();
    const absolute = `${root}${sep}${path}`;
    const place = { file: posix.join(prefix, path) };
    if (path.includes('�') && !exists(absolute)) diagnostics.push(problem.nameNotUtf8({}, place));
    else if (entry.isFile()) files.push({ path, ...signatureOf(absolute) });
    else if (entry.isSymbolicLink()) {
      const target = options.withoutLinks ? undefined : links.find(path);
      if (target !== undefined && 'file' in target)
        files.push({ path, target: target.file, ...signatureOf(target.file) });
      else diagnostics.push(problem.symlinkSkipped(links.faultOf(absolute, target), place));
    } else if (entry.isDirectory()) {
      const reason = accessFault(absolute);
      if (reason !== undefined) diagnostics.push(problem.unreadable({ reason }, place));
    } else {
      const kind = entry.isFIFO() ? 'fifo' : entry.isSocket() ? 'socket' : 'device';
      diagnostics.push(problem.notRegular({ kind }, place));
    }
  }
  return { value: files, diagnostics };
}

function signatureOf(file: string): Pick<ScannedFile, 'signature' | 'ctime'> {
  const stats = entryAt(file);
  return { signature: statSignature(stats), ctime: stats?.ctimeMs ?? 0 };
}

/** Returns the absolute path of a file that was listed in a folder. */
export const fileAt = (dir: string, { path, target }: Pick<ScannedFile, 'path' | 'target'>): string =>
  target ?? `${dir}${sep}${path}`;

const maxShownNames = 5;

/** Matches a line end in a name. Such names are reported, because no glob of a config matches them. */
const lineEnd = /[\n\r\u2028\u2029]/;

/** GitBook stores the images of its pages in `.gitbook/assets`. */
const patterns = ['**', '**/.gitbook/assets/**', '!**/node_modules', '!**/.git'];

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

/** A regular file of a repository and its size, or why it can't be used. */
type RepositoryEntry = { readonly file: string; readonly size: number } | { readonly fault: string };

const maxLinks = 10;
const hiddenFault = 'it is hidden, or Git ignores it';

/** Names of files that are not read, also the short names of `.git` on Windows. */
const hiddenName = /^(?:\.(?!vitepress$).*|node_modules|git~\d)$/i;

/** Whether Git ignores an entry of a folder. Call it for a folder before the entries in it. */
type IsIgnored = (folder: string, name: string, isFolder: boolean) => boolean;

/** Returns a test for ignored entries that matches each entry once, because thousands of links can lead through the same folders. */
export function ignoredIn(root: string): IsIgnored {
  const ignores = gitIgnores(root);
  const isIgnored: IsIgnored = (folder, name, isFolder) => ignores(folder, [{ name, isFolder }]).has(name);
  return memoize(isIgnored, (folder, name) => join(folder, name));
}

/** Whether a link has the type of its target: `x.png` can't show `secrets.yml`. A page can be any text for readers, as `license.md` for `LICENSE`. */
export const isSameKind = (link: string, target: string): boolean =>
  posix.extname(link).toLowerCase() === posix.extname(target).toLowerCase()
    ? posix.extname(link) !== '' || posix.basename(link) === posix.basename(target)
    : /\.mdx?$/i.test(link) && /(?:^|\/)(?:[A-Z][A-Z_-]*|[^/]*\.(?:mdx?|markdown|txt))$/.test(target);

/** Finds a file below the folder of a repository. Links within the repository are followed. Returns undefined if there is no regular file. */
export function findInRepository(
  dir: string,
  path: string,
  isIgnored: IsIgnored,
  { links, shown } = { links: 0, shown: path },
): RepositoryEntry | undefined {
  const names = path.split('/');
  let size = 0;
  for (const [index, name] of names.entries()) {
    const folder = join(dir, ...names.slice(0, index));
    const entry = entryAt(join(folder, name));
    if (!entry) return undefined;
    if (entry.isSymbolicLink()) {
      const target = linkAt(join(folder, name)) ?? '/';
      const to = posix.join(...names.slice(0, index), target, ...names.slice(index + 1));
      if (isAbsolute(target) || to.startsWith('..') || links === maxLinks) return { fault: 'it is a symbolic link' };
      return findInRepository(dir, to, isIgnored, { links: links + 1, shown });
    }
    const isLast = index === names.length - 1;
    if (isLast ? !entry.isFile() : !entry.isDirectory()) return undefined;
    if (hiddenName.test(name) || isIgnored(folder, name, !isLast)) return { fault: hiddenFault };
    size = entry.size;
  }
  return isSameKind(shown, path) ? { file: join(dir, ...names), size } : { fault: 'it is a symbolic link' };
}

/** Follows the symbolic links in a folder. Without a repository, they can lead to files in the folder. */
function linksIn(root: string) {
  const top = memoize(() => repositoryOf(root) ?? root);
  const ignores = memoize(() => ignoredIn(top()));
  return {
    find: (path: string) =>
      findInRepository(top(), joined(relative(top(), root).replaceAll(sep, '/'), path), ignores()),
    /** Returns why a link can't be followed, as values of DG307. */
    faultOf: (link: string, found?: RepositoryEntry): Parameters<typeof problem.symlinkSkipped>[0] => {
      try {
        const target = realpathSync(link);
        const isHidden = found !== undefined && 'fault' in found && found.fault === hiddenFault;
        return {
          isLoop: link.startsWith(target + sep),
          isOutside: !`${target}${sep}`.startsWith(top() + sep),
          isHidden,
        };
      } catch (error) {
        return errorCode(error) === 'ELOOP' ? { isLoop: true } : { isBroken: true };
      }
    },
  };
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
