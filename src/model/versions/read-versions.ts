// The versions of content folders, saved by `docusaurus docs:version` or listed in the config. Each becomes a separate config, so that
// later steps don't depend on the origin of a version.
import { basename, dirname, join } from 'node:path';
import { omit } from 'lodash-es';
import type { Config, Mount } from '../config/config.js';
import { placeOfConfig } from '../config/read.js';
import {
  faultOfVersions,
  latestOf,
  type NamedVersion,
  type VersionFields,
  type VersioningOptions,
} from '../config/schema/content.js';
import { onePageOfVersion } from '../config/schema/one-page.js';
import { sidebarsSchema } from '../config/schema/sidebars.js';
import { versionFolder } from '../config/sources.js';
import { type Checked, outsidePath, problem } from '../diagnostics/diagnostic.js';
import { plainData } from '../input/plain-data.js';
import { fileFault, folderFault, isWithoutLinks, ownText } from '../input/regular-file.js';
import { cleanStrings, reportCleaned } from '../input/text.js';
import { attempt } from '../types/attempt.js';
import { isFolderName } from '../types/path.js';
import { docsFolder, listFile, type SavedVersions, savedVersions, sidebarsFile } from './saved-files.js';
import {
  changeSidebars,
  generatedSidebars,
  insideSection,
  outsideSections,
  replaceOwn,
  withSections,
} from './section-sidebars.js';

/** A version of the hub, or of one of its sections. */
export interface SiteVersion {
  /** Prefix of the content folder, '' for the whole hub. */
  readonly section: string;
  /** Config of a separate site for the version. */
  readonly config: Config;
  /** Prefix of file paths in messages. Empty for the hub. */
  readonly filePrefix: string;
}

export interface Versions {
  /** Config of the hub, with the latest version of everything. */
  readonly main: Config;
  /** All versions, newest first, including the hub. */
  readonly all: readonly SiteVersion[];
}

/**
 * Finds the versions of a hub, and creates a config for each. A hub without versions is its only version. Diagnostics: DG106 for invalid
 * options, DG310 for files that can't be read.
 */
export function readVersions(config: Config): Checked<Versions> {
  const folders = config.content.map((mount) => {
    const files = savedVersions(mount, config);
    return { mount, files, listed: listedOf(mount, files, config) };
  });
  const versioned = folders.filter(({ listed }) => listed.value.length > 0);
  const diagnostics = folders.flatMap(({ listed }) => listed.diagnostics);
  if (versioned.length === 0) return { value: { main: config, all: [hubOf(config)] }, diagnostics };
  let main = config;
  let ofHub: readonly SiteVersion[] | undefined;
  const ofSections: SiteVersion[] = [];
  for (const { mount, files, listed } of versioned) {
    const versions = listed.value.map((version): SiteVersion => {
      const { value, diagnostics: faults } = versionConfig(version, { mount, files }, config);
      diagnostics.push(...faults);
      const filePrefix = `${outsidePath(value.content[0]?.dir ?? '', value.cwd)}/`;
      return { section: mount.prefix, config: value, filePrefix };
    });
    const latest = versions.find((one) => one.config.version.isLast);
    if (!latest) continue;
    main = withLatest(main, latest.config, { mount, files }, config);
    if (mount.prefix === '') ofHub = versions;
    else ofSections.push(...versions.filter((one) => one !== latest));
  }
  const all = ofHub?.map((one) => (one.config.version.isLast ? hubOf(main) : one)) ?? [hubOf(main)];
  return { value: { main, all: [...all, ...ofSections] }, diagnostics };
}

interface VersionedFolder {
  readonly mount: Mount;
  readonly files: SavedVersions | undefined;
}

/** Returns the config of the hub with the latest version of a content folder, and the sidebars that Docusaurus saved for it. */
function withLatest(main: Config, latest: Config, { mount, files }: VersionedFolder, config: Config): Config {
  const { version, sidebars: saved } = latest;
  const { dir, id } = latest.content[0] ?? mount;
  const content = main.content.map((one) => (one === mount ? { ...mount, dir, id, version } : one));
  const isSaved = files !== undefined && version.version !== currentName;
  if (mount.prefix !== '')
    return { ...main, content, sidebars: isSaved ? replaceOwn(main.sidebars, mount.prefix, saved) : main.sidebars };
  const sidebars = isSaved ? withSections(saved, main.sidebars, sectionsOf(config)) : main.sidebars;
  return { ...latest, content, isOtherVersion: false, sidebars };
}

const hubOf = (config: Config): SiteVersion => ({ section: '', config, filePrefix: '' });

/** A version of a content folder. */
interface ListedVersion {
  readonly fields: VersionFields;
  /** Path of its pages below the docs. '' for the latest version. */
  readonly path: string;
}

