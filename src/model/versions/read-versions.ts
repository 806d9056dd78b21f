// The versions of content folders, saved by `docusaurus docs:version` or named by the config. Each becomes a config of its own, so that
// nothing behind knows how it came about.
import { basename, dirname, join } from 'node:path';
import type { Config, Mount } from '../config.js';
import { besideContent, type Checked, type Diagnostic } from '../diagnostics/diagnostic.js';
import { versionsFile } from '../diagnostics/reading.js';
import { configInvalid } from '../diagnostics/usage-and-config.js';
import { onePageOfVersion } from '../pages/one-page-folders.js';
import { isFolderName } from '../path.js';
import { placeOfConfig } from '../redirects/wanted.js';
import { folderFault } from '../regular-file.js';
import { faultOfVersions, toListed } from './named-versions.js';
import { docsFolder, isInPlace, listFile, type SavedVersions, savedVersions, sidebarsFile } from './saved-files.js';
import { readJson, readSidebars } from './saved-sidebars.js';
import { generatedSidebars, inSection, outsideSections, splitSidebars, withSections } from './section-sidebars.js';
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
    const files = savedVersions(mount, config);
    const listed = listedOf(mount, files, config);
    diagnostics.push(...listed.diagnostics);
    const read = (version: ListedVersion) => {
      const { value, diagnostics: found } = versionConfig(version, { mount, files }, config);
      diagnostics.push(...found);
      return { section: mount.prefix, config: value, filePrefix: prefixOf(value) };
    };
    const versions = listed.value.map((version) => ({ version, site: read(version) }));
    const last = versions.find(({ version }) => version.fields.isLast);
    const others = versions.filter((one) => one !== last).map(({ site }) => site);
    if (!last) continue;
    const { dir, id } = last.site.config.content[0] ?? mount;
    const lastMount = { ...mount, dir, id, version: last.version.fields };
    const content = main.content.map((one) => (one === mount ? lastMount : one));
    const isSaved = files !== undefined && last.version.fields.version !== currentName;
    if (mount.prefix === '') {
      const sidebars = isSaved
        ? withSections(last.site.config.sidebars, main.sidebars, sectionsOf(config))
        : main.sidebars;
      main = { ...last.site.config, content, isBeside: false, sidebars };
      own = versions.map(({ site }) => site);
    } else {
      main = { ...main, content, ...(isSaved && { sidebars: withSection(main.sidebars, mount, last.site.config) }) };
      beside.push(...others);
    }
  }
  const hub = { section: '', config: main, filePrefix: '' };
  const all = own ? own.map((one) => (one.config.version.isLast ? hub : one)) : [hub];
  return { value: { main, all: [...all, ...beside] }, diagnostics };
}

/** The versions of a content folder; none where it has one only. */
function listedOf(mount: Mount, saved: SavedVersions | undefined, config: Config): Checked<readonly ListedVersion[]> {
  const place = placeOfConfig(config.file);
  if (mount.named) {
    const fault = faultOfVersions(mount.named);
    if (fault === undefined) return { value: toListed(mount.named), diagnostics: [] };
    return { value: [], diagnostics: [configInvalid({ key: 'versions', reason: fault }, place)] };
  }
  const { value: names, diagnostics } = saved ? savedNames(saved, config) : nothing;
  if (names === undefined && Object.keys(mount.versioning ?? {}).length === 0) return { value: [], diagnostics };
  const listed = listVersions(names ?? [], mount.versioning ?? {});
  return 'key' in listed
    ? { value: [], diagnostics: [...diagnostics, configInvalid(listed, place)] }
    : { value: listed, diagnostics };
}

/** A version as a site of its own: its folder, address, record and sidebars. */
function versionConfig(
  { fields, path }: ListedVersion,
  { mount, files }: { readonly mount: Mount; readonly files: SavedVersions | undefined },
  config: Config,
): Checked<Config> {
  const beside = fields.version === currentName ? undefined : files;
  const dir = mount.named ? namedFolder(fields, mount) : beside ? docsFolder(fields.version, beside) : mount.dir;
  const own =
    mount.prefix === ''
      ? outsideSections(
          config.sidebars,
          sectionsOf(config).map(({ name }) => name),
        )
      : sidebarsOf(mount.prefix, config);
  const saved = beside && readSidebars(sidebarsFile(fields.version, beside), fields.version, config);
  const routeBase = [config.routeBase, mount.prefix, path]
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/');
  return {
    value: {
      ...config,
      content: [{ ...mount, id: files?.id ?? mount.id, dir, prefix: '' }],
      routeBase,
      onePage: mount.prefix === '' ? config.onePage : onePageOfVersion(config.onePage, mount.prefix),
      version: fields,
      isBeside: true,
      ...(saved
        ? { sidebars: saved.value ?? generatedSidebars, hasSidebars: saved.value !== undefined }
        : { sidebars: own }),
    },
    diagnostics: saved?.diagnostics ?? [],
  };
}

/** The content folders of the config that are below the root of the hub, by prefix. */
function sectionsOf({ content }: Config): readonly { readonly name: string; readonly hasFiles: boolean }[] {
  const names = [...new Set(content.map(({ prefix }) => prefix))].filter((prefix) => prefix !== '');
  const hasFiles = (name: string) =>
    content.some(({ prefix, dir }) => prefix === name && folderFault(dir) === undefined);
  return names.map((name) => ({ name, hasFiles: hasFiles(name) }));
}

/** Those that the config has for the folder of a section. */
function sidebarsOf(section: string, { sidebars }: Config): Config['sidebars'] {
  const { own } = splitSidebars(sidebars, section);
  return Object.keys(own).length > 0 ? own : generatedSidebars;
}

/** The sidebars of the hub with those of a section's saved version in place of those of its folder. */
function withSection(sidebars: Config['sidebars'], { prefix }: Mount, saved: Config): Config['sidebars'] {
  const { own, others } = splitSidebars(sidebars, prefix);
  return Object.keys(own).length === 0 ? sidebars : { ...others, ...inSection(saved.sidebars, prefix, others) };
}

/** The folder of a version that the config names: the one that it says, or the export of its ref. */
function namedFolder({ version, isLast }: VersionFields, { named = [], layer, dir }: Mount): string {
  if (layer === 'export') return isLast ? dir : join(dirname(dir), versionFolder(basename(dir), version));
  return named.find(({ name }) => name === version)?.dir ?? dir;
}

function prefixOf({ content: [mount], cwd }: Config): string {
  return `${besideContent(mount?.dir ?? '', cwd)}/`;
}

const nothing = { value: undefined, diagnostics: [] };
const mostVersions = 200;

/** The names of the saved versions, newest first. */
function savedNames(saved: SavedVersions, { cwd }: Pick<Config, 'cwd'>): Checked<readonly string[] | undefined> {
  const file = besideContent(listFile(saved), cwd);
  const read = readJson(listFile(saved));
  if ('fault' in read) return { value: undefined, diagnostics: [versionsFile({ reason: read.fault }, { file })] };
  const names = read.value;
  if (!Array.isArray(names) || names.length > mostVersions || !names.every(isFolderName)) {
    const reason = `it must be a list of at most ${mostVersions} names, each of which can be a folder`;
    return { value: undefined, diagnostics: [versionsFile({ reason }, { file })] };
  }
  const wanted = [...new Set(names as string[])];
  const there = wanted.filter((version) => version === currentName || isInPlace(docsFolder(version, saved), saved));
  const diagnostics = wanted
    .filter((version) => !there.includes(version))
    .map((version) => versionsFile({ reason: `version \`${version}\` has no folder in its place` }, { file }));
  return { value: there, diagnostics };
}
