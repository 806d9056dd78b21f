// Files that are copies of others: of a content file as it was when it was looked at, or of a file of the previous site.
import {
  closeSync,
  copyFileSync,
  fstatSync,
  futimesSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { readOnly } from '../../model/regular-file.js';
import type { FileVersion } from '../output-file.js';

/** The bytes of a content file; undefined where it is no longer what was read, so that the name of its asset would not fit. */
export function bytesOf({ file, size, mtime }: FileVersion): [Buffer] | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats?.isFile() && stats.size === size && stats.mtimeMs === mtime ? [readFileSync(file)] : undefined;
}

/** Times lose their last digits on some disks. */
export function hasStamp(stats: Stats, { size, mtime }: FileVersion): boolean {
  return stats.size === size && Math.abs(stats.mtimeMs - mtime) < 1;
}

/** A file that is open for reading; undefined where it is no longer what was looked at. */
export function openVersion(version: FileVersion): number | undefined {
  let from: number | undefined;
  try {
    from = openSync(version.file, readOnly);
    const stats = fstatSync(from);
    if (stats.isFile() && hasStamp(stats, version)) return from;
  } catch {
    // it is gone
  }
  if (from !== undefined) closeSync(from);
  return undefined;
}

/** Bytes that are held at once. */
const chunkSize = 1024 * 1024;

/** Copies an open file with its time, piece by piece. */
export function copyBytes(from: number, target: string, { size, mtime }: FileVersion): void {
  const to = openSync(target, 'wx');
  try {
    const chunk = Buffer.allocUnsafe(Math.min(chunkSize, size + 1));
    for (let read = readSync(from, chunk); read > 0; read = readSync(from, chunk))
      writeFileSync(to, chunk.subarray(0, read));
    futimesSync(to, mtime / 1000, mtime / 1000);
  } finally {
    closeSync(to);
  }
}

export function linkOrCopy(previous: string, target: string): void {
  try {
    linkSync(previous, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    copyFileSync(previous, target); // another disk, or one without hard links
  }
}
