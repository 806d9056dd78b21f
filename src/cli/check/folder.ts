// The folder that is checked: every file below it, with its size.
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compareStrings } from '../../model/diagnostics/diagnostic.js';
import { ownText } from '../../model/regular-file.js';

export interface SiteFile {
  /** From the folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
}

/** Files of a version control system are published by no host. */
const isSkipped = (name: string) => name === '.git' || name === 'node_modules';

/** Maximum page or stylesheet that is read, in bytes. */
const largestText = 64 * 1024 * 1024;

/** What a folder contains. */
export interface FolderFiles {
  /** Every regular file, sorted by path. A symbolic link to a file is that file; links to folders are not followed. */
  readonly files: readonly SiteFile[];
  /** Files and folders that cannot be read, pages and stylesheets over the limit among them, each with the reason. */
  readonly unread: readonly { readonly path: string; readonly reason: string }[];
}

/** Lists the files below a folder. */
export function filesOf(dir: string): FolderFiles {
  const files: SiteFile[] = [];
  const unread: { path: string; reason: string }[] = [];
  const folders = [''];
  const attempt = (path: string, look: () => string | undefined) => {
    try {
      const reason = look();
      if (reason !== undefined) unread.push({ path, reason });
    } catch (error) {
      unread.push({ path, reason: String((error as NodeJS.ErrnoException).code) });
    }
  };
  const addFile = (path: string): string | undefined => {
    const stats = statSync(join(dir, path));
    if (stats.isDirectory()) return undefined;
    if (!stats.isFile()) return 'not a regular file';
    files.push({ path, bytes: stats.size });
    if (!isPage(path) && !isStyle(path)) return undefined;
    accessSync(join(dir, path), constants.R_OK);
    return stats.size > largestText ? `over ${largestText / 1024 / 1024} MB` : undefined;
  };
  const addFolder = (folder: string): undefined => {
    for (const entry of readdirSync(join(dir, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (!entry.isDirectory()) attempt(path, () => addFile(path));
      else if (!isSkipped(entry.name)) folders.push(path);
    }
  };
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const path = folder;
    attempt(path, () => addFolder(path));
  }
  return { files: files.sort((a, b) => compareStrings(a.path, b.path)), unread };
}

export const isPage = (path: string) => /\.html?$/i.test(path);

export const isStyle = (path: string) => /\.css$/i.test(path);

/** The text of a file of the site, '' if it cannot be read or is over the limit; a mark of the byte order is not part of it. */
export function textOf(dir: string, path: string): string {
  try {
    return ownText(join(dir, path), largestText).replace(/^\ufeff/, '');
  } catch {
    return '';
  }
}
