// Small files, such as the lockfile, that a killed process must not leave half written.
import { chmodSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

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
