// Files of a git repository, read without git.
import { join, resolve } from 'node:path';
import { bytesAt, entryAt } from '../../input/regular-file.js';

const maxGitFileBytes = 256 * 1024;

/** The text of a regular file; '' where there is none, or one over the limit. git follows no link there either. */
export const gitText = (file: string): string => bytesAt(file, maxGitFileBytes)?.toString('utf8') ?? '';

/** Returns Git's folders for a working tree. A worktree or submodule has its own folder in addition to the shared one. */
export function gitFolders(top: string): { readonly own: string; readonly shared: string } {
  const path = join(top, '.git');
  const named = entryAt(path)?.isFile() ? /^gitdir: (.+)$/m.exec(gitText(path))?.[1] : undefined;
  if (named === undefined) return { own: path, shared: path };
  const own = resolve(top, named.trim());
  const common = gitText(join(own, 'commondir')).trim();
  return { own, shared: common === '' ? own : resolve(own, common) };
}
