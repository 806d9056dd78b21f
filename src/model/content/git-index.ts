// Reads the index of a Git repository without running Git: the files that Git tracks, which ignore rules don't apply to.
import { dirname, join } from 'node:path';
import { bytesAt, isInside } from '../input/regular-file.js';

/** Maximum size of an index, in bytes: that of a repository with half a million files. */
const maxIndexBytes = 64 * 1024 * 1024;

/** Maximum number of names in a path. */
const maxFolders = 50;

/** Offsets of the flags and the path in an entry, in bytes. Times, ids and the SHA-1 precede them. */
const [flagsAt, pathAt] = [60, 62];

/**
 * Returns the absolute paths of the tracked files below a folder, and of the folders that contain them. `gitDir` is Git's folder of the working tree `top`.
 * Returns none if there is no index, or one of another format than Git's default: version 4, SHA-256. See `gitformat-index`.
 */
export function trackedBelow(root: string, { top, gitDir }: { readonly top: string; readonly gitDir: string }) {
  const tracked = new Set<string>();
  const bytes = bytesAt(join(gitDir, 'index'), maxIndexBytes);
  if (!bytes || bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'DIRC' || bytes.readUInt32BE(4) > 3)
    return tracked;
  let at = 12;
  for (let left = bytes.readUInt32BE(8); left > 0 && at + pathAt < bytes.length; left -= 1) {
    const flags = bytes.readUInt16BE(at + flagsAt);
    const start = at + pathAt + (flags & 0x4000 ? 2 : 0); // an extended entry has more flags
    const end = bytes.indexOf(0, start);
    if ((flags & 0xfff) !== end - start) return new Set<string>(); // another format, or a path of 4,095 bytes or more, which no system call takes
    const names = bytes.toString('utf8', start, end).split('/');
    let path = names.length > maxFolders ? root : join(top, ...names);
    if (isInside(path, root)) for (; path !== root && !tracked.has(path); path = dirname(path)) tracked.add(path);
    at += Math.ceil((end - at + 1) / 8) * 8; // entries are padded with NUL to a multiple of eight
  }
  return tracked;
}
