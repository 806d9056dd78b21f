// Copies files into the site: content files in their scanned version, and files of the previous site.
import { closeSync, copyFileSync, fstatSync, linkSync, openSync, readSync, writeFileSync } from 'node:fs';
import { readOnly, statSignature } from '../../model/input/regular-file.js';
import type { FileVersion } from '../base/output-file.js';

/** Opens a file for reading. Returns undefined if it has changed since it was scanned. */
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

/** Yields the bytes of an open file in chunks. A chunk is valid until the next one is requested. */
function* chunksOf(file: number): Generator<Uint8Array, void> {
  const chunk = Buffer.allocUnsafe(Math.min(chunkSize, fstatSync(file).size + 1));
  let position = 0;
  for (let read = -1; read !== 0; position += read) {
    read = readSync(file, chunk, 0, chunk.length, position);
    if (read > 0) yield chunk.subarray(0, read);
  }
}

export function copyBytes(from: number, target: string): void {
  const to = openSync(target, 'wx');
  try {
    for (const chunk of chunksOf(from)) writeFileSync(to, chunk);
  } finally {
    closeSync(to);
  }
}

/** Whether a file of the previous site has the same bytes as an open file. Equal size and time are not enough. */
export function hasBytesOf(previous: string, from: number): boolean {
  let file: number | undefined;
  try {
    file = openSync(previous, readOnly);
    if (fstatSync(file).size !== fstatSync(from).size) return false;
    const chunks = chunksOf(file);
    for (const chunk of chunksOf(from)) {
      const other = chunks.next().value;
      if (!other || Buffer.compare(chunk, other) !== 0) return false;
    }
    return chunks.next().done === true;
  } catch {
    return false; // the file can't be read
  } finally {
    if (file !== undefined) closeSync(file);
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
