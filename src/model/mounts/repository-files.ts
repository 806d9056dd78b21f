// Files of a repository that its gathered pages name: which path in it they mean, and what `docgen sync` has of those that they include.
import { posix } from 'node:path';
import { includeCandidates, type NamedFile } from '../content/imports.js';
import { fileAddress, type Gathered, type GatheredSource, type Provenance, projectName } from '../docs/provenance.js';
import { type SourcePath, toSourcePath } from '../path.js';

/** Path in the repository of a doc that an address in it means; undefined where it leaves the repository. */
export function repositoryPath(path: string, origin: { readonly path: string }): string | undefined {
  const joined = path.startsWith('/') ? posix.normalize(path.slice(1)) : posix.join(posix.dirname(origin.path), path);
  return joined === '..' || joined.startsWith('../') || joined.startsWith('/') ? undefined : joined.replace(/\/$/, '');
}

/**
 * Paths in the repository of a doc that may be those of a static file: from the root of the project's site, whose folder is above the doc,
 * or in `website` beside it.
 */
export function staticPaths(path: string, origin: { readonly path: string }): string[] {
  const isSite = path.startsWith('@site/');
  if (!isSite && !path.startsWith('/')) return [];
  const rest = posix.normalize(isSite ? path.slice('@site/'.length) : path).replace(/^\/+/, '');
  const folders = posix.dirname(origin.path).split('/');
  const above = folders.map((_, index) => folders.slice(0, folders.length - index).join('/'));
  const projects = [...above, '.'].flatMap((dir) => [dir, posix.join(dir, 'website')]);
  const inProject = isSite ? [rest] : [`static/${rest}`, `public/${rest}`];
  return projects
    .flatMap((dir) => inProject.map((name) => posix.join(dir, name)))
    .filter((found) => found !== '..' && !found.startsWith('../'));
}

/** The paths in a repository that a file may mean which a text of it has in itself, nearest reading first; `path` is that of the text. */
export function includedPaths(
  file: NamedFile,
  origin: { readonly source: Pick<GatheredSource, 'repo'>; readonly path: string },
): readonly string[] {
  if (file.kind === 'include') return includeCandidates(file.path, origin.path);
  if (file.kind !== 'code') {
    const path = repositoryPath(file.path, origin);
    return [...(path === undefined ? [] : [path]), ...staticPaths(file.path, origin)];
  }
  const [owner, name, ...rest] = file.path.split('/');
  if (`${owner}/${name}`.toLowerCase() !== projectName(origin.source).toLowerCase()) return [];
  return [posix.normalize(rest.join('/'))]; // one that leaves the repository is of no file of it
}

/** A file that is in a repository, and not in its section. */
export interface RepositoryFile {
  readonly text?: string;
  /** Why its text is not here. */
  readonly fault?: string;
  /** Its page on the web, at the commit; undefined for a repository on a disk. */
  readonly address?: string | undefined;
}

export interface RepositoryFiles {
  /** Source paths that a file may mean which a text has in itself; none for a text that was not gathered. */
  readonly candidates: (file: NamedFile, from: string) => readonly SourcePath[];
  readonly get: (path: string) => RepositoryFile | undefined;
}

export const noRepositories: RepositoryFiles = { candidates: () => [], get: () => undefined };

/**
 * Those that the pages of some sections include. Their source paths begin with `/`, which no file of the content has. `isLocal` is true
 * for a page of a folder that is shown in the place of a section: code of its repository is named, and is not there.
 */
export function repositoryFiles(
  gathered: ReadonlyMap<string, Gathered>,
  provenance: { readonly get: (path: SourcePath) => Provenance | undefined },
  isLocal: (path: SourcePath) => boolean,
): RepositoryFiles {
  const files = new Map<string, RepositoryFile>();
  const origins = new Map<string, Pick<Provenance, 'source' | 'path'>>();
  for (const source of [...gathered.values()].flatMap(({ sources }) => sources)) {
    for (const [path, file] of Object.entries(source.included)) {
      origins.set(sourcePathOf(source, path), { source, path });
      files.set(sourcePathOf(source, path), { ...file, address: fileAddress(source, path, 'blob') });
    }
  }
  return {
    candidates: (file, from) => {
      const origin = provenance.get(toSourcePath(from)) ?? origins.get(from);
      if (origin) return includedPaths(file, origin).map((path) => sourcePathOf(origin.source, path));
      return file.kind === 'code' && isLocal(toSourcePath(from)) ? [toSourcePath(`/${file.path}`)] : [];
    },
    get: (path) => files.get(path),
  };
}

/** The commit names all that is in it, so that two files of this path have the same text. */
const sourcePathOf = (source: GatheredSource, path: string) =>
  toSourcePath(`/${projectName(source)}@${source.commit}:${path}`);
