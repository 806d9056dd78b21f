import { accessSync, constants, type Dirent, readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { compareStrings } from '../../model/diagnostics/diagnostic.js';
import { ownText } from '../../model/input/regular-file.js';

export interface SiteFile {
  readonly path: string;
  readonly bytes: number;
}

const skipped = ['.git', 'node_modules'];

/** Maximum page or stylesheet, in bytes. */
const maxBytes = 64 * 1024 * 1024;

export interface FolderFiles {
  /** All regular files by path. Symbolic links to folders are not followed. */
  readonly files: readonly SiteFile[];
  readonly unread: readonly { readonly path: string; readonly reason: string }[];
}

export function filesOf(dir: string): FolderFiles {
  const files: SiteFile[] = [];
  const unread: { path: string; reason: string }[] = [];
  const add = (path: string, entry?: Dirent) => {
    try {
      if (entry && !entry.isDirectory()) return addFile(path);
      for (const child of readdirSync(join(dir, path), { withFileTypes: true }))
        if (!child.isDirectory() || !skipped.includes(child.name)) add(posix.join(path, child.name), child);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      unread.push({ path, reason: code ?? message });
    }
  };
  const addFile = (path: string) => {
    const stats = statSync(join(dir, path));
    if (stats.isDirectory()) return;
    if (!stats.isFile()) throw new Error('not a regular file');
    files.push({ path, bytes: stats.size });
    if (!isPage(path) && !isStyle(path)) return;
    accessSync(join(dir, path), constants.R_OK);
    if (stats.size > maxBytes) throw new Error(`over ${maxBytes / 1024 / 1024} MB`);
  };
  add('');
  return { files: files.sort((a, b) => compareStrings(a.path, b.path)), unread };
}

export const isPage = (path: string) => /\.html?$/i.test(path);

export const isStyle = (path: string) => /\.css$/i.test(path);

/** Returns '' if the file can't be read or is over the limit. */
export function textOf(dir: string, path: string): string {
  try {
    return ownText(join(dir, path), maxBytes).replace(/^\ufeff/, '');
  } catch {
    return '';
  }
}
