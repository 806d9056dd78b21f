// Small files, such as the lockfile, that a killed process must not leave half written; renames; removals.
import {
  chmodSync,
  type Dirent,
  lstatSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../model/types/attempt.js';

/** Codes of Windows for a file that another program, such as a virus scanner, has open for a moment. */
const openElsewhere = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** Pauses before further attempts, in milliseconds. */
const pauses = [10, 20, 40, 80, 160, 320];

/** Renames a file or folder. On Windows, tries again as long as another program may have it open. @throws the error of the system */
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

/** Writes a file next to `path` and renames it into place. An existing file keeps its mode. @throws the error of the system */
export function replaceFile(path: string, text: string): void {
  const next = `${path}.new`;
  const existing = statSync(path, { throwIfNoEntry: false });
  rmSync(next, { force: true }); // left by a killed process, or a link that leads elsewhere
  try {
    writeFileSync(next, text, { flag: 'wx' });
    if (existing) chmodSync(next, existing.mode);
    renameEntry(next, path);
  } finally {
    rmSync(next, { force: true });
  }
}

/** Removes a folder with its content, or a file. Does nothing if the path doesn't exist. Links are removed, not followed. @throws the error of the system */
export function removeFolder(dir: string): void {
  const isFolder = lstatSync(dir, { throwIfNoEntry: false })?.isDirectory();
  const folders = isFolder ? [dir] : [];
  for (const entry of isFolder ? entriesOf(dir) : []) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) folders.push(path);
    else attempt(() => unlinkSync(path));
  }
  for (const folder of folders.reverse()) attempt(() => rmdirSync(folder));
  rmSync(dir, { recursive: true, force: true }); // what is left, such as names that are not UTF-8
}

/**
 * Yields all entries below a folder, each folder before its own entries. It doesn't follow links, which `readdirSync` with `recursive` does on Node 22, and doesn't recurse,
 * which `rmSync` does on Node 20 and 22, too deep for some folders. @throws the error of the system
 */
export function* entriesOf(dir: string): Generator<Dirent> {
  const folders = [dir];
  for (const folder of folders)
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(join(folder, entry.name));
      yield entry;
    }
}
