// Content folders as the config names them, and which of them wins where several have the same file.
import { basename, resolve } from 'node:path';
import * as z from 'zod/mini';
import { isFolderName, toPermalink } from '../path.js';
import { folderVersionSchema, type NamedVersion } from '../versions/named-versions.js';
import {
  splitVersioning,
  type VersionFields,
  type VersioningOptions,
  versioningShape,
} from '../versions/version-options.js';
import { type HeadingIds, headingIdRules, type Routes, routeRules } from './generator.js';

/** A path on disk. No file system takes NUL, and Node throws for it. */
export const pathSchema = z.string().check(z.regex(/^[^\0]*$/, 'a path cannot contain the character NUL'));

/** A glob below a folder. */
export const globSchema = z.string().check(z.minLength(1), z.maxLength(1000));

/** A glob of addresses from the root of the host. */
export const addressGlobSchema = globSchema.check(z.regex(/^!?\//, 'it must begin with a slash, such as `/blog/**`'));

/** A content folder in the config. */
export const mountSchema = z
  .strictObject({
    dir: pathSchema,
    id: z.optional(z.string().check(z.refine(isFolderName, 'it must be one folder name'))),
    prefix: z._default(z.string(), ''),
    overlay: z._default(z.boolean(), false),
    fallback: z._default(z.boolean(), false),
    include: z.optional(z.array(globSchema)),
    exclude: z.optional(z.array(globSchema)),
    gitignore: z._default(z.boolean(), true),
    headingIds: z.optional(z.enum(headingIdRules)),
    routes: z.optional(z.enum(routeRules)),
    onePage: z.optional(z.boolean()),
    ...versioningShape,
    versions: z.optional(z.union([z.array(folderVersionSchema).check(z.minLength(1)), versioningShape.versions])),
  })
  .check(z.refine(({ overlay, fallback }) => !(overlay && fallback), 'it is either `overlay` or `fallback`'));

const layers = ['overlay', 'content', 'local', 'export', 'fallback'] as const;

/** A content folder and the id prefix at which it is mounted; `dir` is absolute, `prefix` has no slash at its ends. */
export interface Mount {
  readonly dir: string;
  readonly prefix: string;
  /** Of the instance of Docusaurus's docs plugin: its versions are in files of that name. */
  readonly id?: string | undefined;
  /** An `export` is of `docgen sync` and may be missing, `local` is in place of one; a `fallback` has no file in a section that is either. */
  readonly layer: (typeof layers)[number];
  /** Globs below the folder: which Markdown files are docs, and which are not. */
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  /** What git ignores is left out. */
  readonly gitignore?: boolean | undefined;
  /** As the config says; found by the files beside the folder where it does not. */
  readonly headingIds?: HeadingIds | undefined;
  readonly routes?: Routes | undefined;
  /** It is also published as one page. */
  readonly onePage?: boolean | undefined;
  readonly versioning?: VersioningOptions | undefined;
  /** The versions that the config names, newest first; `dir` is absolute, of a folder. */
  readonly named?: readonly (NamedVersion & { readonly dir?: string | undefined })[] | undefined;
  /** The version that the folder holds, where there are several. */
  readonly version?: VersionFields | undefined;
}

/** The content folders of a config. */
export function toMounts(
  content: string | readonly (string | z.output<typeof mountSchema>)[],
  cwd: string,
): readonly Mount[] {
  const folders = typeof content === 'string' ? [content] : content;
  const entries = folders.map((entry) => (typeof entry === 'string' ? mountSchema.parse({ dir: entry }) : entry));
  return entries.map(
    ({
      dir,
      id,
      prefix,
      overlay,
      fallback,
      include,
      exclude,
      gitignore,
      headingIds,
      routes,
      onePage,
      versions,
      ...options
    }) => ({
      dir: resolve(cwd, dir),
      id,
      prefix: prefix.replace(/^\/+|\/+$/g, ''),
      layer: overlay ? 'overlay' : fallback ? 'fallback' : 'content',
      ...{ include, exclude, gitignore, headingIds, routes, onePage },
      versioning: splitVersioning({ ...options, versions: Array.isArray(versions) ? undefined : versions }).of,
      named: Array.isArray(versions)
        ? versions.map((version) => ({ ...version, dir: resolve(cwd, version.dir ?? dir) }))
        : undefined,
    }),
  );
}

/** True for an export, and for what is in place of one. */
export function isGathered({ layer }: Pick<Mount, 'layer'>): boolean {
  return layer === 'export' || layer === 'local';
}

/** The section of a path, if `docgen sync` has not exported that section. */
export type Unsynced = (path: string) => string | undefined;

/** Tells of a path of the content, an id or an address whether the innermost section there has no export. `gathered` are those that have one. */
export function unsyncedTest(
  { content, basePath, routeBase }: { content: readonly Mount[]; basePath: string; routeBase: string },
  gathered: ReadonlyMap<string, unknown>,
): Unsynced {
  const sections = content.flatMap(({ layer, prefix }) => (layer === 'export' && prefix !== '' ? prefix : []));
  if (sections.every((section) => gathered.has(section))) return () => undefined;
  const inner = sections
    .sort((a, b) => b.length - a.length)
    .map((section) => ({ section, folders: [`${section}/`, `${toPermalink(basePath, routeBase, section)}/`] }));
  return (path) => {
    const found = inner.find(({ folders }) => folders.some((folder) => `${path}/`.startsWith(folder)));
    return found === undefined || gathered.has(found.section) ? undefined : found.section;
  };
}

/** In the order in which they win. */
export function layered(mounts: readonly Mount[]): readonly Mount[] {
  return layers.flatMap((layer) => mounts.filter((mount) => mount.layer === layer));
}

/** Folders of one layer with the same prefix: none of them could win. */
export function clashOf(
  mounts: readonly Mount[],
): { readonly prefix: string; readonly dirs: readonly string[] } | undefined {
  const like = (mount: Mount) =>
    mounts
      .filter(({ prefix, layer }) => prefix === mount.prefix && layer === mount.layer)
      .map(({ dir }) => basename(dir));
  const clash = mounts.find((mount) => like(mount).length > 1);
  return clash && { prefix: clash.prefix, dirs: like(clash) };
}
