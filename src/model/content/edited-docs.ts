// Finds docs that differ from the last build in their bodies only. Then everything else in the model is unchanged.
import { type CachedFile, type CachedFiles, type DocFile, isPlain, type ReadFacts, recentTexts } from './doc-file.js';
import { rulesOfMount } from './projects.js';
import { placeIn, readFound } from './read-file.js';
import { isRacy, kindsIn, type ScannedHub } from './scan-hub.js';

/** Maximum number of edited docs. A larger change is built in full. */
const maxEditedDocs = 256;

/**
 * Returns the docs whose bodies were edited since the last build. Returns undefined if anything else of a doc changed, such as its title,
 * since other pages show that. Files other than docs are not compared.
 */
export async function findEditedDocs(
  { mounts, since }: ScannedHub,
  former: { readonly seen: ScannedHub; readonly known: CachedFiles },
  readFacts: ReadFacts,
) {
  // Racy files, which can have changed without another stamp, are compared too.
  const before = new Map(
    former.seen.mounts.flatMap(({ mount, files }) =>
      files.value
        .filter((file) => !isRacy(file, former.seen.since))
        .map((file) => [placeIn(mount, file).absolutePath, file.stamp] as const),
    ),
  );
  const docs: DocFile[] = [];
  const texts = recentTexts();
  const known = new Map<string, CachedFile>();
  for (const seen of mounts) {
    const { mount, files } = seen;
    const kindOf = kindsIn(mount);
    const rulesOf = rulesOfMount(seen, undefined);
    for (const file of files.value) {
      const rules = rulesOf(undefined, file.path);
      if (kindOf(file.path, rules.isPage) !== 'doc') continue;
      const place = placeIn(mount, file);
      const { absolutePath } = place;
      if (file.stamp !== '' && before.get(absolutePath) === file.stamp) continue;
      const old = former.known.get(absolutePath);
      if (mount.layer === 'export' || !old?.doc || known.size === maxEditedDocs) return undefined;
      const memory = { since, known: new Map([[absolutePath, old]]), texts, isHashed: false };
      const { doc, known: read } = readFound({ ...place, kind: 'doc', rules }, file, memory);
      const facts = doc && (read?.facts ?? (await readFacts(doc)));
      if (!read || !facts || !isSameButBody(old, { ...read, facts })) return undefined;
      known.set(absolutePath, { ...read, facts });
      if (doc.parsed.bodyHash !== old.doc.bodyHash) docs.push({ ...doc, facts });
    }
  }
  return { docs, known };
}

/** Compares everything that is kept of a doc, so that a field added later is not forgotten here. */
function isSameButBody(old: CachedFile, now: CachedFile): boolean {
  const rest = ({ path, doc, facts, diagnostics }: CachedFile) =>
    JSON.stringify({ path, diagnostics, facts, doc: { ...doc, bodyHash: '' } });
  return now.doc !== undefined && isPlain(now.doc) && rest(old) === rest(now);
}
