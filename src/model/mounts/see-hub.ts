// A hub as it stands on disk before a text is read: names, sizes and times of its files, and what else decides what they mean.
import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from '../config.js';
import { listFiles, type SeenFile } from '../content/list-files.js';
import { type Folder, type Folders, type FoldersConfig, findFolders } from '../content/static-folders.js';
import type { Checked } from '../diagnostics/diagnostic.js';
import { gatheredName } from '../docs/provenance.js';
import { type SourcePath, toSourcePath } from '../path.js';
import { type Kind, kindsIn } from './file-kinds.js';
import type { Rules } from './generator.js';
import { rulesOfFolder } from './project.js';

/** A content folder that was looked at. */
export interface SeenMount {
  readonly mount: Mount;
  readonly files: Checked<readonly SeenFile[]>;
  /** Of an export, as it was before its files were looked at. */
  readonly edition: string;
  /** What the files beside it decide; undefined for an export, whose record says that. */
  readonly rules: Rules | undefined;
}

export interface SeenHub {
  readonly mounts: readonly SeenMount[];
  readonly folders: Folders;
  /** Folders of static files. */
  readonly statics: readonly { readonly folder: Folder; readonly files: Checked<readonly SeenFile[]> }[];
  /** Milliseconds at which the first folder was looked at. */
  readonly since: number;
  /** The same only where nothing of it is another: no file, no folder, nothing that decides about them. */
  readonly token: string;
}

/** The token of a hub in which a doc may be another, as long as it has its name: the stamps of docs are left out. */
export function tokenBesideDocs({ mounts, folders, statics }: SeenHub): string {
  const hash = createHash('sha256').update(JSON.stringify([settingsOf(mounts), folders]));
  for (const { mount, files } of mounts) {
    const kindOf = kindsIn(mount);
    const known = files.value.map(({ path, stamp }) => [path, kindOf(path) === 'doc' ? '' : stamp]);
    hash.update(JSON.stringify([known, files.diagnostics]));
  }
  for (const { files } of statics) hash.update(JSON.stringify([stampsOf(files.value), files.diagnostics]));
  return hash.digest('hex');
}

const settingsOf = (mounts: readonly SeenMount[]) => mounts.map(({ mount, edition, rules }) => [mount, edition, rules]);
const stampsOf = (files: readonly SeenFile[]) => files.map(({ path, stamp }) => [path, stamp]);

interface SeeOptions {
  /** Milliseconds of now, where it matters that a file may change and look the same. */
  readonly since?: number;
  /** Folder of the cache: it is no content. */
  readonly cache?: string | undefined;
}

/**
 * Looks at the mounted folders and those beside them; reads no text but those by which a project's generator is known, and those that
 * say what git ignores: they are read each time, so that the names that are found tell all that they decide.
 */
export async function seeHub(
  mounts: readonly Mount[],
  config: FoldersConfig,
  { since = Number.POSITIVE_INFINITY, cache }: SeeOptions = {},
): Promise<SeenHub> {
  const own = [config.out, ...(cache === undefined ? [] : [cache])];
  const seen: SeenMount[] = [];
  for (const mount of mounts) seen.push(await seeMount(mount, own));
  const folders = findFolders(mounts, config);
  const statics: SeenHub['statics'][number][] = [];
  for (const folder of folders.folders.filter(({ kind }) => kind === 'static'))
    statics.push({ folder, files: await listFiles(folder.dir, folder.base, { dot: folder.isOwned }) });
  const lists = [...seen, ...statics].map(({ files }) => files);
  const hash = createHash('sha256').update(JSON.stringify([settingsOf(seen), folders]));
  for (const { value, diagnostics } of lists) hash.update(JSON.stringify([stampsOf(value), diagnostics]));
  return { mounts: seen, folders, statics, since, token: hash.digest('hex') };
}

/** Files of a hub beside its Markdown, by source path. */
export function filesIn({ mounts, statics }: SeenHub): ReadonlyMap<SourcePath, string> {
  const folders = [
    ...mounts.map(({ mount, files }) => ({ dir: mount.dir, base: mount.prefix, files })),
    ...statics.map(({ folder, files }) => ({ dir: folder.dir, base: folder.base, files })),
  ];
  const named = folders.flatMap(({ dir, base, files }) =>
    files.value
      .filter(({ path }) => !/\.mdx?$/.test(path))
      .map(({ path }) => [toSourcePath(base === '' ? path : `${base}/${path}`), join(dir, path)] as const),
  );
  return new Map(named.reverse()); // the first layer wins
}

/** Looks at a folder, but for the folders `without`, which are docgen's own. */
export async function seeMount(mount: Mount, without: readonly string[] = []): Promise<SeenMount> {
  const { dir, prefix, layer, gitignore } = mount;
  // What an export holds is in its repository, and not the hub's to ignore.
  if (layer === 'export')
    return {
      mount,
      edition: editionOf(dir),
      files: await listFiles(dir, prefix, { withoutSites: true }),
      rules: undefined,
    };
  const files = await listFiles(dir, prefix, { gitignore: gitignore !== false, without, withoutSites: true });
  return { mount, edition: '', files, rules: rulesOfFolder(dir) };
}

/** Changes with each sync, and only then unless somebody edits the folder. '' where there is no record. */
export function editionOf(dir: string): string {
  const stats = lstatSync(join(dir, gatheredName), { throwIfNoEntry: false, bigint: true });
  return stats ? `${stats.dev}-${stats.ino}-${stats.ctimeNs}` : '';
}

/**
 * Milliseconds within which a disk may give two changes the same time: what changed so shortly before it was looked at may have
 * changed again since, and nothing but its bytes would tell.
 */
const tick = 2000;

/** True where a file may have changed since it was looked at, and its stamp be the same. */
export function isUnsettled({ ctime }: Pick<SeenFile, 'ctime'>, since: number): boolean {
  return ctime > since - tick;
}

/** Whether no file can have changed since and kept its stamp; `isCounted` selects the kinds of content files. */
export function isSettled(
  { mounts, statics, since }: SeenHub,
  isCounted: (kind: Kind) => boolean = () => true,
): boolean {
  const ofMounts = mounts.flatMap(({ mount, files }) => {
    const kindOf = kindsIn(mount);
    return files.value.filter(({ path }) => isCounted(kindOf(path)));
  });
  return ![...ofMounts, ...statics.flatMap(({ files }) => files.value)].some((file) => isUnsettled(file, since));
}
