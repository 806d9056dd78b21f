// Small files, such as the lockfile, that a killed process must not leave half written.
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

/** Writes a file next to `path` and renames it into place. An existing file keeps its mode. @throws the error of the system */
export function replaceFile(path: string, text: string): void {
  const next = `${path}.new`;
  const existing = statSync(path, { throwIfNoEntry: false });
  rmSync(next, { force: true }); // left by a killed process, or a link that leads elsewhere
  try {
    writeFileSync(next, text, { flag: 'wx' });
    if (existing) chmodSync(next, existing.mode);
    renameSync(next, path);
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
        renameSync(path, raised);
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
