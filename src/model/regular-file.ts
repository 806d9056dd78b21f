import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs';

/** Largest file of a maintainer that is read whole, in bytes: a config, a stylesheet, a template. */
const largestOwnFile = 8 * 1024 * 1024;

/** Why a path cannot be read whole as a file; undefined where it can. Reading a device would never end, a pipe never begin. */
export function fileFault(path: string): string | undefined {
  return faultOf(path, (stats) => {
    if (stats.isDirectory()) return 'is a folder';
    if (!stats.isFile()) return 'is not a regular file';
    return stats.size > largestOwnFile ? `is over ${largestOwnFile / 1024 / 1024} MB` : undefined;
  });
}

/** Why a path cannot be read as a folder; undefined where it can. */
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

/** Number on its disk, bytes, times of the last change of the content and of anything: another file has another stamp. '' for nothing. */
export function stampOf(entry: Stats | undefined): string {
  if (!entry) return '';
  const { dev, ino, size, mtimeMs, ctimeMs } = entry;
  return `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** The entry at a path below a folder: `blocked` if a link or a file is on the way, undefined for nothing. */
export type Entry = Stats | 'blocked' | undefined;

/** How a file of a site looks: bytes and time of the last change, which a site that was restored from a copy still has. '' if it is no file. */
export function lookOf(entry: Entry): string {
  return typeof entry === 'object' && entry.isFile() ? `${entry.size} ${entry.mtimeMs}` : '';
}

/** What stands at a path, a link as such; undefined for nothing, below a file, and where nobody may look. */
export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** How a file is opened that somebody else may have put there: what a link leads to is not read, and nobody waits for a pipe. */
export const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The bytes of a regular file of at most `limit`; undefined for anything else, and where it cannot be read. */
export function bytesAt(path: string, limit: number): Buffer | undefined {
  try {
    return readRegular(path, limit);
  } catch {
    return undefined;
  }
}

/**
 * Returns the bytes of a regular file.
 * @throws an Error whose `code` is the reason: the system's, `not a regular file` (a pipe, a device, a folder) or `over N MB`
 */
export function readRegular(path: string, limit: number, flags = readOnly): Buffer {
  const descriptor = openSync(path, flags);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw withCode(path, 'not a regular file');
    if (stats.size > limit) throw withCode(path, `over ${limit / 1024 / 1024} MB`);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** How a file of the user's own is opened: a link is followed, and a pipe is not waited for. */
const readLinked = constants.O_RDONLY | constants.O_NONBLOCK;

/** Returns the bytes of a file of the user's own, also behind a link. @throws an Error as `readRegular` does */
export function ownBytes(path: string, limit = largestOwnFile): Buffer {
  return readRegular(path, limit, readLinked);
}

/** Returns the text of a file of the user's own, as `ownBytes` reads it. */
export const ownText = (path: string, limit = largestOwnFile): string => ownBytes(path, limit).toString('utf8');

const withCode = (path: string, code: string) => Object.assign(new Error(`${path}: ${code}`), { code, path });
