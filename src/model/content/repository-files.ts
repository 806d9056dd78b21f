// Resolves references of synced pages to files of their repository, and finds those that `docgen sync` has stored.
import { isUtf8 } from 'node:buffer';
import { posix } from 'node:path';
import { memoize } from 'lodash-es';
import type { NamedFile } from '../input/imports.js';
import { decodeText } from '../input/text.js';
import { ancestorsOf, below, isHidden, joined, type SourcePath, toSourcePath, within } from '../types/path.js';
import { fileAddress, includedSource, type Provenance, projectName, type SyncedSource } from './exports.js';
import { includeCandidates, isSnippet } from './parse/imports.js';
import { fromProject, type Root, rootOf, withEndings } from './parse/named-paths.js';
import type { FileRules } from './projects.js';
import type { Content } from './read.js';

/** Resolves a URL in a doc to a path in its repository. Returns undefined if it leaves the repository. */
export function repositoryPath(path: string, origin: { readonly path: string }): string | undefined {
  const joined = path.startsWith('/') ? posix.normalize(path.slice(1)) : posix.join(posix.dirname(origin.path), path);
  return joined === '..' || joined.startsWith('../') || joined.startsWith('/') ? undefined : joined.replace(/\/$/, '');
}

/**
 * Returns the possible paths of a static file in the repository: in the site's folder, which is above the doc, or in `website` next to it.
 * An alias such as `~/x.png` or `@components/x.astro` usually refers to a folder of `src`.
 */
export function staticPaths(path: string, origin: { readonly path: string }): string[] {
  const isSite = path.startsWith('@site/');
  const [, folder = '', inFolder = ''] = /^[@~]([\w-]*)\/(.+)$/.exec(path) ?? [];
  if (!isSite && inFolder !== '')
    return [inFolder, `${folder}/${inFolder}`].flatMap((one) => staticPaths(`@site/src/${one}`, origin));
  if (!isSite && !path.startsWith('/')) return [];
  const rest = posix.normalize(isSite ? path.slice('@site/'.length) : path).replace(/^\/+/, '');
  const projects = [...ancestorsOf(origin.path), '.'].flatMap((dir) => [dir, posix.join(dir, 'website')]);
  const inProject = isSite ? [rest] : [`static/${rest}`, `public/${rest}`];
  return projects
    .flatMap((dir) => inProject.map((name) => posix.join(dir, name)))
    .filter((found) => found !== '..' && !found.startsWith('../'));
}

/**
 * Returns the paths in a repository that the URL of an image or download in a text can refer to. Docusaurus's `useBaseUrl`, which gets the
 * paths that components use, finds `img/x.png` among the static files.
 */
export function filePaths(path: string, origin: { readonly path: string }): readonly string[] {
  const own = repositoryPath(path, origin);
  const inStatic = /^(?:\.\/)?\w/.test(path) ? staticPaths(`/${path}`, origin) : staticPaths(path, origin);
  return own === undefined ? inStatic : [own, ...inStatic];
}

/**
 * Returns the paths in a repository that an include of a text can refer to, the most likely first. `path` is the path of the text, `folders`
 * are the include folders in the config of its project.
 */
export function includedPaths(
  file: NamedFile,
  origin: { readonly source: Pick<SyncedSource, 'repo'>; readonly path: string },
  folders: readonly string[] = [],
): readonly string[] {
  const named = folders.map((dir) => posix.join(dir, file.path));
  // The plugin include-markdown of MkDocs resolves paths from the content folder.
  if (file.kind === 'include')
    return [...includeCandidates(file.path, origin.path), ...named, ...snippetPaths(file.path, origin.path)];
  if (file.kind === 'mkdocs') return [...named, ...snippetPaths(file.path, origin.path)];
  if (file.kind !== 'code') {
    const path = repositoryPath(file.path, origin);
    // VitePress's `@` is the content folder. Plugins of remark define others for folders of the project.
    const [, aliased] = /^@(?:\/|(?=[\w-]+\/))(.*)$/.exec(file.path) ?? [];
    if (file.kind === 'mdbook' && aliased !== undefined) return snippetPaths(aliased, origin.path);
    if (file.kind === 'mdbook') return path === undefined || file.path.startsWith('/') ? [] : [path];
    const found = [
      ...(path === undefined ? [] : [path]),
      ...[file.path, ...fromProject(file.path)].flatMap((one) => staticPaths(one, origin)),
    ];
    return isCode(file) ? found.flatMap(withEndings) : found;
  }
  const [owner, name, ...rest] = file.path.split('/');
  if (`${owner}/${name}`.toLowerCase() !== projectName(origin.source).toLowerCase()) return [];
  return [posix.normalize(rest.join('/'))]; // a path that leaves the repository matches no file
}

const isCode = ({ kind }: NamedFile) => kind === 'raw' || kind === 'data';

