// Where `docusaurus docs:version` saved the versions of a content folder: `versions.json`, `versioned_docs/` and `versioned_sidebars/` of its
// site, with the id of the plugin's instance before their names where it is not the default one.
import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Config, Mount } from '../config.js';
import { isFolder } from '../content/list-files.js';
import { siteFolder } from '../content/static-folders.js';
import { fileFault } from '../regular-file.js';

/** The saved versions of a content folder. */
export interface SavedVersions {
  /** The folder of the site. */
  readonly site: string;
  /** Of the instance of Docusaurus's docs plugin. */
  readonly id: string;
}

const defaultId = 'default';

/** Undefined where the folder has none. */
export function savedVersions(mount: Mount, config: Pick<Config, 'content' | 'cwd'>): SavedVersions | undefined {
  if (mount.layer !== 'content' || mount.named) return undefined;
  for (const site of sitesOf(mount, config)) {
    const ids = mount.id === undefined ? [basename(mount.dir), defaultId] : [mount.id];
    const id = ids.find((one) => hasFile(listFile({ site, id: one })));
    if (id !== undefined && (id !== defaultId || mount.id !== undefined || isOfDefault(mount, site, config)))
      return { site, id };
  }
  return undefined;
}

/** All files that may list the versions of a content folder. */
export function possibleLists(mount: Mount, config: Pick<Config, 'content' | 'cwd'>): readonly string[] {
  const ids = mount.id === undefined ? [basename(mount.dir), defaultId] : [mount.id];
  return sitesOf(mount, config).flatMap((site) => ids.map((id) => listFile({ site, id })));
}

/** The file that lists the versions. */
export const listFile = (saved: SavedVersions) => join(saved.site, `${prefixOf(saved)}versions.json`);

/** Where the docs of a version are. */
export function docsFolder(version: string, saved: SavedVersions): string {
  return join(saved.site, `${prefixOf(saved)}versioned_docs`, `version-${version}`);
}

/** The sidebars of a version; there need not be such a file. */
export function sidebarsFile(version: string, saved: SavedVersions): string {
  return join(saved.site, `${prefixOf(saved)}versioned_sidebars`, `version-${version}-sidebars.json`);
}

/** False for what is missing, and for a link to a folder elsewhere. */
export function isInPlace(dir: string, { site }: SavedVersions): boolean {
  try {
    return realpathSync(dir) === join(realpathSync(site), relative(site, dir));
  } catch {
    return false;
  }
}

const prefixOf = ({ id }: SavedVersions) => (id === defaultId ? '' : `${id}_`);
const hasFile = (path: string) => fileFault(path) === undefined;

/** Where the site of a content folder may be: beside it, in the `website` of its project, or where the config is. */
function sitesOf({ dir }: Mount, { cwd }: Pick<Config, 'cwd'>): readonly string[] {
  const beside = dirname(dir);
  const inside = siteFolder(beside);
  return [...new Set([beside, ...(inside === undefined ? [] : [join(beside, inside)]), cwd])];
}

/** Where several content folders may belong to a site, the versions of its default instance are those of `docs`. */
function isOfDefault(mount: Mount, site: string, { content }: Pick<Config, 'content'>): boolean {
  const isDocs = (one: Mount) => basename(one.dir) === 'docs' || one.id === defaultId;
  const others = content.filter((one) => one !== mount && one.layer === 'content');
  if (dirname(mount.dir) === site) return isDocs(mount) || !others.some(({ dir }) => dirname(dir) === site);
  // Farther away, a list of that name may be that of another program.
  const isClear = others.length === 0 || (isDocs(mount) && !others.some(isDocs));
  return isClear && isFolder(join(site, 'versioned_docs'));
}
