// The folder that is checked: every file below it, with its size.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compareStrings } from '../../model/diagnostics/diagnostic.js';

export interface SiteFile {
  /** From the folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
}

/** Files of a version control system are published by no host. */
const isSkipped = (name: string) => name === '.git' || name === 'node_modules';

/** Every file of a folder, sorted by path. A symbolic link to a file is that file; links to folders are not followed. */
export function filesOf(dir: string): SiteFile[] {
  const files: SiteFile[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(join(dir, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!isSkipped(entry.name)) folders.push(path);
        continue;
      }
      const stats = statSync(join(dir, path), { throwIfNoEntry: false });
      if (stats?.isFile()) files.push({ path, bytes: stats.size });
    }
  }
  return files.sort((a, b) => compareStrings(a.path, b.path));
}

export const isPage = (path: string) => /\.html?$/i.test(path);

/** The text of a file of the site, '' where it cannot be read; a mark of the byte order is not part of it. */
export function textOf(dir: string, path: string): string {
  try {
    return readFileSync(join(dir, path), 'utf8').replace(/^\ufeff/, '');
  } catch {
    return '';
  }
}
