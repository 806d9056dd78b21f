// Docusaurus's options for versions and for which files are docs, as docgen has them by the same names.
import { isRecord } from '../../../model/plain-data.js';
import type { UserVersioning, UserVersionOptions } from '../../../model/user-config.js';
import type { Plugin } from './plugins.js';

export interface DocsOptions extends Omit<UserVersioning, 'versions'> {
  versions?: Record<string, UserVersionOptions>;
  include?: string[];
  exclude?: string[];
}

const isText = (value: unknown) => typeof value === 'string';
const isFlag = (value: unknown) => typeof value === 'boolean';
const isGlobs = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every((one) => isText(one) && one !== '');
const ofVersion: Readonly<Record<string, (value: unknown) => boolean>> = {
  label: isText,
  path: isText,
  banner: (value) => ['none', 'unreleased', 'unmaintained'].includes(String(value)),
  badge: isFlag,
  noIndex: isFlag,
  className: isText,
};
const ofDocs: Readonly<Record<string, (value: unknown) => boolean>> = {
  lastVersion: isText,
  includeCurrentVersion: isFlag,
  onlyIncludeVersions: isGlobs,
  disableVersioning: isFlag,
  include: isGlobs,
  exclude: isGlobs,
};

/** The names that may be taken from the options of a docs plugin. */
export const docsOptionNames: readonly string[] = [...Object.keys(ofDocs), 'versions'];

export interface VersionsOf {
  readonly plugin: Plugin;
  /** Whether docgen finds a version, by its name. */
  readonly isKnown: (version: string) => boolean;
}

/** What they say, as far as it is what Docusaurus itself would take, and of versions that docgen finds. */
export function docsOptions({ plugin: { options }, isKnown }: VersionsOf): DocsOptions {
  const { versions } = options;
  const named = isRecord(versions) ? Object.entries(versions).filter(([name]) => isKnown(name)) : [];
  const entries = named.flatMap(([name, one]) => {
    const own = isRecord(one) ? fitting(one, ofVersion) : {};
    return Object.keys(own).length === 0 ? [] : [[name, own] as const];
  });
  const { lastVersion, onlyIncludeVersions, ...rest } = fitting(options, ofDocs) as DocsOptions;
  const only = onlyIncludeVersions?.filter(isKnown) ?? [];
  return {
    ...rest,
    ...(lastVersion !== undefined && isKnown(lastVersion) && { lastVersion }),
    ...(only.length > 0 && { onlyIncludeVersions: only }),
    ...(entries.length > 0 && { versions: Object.fromEntries(entries) }),
  };
}

/** The versions that the options name and docgen does not find. */
export function unknownVersions({ plugin: { options }, isKnown }: VersionsOf): readonly string[] {
  const { versions, lastVersion, onlyIncludeVersions } = options;
  const named = [isRecord(versions) ? Object.keys(versions) : [], [lastVersion], [onlyIncludeVersions].flat()].flat();
  return [...new Set(named.filter((name) => typeof name === 'string'))].filter((name) => !isKnown(name));
}

function fitting(given: Readonly<Record<string, unknown>>, shape: typeof ofDocs): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, fits]) => (fits(given[name]) ? [[name, given[name]]] : [])),
  );
}
