// Content folders of the config, and their precedence.
import { basename, resolve } from 'node:path';
import * as z from 'zod/mini';
import { groupBy } from '../../types/group.js';
import { isFolderName, toPermalink } from '../../types/path.js';
import { headingIdRules, routeRules } from './generator.js';
import {
  folderVersionSchema,
  splitVersioning,
  type VersionFields,
  type VersioningOptions,
  versioningShape,
} from './version-options.js';

/** A path on disk. No file system takes NUL, and Node throws for it. */
export const pathSchema = z.string().check(z.regex(/^[^\0]*$/, 'a path cannot contain the character NUL'));

export const globSchema = z.string().check(z.minLength(1), z.maxLength(1000));

/** A glob of URLs from the root of the host. */
export const addressGlobSchema = globSchema.check(z.regex(/^!?\//, 'it must begin with a slash, such as `/blog/**`'));

export const mountSchema = z
  .strictObject({
    dir: pathSchema,
    /** Id of an instance of Docusaurus's docs plugin: its versions are in `<id>_versions.json` and folders of that name. */
    id: z.optional(z.string().check(z.refine(isFolderName, 'it must be one folder name'))),
    prefix: z._default(z.string(), ''),
    /** Its files override all others: changes of the hub's owner to synced sections. */
    overlay: z._default(z.boolean(), false),
    /** Its files are used only in sections that are not synced. */
    fallback: z._default(z.boolean(), false),
    /** Globs below `dir`: the Markdown files that are docs, by default all. */
    include: z.optional(z.array(globSchema)),
    /** Globs below `dir`: Markdown files that are not docs. */
    exclude: z.optional(z.array(globSchema)),
    /** Leave out what Git ignores (the default). */
    gitignore: z._default(z.boolean(), true),
    /** The generator whose rule makes the ids of headings; by default it is detected from the project's files. */
    headingIds: z.optional(z.enum(headingIdRules)),
    /** The generator whose rule makes the URLs of docs; by default it is detected too. */
    routes: z.optional(z.enum(routeRules)),
    /** The folder is also published as one page. */
    onePage: z.optional(z.boolean()),
    ...versioningShape,
    /** Folders, newest first, or Docusaurus's options by name. */
    versions: z.optional(z.union([z.array(folderVersionSchema).check(z.minLength(1)), versioningShape.versions])),
  })
  .check(z.refine(({ overlay, fallback }) => !(overlay && fallback), 'it is either `overlay` or `fallback`'));

export type UserMount = z.input<typeof mountSchema>;

const layers = ['locale', 'overlay', 'content', 'local', 'export', 'fallback'] as const;

type Copied = 'id' | 'include' | 'exclude' | 'gitignore' | 'headingIds' | 'routes' | 'onePage';

/** A content folder and the id prefix at which it is mounted; `dir` is absolute, `prefix` has no slash at its ends. */
export interface Mount extends Readonly<Partial<Pick<z.output<typeof mountSchema>, Copied>>> {
  readonly dir: string;
  readonly prefix: string;
  /** A `locale` has the translations of the docs of `translates`. An `export` is made by `docgen sync` and can be missing. A `local` folder replaces one. A `fallback` is not used in the section of either. */
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
  const folders = typeof content === 'string' ? [content] : content;
  const entries = folders.map((entry) => (typeof entry === 'string' ? mountSchema.parse({ dir: entry }) : entry));
  return entries.map(({ dir, prefix, overlay, fallback, versions, ...options }) => {
    const named = Array.isArray(versions) ? versions : undefined;
    const { of, rest } = splitVersioning({ ...options, versions: Array.isArray(versions) ? undefined : versions });
    return {
      ...rest,
      dir: resolve(cwd, dir),
      prefix: prefix.replace(/^\/+|\/+$/g, ''),
      layer: overlay ? 'overlay' : fallback ? 'fallback' : 'content',
      versioning: of,
      named: named?.map((version) => ({ ...version, dir: resolve(cwd, version.dir ?? dir) })),
    };
  });
}

/** Whether a mount is an export or replaces one. */
export const isSynced = ({ layer }: Pick<Mount, 'layer'>): boolean => layer === 'export' || layer === 'local';

/** The section of a path, if `docgen sync` has not exported that section. */
export type Unsynced = (path: string) => string | undefined;

/** The test is for paths of the content, ids and URLs. `synced` are the exports, by section. */
export function unsyncedTest(
  { content, basePath, routeBase }: { content: readonly Mount[]; basePath: string; routeBase: string },
  synced: ReadonlyMap<string, unknown>,
): Unsynced {
  const sections = content.flatMap(({ layer, prefix }) => (layer === 'export' && prefix !== '' ? prefix : []));
  if (sections.every((section) => synced.has(section))) return () => undefined;
  const inner = sections
    .sort((a, b) => b.length - a.length)
    .map((section) => ({ section, folders: [`${section}/`, `${toPermalink(basePath, routeBase, section)}/`] }));
  return (path) => {
    const found = inner.find(({ folders }) => folders.some((folder) => `${path}/`.startsWith(folder)));
    return found === undefined || synced.has(found.section) ? undefined : found.section;
  };
}

/** In the order in which they win. */
export function layered(mounts: readonly Mount[]): readonly Mount[] {
  return layers.flatMap((layer) => mounts.filter((mount) => mount.layer === layer));
}

/** Returns folders of one layer with the same prefix: none of them could win. */
export function clashOf(mounts: readonly Mount[]) {
  const alike = groupBy(mounts, ({ layer, prefix }) => `${layer} ${prefix}`);
  const clash = [...alike.values()].find(({ length }) => length > 1);
  return clash && { prefix: clash[0]?.prefix ?? '', dirs: clash.map(({ dir }) => basename(dir)) };
}
