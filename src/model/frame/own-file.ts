// Files that the hub's owner names outside the content: an image, a stylesheet and what it names. They are the owner's own, and still
// of the project: none is read from elsewhere on the machine.
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileFault, ownBytes } from '../regular-file.js';

/** The nearest folder above with `.git`, else the folder of the config. */
export function projectRoot(folder: string): string {
  for (let dir = folder; ; dir = dirname(dir)) {
    if (existsSync(join(dir, '.git'))) return dir;
    if (dirname(dir) === dir) return folder;
  }
}

/** Why a file cannot be used; undefined where it can. Symbolic links count as what they lead to. */
export function ownFileFault(file: string, root: string): string | undefined {
  const fault = fileFault(file);
  if (fault !== undefined) return fault;
  const base = realpathSync(root);
  return realpathSync(file).startsWith(base.endsWith(sep) ? base : base + sep)
    ? undefined
    : 'is outside of the project';
}

export type OwnFile = { readonly bytes: Buffer } | { readonly fault: string };

export function readOwnFile(file: string, root: string): OwnFile {
  const fault = ownFileFault(file, root);
  if (fault !== undefined) return { fault };
  try {
    return { bytes: ownBytes(file) };
  } catch (error) {
    return { fault: `cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
}
