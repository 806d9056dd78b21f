// A site of which few files changed is updated where it stands: the new files are staged, a journal says what takes whose place and what
// is removed, then each file is put in its place by a rename. Before the journal is there, the site is the previous one; from then on
// it can only be finished, by this build or by the next.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface UpdatePaths {
  readonly out: string;
  readonly stage: string;
  readonly journal: string;
}

/** Paths of files in the out folder. */
export interface Update {
  /** Staged files that take their places. */
  readonly files: readonly string[];
  readonly removed: readonly string[];
}

/** Makes the staged files those of the site. */
export function updateInPlace(paths: UpdatePaths, update: Update): void {
  if (update.files.length + update.removed.length === 0) return;
  const written = `${paths.journal}.new`;
  writeFileSync(written, JSON.stringify(update));
  renameSync(written, paths.journal);
  finish(paths, update);
}

/** Finishes an update that was killed behind its journal; false where there is none. */
export function finishUpdate(paths: UpdatePaths): boolean {
  rmSync(`${paths.journal}.new`, { force: true });
  const update = readJournal(paths.journal);
  if (!update) return false;
  finish(paths, update);
  return true;
}

function finish({ out, stage, journal }: UpdatePaths, { files, removed }: Update): void {
  for (const path of files) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    try {
      renameSync(join(stage, path), join(out, path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error; // it is in its place already
    }
  }
  for (const path of removed) rmSync(join(out, path), { force: true });
  rmSync(journal);
}

function readJournal(journal: string): Update | undefined {
  try {
    const { files, removed } = JSON.parse(readFileSync(journal, 'utf8')) as Update;
    const isSound = [...files, ...removed].every((path) => !path.split('/').some((part) => /^\.{0,2}$/.test(part)));
    return isSound ? { files, removed } : undefined;
  } catch {
    return undefined;
  }
}
