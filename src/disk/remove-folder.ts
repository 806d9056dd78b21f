// Removes folders of any depth without recursion. A path can be longer than the system accepts, so a deep folder is moved to the top before it is emptied.
import { lstatSync, readdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

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
