// Reads files and their stats safely: only regular files, up to a size, and without following links unless the site owner set the path.
import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attempt } from '../types/attempt.js';

/** Maximum size of a site owner's file, in bytes: a config, a stylesheet, a template. */
const maxOwnFileBytes = 8 * 1024 * 1024;

/** Returns why a path can't be read as a file, or undefined. Reading a device might never end, and a pipe might block. */
export function fileFault(path: string): string | undefined {
  return faultOf(path, (stats) => {
    if (stats.isDirectory()) return 'is a folder';
    if (!stats.isFile()) return 'is not a regular file';
    return stats.size > maxOwnFileBytes ? `is over ${maxOwnFileBytes / 1024 / 1024} MB` : undefined;
  });
}

export function folderFault(path: string): string | undefined {
  return faultOf(path, (stats) => (stats.isDirectory() ? undefined : 'is not a folder'));
}

function faultOf(path: string, judge: (stats: Stats) => string | undefined): string | undefined {
  try {
    const fault = judge(statSync(path));
    if (fault === undefined) accessSync(path, constants.R_OK);
    return fault;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'does not exist' : `cannot be read (${code})`;
  }
}

/** Returns device, inode, size, mtime and ctime of a file, which change if the file does. '' if there is no file. */
export function statSignature(entry: Stats | undefined): string {
  if (!entry) return '';
  const { dev, ino, size, mtimeMs, ctimeMs } = entry;
  return `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** The file or folder at a path below a folder. `blocked`: a link or a file is on the path. Undefined: there is nothing. */
export type Entry = Stats | 'blocked' | undefined;

/** Returns the stat signature of an output file: size and modification time, which survive restoring a site from a backup. '' if it is not a file. */
export function publishedSignature(entry: Entry): string {
  return typeof entry === 'object' && entry.isFile() ? `${entry.size} ${entry.mtimeMs}` : '';
}

/** Returns the stats of a path, without following a symlink. Undefined if it doesn't exist, is below a file, or is not accessible. */
export const entryAt = (path: string): Stats | undefined => attempt(() => lstatSync(path, { throwIfNoEntry: false }));

/** Returns the target of a symbolic link as written. */
export const linkAt = (path: string): string | undefined => attempt(() => readlinkSync(path));

/** Whether a path below a folder exists and no part of it below the folder is a symbolic link, which can point anywhere. */
export function isWithoutLinks(path: string, folder: string): boolean {
  return attempt(() => realpathSync(path) === join(realpathSync(folder), relative(folder, path))) === true;
}

/** Whether an absolute path is a folder or below it. */
export const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Resolves the symlinks in a path, as far as it exists. */
export function resolveLinks(path: string): string {
  const parent = dirname(path);
  const unresolved = () => (parent === path ? path : join(resolveLinks(parent), basename(path)));
  return attempt(() => realpathSync(path)) ?? unresolved();
}

/** Flags to open an untrusted file: doesn't follow symlinks, and doesn't block on a pipe. */
const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Returns the bytes of a regular file of at most `limit` bytes, or undefined for anything else and if it can't be read. */
export const bytesAt = (path: string, limit: number): Buffer | undefined => attempt(() => readRegular(path, limit));

/**
 * Opens a regular file for some work, and closes it.
 * @throws an Error whose `code` is the reason: the system's, or `not a regular file` (a pipe, a device, a folder)
 */
export function withRegular<T>(path: string, use: (descriptor: number, stats: Stats) => T, flags = readOnly): T {
  const descriptor = openSync(path, flags);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw withCode(path, notRegular);
    return use(descriptor, stats);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the bytes of a regular file. @throws as `withRegular` does, also with the code `over N MB` and the `size` of the file */
export function readRegular(path: string, limit: number, flags = readOnly): Buffer {
  const read = (descriptor: number, { size }: Stats) => {
    if (size > limit) throw withCode(path, `over ${limit / 1024 / 1024} MB`, size);
    return readFileSync(descriptor);
  };
  return withRegular(path, read, flags);
}

/** Flags to open a file of the site owner: links are followed, pipes don't block. */
const readLinked = constants.O_RDONLY | constants.O_NONBLOCK;

/** Returns the bytes of a file of the site owner, following links. @throws an Error as `readRegular` does */
export const ownBytes = (path: string, limit = maxOwnFileBytes): Buffer => readRegular(path, limit, readLinked);

export const ownText = (path: string, limit = maxOwnFileBytes): string => ownBytes(path, limit).toString('utf8');

/** Returns the text of a regular file, or undefined if there is none. */
export const textAt = (path: string): string | undefined => (fileFault(path) === undefined ? ownText(path) : undefined);

export const notRegular = 'not a regular file';

const withCode = (path: string, code: string, size?: number) =>
  Object.assign(new Error(`${path}: ${code}`), { code, path, size });

/** Returns a folder and those above it, nearest first. */
export const foldersFrom = (dir: string): readonly string[] =>
  dirname(dir) === dir ? [dir] : [dir, ...foldersFrom(dirname(dir))];

/** Returns the nearest folder with `.git`, from this one up. */
export const repositoryOf = (folder: string): string | undefined =>
  foldersFrom(folder).find((dir) => entryAt(join(dir, '.git')) !== undefined);

/** Returns why a file that the config references can't be used, or undefined. Follows symlinks, but only to files in the project. */
export function ownFileFault(file: string, root: string): string | undefined {
  const fault = fileFault(file);
  if (fault !== undefined) return fault;
  return isInside(realpathSync(file), realpathSync(root)) ? undefined : 'is outside of the project';
}

export function readOwnFile(file: string, root: string): { readonly bytes: Buffer } | { readonly fault: string } {
  const fault = ownFileFault(file, root);
  if (fault !== undefined) return { fault };
  try {
    return { bytes: ownBytes(file) };
  } catch (error) {
    return { fault: `cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
}

/** Returns the absolute path of a file of this package. The module runs from the sources (`src/model/input/`) or from the bundle (`dist/`). */
export function packageFile(path: string): string {
  const top = import.meta.url.endsWith('.ts') ? '../../..' : '..';
  return join(dirname(fileURLToPath(import.meta.url)), top, path);
}
