// `--with PLACE=FOLDER`: a folder of this machine in place of what `docgen sync` gathers at a place of the hub.
import { resolve } from 'node:path';
import type { Source } from '../config-file/source.js';
import { type Diagnostic, didYouMean } from '../diagnostics/diagnostic.js';
import { prefixTaken } from '../diagnostics/sync.js';
import { usage } from '../diagnostics/usage-and-config.js';
import { clashOf, type Mount } from './mounts.js';

/** As the command line gives it. */
export interface WithFolder {
  /** A section, or a folder of one, such as `beta/reference`; slashes at its ends do not count. */
  readonly place: string;
  /** From the folder of the config. */
  readonly dir: string;
}

const isAt = (place: string, folder: string) => place === folder || place.startsWith(`${folder}/`);
const literal = (path: string) => path.replace(/[\\*?[\](){}!+@|]/g, '\\$&');

/**
 * The mounts of exports with folders in the place of what they have there: the export at the place is left out, one above it has no pages
 * there, and one below it stays. If the config has no section at the place, all below it are left out. A folder is read by the rules
 * that the config gives the section. Diagnostics: DG102 for a place of no section, DG207.
 */
export function mountsWith(
  exported: readonly Mount[],
  wanted: readonly WithFolder[],
  {
    cwd,
    sources,
  }: { readonly cwd: string; readonly sources: readonly Pick<Source, 'section' | 'headingIds' | 'routes'>[] },
): { readonly mounts: readonly Mount[] } | { readonly fault: Diagnostic } {
  const folders = wanted.map(({ place, dir }) => ({ prefix: place.replace(/^\/+|\/+$/g, ''), dir: resolve(cwd, dir) }));
  const sections = exported.map(({ prefix }) => prefix);
  for (const { prefix } of folders) {
    if (prefix !== '' && sections.some((section) => isAt(prefix, section) || isAt(section, prefix))) continue;
    const hint = didYouMean(prefix, sections) ?? (sections.length > 0 ? `sections: ${sections.join(', ')}` : undefined);
    return {
      fault: {
        ...usage({ reason: `\`--with\`: no section of \`sources\` is at \`${prefix}\`` }),
        ...(hint && { hint }),
      },
    };
  }
  const local = folders.map(({ prefix, dir }): Mount => {
    const above = sources.filter(({ section }) => isAt(prefix, section));
    const { headingIds, routes } = above.sort((a, b) => b.section.length - a.section.length)[0] ?? {};
    return { dir, prefix, layer: 'local', headingIds, routes };
  });
  const clash = clashOf(local);
  if (clash) return { fault: prefixTaken(clash) };
  const kept = exported.flatMap((mount) => {
    const isReplaced = (place: string) =>
      sections.includes(place) ? mount.prefix === place : isAt(mount.prefix, place);
    if (folders.some(({ prefix }) => isReplaced(prefix))) return [];
    const inside = folders.filter(({ prefix }) => isAt(prefix, mount.prefix));
    const exclude = inside.map(({ prefix }) => `${literal(prefix.slice(mount.prefix.length + 1))}/**`);
    return [exclude.length === 0 ? mount : { ...mount, exclude }];
  });
  return { mounts: [...local, ...kept] };
}
