// What a content folder holds. Symbolic links are never followed, dot files never listed, and the order is that of the code units of the
// paths.
import { accessSync, constants, lstatSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { globby } from 'globby';
import { type Checked, compareStrings, type Diagnostic } from '../diagnostics/diagnostic.js';
import { nameNotUtf8, notRegular, symlinkSkipped, unreadable } from '../diagnostics/reading.js';
import { contentNotFound } from '../diagnostics/usage-and-config.js';

/** Paths of the regular files below a folder, sorted, and what was skipped. Diagnostics: DG108, DG301, DG307–DG309. */
export async function listFiles(dir: string, prefix: string): Promise<Checked<string[]>> {
  let root: string;
  try {
    root = realpathSync(dir);
    if (!lstatSync(root).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    accessSync(root, constants.R_OK | constants.X_OK);
  } catch (error) {
    const code = errorCode(error);
    const reason =
      code === 'ENOENT' ? 'does not exist' : code === 'ENOTDIR' ? 'is not a folder' : `cannot be read (${code})`;
    return { value: [], diagnostics: [contentNotFound({ path: dir, reason })] };
  }
  const entries = await globby('**', {
    cwd: root,
    onlyFiles: false,
    objectMode: true,
    followSymbolicLinks: false,
    suppressErrors: true, // unreadable folders are found and reported below
    expandDirectories: false,
    ignore: ['**/node_modules', '**/.git'], // with all that is in them
  });
  const paths: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { path, dirent } of entries.sort((a, b) => compareStrings(a.path, b.path))) {
    const absolute = join(root, path);
    const place = { file: prefix === '' ? path : `${prefix}/${path}` };
    if (path.includes('�') && !exists(absolute)) diagnostics.push(nameNotUtf8({}, place));
    else if (dirent.isFile()) paths.push(path);
    else if (dirent.isSymbolicLink()) diagnostics.push(symlinkSkipped({ kind: linkKind(absolute, root) }, place));
    else if (dirent.isDirectory()) {
      const fault = accessFault(absolute);
      if (fault) diagnostics.push(unreadable({ reason: fault }, place));
    } else {
      const kind = dirent.isFIFO() ? 'fifo' : dirent.isSocket() ? 'socket' : 'device';
      diagnostics.push(notRegular({ kind }, place));
    }
  }
  return { value: paths, diagnostics };
}

function linkKind(link: string, root: string): 'inside' | 'outside' | 'broken' | 'loop' {
  try {
    const target = realpathSync(link);
    if (link.startsWith(target + sep)) return 'loop';
    return target.startsWith(root + sep) ? 'inside' : 'outside';
  } catch (error) {
    return errorCode(error) === 'ELOOP' ? 'loop' : 'broken';
  }
}

function accessFault(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return errorCode(error);
  }
}

/** True for whatever stands at a path, also a link to nowhere. */
export function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

export function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
