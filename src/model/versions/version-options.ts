// What a config says of versions: Docusaurus's options, by its own names, for a folder that its tool made versions of.
import * as z from 'zod/mini';
import { notInPath } from '../path.js';

/** What a version record says of the version itself. */
export interface VersionFields {
  readonly version: string;
  readonly label: string;
  readonly banner: 'unreleased' | 'unmaintained' | null;
  readonly badge: boolean;
  readonly noIndex: boolean;
  readonly className: string;
  readonly isLast: boolean;
}

const versionOptionsSchema = z.strictObject({
  label: z.optional(z.string()),
  path: z.optional(z.string().check(z.refine((path) => !notInPath.test(path), 'it must be a path of an address'))),
  banner: z.optional(z.enum(['none', 'unreleased', 'unmaintained'])),
  badge: z.optional(z.boolean()),
  noIndex: z.optional(z.boolean()),
  className: z.optional(z.string()),
});

/** The keys, for the config and for each content folder. */
export const versioningShape = {
  lastVersion: z.optional(z.string()),
  includeCurrentVersion: z.optional(z.boolean()),
  onlyIncludeVersions: z.optional(z.array(z.string()).check(z.minLength(1))),
  disableVersioning: z.optional(z.boolean()),
  versions: z.optional(z.record(z.string(), versionOptionsSchema)),
};

const versioningSchema = z.strictObject(versioningShape);
export type VersioningOptions = z.output<typeof versioningSchema>;

/** Those keys of a larger record, and the others. */
export function splitVersioning<Options extends VersioningOptions>(
  options: Options,
): { readonly of: VersioningOptions; readonly rest: Omit<Options, keyof VersioningOptions> } {
  const { lastVersion, includeCurrentVersion, onlyIncludeVersions, disableVersioning, versions, ...rest } = options;
  const given = { lastVersion, includeCurrentVersion, onlyIncludeVersions, disableVersioning, versions };
  return { of: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)), rest };
}
