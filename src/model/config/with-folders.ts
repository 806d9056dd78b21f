// `--with PLACE=FOLDER`: a local folder to use instead of synced files.
import { resolve } from 'node:path';
import { type Diagnostic, nearest } from '../diagnostics/diagnostic.js';
import { problem } from '../diagnostics/problem.js';
import { within } from '../types/path.js';
import { clashOf, type Mount } from './schema/mounts.js';
import type { Source } from './schema/source.js';

export interface WithFolder {
  /** A section, or a folder of one, such as `beta/reference`; slashes at its ends do not count. */
  readonly place: string;
  /** From the folder of the config. */
  readonly dir: string;
}

const literal = (path: string) => path.replace(/[\\*?[\](){}!+@|]/g, '\\$&');

/**
 * Replaces exports, or folders of them, by local folders: the export at the place is left out, one above it has no pages there, and one
 * below it stays. If no section is at the place, all below it are left out. A folder is read by the rules of its section. Diagnostics:
 * DG102 for a place of no section, DG207.
 */
export function mountsWith(
  exported: readonly Mount[],
  wanted: readonly WithFolder[],
  { cwd, sources }: { readonly cwd: string; readonly sources: readonly Source[] },
): { readonly mounts: readonly Mount[] } | { readonly fault: Diagnostic } {
  const folders = wanted.map(({ place, dir }) => ({ prefix: place.replace(/^\/+|\/+$/g, ''), dir: resolve(cwd, dir) }));
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
