// Resolves paths in pages by the rules of Docusaurus, VitePress and Astro: relative to the page, to the project's folder (`@site/`), to an alias, or to the root of
// the site for static files. Pure: returns candidates, and the caller checks which exist.
import { posix } from 'node:path';
import type { Import } from '../../input/imports.js';
import { below, joined, type SourcePath, toSourcePath, within } from '../../types/path.js';

/** A folder whose files have source paths. */
export interface Root {
  /** Prefix of the source paths: that of the mount, or `/static`, which no file of the content has. */
  readonly base: string;
  readonly kind: 'content' | 'static' | 'project';
  /** Number of the project that the folder belongs to. */
  readonly project: number;
  /** Whether a relative path can refer to its files if no file next to the page matches. */
  readonly isAssets?: boolean | undefined;
  /** Path of the folder from the project's folder. '' for the project's folder itself. */
  readonly at: string;
  /** Repository of content that isn't an export: the content's path in it, and the prefix of source paths of its other files. */
  readonly repository?: { readonly base: string; readonly at: string; readonly dir: string } | undefined;
}

/** A path prefix that maps to a folder of a project, from its `tsconfig.json`. */
export interface Alias {
  readonly project: number;
  /** Prefix as in a text, such as `@assets/`. */
  readonly written: string;
  /** Path of the folder from the project's folder. '' for the project's folder itself. */
  readonly at: string;
}

export interface Roots {
  readonly roots: readonly Root[];
  readonly aliases: readonly Alias[];
}

export function rootOf(source: string, roots: readonly Root[]): Root | undefined {
  const isStatic = source.startsWith('/');
  return roots
    .filter(({ base }) => base.startsWith('/') === isStatic && within(source, base))
    .sort((a, b) => b.base.length - a.base.length)[0];
}

/** Resolves a path in a file to a path from the project's folder. Returns undefined for a path from the site's root. */
function projectPath(path: string, from: string, root: Root, aliases: readonly Alias[]): string | undefined {
  if (path.startsWith('/')) return undefined;
  const isOfSite = path.startsWith('@site/'); // the alias `@*` does not match it
  const means = (written: string) => (isOfSite ? written === '@site/' : path.startsWith(written));
  const alias = aliases.find(({ project, written }) => project === root.project && means(written));
  if (alias) return posix.join(alias.at, path.slice(alias.written.length));
  if (isOfSite) return posix.normalize(path.slice('@site/'.length));
  return posix.join(root.at, posix.dirname(below(from, root.base)), path);
}

/** Returns the source paths of the content that a path in another file of its repository can refer to. */
const contentPaths = (path: string, from: string, roots: readonly Root[]): readonly SourcePath[] =>
  roots.flatMap(({ base, repository }) => {
    if (!repository || !from.startsWith(`${repository.base}/`)) return [];
    const wanted = posix.join(posix.dirname(below(from, repository.base)), path);
    return within(wanted, repository.at) ? [joined(base, below(wanted, repository.at))] : [];
  });

/** Returns the source paths that a path in a file can refer to, the most likely first. */
export function namedPaths(path: string, from: string, roots: Roots): readonly SourcePath[] {
  const own = rootOf(from, roots.roots);
  if (!own) return contentPaths(path, from, roots.roots);
  const wanted = projectPath(path, from, own, roots.aliases);
  if (wanted === undefined) {
    const rest = posix.normalize(path).replace(/^\/+/, '');
    const statics = roots.roots.filter(({ kind }) => kind === 'static');
    const isOwn = ({ project }: Root) => project === own.project;
    return [...statics.filter(isOwn), ...statics.filter((root) => !isOwn(root))].map(({ base }) => joined(base, rest));
  }
  if (wanted === '..' || wanted.startsWith('../')) return [];
  const assets = roots.roots.filter(({ isAssets, project }) => isAssets && project === own.project);
  // The files of a theme of MkDocs are published among those of the content.
  const inContent = within(wanted, own.at) ? below(wanted, own.at) : '';
  const found = roots.roots
    .filter(({ project, at }) => project === own.project && within(wanted, at))
    .sort((a, b) => b.at.length - a.at.length)
    .map(({ base, at }) => joined(base, below(wanted, at)))
    .concat(assets.flatMap(({ base }) => [posix.normalize(path), inContent].map((rest) => joined(base, rest))));
  if (!path.startsWith('@site/') || own.kind !== 'content') return found;
  // The folder can have a different name in the hub than in its project.
  return [...found, joined(own.base, wanted.replace(/^[^/]*\//, '')), joined(own.base, wanted)];
}

/** Returns a path with possible extensions, because code is often imported without one. */
export const withEndings = (path: string): readonly string[] =>
  /\.(?!data$)\w+$/.test(path)
    ? [path]
    : ['', '.ts', '.tsx', '.js', '.jsx', '/index.ts', '/index.tsx', '/index.js', '/index.jsx'].map((end) => path + end);

/** Matches the alias of a project at the start of a path, such as `@components/` or `~/`. `@site/` is Docusaurus's own. */
export const alias = /^[@~](?!site\/)[\w-]*\//;

/**
 * Returns a path from the project's folder for an import that starts with `/`, as webpack and Vite resolve it. `@theme/X` of Docusaurus is in
 * `src/theme`. Configs of webpack and Vite, which are not read, often define similar aliases: `@components/X`, `@/X`, `~/X`.
 */
export const fromProject = (path: string): readonly string[] =>
  path.startsWith('/') ? [`@site${path}`] : alias.test(path) ? [path.replace(/^[@~]\/?/, '@site/src/')] : [];

/** Ending of the source path of a glob. The text there is a JSON list of the names in its folder that match. */
export const globEnding = '?glob';

/** Ending of the source path of a pattern for pages. The text there is a JSON list of the names that match, each with its front matter. */
export const pagesEnding = '?pages';

/** Returns the source paths that an import in a file can refer to. */
export function importCandidates(
  { kind, path }: Pick<Import, 'kind' | 'path'>,
  from: string,
  roots: Roots,
): readonly SourcePath[] {
  if (kind === 'pages') {
    const own = rootOf(from, roots.roots);
    const isOf = ({ project, repository }: Root) =>
      own ? project === own.project : from.startsWith(`${repository?.base}/`);
    return roots.roots.filter(isOf).map(({ base }) => joined(base, path + pagesEnding));
  }
  const named = [path, ...fromProject(path)].flatMap((one) => namedPaths(one, from, roots));
  if (kind === 'glob') return named.map((found) => toSourcePath(`${found}${globEnding}`));
  return kind === 'raw' || kind === 'data' ? named.flatMap((found) => withEndings(found).map(toSourcePath)) : named;
}
