// Finds docs that differ from the last build in their bodies only. Then everything else in the model is unchanged.

import type { Mount } from '../config.js';
import type { SeenFile } from '../content/list-files.js';
import { placeIn, readFound } from '../content/read.js';
import { type DocFile, isPlain, type KnownFile, type KnownFiles, type ReadFacts } from '../docs/doc-file.js';
import { kindsIn } from './file-kinds.js';
import { isUnsettled, type SeenHub } from './see-hub.js';

export interface EditedDocs {
  readonly docs: readonly DocFile[];
  /** The docs that were read, by path on disk. */
  readonly known: KnownFiles;
}

/** Maximum number of edited docs. A larger change is built in full. */
const maxEditedDocs = 256;

/** The files of the last build: their stamps, and the content of those that were read. */
export interface FormerFiles {
  readonly seen: SeenHub;
  readonly known: KnownFiles;
}

/**
 * Returns the docs whose bodies were edited since. Returns undefined if anything else of a doc changed, such as its title, since other
 * pages show that. Files other than docs are not compared.
 */
export async function findEditedDocs(
  { mounts, since }: SeenHub,
  former: FormerFiles,
  readFacts: ReadFacts,
): Promise<EditedDocs | undefined> {
  const before = stampsOf(former.seen);
  const docs: DocFile[] = [];
  const known = new Map<string, KnownFile>();
  for (const { mount, files } of mounts) {
    const kindOf = kindsIn(mount);
    for (const file of files.value) {
      if (kindOf(file.path) !== 'doc') continue;
      const place = placeIn(mount, file.path);
      const { absolutePath } = place;
      if (file.stamp !== '' && before.get(absolutePath) === file.stamp) continue;
      const old = former.known.get(absolutePath);
      if (mount.layer === 'export' || !old?.doc || known.size === maxEditedDocs) return undefined;
      const memory = { since, known: new Map([[absolutePath, old]]), parsed: undefined, isHashed: false };
      const { doc, known: read } = readFound({ ...place, kind: 'doc' }, file, memory);
      const facts = doc && (read?.facts ?? (await readFacts(doc)));
      if (!read || !facts || !isSameButBody(old, { ...read, facts })) return undefined;
      known.set(absolutePath, { ...read, facts });
      if (doc.parsed.bodyHash !== old.doc.bodyHash) docs.push({ ...doc, facts });
    }
  }
  return { docs, known };
}

/** The stamps of all files that cannot have changed without another stamp, by path on disk. */
function stampsOf({ mounts, since }: SeenHub): ReadonlyMap<string, string> {
  const stampOf = (mount: Mount, file: SeenFile) => [placeIn(mount, file.path).absolutePath, file.stamp] as const;
  return new Map(
    mounts.flatMap(({ mount, files }) =>
      files.value.filter((file) => !isUnsettled(file, since)).map((file) => stampOf(mount, file)),
    ),
  );
}

/** Compares everything that is kept of a doc, so that a field added later is not forgotten here. */
function isSameButBody(old: KnownFile, now: KnownFile): boolean {
  const rest = ({ path, doc, facts, diagnostics }: KnownFile) =>
    JSON.stringify({ path, diagnostics, facts, doc: { ...doc, bodyHash: '' } });
  return now.doc !== undefined && isPlain(now.doc) && rest(old) === rest(now);
}
