// What git knows of a folder, read from its files: init needs no git program for that.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { compareStrings } from '../../model/diagnostics/diagnostic.js';

export interface GitFolder {
  /** The working tree's folder. */
  readonly top: string;
  /** Address of `origin`, else of the first remote. */
  readonly remote: string | undefined;
  /** The remote's main branch where git knows it, else the one that is checked out. */
  readonly branch: string | undefined;
}

/** The working tree that a folder is in; undefined outside of one. */
export function gitFolderOf(dir: string): GitFolder | undefined {
  for (let top = dir; ; top = dirname(top)) {
    const entry = statSync(join(top, '.git'), { throwIfNoEntry: false });
    if (entry) return readGit(top, entry.isDirectory());
    if (top === dirname(top)) return undefined;
  }
}

function readGit(top: string, isFolder: boolean): GitFolder {
  // A worktree or submodule has a file that names its folder, and that folder may name the one of the whole repository.
  const own = isFolder ? join(top, '.git') : resolve(top, read(join(top, '.git')).replace(/^gitdir:\s*/, ''));
  const common = resolve(own, read(join(own, 'commondir')) || '.');
  const remotes = remotesOf(read(join(common, 'config')));
  const names = [...remotes.keys()].sort(
    (a, b) => Number(b === 'origin') - Number(a === 'origin') || compareStrings(a, b),
  );
  const [name = 'origin'] = names;
  const main = /^ref: refs\/remotes\/[^/]+\/(.+)$/.exec(read(join(common, 'refs/remotes', name, 'HEAD')))?.[1];
  const head = /^ref: refs\/heads\/(.+)$/.exec(read(join(own, 'HEAD')))?.[1];
  return { top, remote: remotes.get(name), branch: main ?? head };
}

/** Remote → address, of the text of git's config. */
export function remotesOf(text: string): ReadonlyMap<string, string> {
  const remotes = new Map<string, string>();
  let section: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[(.*)\]\s*$/.exec(line)?.[1];
    if (header !== undefined) section = /^remote\s+"([^"/\\]+)"$/i.exec(header)?.[1];
    const url = /^\s*url\s*=\s*"?([^"]*?)"?\s*$/i.exec(line)?.[1];
    if (section !== undefined && url !== undefined && !remotes.has(section)) remotes.set(section, url);
  }
  return remotes;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
