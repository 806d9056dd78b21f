// Docs whose authors changed nothing but their bodies: then all else that the model knows is as it was.
import { placeIn, readFound, rulesOfMount } from '../content/read.js';
import { type DocFile, isPlain, type KnownFile } from '../docs/doc-file.js';
import type { SourcePath } from '../path.js';
import { kindsIn } from './file-kinds.js';
import type { HeadingIds } from './generator.js';
import { isUnsettled, type SeenHub, type SeenMount, type Unsettled } from './see-hub.js';

export interface EditedDoc {
  readonly file: DocFile;
  readonly headingIds: HeadingIds;
  /** Named its body before. */
  readonly formerHash: string;
}

export interface EditedHub {
  readonly docs: readonly EditedDoc[];
  /** What is known now of the files that were read. */
  readonly known: ReadonlyMap<string, KnownFile>;
  /** By path on disk. */
  readonly unsettled: ReadonlyMap<string, Unsettled>;
}

/** What is known of files, by path on disk. */
export interface KnownDocs {
  /** True for a file that is known, and cannot have changed since. */
  readonly isAsKnown: (absolutePath: string, file: { readonly path: SourcePath; readonly stamp: string }) => boolean;
  readonly get: (absolutePath: string) => KnownFile | undefined;
}

/** More docs than these are read the way of every build. */
const mostEdited = 256;

/** The docs of a hub that were edited; undefined where a file may have changed in what other pages show of it. */
export function editedDocs({ mounts, statics, since }: SeenHub, before: KnownDocs): EditedHub | undefined {
  const docs: EditedDoc[] = [];
  const known = new Map<string, KnownFile>();
  const unsettled = new Map<string, Unsettled>();
  if (statics.some(({ files }) => files.value.some((file) => isUnsettled(file, since)))) return undefined;
  for (const seen of mounts) {
    const kindOf = kindsIn(seen.mount);
    for (const file of seen.files.value) {
      const isFresh = isUnsettled(file, since);
      const kind = kindOf(file.path);
      if (kind !== 'doc' && isFresh) return undefined;
      const place = placeIn(seen.mount, file.path);
      const { path, absolutePath } = place;
      if (kind !== 'doc' || (!isFresh && before.isAsKnown(absolutePath, { path, stamp: file.stamp }))) continue;
      const old = before.get(absolutePath);
      if (!old?.doc || known.size === mostEdited) return undefined;
      const memory = { since, known: new Map([[absolutePath, old]]), parsed: undefined, isHashed: false };
      const read = readFound({ ...place, kind }, file, memory);
      if (!read.known?.doc || !read.doc || !isSameButBody(old, read.known)) return undefined;
      known.set(absolutePath, read.known);
      if (read.unsettled) unsettled.set(absolutePath, read.unsettled);
      if (read.known.doc.bodyHash !== old.doc.bodyHash)
        docs.push({ file: read.doc, headingIds: headingIdsOf(seen), formerHash: old.doc.bodyHash });
    }
  }
  return { docs, known, unsettled };
}

const headingIdsOf = (seen: SeenMount) => rulesOfMount(seen, undefined)(undefined).headingIds;

/** All of what is kept is compared, so that nothing which the model may come to take of a text is forgotten here. */
function isSameButBody(old: KnownFile, now: KnownFile): boolean {
  const rest = ({ path, doc, diagnostics }: KnownFile) =>
    JSON.stringify({ path, diagnostics, doc: { ...doc, bodyHash: '' } });
  return now.doc !== undefined && isPlain(now.doc) && rest(old) === rest(now);
}
