// Updates a site in place, if few files have changed or the folder can't be renamed: stages the new files, writes a journal of the files to replace and to
// remove, then renames each file into place. Before the journal exists, the site is the previous one. After that, the update must be finished, by this build or
// by the next.
import { lstatSync, mkdirSync, rmdirSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { partition } from 'lodash-es';
import { renameEntry } from '../../disk/files.js';
import { bytesAt, type Entry } from '../../model/input/regular-file.js';
import { attempt } from '../../model/types/attempt.js';
import { isSitePath, manifestName } from '../../model/types/path.js';

export interface UpdatePaths {
  readonly out: string;
  readonly stage: string;
  readonly journal: string;
}

export interface Update {
  readonly files: readonly string[];
  /** Files to remove: assets, or files in the manifest of the previous site. */
  readonly removed: readonly string[];
}

/**
 * Renames the staged files into place, the staged manifest last.
 * @throws the system error. If the journal still exists, the update is incomplete.
 */
export function updateInPlace(paths: UpdatePaths, update: Update): void {
  const folders = new Set(update.files.map((path) => dirname(join(paths.out, path))));
  for (const folder of folders) mkdirSync(folder, { recursive: true }); // a full disk stops the update here
  const written = `${paths.journal}.new`;
  writeFileSync(written, JSON.stringify(update), { flag: 'wx' });
  renameEntry(written, paths.journal);
  try {
    applyUpdate(paths, update);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EXDEV') rmSync(paths.journal); // nothing was renamed: the stage is on another disk
    throw error;
  }
}

/** Finishes an update that was killed after its journal was written. Returns false if there is none. */
export function finishUpdate(paths: UpdatePaths, mayRemove: (path: string) => boolean): boolean {
  const update = readJournal(paths.journal, mayRemove);
  if (update) applyUpdate(paths, update);
  return update !== undefined;
}

/** Returns a function that returns the stats of paths below a folder. It follows no symlinks and checks each folder once. */
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
    if ((error as NodeJS.ErrnoException).code === 'ENAMETOOLONG') return undefined; // no file can have this name
    throw error;
  }
}

export const isFree = (entry: Entry): boolean => entry !== 'blocked' && entry?.isDirectory() !== true;

function applyUpdate({ out, stage, journal }: UpdatePaths, { files, removed }: Update): void {
  const inOut = entriesBelow(out);
  const inStage = entriesBelow(stage);
  const place = (path: string) => {
    if (!isFree(inOut(path)) || !isFree(inStage(path))) return; // changed after the journal was written: the next build writes that page again
    mkdirSync(dirname(join(out, path)), { recursive: true });
    try {
      renameEntry(join(stage, path), join(out, path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error; // it was renamed before the build was killed
    }
  };
  const isManifest = (path: string) => path.endsWith(`/${manifestName}`);
  for (const path of files.filter((path) => !isManifest(`/${path}`))) place(path);
  const remove = (path: string) => {
    if (!isFree(inOut(path))) return;
    rmSync(join(out, path), { force: true });
    removeEmptyFolders(out, dirname(path));
  };
  const [manifests, others] = partition(removed, isManifest);
  others.forEach(remove);
  // Manifests change last, and that of the hub after those of its languages: the next build only removes what a manifest lists.
  files.filter(isManifest).forEach(place);
  manifests.forEach(remove);
  place(manifestName);
  rmSync(journal);
}

/** Removes a folder below `root` and its ancestors, as long as they are empty. */
function removeEmptyFolders(root: string, folder: string): void {
  attempt(() => {
    for (let path = folder; path !== '.'; path = dirname(path)) rmdirSync(join(root, path));
  });
}

const maxJournalBytes = 64 * 1024 * 1024;

function readJournal(journal: string, mayRemove: (path: string) => boolean): Update | undefined {
  return attempt(() => {
    const { files, removed } = JSON.parse(bytesAt(journal, maxJournalBytes)?.toString('utf8') ?? '') as Update;
    const isSound = files.every(isSitePath) && removed.every((path) => isSitePath(path) && mayRemove(path));
    return isSound ? { files, removed } : undefined;
  });
}
