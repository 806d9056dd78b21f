// A site of which few files changed, or whose folder cannot be renamed, is updated where it is: the new files are staged, a journal says
// what takes whose place and what is removed, then each file is put in its place by a rename. Before the journal is there, the site is the
// previous one; from then on it can only be finished, by this build or by the next.
import { lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isSitePath, manifestName } from '../../model/path.js';
import { bytesAt, type Entry } from '../../model/regular-file.js';

export { manifestName };

export interface UpdatePaths {
  readonly out: string;
  readonly stage: string;
  readonly journal: string;
}

/** Paths of files in the out folder. */
export interface Update {
  /** Staged files that take their places. */
  readonly files: readonly string[];
  /** Assets, or files that the manifest of the previous site lists. */
  readonly removed: readonly string[];
}

/**
 * Makes the staged files those of the site, a staged manifest last.
 * @throws the error of the system. If the journal is still there, part of the update was made.
 */
export function updateInPlace(paths: UpdatePaths, update: Update): void {
  if (update.files.length + update.removed.length === 0) return;
  const folders = new Set(update.files.map((path) => dirname(join(paths.out, path))));
  for (const folder of folders) mkdirSync(folder, { recursive: true }); // a full disk stops the update here
  const written = `${paths.journal}.new`;
  writeFileSync(written, JSON.stringify(update), { flag: 'wx' });
  renameSync(written, paths.journal);
  try {
    finish(paths, update);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EXDEV') rmSync(paths.journal); // nothing was renamed, nor will be
    throw error;
  }
}

/** Finishes an update that was killed after its journal was written. Returns false if there is none. */
export function finishUpdate(paths: UpdatePaths, mayRemove: (path: string) => boolean): boolean {
  const update = readJournal(paths.journal, mayRemove);
  if (update) finish(paths, update);
  return update !== undefined;
}

/** Tells what stands at paths below a folder; no link is followed, and each folder is looked at once. */
export function entriesBelow(root: string): (path: string) => Entry {
  const folders = new Set<string>();
  return (path) => {
    for (let end = 0; end !== -1; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) continue;
      const stats = entryOf(end === 0 ? root : `${root}/${folder}`);
      if (!stats) return undefined;
      if (!stats.isDirectory()) return 'blocked';
      folders.add(folder);
    }
    return entryOf(`${root}/${path}`);
  };
}

function entryOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENAMETOOLONG') return undefined; // nothing can stand there
    throw error;
  }
}

/** True where a file can be put, or removed. */
export function isFree(entry: Entry): boolean {
  return entry !== 'blocked' && entry?.isDirectory() !== true;
}

function finish({ out, stage, journal }: UpdatePaths, { files, removed }: Update): void {
  const inOut = entriesBelow(out);
  const inStage = entriesBelow(stage);
  const place = (path: string) => {
    if (!isFree(inOut(path)) || !isFree(inStage(path))) return; // changed after the journal: the next build makes that page again
    mkdirSync(dirname(join(out, path)), { recursive: true });
    try {
      renameSync(join(stage, path), join(out, path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error; // it is in its place already
    }
  };
  for (const path of files) place(path);
  for (const path of removed) {
    if (!isFree(inOut(path))) continue;
    rmSync(join(out, path), { force: true });
    removeEmptyFolders(out, dirname(path));
  }
  place(manifestName);
  rmSync(journal);
}

/** Removes a folder below `root` and those that it is in, as far as they are empty. */
function removeEmptyFolders(root: string, folder: string): void {
  try {
    for (let path = folder; path !== '.'; path = dirname(path)) rmdirSync(join(root, path));
  } catch {
    // it holds something else
  }
}

/** Bytes of a journal that is read. */
const longestJournal = 64 * 1024 * 1024;

function readJournal(journal: string, mayRemove: (path: string) => boolean): Update | undefined {
  try {
    const { files, removed } = JSON.parse(bytesAt(journal, longestJournal)?.toString('utf8') ?? '') as Update;
    const isSound = files.every(isSitePath) && removed.every((path) => isSitePath(path) && mayRemove(path));
    return isSound ? { files, removed } : undefined;
  } catch {
    return undefined;
  }
}
