// Versions that a config names one by one, each a folder or a ref of a repository.
import * as z from 'zod/mini';
import { isFolderName } from '../path.js';
import type { ListedVersion } from './version-list.js';
import type { VersionFields } from './version-options.js';

const statuses = ['latest', 'maintained', 'unmaintained', 'next'] as const;
type Status = (typeof statuses)[number];

const isName = z.refine(isFolderName, 'it must be one folder name');
/** Of every version that a config names. */
export const named = {
  name: z.string().check(isName),
  label: z.optional(z.string()),
  status: z.optional(z.enum(statuses)),
  /** Path of its pages below those of the section; its name where nothing is given. */
  path: z.optional(z.string().check(isName)),
};

/** A version of a content folder; without `dir` the folder itself. */
export const folderVersionSchema = z.strictObject({ ...named, dir: z.optional(z.string()) });

export interface NamedVersion {
  readonly name: string;
  readonly label?: string | undefined;
  readonly status?: Status | undefined;
  readonly path?: string | undefined;
}

/** Why a list of versions cannot be used. */
export function faultOfVersions(versions: readonly NamedVersion[]): string | undefined {
  const names = versions.map(({ name }) => name.toLowerCase());
  const paths = versions.map(({ name, path = name }) => path.toLowerCase());
  if (new Set(names).size < names.length) return 'two versions have the same name';
  if (new Set(paths).size < paths.length) return 'two versions have the same path';
  if (versions.every(({ status }) => status === 'next')) return 'one version must be released';
  return versions.filter(({ status }) => status === 'latest').length > 1
    ? 'only one version can be `latest`'
    : undefined;
}

/** The position of the version whose pages stand at the address of the section: `latest`, else the first that is released. */
export function latestOf(versions: readonly NamedVersion[]): number {
  const said = versions.findIndex(({ status }) => status === 'latest');
  return said === -1 ? versions.findIndex(({ status }) => status !== 'next') : said;
}

/** The versions with the fields of their records, in the order of the config, which is newest first. */
export function toListed(versions: readonly NamedVersion[]): readonly ListedVersion[] {
  const latest = latestOf(versions);
  return versions.map(({ name, label = name, status, path = name }, index) => {
    const meant = index === latest ? 'latest' : (status ?? (index < latest ? 'next' : 'maintained'));
    return {
      fields: { version: name, label, ...fieldsOf(meant), className: `docs-version-${name}` },
      path: meant === 'latest' ? '' : path,
    };
  });
}

function fieldsOf(status: Status): Omit<VersionFields, 'version' | 'label' | 'className'> {
  const isLast = status === 'latest';
  const banner = status === 'next' ? 'unreleased' : status === 'unmaintained' ? 'unmaintained' : null;
  return { banner, badge: true, noIndex: banner !== null, isLast };
}
