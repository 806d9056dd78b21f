// Removes folders however deep they are, without recursion. A path may be longer than the system takes, so a folder that stands deep
// is moved to the top before it is emptied.
import { lstatSync, readdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

/** In bytes below the folder that is removed. */
const deepest = 1000;

/** Removes a folder with all that is in it; nothing where there is none. */
export function removeFolder(dir: string): void {
  const stats = lstatSync(dir, { throwIfNoEntry: false });
  if (!stats) return;
  if (!stats.isDirectory()) {
    unlinkSync(dir);
    return;
  }
  const longest = Buffer.byteLength(dir) + deepest;
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
