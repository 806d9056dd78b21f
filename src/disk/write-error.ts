// Why a file can't be written, in words.
import { reasonOf } from '../model/input/plain-data.js';

/** Error codes that other folders of the disk would cause, too, or that need more than their code to be understood. */
export const writeReasons: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'a file size limit is reached',
  EROFS: 'the disk is read-only',
  ENAMETOOLONG: 'its path is too long for the file system',
};

export function writeReason(error: unknown): string {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && syscall === 'mkdir') return "its folder can't be created"; // Node.js's code on a read-only disk
  return code === undefined ? reasonOf(error) : (writeReasons[code] ?? code);
}
