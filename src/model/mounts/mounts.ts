// Content folders as the config names them, and which of them wins where several have the same file.
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import * as z from 'zod/mini';
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

/** A content folder in the config. */
export const mountSchema = z
  .strictObject({
    dir: pathSchema,
    prefix: z._default(z.string(), ''),
    overlay: z._default(z.boolean(), false),
    fallback: z._default(z.boolean(), false),
    headingIds: z.optional(z.enum(headingIdRules)),
    routes: z.optional(z.enum(routeRules)),
    ...versioningShape,
    versions: z.optional(z.union([z.array(folderVersionSchema).check(z.minLength(1)), versioningShape.versions])),
  })
  .check(z.refine(({ overlay, fallback }) => !(overlay && fallback), 'it is either `overlay` or `fallback`'));

const layers = ['overlay', 'content', 'export', 'fallback'] as const;

/** A content folder and the id prefix at which it is mounted; `dir` is absolute, `prefix` has no slash at its ends. */
export interface Mount {
  readonly dir: string;
  readonly prefix: string;
  /** An `export` is of `docgen sync` and may be missing; a `fallback` has no file in a section that is exported. */
  readonly layer: (typeof layers)[number];
  /** As the config says; found by the files beside the folder where it does not. */
  readonly headingIds?: HeadingIds | undefined;
  readonly routes?: Routes | undefined;
  readonly versioning?: VersioningOptions | undefined;
  /** The versions that the config names, newest first; `dir` is absolute, of a folder. */
  readonly named?: readonly (NamedVersion & { readonly dir?: string | undefined })[] | undefined;
  /** The version that the folder holds, where there are several. */
  readonly version?: VersionFields | undefined;
  /** Path of the out folder below this one, where a whole project is the content: it is left out. */
  readonly skip?: string;
}

/** The mount as it is in a project whose site is built into `out`: a content folder that holds the whole project may hold the site too. */
export function besideOut(mount: Mount, { cwd, out }: { readonly cwd: string; readonly out: string }): Mount {
  const isBelow = (path: string) => !isAbsolute(path) && path.split(sep)[0] !== '..';
  const skip = relative(mount.dir, out);
  return isBelow(relative(mount.dir, cwd)) && isBelow(skip) && skip !== '' ? { ...mount, skip } : mount;
}

/** The content folders of a config. */
export function toMounts(
  content: string | readonly (string | z.output<typeof mountSchema>)[],
  cwd: string,
): readonly Mount[] {
  const folders = typeof content === 'string' ? [content] : content;
  const entries = folders.map((entry) => (typeof entry === 'string' ? mountSchema.parse({ dir: entry }) : entry));
  return entries.map(({ dir, prefix, overlay, fallback, headingIds, routes, versions, ...options }) => ({
    dir: resolve(cwd, dir),
    prefix: prefix.replace(/^\/+|\/+$/g, ''),
    layer: overlay ? 'overlay' : fallback ? 'fallback' : 'content',
    headingIds,
    routes,
    versioning: splitVersioning({ ...options, versions: Array.isArray(versions) ? undefined : versions }).of,
    named: Array.isArray(versions)
      ? versions.map((version) => ({ ...version, dir: resolve(cwd, version.dir ?? dir) }))
      : undefined,
  }));
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
