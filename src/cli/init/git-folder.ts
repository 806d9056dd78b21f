// What git knows of a folder, read from its files: init needs no git program for that.
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compareStrings } from '../../model/diagnostics/diagnostic.js';
import { gitFolders, gitText } from '../../model/mounts/git-files.js';

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
    if (entry) return readGit(top);
    if (top === dirname(top)) return undefined;
  }
}

function readGit(top: string): GitFolder {
  const { own, shared } = gitFolders(top);
  const remotes = remotesOf(read(join(shared, 'config')));
  const names = [...remotes.keys()].sort(
    (a, b) => Number(b === 'origin') - Number(a === 'origin') || compareStrings(a, b),
  );
  const [name = 'origin'] = names;
  const main = /^ref: refs\/remotes\/[^/]+\/(.+)$/.exec(read(join(shared, 'refs/remotes', name, 'HEAD')))?.[1];
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

const read = (file: string) => gitText(file).trim();
