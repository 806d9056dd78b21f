// Lookups over a whole site that only some pages need: each is arranged when it is first asked for, once for each site.
import { posix } from 'node:path';
import { nearest } from './diagnostics/diagnostic.js';
import type { Doc } from './docs/doc.js';
import type { GatheredSource } from './docs/provenance.js';
import { seeAlso } from './docs/see-also.js';
import { groupBy } from './group.js';
import type { SourcePath } from './path.js';

/** Finds the path that resembles another most; undefined where none does. */
export type NearestPath = (wanted: string) => SourcePath | undefined;

/** A file of the same name in another folder is likelier what was meant than a similar name in the same folder. */
export function nearestAmong(paths: Iterable<SourcePath>): NearestPath {
  const index = lazily(() => {
    const all = [...paths];
    const byName = groupBy(all, (path) => posix.basename(path).toLowerCase());
    return { byName, byFolder: groupBy(all, (path) => posix.dirname(path)) };
  });
  const look: NearestPath = (wanted) => {
    const { byName, byFolder } = index();
    const namesakes = byName.get(posix.basename(wanted).toLowerCase()) ?? [];
    const inFolder = byFolder.get(posix.dirname(wanted)) ?? [];
    if (namesakes.length === 1) return namesakes[0];
    return (nearest(wanted, namesakes) ?? nearest(wanted, inFolder)) as SourcePath | undefined;
  };
  const found = new Map<string, SourcePath | undefined>(); // pages of one template have the same broken links
  return (wanted) => {
    if (!found.has(wanted)) found.set(wanted, look(wanted));
    return found.get(wanted);
  };
}

/** What a path is in a repository at the commit that was gathered; undefined where there is nothing. */
export type RepositoryEntry = (source: GatheredSource, path: string) => 'blob' | 'tree' | undefined;

/** Looks paths up in the trees of repositories; '' and `.` are the repository itself. */
export function entriesOf(sources: Iterable<GatheredSource>): RepositoryEntry {
  const trees = new Map([...sources].map((source) => [source, lazily(() => treeOf(source))]));
  return (source, path) => {
    const known = trees.get(source)?.();
    if (!known) return undefined;
    const { files, folders } = known;
    return files.has(path) ? 'blob' : folders.has(path) || path === '.' || path === '' ? 'tree' : undefined;
  };
}

/** The pages to see beside a doc, of those that a hub lists. */
export function relatedAmong(docs: Iterable<Doc>): (doc: Doc) => readonly Doc[] {
  const found = lazily(() => seeAlso([...docs]));
  return ({ id }) => found().get(id) ?? [];
}

function treeOf({ tree }: GatheredSource) {
  const folders = new Set<string>();
  for (const file of tree) {
    for (let dir = posix.dirname(file); dir !== '.' && !folders.has(dir); dir = posix.dirname(dir)) folders.add(dir);
  }
  return { files: new Set(tree), folders };
}

/** Gives what is computed when it is first asked for. */
export function lazily<T>(compute: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: compute() };
    return made.value;
  };
}