/** MkDocs resolves includes from the folder of its config, usually the repository's root; it can be configured to any folder down to the page's. */
function snippetPaths(path: string, from: string): readonly string[] {
  const above = ['.', ...ancestorsOf(from).reverse().slice(0, maxFolders)];
  return [...new Set(above.map((dir) => posix.join(dir, path)))].filter((found) => !/^\.\.(?:\/|$)/.test(found));
}

/** Maximum folders above a page in which a snippet is searched. */
const maxFolders = 20;

/** A file that is in a repository, but not in its section. */
export interface RepositoryFile {
  readonly text?: string;
  /** Why its text is missing. Absent if the text is available. */
  readonly fault?: string;
  /** Its web URL at the commit; undefined for a local repository. */
  readonly address?: string | undefined;
}

export interface RepositoryFiles {
  /** Returns the source paths that an include can mean. Empty for a text that is not synced. */
  readonly candidates: (file: NamedFile, from: string) => readonly SourcePath[];
  readonly get: (path: string) => RepositoryFile | undefined;
}

export const noRepositories: RepositoryFiles = { candidates: () => [], get: () => undefined };

/**
 * Returns the files that the pages of a hub include. Source paths of files outside the content start with `/`. `local` are files from the
 * repositories of local content. For a page of a folder that replaces a section (`--with`), code of its repository is referenced, but not
 * available.
 */
export function repositoryFiles(
  { synced, provenance, mountOf, rules }: Pick<Content, 'synced' | 'provenance' | 'mountOf' | 'rules'>,
  roots: readonly Root[],
  local: ReadonlyMap<SourcePath, RepositoryFile>,
): RepositoryFiles {
  const files = new Map<string, RepositoryFile>();
  const origins = new Map<string, Pick<Provenance, 'section' | 'source' | 'path'>>();
  for (const [section, { sources }] of synced)
    for (const source of sources)
      for (const [path, file] of Object.entries(source.included)) {
        origins.set(includedSource(source, path), { section, source, path });
        files.set(includedSource(source, path), { ...file, address: fileAddress(source, path, 'blob') });
      }
  /** Returns the paths of synced files in their section, by path in the repository. */
  const targetsOf = memoize(
    (source: SyncedSource) => new Map(Object.entries(source.files).map(([target, path]) => [path, target])),
  );
  return {
    candidates: (file, from) => {
      const origin = provenance.get(toSourcePath(from)) ?? origins.get(from);
      const layer = mountOf.get(toSourcePath(from))?.layer;
      const own = rules.get(toSourcePath(from));
      if (!origin && (isSnippet(file) || isCode(file) || (file.kind === 'include' && own?.project)))
        return layer === 'synced' ? [] : localPaths(file, from, roots, own);
      if (!origin) return file.kind === 'code' && layer === 'local' ? [toSourcePath(`/${file.path}`)] : [];
      const { section, source } = origin;
      return includedPaths(file, origin, includedFolders(origin.path, own)).map((path) => {
        const target = isSnippet(file) || file.kind === 'include' ? targetsOf(source).get(path) : undefined;
        return target === undefined ? includedSource(source, path) : toSourcePath(`${section}/${target}`);
      });
    },
    get: (path) => files.get(path) ?? local.get(toSourcePath(path)),
  };
}

/** Returns the folders that a project includes texts from, by the path of a text in the repository and in the project's content. */
const includedFolders = (at: string, rules?: FileRules): readonly string[] =>
  (rules?.project?.included ?? []).map((dir) =>
    posix.join(at.slice(0, -joined(rules?.project?.contentDir ?? '', rules?.path ?? '').length), dir),
  );

/** Returns the source paths that a snippet in local content can mean: a file of the content, or of its repository. */
function localPaths(file: NamedFile, from: string, roots: readonly Root[], rules?: FileRules): readonly SourcePath[] {
  const owns = ({ repository }: Root) => repository !== undefined && from.startsWith(`${repository.base}/`);
  const own = roots.find(owns) ?? rootOf(from, roots);
  if (!own?.repository) return [];
  const { base, at } = own.repository;
  const path = owns(own) ? below(from, base) : posix.join(at, below(from, own.base));
  const siblings = roots.filter(({ kind, repository }) => kind === 'content' && repository?.base === base);
  return includedPaths(file, { source: { repo: '' }, path }, includedFolders(path, rules)).map((found) => {
    // The files of the content are listed without hidden ones.
    const root = isHidden(found) ? undefined : siblings.find(({ repository }) => within(found, repository?.at ?? ''));
    return root ? joined(root.base, below(found, root.repository?.at ?? '')) : toSourcePath(`${base}/${found}`);
  });
}

/** Maximum size of a file that a text includes from elsewhere in its repository, in bytes. */
export const maxIncludedBytes = 1024 * 1024;
export const tooLargeToInclude = `it is over ${maxIncludedBytes / 1024 / 1024} MB`;

/** Returns the text of such a file, or why it can't be included. */
export function includedText(path: string, bytes: Buffer): { readonly text: string } | { readonly fault: string } {
  if (bytes.includes(0) || !isUtf8(bytes)) return { fault: 'it is not text in UTF-8' };
  return { text: decodeText(bytes, path).value };
}
