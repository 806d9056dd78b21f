// Files of a repository that its gathered pages name: which path in it they mean, and what `docgen sync` has of those that they include.
import { isUtf8 } from 'node:buffer';
import { posix } from 'node:path';
import { includeCandidates, isSnippet, type NamedFile } from '../content/imports.js';
import { below, joined, type Root, rootOf, within } from '../content/named-paths.js';
import type { Content } from '../content/read.js';
import { decodeText } from '../content/text.js';
import { fileAddress, type GatheredSource, includedSource, type Provenance, projectName } from '../docs/provenance.js';
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
  if (file.kind === 'mkdocs') return snippetPaths(file.path, origin.path);
  if (file.kind !== 'code') {
    const path = repositoryPath(file.path, origin);
    if (file.kind === 'mdbook') return path === undefined || file.path.startsWith('/') ? [] : [path];
    return [...(path === undefined ? [] : [path]), ...staticPaths(file.path, origin)];
  }
  const [owner, name, ...rest] = file.path.split('/');
  if (`${owner}/${name}`.toLowerCase() !== projectName(origin.source).toLowerCase()) return [];
  return [posix.normalize(rest.join('/'))]; // one that leaves the repository is of no file of it
}

/** MkDocs looks in the folder of its config, which is mostly the repository's; docs may be set to be another, down to the page's own. */
function snippetPaths(path: string, from: string): readonly string[] {
  const folders = posix.dirname(from).split('/').slice(0, mostFolders);
  const above = ['.', ...folders.map((_, index) => folders.slice(0, index + 1).join('/'))];
  return [...new Set(above.map((dir) => posix.join(dir, path)))].filter((found) => !/^\.\.(?:\/|$)/.test(found));
}

/** Folders above a page in which a snippet is looked for. */
const mostFolders = 20;

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

interface RepositoryInput extends Pick<Content, 'gathered' | 'provenance' | 'mountOf'> {
  readonly roots: readonly Root[];
  /** What was read of the repositories of content that is not gathered, by source path. */
  readonly local: ReadonlyMap<SourcePath, RepositoryFile>;
}

/**
 * Those that the pages of a hub include. The source paths of files that are not in the content begin with `/`. For a page of a folder that
 * is shown in the place of a section, code of its repository is named, and is not there.
 */
export function repositoryFiles({ gathered, provenance, mountOf, roots, local }: RepositoryInput): RepositoryFiles {
  const files = new Map<string, RepositoryFile>();
  const origins = new Map<string, Pick<Provenance, 'section' | 'source' | 'path'>>();
  for (const [section, { sources }] of gathered)
    for (const source of sources)
      for (const [path, file] of Object.entries(source.included)) {
        origins.set(includedSource(source, path), { section, source, path });
        files.set(includedSource(source, path), { ...file, address: fileAddress(source, path, 'blob') });
      }
  const exported = new Map<GatheredSource, ReadonlyMap<string, string>>();
  /** The path in its section of a file that was gathered. */
  const inSection = (source: GatheredSource, path: string) => {
    const known = exported.get(source) ?? new Map(Object.entries(source.files).map(([target, path]) => [path, target]));
    exported.set(source, known);
    return known.get(path);
  };
  return {
    candidates: (file, from) => {
      const origin = provenance.get(toSourcePath(from)) ?? origins.get(from);
      const layer = mountOf.get(toSourcePath(from))?.layer;
      if (!origin && isSnippet(file)) return layer === 'export' ? [] : localPaths(file, from, roots);
      if (!origin) return file.kind === 'code' && layer === 'local' ? [toSourcePath(`/${file.path}`)] : [];
      const { section, source } = origin;
      return includedPaths(file, origin).map((path) => {
        const target = isSnippet(file) ? inSection(source, path) : undefined;
        return target === undefined ? includedSource(source, path) : toSourcePath(`${section}/${target}`);
      });
    },
    get: (path) => files.get(path) ?? local.get(toSourcePath(path)),
  };
}

/** What a snippet in content that is not gathered may mean: a file of the content, or another of its repository. */
function localPaths(file: NamedFile, from: string, roots: readonly Root[]): readonly SourcePath[] {
  const owns = ({ repository }: Root) => repository !== undefined && from.startsWith(`${repository.base}/`);
  const own = roots.find(owns) ?? rootOf(from, roots);
  if (!own?.repository) return [];
  const { base, at } = own.repository;
  const path = owns(own) ? below(from, base) : posix.join(at, below(from, own.base));
  const siblings = roots.filter(({ repository }) => repository?.base === base);
  return includedPaths(file, { source: { repo: '' }, path }).map((found) => {
    const root = siblings.find(({ repository }) => within(found, repository?.at ?? ''));
    return root ? joined(root.base, below(found, root.repository?.at ?? '')) : toSourcePath(`${base}/${found}`);
  });
}

/** Bytes of a file that a text includes from elsewhere in its repository. */
export const largestIncluded = 1024 * 1024;
export const tooLargeToInclude = `it is over ${largestIncluded / 1024 / 1024} MB`;

/** The text of such a file, or why it is none. */
export function includedText(path: string, bytes: Buffer): { readonly text: string } | { readonly fault: string } {
  if (bytes.includes(0) || !isUtf8(bytes)) return { fault: 'it is not text in UTF-8' };
  return { text: decodeText(bytes, path).value };
}
