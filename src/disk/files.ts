// Writes small files, such as the lockfile, atomically, so that a killed process leaves no partial file. Also renames and removes files.
import {
  chmodSync,
  type Dirent,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, sep } from 'node:path';
import { attempt } from '../model/types/attempt.js';

/** Windows error codes for a file that another program, such as a virus scanner, has briefly opened. */
const openElsewhere = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** Pauses before further attempts, in milliseconds. */
const pauses = [10, 20, 40, 80, 160, 320];

/** Renames a file or folder. On Windows, retries while another program has it open. @throws the system error */
export function renameEntry(from: string, to: string): void {
  for (const pause of process.platform === 'win32' ? pauses : []) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (!openElsewhere.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
  renameSync(from, to);
}

/** Creates a folder and those above it. Unlike `mkdirSync` with `recursive`, ends in folders such as `/proc`, where nothing can be created. @throws the system error */
export function makeFolder(dir: string): void {
  if (isFolderAt(dir)) return;
  if (dirname(dir) !== dir) makeFolder(dirname(dir));
  try {
    mkdirSync(dir);
  } catch (error) {
    if (!isFolderAt(dir)) throw error; // another process can have created it
  }
}

/** Whether a path leads to a folder, also through a symlink. */
export const isFolderAt = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** Writes a file next to `path` and renames it into place. An existing file keeps its mode. @throws the system error */
export function replaceFile(path: string, text: string): void {
  const next = `${path}.new`;
  const existing = statSync(path, { throwIfNoEntry: false });
  rmSync(next, { force: true }); // left by a killed process, or a symbolic link
  try {
    writeFileSync(next, text, { flag: 'wx' });
    if (existing) chmodSync(next, existing.mode);
    renameEntry(next, path);
  } finally {
    rmSync(next, { force: true });
  }
}

/** Removes a folder with its content, or a file. Does nothing if the path doesn't exist. Links are removed, not followed. @throws the system error */
export function removeFolder(dir: string): void {
  const isFolder = lstatSync(dir, { throwIfNoEntry: false })?.isDirectory();
  const folders: (string | Buffer)[] = isFolder ? [dir] : [];
  for (const { path, kind } of isFolder ? walkFolder(dir) : []) {
    if (kind.isDirectory()) folders.push(path);
    else attempt(() => unlinkSync(path));
  }
  for (const folder of folders.reverse()) attempt(() => rmdirSync(folder));
  rmSync(dir, { recursive: true, force: true }); // removes the rest
}

/**
 * Yields all entries below a folder, each folder before its own entries. The paths are bytes, because names may not be UTF-8. Unlike `readdirSync` with `recursive` on
 * Node.js 22, doesn't follow links. Unlike `rmSync` on Node.js 20 and 22, doesn't recurse, because some folders are too deep. @throws the system error
 */
export function* walkFolder(dir: string): Generator<{ path: Buffer; kind: Dirent<Buffer> }> {
  const folders = [Buffer.from(dir)];
  for (const folder of folders)
    for (const kind of readdirSync(folder, { withFileTypes: true, encoding: 'buffer' })) {
      const path = Buffer.concat([folder, Buffer.from(sep), kind.name]);
      if (kind.isDirectory()) folders.push(path);
      yield { path, kind };
    }
}
