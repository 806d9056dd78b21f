// Scans a hub on disk without reading texts: names, sizes and times of its files, and everything else that determines their meaning.
import { existsSync, lstatSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Mount } from '../config/config.js';
import type { Checked } from '../diagnostics/diagnostic.js';
import type { GeneratorName } from '../generators/generator.js';
import { generatorOf, nearestProject } from '../generators/generators.js';
import { sha256 } from '../input/hash.js';
import { bytesAt, entryAt, isWithoutLinks, repositoryOf } from '../input/regular-file.js';
import { globTest } from '../types/globs.js';
import { isSitePath, joined, type SourcePath } from '../types/path.js';
import { syncedName } from './exports.js';
import { fileAt, listFiles, namesBelow, namesIn, type ScannedFile } from './list-files.js';
import { type Folder, type Folders, type FoldersConfig, findFolders } from './project-folders.js';
import type { ProjectOfMount } from './projects.js';

export interface ScannedMount {
  readonly mount: Mount;
  readonly files: Checked<readonly ScannedFile[]>;
  /** Revision of a snapshot before its files were scanned. */
  readonly revision: string;
  /** Project of the mount's folder, found by the files next to it. Undefined for a snapshot, whose metadata contains the project. */
  readonly found: ProjectOfMount | undefined;
}

export interface ScannedHub {
  readonly mounts: readonly ScannedMount[];
  readonly folders: Folders;
  readonly statics: readonly { readonly folder: Folder; readonly files: Checked<readonly ScannedFile[]> }[];
  /** Time at which the scan started, in milliseconds. */
  readonly since: number;
  /** Hash of all files, folders and settings that the model depends on. */
  readonly fingerprint: string;
}

/** Returns a hash of a hub without the stamps of docs. It stays the same if only the texts of docs change. */
export const nonDocFingerprint = (hub: ScannedHub): string => fingerprint(hub, { withDocs: false });

function fingerprint(
  { mounts, folders, statics }: Pick<ScannedHub, 'mounts' | 'folders' | 'statics'>,
  { withDocs }: { readonly withDocs: boolean },
): string {
  const listed = ({ value, diagnostics }: Checked<readonly ScannedFile[]>, isStamped = (_path: string) => true) => {
    return [value.map(({ path, signature }) => [path, isStamped(path) ? signature : '']), diagnostics];
  };
  const ofMounts = mounts.map(({ mount, files, ...settings }) => {
    const kindOf = kindsIn(mount);
    return [mount, settings, listed(files, (path) => withDocs || kindOf(path) !== 'doc')];
  });
  return sha256(JSON.stringify([ofMounts, folders, statics.map(({ files }) => listed(files))]));
}

/**
 * Scans the mounted folders and those next to them. Only reads files that identify a project's generator, and ignore files. `since` is the
 * current time, if racy files matter. The folder `cache` is not content.
 */
export async function scanHub(
  mounts: readonly Mount[],
  config: FoldersConfig,
  { since = Number.POSITIVE_INFINITY, cache }: { readonly since?: number; readonly cache?: string | undefined } = {},
): Promise<ScannedHub> {
  const own = [config.out, ...(cache === undefined ? [] : [cache])];
  const scanned: ScannedMount[] = [];
  for (const mount of mounts) scanned.push(await scanMount(mount, config.cwd, own));
  const folders = findFolders(scanned, config);
  const statics: ScannedHub['statics'][number][] = [];
  for (const folder of folders.folders.filter(({ kind }) => kind === 'static'))
    statics.push({ folder, files: await listFiles(folder.dir, folder.base, { dot: folder.isOwned }) });
  const found = { mounts: scanned, folders, statics };
  return { ...found, since, fingerprint: fingerprint(found, { withDocs: true }) };
}

/** Returns the files of a hub other than Markdown, by source path. */
export function filesIn({ mounts, statics }: ScannedHub): ReadonlyMap<SourcePath, string> {
  const folders = [
    ...mounts.map(({ mount, files }) => ({ dir: mount.dir, base: mount.prefix, files })),
    ...statics.map(({ folder, files }) => ({ dir: folder.dir, base: folder.base, files })),
  ];
  const named = folders.flatMap(({ dir, base, files }) =>
    files.value
      .filter(({ path }) => !/\.mdx?$/.test(path))
      .map((file) => [joined(base, file.path), fileAt(dir, file)] as const),
  );
  return new Map(named.reverse()); // the first layer wins
}

/** Returns the absolute paths of the files that symbolic links in the content lead to, and of the configs and folders of generators. */
export const linkedFiles = ({ mounts }: Pick<ScannedHub, 'mounts'>): readonly string[] =>
  mounts.flatMap(({ files, found }) => [
    ...files.value.flatMap(({ target }) => target ?? []),
    ...(found?.configs ?? []),
  ]);

/** Scans the folder of a mount, except docgen's own folders in `without`. */
export async function scanMount(mount: Mount, cwd?: string, without: readonly string[] = []): Promise<ScannedMount> {
  const { dir, prefix, layer, gitignore } = mount;
  // The ignore rules of the hub don't apply to a snapshot, because its files are from another repository.
  if (layer === 'synced') {
    const revision = revisionOf(dir);
    const files = await listFiles(dir, prefix, { withoutSites: true, withoutLinks: true });
    return { mount, revision, files, found: undefined };
  }
  const files = await listFiles(dir, prefix, { gitignore: gitignore !== false, without, withoutSites: true, cwd });
  const names = files.value.map(({ path }) => path);
  return { mount, revision: '', files, found: projectOfMount(mount.translates?.dir ?? dir, names, mount.generator) };
}

