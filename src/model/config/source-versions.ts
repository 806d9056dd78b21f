// Splits a source with versions into one source per version. The latest is synced into the section, the others into separate folders.
import type * as z from 'zod/mini';
import type { Source, sourceSchema } from './schema/source.js';
import { faultOfVersions, latestOf, type NamedVersion } from './schema/version-options.js';

/** Returns the folder for a version other than the latest. No section can have such a name. */
export const versionFolder = (section: string, version: string): string => `${section}@${version}`;

/** Returns the folder of an export below `.docgen/sources`. No section contains `%2F`. */
export const snapshotFolder = (section: string): string => section.replaceAll('/', '%2F');

export const sectionOfSnapshot = (folder: string): string => folder.replaceAll('%2F', '/');

type GivenSource = z.output<typeof sourceSchema>;

/** `versioned` has the versions of each section that has some. */
export function withVersions(given: readonly GivenSource[]) {
  const versioned = new Map<string, NonNullable<GivenSource['versions']>>();
  const sources: Source[] = [];
  for (const { ref, versions, ...rest } of given) {
    const { section } = rest;
    if (versions === undefined) {
      if (ref === undefined) return { fault: `the source of \`${section}\` has neither \`ref\` nor \`versions\`` };
      sources.push({ ...rest, ref });
      continue;
    }
    if (ref !== undefined)
      return { fault: `the source of \`${section}\` has \`ref\` and \`versions\`; each version has its own \`ref\`` };
    const fault = faultOfVersions(versions) ?? faultBeside(section, versions, given);
    if (fault !== undefined) return { fault: `the versions of \`${section}\`: ${fault}` };
    versioned.set(section, versions);
    const latest = latestOf(versions);
    for (const [index, { name, ref: own, paths = rest.paths }] of versions.entries())
      sources.push({ ...rest, paths, section: index === latest ? section : versionFolder(section, name), ref: own });
  }
  return { sources, versioned };
}

function faultBeside(section: string, versions: readonly NamedVersion[], given: readonly GivenSource[]) {
  const names = ({ versions: list = [] }: GivenSource) => list.map(({ name }) => name).join();
  const own = versions.map(({ name }) => name).join();
  if (given.some((other) => other.section === section && names(other) !== own))
    return 'all sources of a section have the same versions';
  const folders = versions.map(({ name }) => versionFolder(section, name));
  const taken = folders.find((folder) => given.some((other) => other.section === folder));
  return taken === undefined ? undefined : `\`${taken}\` is the name of another section`;
}
