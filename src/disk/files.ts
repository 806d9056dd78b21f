// Small files, such as the lockfile, that a killed process must not leave half written; renames; removals.
import { chmodSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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

/** Removes a folder with its content, or a file. Does nothing if the path doesn't exist. Links are removed, not followed. */
export function removeFolder(dir: string): void {
  try {
    rmSync(dir, { recursive: true, force: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    removeByLevel(dir);
  }
}

/** Node 20 and 22 remove by recursion, for which deep folders have too many levels. `readdirSync` with `recursive` follows links on Node 22. */
function removeByLevel(dir: string): void {
  const folders = [dir];
  for (const folder of folders)
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(join(folder, entry.name));
      else rmSync(join(folder, entry.name), { force: true });
    }
  for (const folder of folders.reverse()) rmSync(folder, { recursive: true, force: true });
}
