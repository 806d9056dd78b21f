// Small files, such as the lockfile, that a killed process must not leave half written; renames; and the removal of folders.
import {
  chmodSync,
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

// Removes folders of any depth without recursion. A path can be longer than the system accepts, so a deep folder is moved to the top before it is emptied.

/** Maximum length of a path below the removed folder that is not moved, in bytes. */
const maxPathBytes = 1000;

/** Removes a folder with its content, or a file. Does nothing if the path doesn't exist. */
export function removeFolder(dir: string): void {
  const stats = lstatSync(dir, { throwIfNoEntry: false });
  if (!stats) return;
  if (!stats.isDirectory()) {
    unlinkSync(dir);
    return;
  }
  const longest = Buffer.byteLength(dir) + maxPathBytes;
  const folders = [dir]; // grows while it is walked
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) unlinkSync(path);
      else if (Buffer.byteLength(path) <= longest) folders.push(path);
      else {
        const raised = freeName(dir);
        renameEntry(path, raised);
        folders.push(raised);
      }
    }
  }
  for (const folder of folders.reverse()) rmdirSync(folder);
}

function freeName(dir: string): string {
  for (let index = 0; ; index += 1) {
    const path = join(dir, `.docgen-raised-${index}`);
    if (!lstatSync(path, { throwIfNoEntry: false })) return path;
  }
}
