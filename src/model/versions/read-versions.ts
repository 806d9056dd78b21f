// The versions that stand beside a content folder, as `docusaurus docs:version` leaves them: `versions.json`, `versioned_docs/` and
// `versioned_sidebars/`. Each version becomes a config of its own, so that nothing behind knows how it came about.
import { readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Config, Mount } from '../config.js';
import type { Checked, Diagnostic } from '../diagnostics/diagnostic.js';
import { versionsFile } from '../diagnostics/reading.js';
import { configInvalid } from '../diagnostics/usage-and-config.js';
import { isFolderName } from '../path.js';
import { plainData } from '../plain-data.js';
import { fileFault } from '../regular-file.js';
import { sidebarsSchema } from '../sidebar/sidebar-config.js';
import { faultOfVersions, toListed } from './named-versions.js';
import { versionFolder } from './source-versions.js';
import { currentName, type ListedVersion, listVersions } from './version-list.js';
import type { VersionFields } from './version-options.js';

/** A version of the hub, or of one of its sections. */
export interface SiteVersion {
  /** Prefix of the content folder, '' for the whole hub. */
  readonly section: string;
  /** As for a site of its own. */
  readonly config: Config;
  /** What is put before the paths of its files in messages: the hub's own have nothing there. */
  readonly filePrefix: string;
}

export interface Versions {
  /** The hub: the last version of everything. */
  readonly main: Config;
  /** All of them, newest first, with the hub in its place. */
  readonly all: readonly SiteVersion[];
}

/** Diagnostics: DG106 for options that do not fit, DG310 for files that cannot be read. */
export function readVersions(config: Config): Checked<Versions> {
  const diagnostics: Diagnostic[] = [];
  let main = config;
  const beside: SiteVersion[] = [];
  let own: readonly SiteVersion[] | undefined;
  for (const mount of config.content) {
    const listed = listedOf(mount, config.content);
    diagnostics.push(...listed.diagnostics);
    const read = (version: ListedVersion) => {
      const { value, diagnostics: found } = versionConfig(version, mount, config);
      diagnostics.push(...found);
      return { section: mount.prefix, config: value, filePrefix: prefixOf(value) };
    };
    const versions = listed.value.map((version) => ({ version, site: read(version) }));
    const last = versions.find(({ version }) => version.fields.isLast);
    const others = versions.filter((one) => one !== last).map(({ site }) => site);
    if (!last) continue;
    const lastMount = { ...mount, dir: last.site.config.content[0]?.dir ?? mount.dir, version: last.version.fields };
    const content = main.content.map((one) => (one === mount ? lastMount : one));
    if (mount.prefix === '') {
      main = { ...last.site.config, content, isBeside: false };
      own = versions.map(({ site }) => site);
    } else {
      main = { ...main, content };
      beside.push(...others);
    }
  }
  const hub = { section: '', config: main, filePrefix: '' };
  const all = own ? own.map((one) => (one.config.version.isLast ? hub : one)) : [hub];
  return { value: { main, all: [...all, ...beside] }, diagnostics };
}

/** The versions of a content folder; none where it has one only. */
function listedOf(mount: Mount, mounts: readonly Mount[]): Checked<readonly ListedVersion[]> {
  if (mount.named) {
    const fault = faultOfVersions(mount.named);
    if (fault === undefined) return { value: toListed(mount.named), diagnostics: [] };
    return { value: [], diagnostics: [configInvalid({ key: 'versions', reason: fault })] };
  }
  const { value: names, diagnostics } = namesBeside(mount, mounts);
  if (names === undefined && Object.keys(mount.versioning ?? {}).length === 0) return { value: [], diagnostics };
  const listed = listVersions(names ?? [], mount.versioning ?? {});
  return 'key' in listed
    ? { value: [], diagnostics: [...diagnostics, configInvalid(listed)] }
    : { value: listed, diagnostics };
}

/** A version as a site of its own: its folder, address, record and sidebars. */
function versionConfig({ fields, path }: ListedVersion, mount: Mount, config: Config): Checked<Config> {
  const site = dirname(mount.dir);
  const isCurrent = mount.named !== undefined || fields.version === currentName;
  const dir = mount.named ? namedFolder(fields, mount) : isCurrent ? mount.dir : folderOf(fields.version, mount);
  const sidebars = isCurrent
    ? { value: mount.prefix === '' ? config.sidebars : defaultSidebars, diagnostics: [] }
    : readSidebars(join(site, pluginFile(mount, 'versioned_sidebars'), `version-${fields.version}-sidebars.json`));
  const routeBase = [config.routeBase, mount.prefix, path]
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/');
  return {
    value: {
      ...config,
      content: [{ ...mount, dir, prefix: '' }],
      routeBase,
      version: fields,
      isBeside: true,
      sidebars: sidebars.value,
    },
    diagnostics: sidebars.diagnostics,
  };
}

