// Splits a source with versions into one source per version. The latest is synced into the section, the others into separate folders.
import { resolve } from 'node:path';
import { trim } from 'lodash-es';
import type * as z from 'zod/mini';
import { type Diagnostic, nearest, problem } from '../diagnostics/diagnostic.js';
import { within } from '../types/path.js';
import {
  clashOf,
  faultOfVersions,
  latestOf,
  type Mount,
  type NamedVersion,
  type Source,
  type sourceSchema,
} from './schema/content.js';

/** Returns the folder for a version other than the latest. No section can have such a name. */
export const versionFolder = (section: string, version: string): string => `${section}@${version}`;

/** Returns the folder of a snapshot below `.docgen/sources`. No section contains `%2F`. */
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

/** `--with SECTION=FOLDER`: a local folder to use instead of synced files. */
export interface WithFolder {
  /** A section, or a folder of one, such as `beta/reference`; slashes at its ends do not count. */
  readonly place: string;
  /** Path of the local folder, relative to the config's folder. */
  readonly dir: string;
}

const literal = (path: string) => path.replace(/[\\*?[\](){}!+@|]/g, '\\$&');

/**
 * Replaces snapshots, or folders of them, by local folders: the snapshot at the place is left out, one above it has no pages there, and one
 * below it stays. If no section is at the place, all below it are left out. A folder is read by the rules of its section. Diagnostics:
 * DG102 for a place of no section, DG207.
 */
export function mountsWith(
  exported: readonly Mount[],
  wanted: readonly WithFolder[],
  { cwd, sources }: { readonly cwd: string; readonly sources: readonly Source[] },
): { readonly mounts: readonly Mount[] } | { readonly fault: Diagnostic } {
  const folders = wanted.map(({ place, dir }) => ({ prefix: trim(place, '/'), dir: resolve(cwd, dir) }));
  const sections = exported.map(({ prefix }) => prefix);
  for (const { prefix } of folders) {
    if (prefix !== '' && sections.some((section) => within(prefix, section) || within(section, prefix))) continue;
    const reason = `\`--with\`: \`sources\` has no section \`${prefix}\``;
    return { fault: problem.usage({ reason, near: nearest(prefix, sections), sections }) };
  }
  const local = folders.map(({ prefix, dir }): Mount => {
    const above = sources.filter(({ section }) => within(prefix, section));
    const { headingIds, routes } = above.sort((a, b) => b.section.length - a.section.length)[0] ?? {};
    return { dir, prefix, layer: 'local', headingIds, routes };
  });
  const clash = clashOf(local);
  if (clash) return { fault: problem.prefixTaken(clash) };
  const kept = exported.flatMap((mount) => {
    const isReplaced = (place: string) =>
      sections.includes(place) ? mount.prefix === place : within(mount.prefix, place);
    if (folders.some(({ prefix }) => isReplaced(prefix))) return [];
    const inside = folders.filter(({ prefix }) => within(prefix, mount.prefix));
    const exclude = inside.map(({ prefix }) => `${literal(prefix.slice(mount.prefix.length + 1))}/**`);
    return [exclude.length === 0 ? mount : { ...mount, exclude }];
  });
  return { mounts: [...local, ...kept] };
}