/** The versions, newest first, or the first option that is invalid for them. */
type Listed = readonly ListedVersion[] | { readonly key: string; readonly reason: string };

/** Returns the versions of a content folder. Empty if it has only one. */
function listedOf(mount: Mount, saved: SavedVersions | undefined, config: Config): Checked<readonly ListedVersion[]> {
  const { named, versioning = {} } = mount;
  const { value, diagnostics } = saved && !named ? savedNames(saved, config) : { value: undefined, diagnostics: [] };
  if (!named && value === undefined && Object.keys(versioning).length === 0) return { value: [], diagnostics };
  const options = value ? optionsOf(value, versioning) : versioning;
  const listed = named ? versionsOfConfig(named) : versionsOfDocusaurus(value?.names ?? [], options);
  if (!('key' in listed)) return { value: listed, diagnostics };
  return { value: [], diagnostics: [...diagnostics, problem.configInvalid(listed, placeOfConfig(config.file))] };
}

function versionsOfConfig(versions: readonly NamedVersion[]): Listed {
  const reason = faultOfVersions(versions);
  if (reason !== undefined) return { key: 'versions', reason };
  const latest = latestOf(versions);
  return versions.map(({ name, label = name, status, path = name, noIndex = false }, index): ListedVersion => {
    const isLast = index === latest;
    const state = status ?? (index < latest ? 'next' : 'maintained');
    const banner = isLast ? null : state === 'next' ? 'unreleased' : state === 'unmaintained' ? state : null;
    const className = `docs-version-${name}`;
    return {
      fields: { version: name, label, banner, badge: true, noIndex, isLast, className },
      path: isLast ? '' : path,
    };
  });
}

/** Name of the version whose files are in the content folder itself. */
export const currentName = 'current';

/** Applies Docusaurus's rules for options. `names` are those in `versions.json`, empty without that file. */
function versionsOfDocusaurus(names: readonly string[], options: VersioningOptions): Listed {
  const { lastVersion, includeCurrentVersion = true, onlyIncludeVersions: only, disableVersioning = false } = options;
  const saved = disableVersioning ? [] : names;
  const all = includeCurrentVersion && !saved.includes(currentName) ? [currentName, ...saved] : saved;
  if (all.length === 0)
    return { key: 'includeCurrentVersion', reason: 'without the current version, no version is left' };
  const wanted = {
    onlyIncludeVersions: only ?? [],
    lastVersion: lastVersion ?? [],
    versions: Object.keys(options.versions ?? {}),
  };
  for (const [key, some] of Object.entries(wanted)) {
    const unknown = [some].flat().find((name) => !all.includes(name));
    if (unknown === undefined) continue;
    return { key, reason: `there is no version \`${unknown}\`, only ${all.map((name) => `\`${name}\``).join(', ')}` };
  }
  const listed = only ? all.filter((name) => only.includes(name)) : all;
  const last = lastVersion ?? listed.find((name) => name !== currentName) ?? currentName;
  if (!listed.includes(last))
    return { key: 'lastVersion', reason: `version \`${last}\` is not in \`onlyIncludeVersions\`` };
  return listed.map((name, index) => {
    const own = options.versions?.[name] ?? {};
    const [isLast, isCurrent] = [name === last, name === currentName];
    const age = index < listed.indexOf(last) ? 'unreleased' : 'unmaintained';
    const banner = own.banner ?? (isLast ? 'none' : age);
    return {
      fields: {
        version: name,
        label: own.label ?? (isCurrent ? 'Next' : name),
        banner: banner === 'none' ? null : banner,
        badge: own.badge ?? listed.length !== 1,
        noIndex: own.noIndex ?? false,
        className: own.className ?? `docs-version-${name}`,
        isLast,
      },
      path: own.path ?? (isLast ? '' : isCurrent ? 'next' : name),
    };
  });
}

interface SavedNames {
  readonly names: readonly string[];
  /** Names in the list without a folder. */
  readonly missing: readonly string[];
}

/** Returns the options of a content folder, except those for missing versions. */
function optionsOf({ names, missing }: SavedNames, versioning: VersioningOptions): VersioningOptions {
  if (missing.length === 0) return versioning;
  const { lastVersion, onlyIncludeVersions: only, includeCurrentVersion } = versioning;
  const kept = only?.filter((name) => !missing.includes(name));
  return {
    ...versioning,
    lastVersion: lastVersion !== undefined && missing.includes(lastVersion) ? undefined : lastVersion,
    onlyIncludeVersions: kept && kept.length > 0 ? kept : undefined,
    includeCurrentVersion: names.length === 0 ? undefined : includeCurrentVersion,
    versions: omit(versioning.versions, missing),
  };
}

