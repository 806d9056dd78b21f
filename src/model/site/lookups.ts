// Lookups over a whole site that only some pages need. Each is created when it is first used, once per site.
import { posix } from 'node:path';
import { memoize } from 'lodash-es';
import type { SyncedSource } from '../content/exports.js';
import { nearest } from '../diagnostics/diagnostic.js';
import { groupBy } from '../types/group.js';
import { ancestorsOf, type SourcePath } from '../types/path.js';

export type NearestPath = (wanted: string) => SourcePath | undefined;

/** Returns a function that finds the most similar path, for hints. A file with the same name in another folder precedes similar names in the folder. */
export function nearestAmong(paths: Iterable<SourcePath>): NearestPath {
  const index = memoize(() => {
    const all = [...paths];
    const byName = groupBy(all, (path) => posix.basename(path).toLowerCase());
    return { byName, byFolder: groupBy(all, (path) => posix.dirname(path)) };
  });
  const look: NearestPath = (wanted) => {
    const { byName, byFolder } = index();
    const namesakes = byName.get(posix.basename(wanted).toLowerCase()) ?? [];
    const inFolder = byFolder.get(posix.dirname(wanted)) ?? [];
    if (namesakes.length === 1) return namesakes[0];
    // A URL without an extension can refer to a file with any extension.
    if (namesakes.length === 0 && !/\.\w+$/.test(wanted)) {
      const stems = new Map(inFolder.map((path) => [path.replace(/\.\w+$/, ''), path]));
      return stems.get(nearest(wanted.replace(/\/$/, ''), stems.keys(), 2) ?? '');
    }
    const maxDistance = Math.max(2, Math.floor(posix.parse(wanted).name.length / 3));
    return (nearest(wanted, namesakes) ?? nearest(wanted, inFolder, maxDistance)) as SourcePath | undefined;
  };
  return memoize(look); // pages of one template have the same broken links
}

/** Returns the kind of a path in a repository at the synced commit, or undefined if it doesn't exist. */
export type RepositoryEntry = (source: SyncedSource, path: string) => 'blob' | 'tree' | undefined;

/** Looks paths up in the trees of repositories; '' and `.` are the repository itself. */
export function repositoryEntryOf(sources: Iterable<SyncedSource>): RepositoryEntry {
  const known = new Set(sources);
  const treeOf = memoize(({ tree }: SyncedSource) => ({
    files: new Set(tree),
    folders: new Set(tree.flatMap(ancestorsOf)),
  }));
  return (source, path) => {
    if (!known.has(source)) return undefined;
    const { files, folders } = treeOf(source);
    return files.has(path) ? 'blob' : folders.has(path) || path === '.' || path === '' ? 'tree' : undefined;
  };
}
