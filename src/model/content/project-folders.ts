// Finds folders next to the content: static files, by the config or by the conventions of generators, and folders with an alias in a `tsconfig.json`. JSON configuration
// is read as plain data. If a config is a program, only its existence counts.
import { existsSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import JSON5 from 'json5';
import type { Config, Mount } from '../config/config.js';
import { isSynced } from '../config/schema/content.js';
import { isRecord } from '../input/plain-data.js';
import { bytesAt, isWithoutLinks, repositoryOf } from '../input/regular-file.js';
import { attempt } from '../types/attempt.js';
import { scriptNames } from '../types/path.js';
import { isFolder } from './list-files.js';
import type { Alias, Root } from './parse/named-paths.js';
import type { ProjectOfMount } from './projects.js';

export interface Folder extends Root {
  readonly dir: string;
  /** Whether it is set in the config. Then all of its files are published unchanged. */
  readonly isOwned: boolean;
  /** Name of the folder in messages: `/` and its path from the folder of the config. */
  readonly shownFolder?: string;
}

export interface Folders {
  readonly folders: readonly Folder[];
  readonly aliases: readonly Alias[];
}

/** A mount with the project that its folder belongs to. */
interface FoundMount {
  readonly mount: Mount;
  readonly found: ProjectOfMount | undefined;
}

export type FoldersConfig = Pick<Config, 'cwd' | 'static' | 'out' | 'workDir'>;

/** Finds the folders of projects around the content folders. Exports have none, because their surroundings are docgen's own folder. */
export function findFolders(found: readonly FoundMount[], config: FoldersConfig): Folders {
  const mounts = found.map(({ mount }) => mount);
  const projects = mounts.map((mount) =>
    isSynced(mount) ? mount.dir : projectFolderOf((mount.translates ?? mount).dir),
  );
  const numbers = [...new Set(projects)];
  const folders: Folder[] = [];
  const aliases: Alias[] = [];
  const addStatic = (dir: string, project: string, isOwned: boolean, isAssets = false) => {
    if (folders.some((folder) => folder.dir === dir && folder.kind === 'static')) return;
    const ofConfig = dirname(config.workDir);
    const base = unusedName(`/${pathWithin(ofConfig, dir) || basename(dir)}`, basesOf(folders));
    const shownFolder = `/${relative(ofConfig, dir).replaceAll(sep, '/')}`;
    const at = pathWithin(project, dir) ?? basename(dir);
    folders.push({ kind: 'static', dir, base, at, project: numbers.indexOf(project), isOwned, isAssets, shownFolder });
  };
  for (const [index, { mount, found: own }] of found.entries()) {
    const { dir, prefix } = mount;
    const project = projects[index] ?? dir;
    const number = numbers.indexOf(project);
    const at = isSynced(mount) ? basename(dir) : (pathWithin(project, dir) ?? '');
    const repository = mount.layer === 'synced' ? undefined : repositoryAt(mount, own, folders);
    folders.push({ kind: 'content', dir, base: prefix, at, project: number, isOwned: false, repository });
    if (isSynced(mount)) continue;
    const areFree = (dirs: readonly string[]) => dirs.filter((one) => isFree(one, mounts, config));
    for (const folder of config.static ?? areFree(staticsOf(project, dir, own)))
      addStatic(folder, project, config.static !== undefined);
    for (const folder of areFree(assetsOf(dir, own))) addStatic(folder, project, false, true);
    const isFirstOfProject = projects.indexOf(project) === index;
    if (!isFirstOfProject) continue;
    const ofProject = aliasesOfProject(project);
    // A config in the content folder is untrusted content: its aliases only apply to folders of the content.
    const inside = project === dir ? [] : aliasesOf(dir, project);
    aliases.push(...[...inside, ...ofProject].map((alias) => ({ project: number, ...alias })));
    if (ofProject.length === 0 && !configIn(project, 'docusaurus') && !configIn(project, 'astro')) continue;
    const base = unusedName('/project', basesOf(folders));
    const within = repository && pathWithin(repository.dir, project);
    const ofRepository = !repository || within === undefined ? {} : { repository: { ...repository, at: within } };
    folders.push({ kind: 'project', dir: project, base, at: '', project: number, isOwned: false, ...ofRepository });
  }
  return { folders, aliases };
}

/** Returns the repository of a content folder. Without a repository, that is the folder of the generator's project, or the content folder itself. */
function repositoryAt(mount: Mount, own: ProjectOfMount | undefined, folders: readonly Folder[]): Root['repository'] {
  const dir = isSynced(mount) ? mount.dir : (repositoryOf(mount.dir) ?? (own ? topOf(mount.dir, own) : mount.dir));
  const known = folders.find(({ repository }) => repository?.dir === dir)?.repository;
  const base = known?.base ?? unusedName(`/${basename(dir)}`, basesOf(folders));
  return { dir, base, at: pathWithin(dir, mount.dir) ?? '' };
}

/** Returns the project's folder of a content folder: above Astro's `src/content/docs` and Docusaurus's `versioned_docs/…`. */
export function projectFolderOf(dir: string): string {
  if (existsSync(join(dir, '.git')) || configIn(dir, 'docgen')) return dir; // the content is a whole project
  if (dir.endsWith(join(sep, 'src', 'content', 'docs'))) return resolve(dir, '../../..');
  return /(?:^|_)versioned_docs$/.test(basename(dirname(dir))) ? resolve(dir, '../..') : dirname(dir);
}

/** Returns the name of a config that is a script, such as `docusaurus.config.js`, or undefined if the folder has none. */
export const configIn = (dir: string, name: string) =>
  scriptNames(`${name}.config`).find((file) => existsSync(join(dir, file)));

/** Returns the folder of a Docusaurus site if it is not the project's folder, as in repositories with docs at the root. */
export function siteFolder(project: string): string | undefined {
  return ['website', 'packages/website'].find((at) => configIn(join(project, at), 'docusaurus'));
}

/** Returns the folders of static files: `static` of a Docusaurus site, and those in the config of another generator. */
function staticsOf(project: string, dir: string, own: ProjectOfMount | undefined): string[] {
  const site = siteFolder(project);
  const top = own && topOf(dir, own);
  const found = [
    join(project, 'static'),
    ...(site === undefined ? [] : [join(project, site, 'static')]),
    ...(own?.project.static.map((folder) => join(top ?? dir, folder)) ?? []),
  ];
  return found.filter((folder) => [project, dir, top ?? dir].some((limit) => isFolderIn(folder, limit)));
}

/** Returns the folders from which pages of another generator's project can reference files. */
function assetsOf(dir: string, own: ProjectOfMount | undefined): string[] {
  const top = own && topOf(dir, own);
  const found = own?.project.assets?.map((folder) => join(top ?? dir, folder)) ?? [];
  return found.filter((folder) => isFolderIn(folder, top ?? dir));
}

/** Returns the folder of the project that a content folder belongs to. */
const topOf = (dir: string, { within }: ProjectOfMount) => resolve(dir, posix.relative(within, ''));

const isFolderIn = (path: string, folder: string) =>
  isFolder(path) && pathWithin(folder, path) !== undefined && isWithoutLinks(path, folder);

function isFree(dir: string, mounts: readonly Mount[], { out, workDir }: FoldersConfig): boolean {
  const overlaps = (other: string) => pathWithin(other, dir) !== undefined || pathWithin(dir, other) !== undefined;
  return ![out, workDir].some(overlaps) && !mounts.some((mount) => pathWithin(dir, mount.dir) !== undefined);
}

/** Returns the POSIX path of a folder relative to an outer one, or undefined if it is not inside. */
function pathWithin(outer: string, inner: string): string | undefined {
  const path = relative(outer, inner);
  const isOutside = path === '..' || path.startsWith(`..${sep}`) || /^[A-Za-z]:/.test(path);
  return isOutside || resolve(outer, path) !== inner ? undefined : path.replaceAll(sep, '/');
}

const basesOf = (folders: readonly Folder[]) =>
  folders.flatMap(({ base, repository }) => [base, repository?.base ?? base]);

function unusedName(name: string, taken: readonly string[]): string {
  let candidate = name;
  for (let number = 2; taken.includes(candidate); number += 1) candidate = `${name}-${number}`;
  return candidate;
}

const maxConfigBytes = 256 * 1024;

/** Returns the aliases for folders of a project. */
function aliasesOfProject(project: string): Pick<Alias, 'written' | 'at'>[] {
  const site = siteFolder(project);
  return [...aliasesOf(project, project), ...(site === undefined ? [] : [{ written: '@site/', at: site }])];
}

/** Returns the aliases for folders of a project that the TypeScript config in a folder defines. */
function aliasesOf(folder: string, project: string): Pick<Alias, 'written' | 'at'>[] {
  const files = [join(folder, 'tsconfig.json'), join(folder, 'jsconfig.json')];
  return files.flatMap((file) => {
    const options = compilerOptions(file);
    const paths = isRecord(options?.['paths']) ? options['paths'] : {};
    const from = resolve(dirname(file), typeof options?.['baseUrl'] === 'string' ? options['baseUrl'] : '.');
    const longestFirst = Object.entries(paths).sort(([a], [b]) => b.length - a.length);
    return longestFirst.flatMap(([written, targets]) => {
      const target: unknown = Array.isArray(targets) ? targets[0] : undefined;
      const isPattern = /^(?:[^./*\s][^*\s]{0,50}\/|@)\*$/.test(written) && written !== '@site/*';
      if (!isPattern || typeof target !== 'string' || !/^[^*\0]*\/\*$|^\*$/.test(target)) return [];
      const named = resolve(from, target.slice(0, -1));
      const at = pathWithin(folder, named) === undefined ? undefined : pathWithin(project, named);
      return at === undefined ? [] : [{ written: written.slice(0, -1), at }];
    });
  });
}

function compilerOptions(file: string): Readonly<Record<string, unknown>> | undefined {
  const config: unknown = attempt(() => JSON5.parse(String(bytesAt(file, maxConfigBytes))));
  return isRecord(config) && isRecord(config['compilerOptions']) ? config['compilerOptions'] : undefined;
}
