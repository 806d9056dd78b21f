// Files of a git repository, read without git.
import { dirname, join, resolve } from 'node:path';
import { bytesAt, entryAt } from '../regular-file.js';

const largest = 256 * 1024;

/** The text of a regular file; '' where there is none, or one over the limit. git follows no link there either. */
export function gitText(file: string): string {
  return bytesAt(file, largest)?.toString('utf8') ?? '';
}

/** Folders of git's own files of a working tree: a worktree or submodule has one of its own beside that which all of them share. */
export function gitFolders(top: string): { readonly own: string; readonly shared: string } {
  const path = join(top, '.git');
  const named = entryAt(path)?.isFile() ? /^gitdir: (.+)$/m.exec(gitText(path))?.[1] : undefined;
  if (named === undefined) return { own: path, shared: path };
  const own = resolve(top, named.trim());
  const common = gitText(join(own, 'commondir')).trim();
  return { own, shared: common === '' ? own : resolve(own, common) };
}

/** Folders above a content folder in which its repository is looked for. */
const mostAbove = 64;

/** The folder of the repository that a folder is in. */
export function repositoryOf(folder: string): string | undefined {
  let dir = folder;
  for (let above = 0; entryAt(join(dir, '.git')) === undefined; above += 1) {
    if (dirname(dir) === dir || above === mostAbove) return undefined;
    dir = dirname(dir);
  }
  return dir;
}