/** The folder of a version that the config names: the one that it says, or the export of its ref. */
function namedFolder({ version, isLast }: VersionFields, { named = [], layer, dir }: Mount): string {
  if (layer === 'export') return isLast ? dir : join(dirname(dir), versionFolder(basename(dir), version));
  return named.find(({ name }) => name === version)?.dir ?? dir;
}

/** A path that begins with `/` is shown as it is, not as one of the hub's content folders. */
function prefixOf({ content: [mount], workDir }: Config): string {
  return `/${relative(dirname(workDir), mount?.dir ?? '')}/`;
}

const defaultSidebars: Config['sidebars'] = { tutorialSidebar: [{ type: 'autogenerated', dirName: '.' }] };

/** Another instance of Docusaurus's plugin has its name before those of its files. */
function pluginFile({ dir }: Mount, name: string): string {
  return hasFile(join(dirname(dir), `${basename(dir)}_versions.json`)) ? `${basename(dir)}_${name}` : name;
}

/** Where several folders of a project are content, its versions are those of `docs`. */
const isOnlyOne = (mount: Mount, mounts: readonly Mount[]) =>
  basename(mount.dir) === 'docs' || mounts.every((one) => one === mount || dirname(one.dir) !== dirname(mount.dir));

const mostVersions = 200;

/** The names of the saved versions, newest first; undefined where there is no such file. */
function namesBeside(mount: Mount, mounts: readonly Mount[]): Checked<readonly string[] | undefined> {
  const none = { value: undefined, diagnostics: [] };
  const name = pluginFile(mount, 'versions.json');
  const file = join(dirname(mount.dir), name);
  if (mount.layer !== 'content' || !hasFile(file) || (name === 'versions.json' && !isOnlyOne(mount, mounts)))
    return none;
  const read = readJson(file);
  if ('fault' in read) return { value: undefined, diagnostics: [versionsFile({ reason: read.fault }, { file: name })] };
  const names = read.value;
  if (!Array.isArray(names) || names.length > mostVersions || !names.every(isFolderName)) {
    const reason = `it must be a list of at most ${mostVersions} names, each of which can be a folder`;
    return { value: undefined, diagnostics: [versionsFile({ reason }, { file: name })] };
  }
  const wanted = [...new Set(names as string[])];
  const there = wanted.filter((version) => isInPlace(folderOf(version, mount), dirname(mount.dir)));
  const diagnostics = wanted
    .filter((version) => !there.includes(version))
    .map((version) => versionsFile({ reason: `version \`${version}\` has no folder in its place` }, { file: name }));
  return { value: there, diagnostics };
}

/** Where the docs of a saved version are. */
function folderOf(version: string, mount: Mount): string {
  return join(dirname(mount.dir), pluginFile(mount, 'versioned_docs'), `version-${version}`);
}

/** False for what is missing, and for a link to a folder elsewhere. */
function isInPlace(dir: string, site: string): boolean {
  try {
    return realpathSync(dir) === join(realpathSync(site), relative(site, dir));
  } catch {
    return false;
  }
}

/** A version without a file of sidebars has the one that is made of its folders. */
function readSidebars(path: string): Checked<Config['sidebars']> {
  if (!hasFile(path)) return { value: defaultSidebars, diagnostics: [] };
  const read = readJson(path);
  const parsed = 'value' in read ? sidebarsSchema.safeParse(read.value) : undefined;
  if (parsed?.success) return { value: parsed.data, diagnostics: [] };
  const issue = parsed?.error?.issues[0];
  const reason = 'fault' in read ? read.fault : `\`${issue?.path.join('.') ?? ''}\`: ${issue?.message ?? 'invalid'}`;
  return { value: defaultSidebars, diagnostics: [versionsFile({ reason }, { file: basename(path) })] };
}

const hasFile = (path: string) => fileFault(path) === undefined;

function readJson(path: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    const data = plainData(JSON.parse(readFileSync(path, 'utf8')));
    return 'fault' in data ? { fault: data.fault.reason } : data;
  } catch {
    return { fault: 'it is not JSON' };
  }
}
