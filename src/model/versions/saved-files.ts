// Locates the versions that `docusaurus docs:version` saved: `versions.json`, `versioned_docs/` and `versioned_sidebars/` of the site. If
// the plugin's instance is not the default one, their names start with its id.
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Config, Mount } from '../config/config.js';
import { exists, isFolder } from '../content/list-files.js';
import { siteFolder } from '../content/project-folders.js';
import { fileFault } from '../input/regular-file.js';
import { attempt } from '../types/attempt.js';

export interface SavedVersions {
  readonly site: string;
  /** Id of the instance of Docusaurus's docs plugin. */
  readonly id: string;
}

const defaultId = 'default';

/** Finds the versions that Docusaurus saved for a folder. Returns undefined if there are none. */
export function savedVersions(mount: Mount, config: Pick<Config, 'content' | 'cwd'>): SavedVersions | undefined {
  if (mount.layer !== 'content' || mount.named) return undefined;
  return candidatesOf(mount, config).find(
    (saved) =>
      fileFault(listFile(saved)) === undefined &&
      (saved.id !== defaultId || mount.id !== undefined || isOfDefault(mount, saved.site, config)),
  );
}

/** Returns the location for the next saved version of a folder: next to existing ones, else in the folder of its site. */
export function newVersions(mount: Mount, config: Pick<Config, 'content' | 'cwd'>): SavedVersions {
  const [beside = config.cwd, inside] = sitesOf(mount, { cwd: dirname(mount.dir) });
  const site = inside ?? beside;
  const id = mount.id ?? (isOfDefault(mount, beside, config) ? defaultId : basename(mount.dir));
  return savedVersions(mount, config) ?? { site, id };
}

/** Returns the translations of the current version, each with its path for a saved version. */
export function translationsOf(version: string, { site, id }: SavedVersions): readonly (readonly [string, string])[] {
  const plugin = `docusaurus-plugin-content-docs${id === defaultId ? '' : `-${id}`}`;
  const folders = (attempt(() => readdirSync(join(site, 'i18n'))) ?? []).map((name) =>
    join(site, 'i18n', name, plugin),
  );
  const current = folders.flatMap((folder) => [join(folder, 'current'), join(folder, 'current.json')]).filter(exists);
  return current.map((path) => [path, path.replace(/current(?=\.json$|$)/, `version-${version}`)] as const);
}

/** Returns the paths at which a list of saved versions of a folder can appear. */
export function possibleVersionLists(mount: Mount, config: Pick<Config, 'cwd'>): readonly string[] {
  return candidatesOf(mount, config).map(listFile);
}

/** Returns possible locations of saved versions. The id is that of the config, else the name of the folder or the default id. */
function candidatesOf(mount: Mount, config: Pick<Config, 'cwd'>): readonly SavedVersions[] {
  const ids = mount.id === undefined ? [basename(mount.dir), defaultId] : [mount.id];
  return sitesOf(mount, config).flatMap((site) => ids.map((id) => ({ site, id })));
}

export const listFile = (saved: SavedVersions) => join(saved.site, `${prefixOf(saved)}versions.json`);

export function docsFolder(version: string, saved: SavedVersions): string {
  return join(saved.site, `${prefixOf(saved)}versioned_docs`, `version-${version}`);
}

/** Returns the file of a version's sidebars, which might not exist. */
export function sidebarsFile(version: string, saved: SavedVersions): string {
  return join(saved.site, `${prefixOf(saved)}versioned_sidebars`, `version-${version}-sidebars.json`);
}

const prefixOf = ({ id }: SavedVersions) => (id === defaultId ? '' : `${id}_`);

/** Returns the folders in which the site of a content folder can be: next to it, `website` of its project, or the folder of the config. */
function sitesOf({ dir }: Mount, { cwd }: Pick<Config, 'cwd'>): readonly string[] {
  const beside = dirname(dir);
  const inside = siteFolder(beside);
  return [...new Set([beside, ...(inside === undefined ? [] : [join(beside, inside)]), cwd])];
}

/** Whether a content folder is the site's default instance. If several folders belong to a site, `docs` is the default. */
function isOfDefault(mount: Mount, site: string, { content }: Pick<Config, 'content'>): boolean {
  const isDocs = (one: Mount) => basename(one.dir) === 'docs' || one.id === defaultId;
  const others = content.filter((one) => one !== mount && one.layer === 'content');
  if (dirname(mount.dir) === site) return isDocs(mount) || !others.some(({ dir }) => dirname(dir) === site);
  // In other folders, a file of that name can belong to another program.
  const isClear = others.length === 0 || (isDocs(mount) && !others.some(isDocs));
  return isClear && isFolder(join(site, 'versioned_docs'));
}
