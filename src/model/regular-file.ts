import { accessSync, constants, type Stats, statSync } from 'node:fs';

/** Largest file of a maintainer that is read whole, in bytes: a config, a stylesheet, a template. */
const largest = 8 * 1024 * 1024;

/** Why a path is no file that can be read whole, or undefined: a device would never end, a pipe never begin. */
export function fileFault(path: string): string | undefined {
  return faultOf(path, (stats) => {
    if (stats.isDirectory()) return 'is a folder';
    if (!stats.isFile()) return 'is not a regular file';
    return stats.size > largest ? `is over ${largest / 1024 / 1024} MB` : undefined;
  });
}

/** Why a path is no folder that can be read, or undefined. */
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