/** Returns the config of a version as a separate site: its folder, URL, metadata and sidebars. */
function versionConfig(
  { fields, path }: ListedVersion,
  { mount, files }: VersionedFolder,
  config: Config,
): Checked<Config> {
  const beside = fields.version === currentName ? undefined : files;
  const dir = mount.named ? namedFolder(fields, mount) : beside ? docsFolder(fields.version, beside) : mount.dir;
  const saved = beside && readSidebars(sidebarsFile(fields.version, beside), fields.version, config);
  const routeBase = [config.routeBase, mount.prefix, path].join('/').split('/').filter(Boolean).join('/');
  return {
    value: {
      ...config,
      content: [{ ...mount, id: files?.id ?? mount.id, dir, prefix: '' }],
      routeBase,
      onePage: mount.prefix === '' ? config.onePage : onePageOfVersion(config.onePage, mount.prefix),
      version: fields,
      isOtherVersion: true,
      ...(saved
        ? { sidebars: saved.value ?? generatedSidebars, hasSidebars: saved.value !== undefined }
        : { sidebars: sidebarsOf(mount, config) }),
    },
    diagnostics: saved?.diagnostics ?? [],
  };
}

/** Returns the sidebars of a content folder as a separate site. */
export function sidebarsOf({ prefix }: Mount, config: Config): Config['sidebars'] {
  const sections = sectionsOf(config).map(({ name }) => name);
  return prefix === '' ? outsideSections(config.sidebars, sections) : insideSection(config.sidebars, prefix);
}

/** Returns the content folders below the root of the hub, by prefix. */
function sectionsOf({ content }: Config): readonly { readonly name: string; readonly hasFiles: boolean }[] {
  const names = [...new Set(content.map(({ prefix }) => prefix))].filter((prefix) => prefix !== '');
  const hasFiles = (name: string) =>
    content.some(({ prefix, dir }) => prefix === name && folderFault(dir) === undefined);
  return names.map((name) => ({ name, hasFiles: hasFiles(name) }));
}

/** Returns the folder of a version in the config: its `dir`, or the export of its ref. */
function namedFolder({ version, isLast }: VersionFields, { named = [], layer, dir }: Mount): string {
  if (layer === 'synced') return isLast ? dir : join(dirname(dir), versionFolder(basename(dir), version));
  return named.find(({ name }) => name === version)?.dir ?? dir;
}

const maxVersions = 200;

export function savedNames(saved: SavedVersions, { cwd }: Pick<Config, 'cwd'>): Checked<SavedNames | undefined> {
  const file = outsidePath(listFile(saved), cwd);
  const read = readJson(listFile(saved));
  const fail = (reason: string) => ({ value: undefined, diagnostics: [problem.versionsFile({ reason }, { file })] });
  if ('fault' in read) return fail(read.fault);
  const names = read.value;
  if (!Array.isArray(names) || names.length > maxVersions || !names.every(isFolderName))
    return fail(`it must be a list of at most ${maxVersions} names, each of which can be a folder`);
  const wanted = [...new Set<string>(names)];
  const hasFolder = (version: string) =>
    version === currentName || isWithoutLinks(docsFolder(version, saved), saved.site);
  const missing = wanted.filter((version) => !hasFolder(version));
  return {
    value: { names: wanted.filter(hasFolder), missing },
    diagnostics: missing.map((version) => problem.versionsFile({ version }, { file })),
  };
}

/** Loads saved sidebars. Returns undefined if there is no file, and the sidebar of the folders if it can't be read. */
function readSidebars(
  path: string,
  version: string,
  { cwd }: Pick<Config, 'cwd'>,
): Checked<Config['sidebars'] | undefined> {
  if (fileFault(path) !== undefined) return { value: undefined, diagnostics: [] };
  const read = readJson(path);
  const parsed = 'value' in read ? sidebarsSchema.safeParse(read.value) : undefined;
  if (parsed?.success) {
    // Early releases of Docusaurus 2 put the version before the names of sidebars and the ids of docs.
    const prefix = `version-${version}/`;
    const plain = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : name);
    const cleaned = cleanStrings(changeSidebars(parsed.data, { name: plain, id: plain }));
    return { value: cleaned.value, diagnostics: reportCleaned(cleaned, { file: outsidePath(path, cwd) }) };
  }
  const issue = parsed?.error?.issues[0];
  const reason = 'fault' in read ? read.fault : `\`${issue?.path.join('.') ?? ''}\`: ${issue?.message ?? 'invalid'}`;
  return {
    value: generatedSidebars,
    diagnostics: [problem.versionsFile({ reason }, { file: outsidePath(path, cwd) })],
  };
}

function readJson(path: string): { readonly value: unknown } | { readonly fault: string } {
  const data = attempt(() => plainData(JSON.parse(ownText(path))));
  if (!data) return { fault: 'it is not JSON' };
  return 'fault' in data ? { fault: data.fault.reason } : data;
}
