// Config keys for versions: Docusaurus's options for versions that its tool saved, and lists of versions, each a folder or a ref of a
// repository.
import { omit, pick, pickBy } from 'lodash-es';
import * as z from 'zod/mini';
import { isFolderName, notInPath } from '../../types/path.js';

const banner = z.enum(['none', 'unreleased', 'unmaintained']);

export const versionSchema = z.strictObject({
  version: z._default(z.string(), 'current'),
  label: z._default(z.string(), 'Next'),
  banner: z._default(z.nullable(banner), null),
  badge: z._default(z.boolean(), false),
  noIndex: z._default(z.boolean(), false),
  className: z._default(z.string(), 'docs-version-current'),
  isLast: z._default(z.boolean(), true),
});

export interface VersionFields extends Readonly<Omit<z.output<typeof versionSchema>, 'banner'>> {
  readonly banner: 'unreleased' | 'unmaintained' | null;
}

export const versionOptionsSchema = z.strictObject({
  label: z.optional(z.string()),
  /** Path of its pages below the docs. */
  path: z.optional(z.string().check(z.refine((path) => !notInPath.test(path), 'it must be a path of an address'))),
  banner: z.optional(banner),
  badge: z.optional(z.boolean()),
  noIndex: z.optional(z.boolean()),
  className: z.optional(z.string()),
});

/** For the config, and for each content folder. */
export const versioningShape = {
  lastVersion: z.optional(z.string()),
  includeCurrentVersion: z.optional(z.boolean()),
  onlyIncludeVersions: z.optional(z.array(z.string()).check(z.minLength(1))),
  disableVersioning: z.optional(z.boolean()),
  /** By the name of the version. */
  versions: z.optional(z.record(z.string(), versionOptionsSchema)),
};

const versioningSchema = z.strictObject(versioningShape);
export type UserVersioning = z.input<typeof versioningSchema>;
export type UserVersionOptions = z.input<typeof versionOptionsSchema>;
export type VersioningOptions = z.output<typeof versioningSchema>;

/** Separates these keys from the others of a larger record. */
export function splitVersioning<Options extends VersioningOptions>(options: Options) {
  const keys = Object.keys(versioningShape) as (keyof VersioningOptions)[];
  const of: VersioningOptions = pickBy(pick(options, keys), (value) => value !== undefined);
  return { of, rest: omit(options, keys) };
}

export interface ListedVersion {
  readonly fields: VersionFields;
  /** Path of its pages below the docs, '' for the last version's. */
  readonly path: string;
}

const isName = z.refine(isFolderName, 'it must be one folder name');
export const named = {
  name: z.string().check(isName),
  label: z.optional(z.string()),
  /** By default the first version is `latest`, those above it `next`, those below it `maintained`. */
  status: z.optional(z.enum(['latest', 'maintained', 'unmaintained', 'next'])),
  /** Path of its pages below those of the section; by default its name. */
  path: z.optional(z.string().check(isName)),
  noIndex: z.optional(z.boolean()),
};

export const folderVersionSchema = z.strictObject({
  ...named,
  /** Its folder; by default the content folder itself. */
  dir: z.optional(z.string()),
});

export type NamedVersion = Readonly<Omit<z.output<typeof folderVersionSchema>, 'dir'>>;

export function faultOfVersions(versions: readonly NamedVersion[]): string | undefined {
  const names = versions.map(({ name }) => name.toLowerCase());
  const paths = versions.map(({ name, path = name }) => path.toLowerCase());
  if (new Set(names).size < names.length) return 'two versions have the same name';
  if (new Set(paths).size < paths.length) return 'two versions have the same path';
  if (versions.every(({ status }) => status === 'next')) return 'one version must be released';
  const isLatestTwice = versions.filter(({ status }) => status === 'latest').length > 1;
  return isLatestTwice ? 'only one version can be `latest`' : undefined;
}

/** Returns the index of the version at the URL of the section: `latest`, or the first released one. */
export function latestOf(versions: readonly NamedVersion[]): number {
  const said = versions.findIndex(({ status }) => status === 'latest');
  return said === -1 ? versions.findIndex(({ status }) => status !== 'next') : said;
}

/** In the order of the config, which is newest first. */
export function toListed(versions: readonly NamedVersion[]): readonly ListedVersion[] {
  const latest = latestOf(versions);
  return versions.map(({ name, label = name, status, path = name, noIndex = false }, index) => {
    const isLast = index === latest;
    const meant = status ?? (index < latest ? 'next' : 'maintained');
    const banner = isLast ? null : meant === 'next' ? 'unreleased' : meant === 'unmaintained' ? meant : null;
    const className = `docs-version-${name}`;
    return {
      fields: { version: name, label, banner, badge: true, noIndex, isLast, className },
      path: isLast ? '' : path,
    };
  });
}
