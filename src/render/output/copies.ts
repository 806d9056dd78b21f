// Files that are copies of others: of a content file as it was when it was looked at, or of a file of the previous site.
import { closeSync, copyFileSync, fstatSync, linkSync, openSync, readSync, writeFileSync } from 'node:fs';
import { readOnly, stampOf } from '../../model/regular-file.js';
import type { FileVersion } from '../output-file.js';

/** A file that is open for reading; undefined where it is no longer what was looked at. */
export function openVersion({ file, stamp }: FileVersion): number | undefined {
  let from: number | undefined;
  try {
    from = openSync(file, readOnly);
    const stats = fstatSync(from);
    if (stats.isFile() && stampOf(stats) === stamp) return from;
  } catch {
    // it is gone
  }
  if (from !== undefined) closeSync(from);
  return undefined;
}

/** Bytes that are held at once. */
const chunkSize = 1024 * 1024;

/** The bytes of an open file, chunk by chunk from its beginning. A chunk is valid until the next one is asked for. */
function* chunksOf(file: number): Generator<Uint8Array, void> {
  const chunk = Buffer.allocUnsafe(Math.min(chunkSize, fstatSync(file).size + 1));
  let position = 0;
  for (let read = -1; read !== 0; position += read) {
    read = readSync(file, chunk, 0, chunk.length, position);
    if (read > 0) yield chunk.subarray(0, read);
  }
}

/** Copies an open file. */
export function copyBytes(from: number, target: string): void {
  const to = openSync(target, 'wx');
  try {
    for (const chunk of chunksOf(from)) writeFileSync(to, chunk);
  } finally {
    closeSync(to);
  }
}

/** Whether a file of the previous site has the bytes of an open file; size and time do not tell. */
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
    return false; // it cannot be read
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
