// A source with versions becomes one source for each: the latest is gathered into the section, the others beside it.
import { faultOfVersions, latestOf, type NamedVersion } from './named-versions.js';

interface GivenSource<Paths> {
  readonly section: string;
  readonly ref?: string | undefined;
  readonly paths: Paths;
  readonly versions?:
    | readonly (NamedVersion & { readonly ref: string; readonly paths?: Paths | undefined })[]
    | undefined;
}

/** The folder in which `docgen sync` keeps a version that is not the latest; no section of a config has such a name beside it. */
export function versionFolder(section: string, version: string): string {
  return `${section}@${version}`;
}

/** The name of its export below `.docgen/sources`. The schema of the config allows no section with `%2F`. */
export function exportFolder(section: string): string {
  return section.replaceAll('/', '%2F');
}

/** The section of an export, by the name of its folder. */
export function sectionOfExport(folder: string): string {
  return folder.replaceAll('%2F', '/');
}

interface Expanded<Given> {
  readonly sources: readonly (Omit<Given, 'ref' | 'versions'> & { readonly ref: string })[];
  /** The versions of each section that has some. */
  readonly versioned: ReadonlyMap<string, readonly NamedVersion[]>;
}

/** Sources of one section have the same versions. */
export function withVersions<Paths, Given extends GivenSource<Paths>>(
  given: readonly Given[],
): Expanded<Given> | { readonly fault: string } {
  const versioned = new Map<string, readonly NamedVersion[]>();
  const sources: (Omit<Given, 'ref' | 'versions'> & { readonly ref: string })[] = [];
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

function faultBeside(
  section: string,
  versions: readonly NamedVersion[],
  given: readonly GivenSource<unknown>[],
): string | undefined {
  const names = ({ versions: list = [] }: GivenSource<unknown>) => list.map(({ name }) => name).join();
  const own = versions.map(({ name }) => name).join();
  if (given.some((other) => other.section === section && names(other) !== own))
    return 'all sources of a section have the same versions';
  const taken = versions
    .map(({ name }) => versionFolder(section, name))
    .find((folder) => given.some((other) => other.section === folder));
  return taken === undefined ? undefined : `\`${taken}\` is the name of another section`;
}
