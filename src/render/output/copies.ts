// Reads, compares and writes files of the site in chunks, because a static file can be larger than the memory.
import { closeSync, copyFileSync, fstatSync, linkSync, openSync, readSync, writeFileSync } from 'node:fs';
import { readOnly, statSignature } from '../../model/input/regular-file.js';
import type { FileVersion } from '../base/output-file.js';

/** Opens a content file for reading. Returns undefined if it has changed since it was scanned. */
export function openVersion({ file, stamp }: FileVersion): number | undefined {
  let from: number | undefined;
  try {
    from = openSync(file, readOnly);
    const stats = fstatSync(from);
    if (stats.isFile() && statSignature(stats) === stamp) return from;
  } catch {
    // the file was removed
  }
  if (from !== undefined) closeSync(from);
  return undefined;
}

/** Maximum size of a chunk, in bytes. */
const chunkSize = 1024 * 1024;

/** Yields the bytes of an open file. A chunk is valid until the next one is requested. */
export function* chunksOf(file: number): Generator<Uint8Array, void> {
  const chunk = Buffer.allocUnsafe(Math.min(chunkSize, fstatSync(file).size + 1));
  let position = 0;
  for (let read = -1; read !== 0; position += read) {
    read = readSync(file, chunk, 0, chunk.length, position);
    if (read > 0) yield chunk.subarray(0, read);
  }
}

export function writeChunks(target: string, chunks: Iterable<Uint8Array>): void {
  const to = openSync(target, 'wx');
  try {
    for (const chunk of chunks) writeFileSync(to, chunk);
  } finally {
    closeSync(to);
  }
}

/** Whether a file of the previous site consists of these bytes. Equal size and time are not enough. @throws if it can't be read */
export function hasBytes(previous: string, chunks: Iterable<Uint8Array>): boolean {
  const file = openSync(previous, readOnly);
  try {
    let position = 0;
    for (const chunk of chunks) {
      const other = Buffer.allocUnsafe(chunk.length);
      if (readSync(file, other, 0, chunk.length, position) < chunk.length || other.compare(chunk) !== 0) return false;
      position += chunk.length;
    }
    return fstatSync(file).size === position;
  } finally {
    closeSync(file);
  }
}

/** Gives a file of the previous site another name. */
export function linkOrCopy(previous: string, target: string): void {
  try {
    linkSync(previous, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    copyFileSync(previous, target); // another disk, or one without hard links
  }
}