/** Maximum number of folders that are searched for a config: the content folder and those above it. `src/content/docs` is three below a project. */
const maxFolders = 4;
const maxConfigBytes = 1024 * 1024;

/** Returns the project of a content folder with these files. Configs that are too large are faults. */
export function projectOfMount(
  dir: string,
  files: readonly string[],
  wanted: GeneratorName | undefined,
): ProjectOfMount | undefined {
  const isProject = (folder: string) => ['.git', 'package.json'].some((name) => existsSync(join(folder, name)));
  const folders = [dir];
  while (folders.length < maxFolders && !isProject(folders.at(-1) ?? dir)) folders.push(dirname(folders.at(-1) ?? dir));
  const names = folders.map(namesIn);
  const withinOf = (folder: number) => relative(folders[folder] ?? dir, dir).replaceAll('\\', '/');
  const large = new Set<string>();
  const configs = new Set<string>();
  const found = nearestProject(
    names,
    (folder, more = []) => {
      const [top, within] = [folders[folder] ?? dir, withinOf(folder)];
      const limit = repositoryOf(top) ?? top;
      const read = (path: string) => {
        const file = join(top, path);
        if (!isSitePath(relative(limit, file).replaceAll('\\', '/'))) return undefined;
        configs.add(file);
        const isOwn = isWithoutLinks(file, limit);
        const text = isOwn ? bytesAt(file, maxConfigBytes)?.toString('utf8') : undefined;
        if (isOwn && text === undefined && entryAt(file)?.isFile()) large.add(path);
        return text;
      };
      const others = within === '' ? [] : [...(names[folder] ?? []), ...more.flatMap((name) => namesBelow(top, name))];
      return { paths: [...files.map((path) => joined(within, path)), ...others].sort(), read };
    },
    wanted,
  );
  if (!found) return undefined;
  const { faults } = found.project;
  const sized = (file: string) => ({ file, line: 1, reason: `\`${basename(file)}\` is larger than 1 MB` });
  const tooLarge = [...large].map((file) => ({ ...sized(file), advice: 'isLarge' as const }));
  const project = { ...found.project, faults: [...tooLarge, ...faults.filter(({ file }) => !large.has(file))] };
  const top = folders[found.folder] ?? dir;
  const named = [...(generatorOf(project).folders ?? []), ...project.static, ...(project.assets ?? [])];
  const around = named.map((name) => join(top, name)).filter((folder) => folder.startsWith(top + sep));
  return { within: withinOf(found.folder), project, configs: [...configs, ...around], unread: found.unread };
}

/** Returns the revision of a snapshot: it changes if `docgen sync` or a user replaces the list of its files. '' without a list. */
export function revisionOf(dir: string): string {
  const stats = lstatSync(join(dir, syncedName), { throwIfNoEntry: false, bigint: true });
  return stats ? `${stats.dev}-${stats.ino}-${stats.ctimeNs}` : '';
}

/**
 * Time in milliseconds within which a file system might give two changes the same timestamp. If a file changed that shortly before a scan,
 * a later change can only be detected by its bytes.
 */
const tick = 2000;

/** Whether a file might have changed after it was scanned without a new timestamp (a racy entry, as in Git's index). */
export const isRacy = ({ ctime }: Pick<ScannedFile, 'ctime'>, since: number): boolean => ctime > since - tick;

/** Whether no file is racy, so that stamps detect every later change. `isCounted` selects the kinds of content files. */
export function isStableHub(scannedHub: ScannedHub, isCounted: (kind: Kind) => boolean = () => true): boolean {
  const { mounts, statics, since } = scannedHub;
  const ofMounts = mounts.flatMap(({ mount, files }) => {
    const kindOf = kindsIn(mount);
    return files.value.filter(({ path }) => isCounted(kindOf(path)));
  });
  return ![...ofMounts, ...statics.flatMap(({ files }) => files.value)].some((file) => isRacy(file, since));
}

export type Kind = 'doc' | 'category' | 'partial' | 'tags' | 'file';

/**
 * Returns a function for the kind of a file by its path in the folder. `include` and `exclude` select the Markdown files that can be docs.
 * `isPage` is whether the file is a page by the rules of its project's generator.
 */
export function kindsIn(mount: Pick<Mount, 'include' | 'exclude'>): (relativePath: string, isPage?: boolean) => Kind {
  const { include, exclude } = mount;
  const isIn = include && globTest(include);
  const isOut = exclude && globTest(exclude);
  return (path, isPage) => {
    if (/\.mdx?$/.test(path) || (isPage && /\.(?:markdown|html)$/.test(path))) {
      // Markdown that is not a doc can be included by pages, like partials.
      const isPartial = isPage === undefined ? /(?:^|\/)(?:_|\.gitbook\/)/.test(path) : !isPage;
      return isPartial || isIn?.(path) === false || isOut?.(path) === true ? 'partial' : 'doc';
    }
    if (path === 'tags.yml') return 'tags';
    return /(?:^|\/)_category_\.(?:json|yml|yaml)$/.test(path) ? 'category' : 'file';
  };
}
