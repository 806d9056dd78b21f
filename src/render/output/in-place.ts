// A site of which few files changed is updated where it stands: the new files are staged, a journal says what takes whose place and what
// is removed, then each file is put in its place by a rename. Before the journal is there, the site is the previous one; from then on
// it can only be finished, by this build or by the next.
import { lstatSync, mkdirSync, renameSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isAssetPath, isSitePath } from '../../model/path.js';
import { bytesAt } from '../../model/regular-file.js';

export interface UpdatePaths {
  readonly out: string;
  readonly stage: string;
  readonly journal: string;
}

/** Paths of files in the out folder. */
export interface Update {
  /** Staged files that take their places. */
  readonly files: readonly string[];
  /** Assets. */
  readonly removed: readonly string[];
}

/** Makes the staged files those of the site. */
export function updateInPlace(paths: UpdatePaths, update: Update): void {
  if (update.files.length + update.removed.length === 0) return;
  const written = `${paths.journal}.new`;
  writeFileSync(written, JSON.stringify(update), { flag: 'wx' });
  renameSync(written, paths.journal);
  finish(paths, update);
}

/** Finishes an update that was killed behind its journal; does nothing where there is none. */
export function finishUpdate(paths: UpdatePaths): void {
  const update = readJournal(paths.journal);
  if (update) finish(paths, update);
}

/** What stands at a path: `blocked` where a link or a file is on the way, undefined for nothing. */
export type Entry = Stats | 'blocked' | undefined;

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
  for (const path of files) {
    if (!isFree(inOut(path)) || !isFree(inStage(path))) continue; // changed behind the journal: the next build makes that page again
    mkdirSync(dirname(join(out, path)), { recursive: true });
    try {
      renameSync(join(stage, path), join(out, path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error; // it is in its place already
    }
  }
  for (const path of removed) if (isFree(inOut(path))) rmSync(join(out, path), { force: true });
  rmSync(journal);
}

/** Bytes of a journal that is read. */
const longestJournal = 64 * 1024 * 1024;

function readJournal(journal: string): Update | undefined {
  try {
    const { files, removed } = JSON.parse(bytesAt(journal, longestJournal)?.toString('utf8') ?? '') as Update;
    const isSound = files.every(isSitePath) && removed.every((path) => isSitePath(path) && isAssetPath(path));
    return isSound ? { files, removed } : undefined;
  } catch {
    return undefined;
  }
}
