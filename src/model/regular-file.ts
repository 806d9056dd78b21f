import { accessSync, constants, lstatSync, type Stats, statSync } from 'node:fs';

/** Largest file of a maintainer that is read whole, in bytes: a config, a stylesheet, a template. */
const largestOwnFile = 8 * 1024 * 1024;

/** Why a path cannot be read whole as a file; undefined where it can. Reading a device would never end, a pipe never begin. */
export function fileFault(path: string): string | undefined {
  return faultOf(path, (stats) => {
    if (stats.isDirectory()) return 'is a folder';
    if (!stats.isFile()) return 'is not a regular file';
    return stats.size > largestOwnFile ? `is over ${largestOwnFile / 1024 / 1024} MB` : undefined;
  });
}

/** Why a path cannot be read as a folder; undefined where it can. */
export function folderFault(path: string): string | undefined {
  return faultOf(path, (stats) => (stats.isDirectory() ? undefined : 'is not a folder'));
}

function faultOf(path: string, judge: (stats: Stats) => string | undefined): string | undefined {
  try {
    const fault = judge(statSync(path));
    if (fault === undefined) accessSync(path, constants.R_OK);
    return fault;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'does not exist' : `cannot be read (${code})`;
  }
}

/** Number on its disk, bytes, times of the last change of the content and of anything: another file has another stamp. */
export const stampOf = ({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string =>
  `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;

/** The stamp of what stands at a path; '' where that cannot be told. */
export function stampAt(path: string): string {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats ? stampOf(stats) : '';
  } catch {
    return '';
  }
}
