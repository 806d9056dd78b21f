// Config keys for what is built: content folders and their precedence, sources whose docs are synced, and the versions of both.
import { basename, resolve } from 'node:path';
import { omit, pick, pickBy, trim } from 'lodash-es';
import * as z from 'zod/mini';
import { generatorNames, headingIdRules } from '../../generators/generator.js';
import { groupBy } from '../../types/group.js';
import { isFolderName, notInPath, toPermalink } from '../../types/path.js';

/** A path on disk. No file system takes NUL, and Node throws for it. */
export const pathSchema = z.string().check(z.regex(/^[^\0]*$/, 'a path cannot contain the character NUL'));

export const globSchema = z.string().check(z.minLength(1), z.maxLength(1000));

/** A glob of URLs from the root of the host. */
export const addressGlobSchema = globSchema.check(z.regex(/^!?\//, 'it must begin with a slash, such as `/blog/**`'));

export const filledText = z.string().check(z.minLength(1));
const text = z.optional(z.string());
const flag = z.optional(z.boolean());
const no = z._default(z.boolean(), false);
const folderName = z.string().check(z.refine(isFolderName, 'it must be one folder name'));
const banner = z.enum(['none', 'unreleased', 'unmaintained']);

/** Rejects URLs with a user name or password, because pages show these URLs. */
const hasNoName = z.refine(
  (url: unknown) => !/^[^/\\]*[/\\]*[^/\\?#]*@/.test(String(url)),
  'it must not contain a user name or password',
);
const webUrl = z.url({ protocol: /^https?$/ }).check(hasNoName);

/** Keys for the generator of a content folder or a source. */
const generatorShape = {
  /** The generator whose rule makes the ids of headings; by default it is detected from the project's files. */
  headingIds: z.optional(z.enum(headingIdRules)),
  /** The generator whose rule makes the URLs of docs; by default it is detected too. */
  routes: z.optional(z.enum(generatorNames)),
  /** The generator that the docs are written for; by default it is detected. `docusaurus` means docgen's own rules. */
  generator: z.optional(z.enum(generatorNames)),
  /** Also publishes the folder or section as a single page. */
  onePage: flag,
};

export const versionSchema = z.strictObject({
  version: z._default(z.string(), 'current'),
  label: z._default(z.string(), 'Next'),
  banner: z._default(z.nullable(banner), null),
  badge: no,
  noIndex: no,
  className: z._default(z.string(), 'docs-version-current'),
  isLast: z._default(z.boolean(), true),
});

export interface VersionFields extends Readonly<Omit<z.output<typeof versionSchema>, 'banner'>> {
  readonly banner: 'unreleased' | 'unmaintained' | null;
}

const versionOptionsSchema = z.strictObject({
  label: text,
  /** Path of its pages below the docs. */
  path: z.optional(z.string().check(z.refine((path) => !notInPath.test(path), 'it must be a path of an address'))),
  banner: z.optional(banner),
  badge: flag,
  noIndex: flag,
  className: text,
});

/** Docusaurus's options for versions that its tool saved: for the config, and for each content folder. */
export const versioningShape = {
  lastVersion: text,
  includeCurrentVersion: flag,
  onlyIncludeVersions: z.optional(z.array(z.string()).check(z.minLength(1))),
  disableVersioning: flag,
  /** Options by the name of the version. */
  versions: z.optional(z.record(z.string(), versionOptionsSchema)),
};

const versioningSchema = z.strictObject(versioningShape);
export type VersioningOptions = z.output<typeof versioningSchema>;

/** Keys of an entry in a list of versions, which is newest first. */
const namedShape = {
  name: folderName,
  label: text,
  /** By default the first version is `latest`, those above it `next`, those below it `maintained`. */
  status: z.optional(z.enum(['latest', 'maintained', 'unmaintained', 'next'])),
  /** Path of its pages below those of the section; by default its name. */
  path: z.optional(folderName),
  noIndex: flag,
};

const folderVersionSchema = z.strictObject({
  ...namedShape,
  /** Its folder; by default the content folder itself. */
  dir: text,
});

export type NamedVersion = Readonly<Omit<z.output<typeof folderVersionSchema>, 'dir'>>;

export const mountSchema = z
  .strictObject({
    dir: pathSchema,
    /** Id of an instance of Docusaurus's docs plugin: its versions are in `<id>_versions.json` and folders of that name. */
    id: z.optional(folderName),
    prefix: z._default(z.string(), ''),
    /** Name of the section in the sidebar. */
    label: z.optional(filledText),
    /** Start of the URLs at which files of the folder can be edited. */
    editUrl: z.optional(webUrl),
    /** Its files override all others: changes of the hub's owner to synced sections. */
    overlay: no,
    /** Its files are used only in sections that are not synced. */
    fallback: no,
    /** Globs below `dir`: the Markdown files that are docs, by default all. */
    include: z.optional(z.array(globSchema)),
    /** Globs below `dir`: Markdown files that are not docs. */
    exclude: z.optional(z.array(globSchema)),
    /** Leave out what Git ignores (the default). */
    gitignore: z._default(z.boolean(), true),
    ...generatorShape,
    ...versioningShape,
    /** Folders, newest first, or Docusaurus's options by name. */
    versions: z.optional(z.union([z.array(folderVersionSchema).check(z.minLength(1)), versioningShape.versions])),
  })
  .check(z.refine(({ overlay, fallback }) => !(overlay && fallback), 'it is either `overlay` or `fallback`'));

export type UserMount = z.input<typeof mountSchema>;

export const sourcePathSchema = z.strictObject({
  /** A folder or a file of the repository; `.` is all of it. */
  from: z.string(),
  to: z._default(z.string(), ''),
  /** Globs below `from`. */
  include: z._default(z.array(z.string()), []),
  exclude: z._default(z.array(z.string()), []),
  /** New names of single files. */
  rename: z._default(z.record(z.string(), z.string()), {}),
});
export type SourcePathRule = z.output<typeof sourcePathSchema>;

const sourcePaths = z.array(sourcePathSchema).check(z.minLength(1));
const sourceVersionSchema = z.strictObject({
  ...namedShape,
  /** Branch, tag or commit, as in `ref` of a source. */
  ref: filledText,
  /** Instead of the source's `paths`, if this version had its docs elsewhere. */
  paths: z.optional(sourcePaths),
});

const sectionName = /^(?!.*%2f)[^./\\\s][^/\\]*(?:\/[^./\\\s][^/\\]*)*$/is;

export const sourceSchema = z.strictObject({
  /** Folder of the hub, such as `libs/beta`; several sources can share one. */
  section: z.string().check(z.regex(sectionName, 'it must be a folder name, or several with `/` between')),
  repo: filledText,
  /** Branch, tag or commit; `HEAD` is the default branch; `v2.*` is the newest matching tag. Not together with `versions`. */
  ref: z.optional(filledText),
  /** Versions, newest first, each at a ref. */
  versions: z.optional(z.array(sourceVersionSchema).check(z.minLength(1))),
  paths: sourcePaths,
  license: text,
  homepage: z.optional(webUrl),
  editUrl: z.optional(webUrl),
  /** The project's own site: links to it become links into the hub. */
  linkBase: z.optional(webUrl),
  ...generatorShape,
  /** If it can't be fetched, `docgen sync` warns and exits with 0: the section keeps its last snapshot, or is left out. */
  optional: flag,
  /** `docgen sync` fetches the history too: each page shows when it was last changed. */
  history: flag,
});

export interface Source extends Omit<z.output<typeof sourceSchema>, 'ref' | 'versions'> {
  readonly ref: string;
}

export const layers = ['locale', 'overlay', 'content', 'local', 'synced', 'fallback'] as const;

type Copied = 'id' | 'label' | 'editUrl' | 'include' | 'exclude' | 'gitignore' | keyof typeof generatorShape;

/** A content folder and the id prefix at which it is mounted; `dir` is absolute, `prefix` has no slash at its ends. */
export interface Mount extends Readonly<Partial<Pick<z.output<typeof mountSchema>, Copied>>> {
  readonly dir: string;
  readonly prefix: string;
  /** `locale`: translations of `translates`. `synced`: a snapshot, can be missing. `local`: replaces a snapshot. `fallback`: not used in synced sections. */
  readonly layer: (typeof layers)[number];
  readonly translates?: Mount | undefined;
  /** Path of a `locale` in messages. */
  readonly shown?: string | undefined;
  readonly versioning?: VersioningOptions | undefined;
  /** The versions that the config lists, newest first; `dir` of a folder is absolute. */
  readonly named?: readonly z.output<typeof folderVersionSchema>[] | undefined;
  readonly version?: VersionFields | undefined;
}

export function toMounts(
  content: string | readonly (string | z.output<typeof mountSchema>)[],
  cwd: string,
): readonly Mount[] {
  return [content].flat().map((entry) => {
    const whole = typeof entry === 'string' ? mountSchema.parse({ dir: entry }) : entry;
    const { dir, prefix, overlay, fallback, versions, ...options } = whole;
    const named = Array.isArray(versions) ? versions : undefined;
    const { of, rest } = splitVersioning({ ...options, versions: Array.isArray(versions) ? undefined : versions });
    return {
      ...rest,
      dir: resolve(cwd, dir),
      prefix: trim(prefix, '/'),
      layer: overlay ? 'overlay' : fallback ? 'fallback' : 'content',
      versioning: of,
      named: named?.map((version) => ({ ...version, dir: resolve(cwd, version.dir ?? dir) })),
    };
  });
}

/** Separates the options for versions from the others of a larger record. */
export function splitVersioning<Options extends VersioningOptions>(options: Options) {
  const keys = Object.keys(versioningShape) as (keyof VersioningOptions)[];
  const of: VersioningOptions = pickBy(pick(options, keys), (value) => value !== undefined);
  return { of, rest: omit(options, keys) };
}

/** Whether a mount is a snapshot or replaces one. */
export const isSynced = ({ layer }: Pick<Mount, 'layer'>): boolean => layer === 'synced' || layer === 'local';

/** The section of a path, if `docgen sync` has not exported that section. */
export type Unsynced = (path: string) => string | undefined;

/** Creates a function that returns the unsynced section of a content path, id or URL. `synced` has the snapshots by section. */
export function unsyncedTest(
  { content, basePath, routeBase }: { content: readonly Mount[]; basePath: string; routeBase: string },
  synced: ReadonlyMap<string, unknown>,
): Unsynced {
  const missing = content
    .flatMap(({ layer, prefix }) => (layer === 'synced' && prefix !== '' ? prefix : []))
    .sort((a, b) => b.length - a.length)
    .map((section) => ({ section, folders: [`${section}/`, `${toPermalink(basePath, routeBase, section)}/`] }));
  if (missing.every(({ section }) => synced.has(section))) return () => undefined;
  return (path) => {
    const found = missing.find(({ folders }) => folders.some((folder) => `${path}/`.startsWith(folder)));
    return found === undefined || synced.has(found.section) ? undefined : found.section;
  };
}

/** Returns folders with the same layer and prefix, or undefined. None of them has precedence over the others. */
export function clashOf(mounts: readonly Mount[]) {
  const alike = groupBy(mounts, ({ layer, prefix }) => `${layer} ${prefix}`);
  const clash = [...alike.values()].find(({ length }) => length > 1);
  return clash && { prefix: clash[0]?.prefix ?? '', dirs: clash.map(({ dir }) => basename(dir)) };
}

/** Returns why a list of versions can't be used, or undefined. */
export function faultOfVersions(versions: readonly NamedVersion[]): string | undefined {
  const isUnique = (names: readonly string[]) => new Set(names.map((name) => name.toLowerCase())).size === names.length;
  if (!isUnique(versions.map(({ name }) => name))) return 'two versions have the same name';
  if (!isUnique(versions.map(({ name, path = name }) => path))) return 'two versions have the same path';
  if (versions.every(({ status }) => status === 'next')) return 'one version must be released';
  const isLatestTwice = versions.filter(({ status }) => status === 'latest').length > 1;
  return isLatestTwice ? 'only one version can be `latest`' : undefined;
}

/** Returns the index of the version at the URL of the section: `latest`, or the first released one. */
export function latestOf(versions: readonly NamedVersion[]): number {
  const latest = versions.findIndex(({ status }) => status === 'latest');
  return latest === -1 ? versions.findIndex(({ status }) => status !== 'next') : latest;
}
