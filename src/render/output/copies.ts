// Reads, compares and writes files of the site in chunks, because a static file can exceed the memory.
import {
  closeSync,
  copyFileSync,
  fstatSync,
  linkSync,
  openSync,
  type PathLike,
  readSync,
  writeFileSync,
} from 'node:fs';
import { statSignature, withRegular } from '../../model/input/regular-file.js';
import { attempt } from '../../model/types/attempt.js';
import type { FileVersion } from '../base/output-file.js';

/** Opens a content file and passes it to `use`. Returns false if the file has changed since it was scanned. */
export function withVersion({ file, signature }: FileVersion, use: (file: number, size: number) => void): boolean {
  let isSame = false;
  try {
    withRegular(file, (from, stats) => {
      isSame = statSignature(stats) === signature;
      if (isSame) use(from, stats.size);
    });
  } catch (error) {
    if (isSame) throw error; // otherwise, the file was removed
  }
  return isSame;
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

/** Buffer for the bytes to compare. In pages with a changed sidebar, the first difference is near the start. */
const compared = Buffer.allocUnsafeSlow(16 * 1024);

/** Whether a file of the previous site consists of these bytes. Equal size and time are not enough. @throws if it can't be read */
export function hasBytes(previous: string, chunks: Iterable<Uint8Array>): boolean {
  return withRegular(previous, (file, { size }) => {
    let position = 0;
    for (const chunk of chunks) {
      for (let start = 0; start < chunk.length; start += compared.length) {
        const part = chunk.subarray(start, start + compared.length);
        const read = readSync(file, compared, 0, part.length, position);
        if (read < part.length || compared.compare(part, 0, part.length, 0, read) !== 0) return false;
        position += read;
      }
    }
    return size === position;
  });
}

/**
 * Returns a function that reads files of the previous site, or returns undefined if one can't be read. It reads them into the same memory, because allocating it takes as
 * long as reading, so a result is only valid until the next one.
 */
export function previousReader(): (path: string) => Buffer | undefined {
  let memory = Buffer.alloc(0);
  return (path) =>
    attempt(() =>
      withRegular(path, (file, { size }) => {
        if (size > memory.length) memory = Buffer.allocUnsafeSlow(2 * size);
        return memory.subarray(0, readSync(file, memory, 0, size, 0));
      }),
    );
}

/** Carries a file of the previous site over to the new one: as a hard link, or as a copy if that fails. */
export function carryOverFile(previous: PathLike, target: PathLike): void {
  try {
    linkSync(previous, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    copyFileSync(previous, target); // the target is on another disk, or the disk has no hard links
  }
}
