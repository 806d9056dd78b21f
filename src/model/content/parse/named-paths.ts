// Resolves paths in pages by the rules of Docusaurus, VitePress and Astro: relative to the page, to the project's folder (`@site/`), to an alias, or to the root of
// the site for static files. Pure: returns candidates, and the caller checks which exist.
import { posix } from 'node:path';
import type { Import } from '../../input/imports.js';
import { below, joined, type SourcePath, toSourcePath, within } from '../../types/path.js';

/** A folder whose files have source paths. */
export interface Root {
  /** Before the paths of its files: the mount's prefix, or `/static`, which no file of the content has. */
  readonly base: string;
  readonly kind: 'content' | 'static' | 'project';
  /** Number of the project that it belongs to. */
  readonly project: number;
  /** Whether a relative path can mean its files, if no file next to the page has it. */
  readonly isAssets?: boolean | undefined;
  /** Its path from the project's folder; '' for that itself. */
  readonly at: string;
  /** Of content that is in no export: its path in its repository, and what source paths of other files of that begin with. */
  readonly repository?: { readonly base: string; readonly at: string; readonly dir: string } | undefined;
}

/** A path prefix that maps to a folder of a project, from its `tsconfig.json`. */
export interface Alias {
  readonly project: number;
  /** `@assets/` */
  readonly written: string;
  /** Path of the folder from the project's; '' for that itself. */
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

/** Path from the folder of its project that a path in a file means; undefined for one from the site's root, or without meaning. */
function projectPath(path: string, from: string, root: Root, aliases: readonly Alias[]): string | undefined {
  if (path.startsWith('/')) return undefined;
  const isOfSite = path.startsWith('@site/'); // the alias `@*` does not mean it
  const means = (written: string) => (isOfSite ? written === '@site/' : path.startsWith(written));
  const alias = aliases.find(({ project, written }) => project === root.project && means(written));
  if (alias) return posix.join(alias.at, path.slice(alias.written.length));
  if (isOfSite) return posix.normalize(path.slice('@site/'.length));
  return posix.join(root.at, posix.dirname(below(from, root.base)), path);
}

/** Source paths of the content that a path in another file of its repository means. */
const contentPaths = (path: string, from: string, roots: readonly Root[]): readonly SourcePath[] =>
  roots.flatMap(({ base, repository }) => {
    if (!repository || !from.startsWith(`${repository.base}/`)) return [];
    const wanted = posix.join(posix.dirname(below(from, repository.base)), path);
    return within(wanted, repository.at) ? [joined(base, below(wanted, repository.at))] : [];
  });

/** Source paths that a path in a file may mean, nearest reading first. */
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
  // The folder may have another name here than in its project.
  return [...found, joined(own.base, wanted.replace(/^[^/]*\//, '')), joined(own.base, wanted)];
}

/** Code is often imported without its extension. */
export const withEndings = (path: string): readonly string[] =>
  /\.\w+$/.test(path)
    ? [path]
    : ['', '.ts', '.tsx', '.js', '.jsx', '/index.ts', '/index.tsx', '/index.js', '/index.jsx'].map((end) => path + end);

/** The start of a path by an alias of a project, such as `@components/` or `~/`; `@site/` is Docusaurus's own. */
export const alias = /^[@~](?!site\/)[\w-]*\//;

/**
 * webpack and Vite find an import that starts with `/` also in the project's folder. `@theme/X` of Docusaurus is a file in `src/theme`, and
 * configs of webpack and Vite, which are not read, often define others like it: `@components/X`, `@/X`, `~/X`.
 */
export const fromProject = (path: string): readonly string[] =>
  path.startsWith('/') ? [`@site${path}`] : alias.test(path) ? [path.replace(/^[@~]\/?/, '@site/src/')] : [];

/** Ending of the source path of a glob. The text there is a JSON list of the names in its folder that match. */
export const globEnding = '?glob';

/** Source paths that an import in a file may mean. */
export function importCandidates(
  { kind, path }: Pick<Import, 'kind' | 'path'>,
  from: string,
  roots: Roots,
): readonly SourcePath[] {
  const named = [path, ...fromProject(path)].flatMap((one) => namedPaths(one, from, roots));
  if (kind === 'glob') return named.map((found) => toSourcePath(`${found}${globEnding}`));
  return kind === 'raw' || kind === 'data' ? named.flatMap((found) => withEndings(found).map(toSourcePath)) : named;
}
