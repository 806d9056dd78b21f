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
  former: { readonly scan: ScannedHub; readonly cachedFiles: CachedFiles },
  readFacts: ReadFacts,
) {
  // Racy files, which can have changed without another signature, are compared too.
  const before = new Map(
    former.scan.mounts.flatMap(({ mount, files }) =>
      files.value
        .filter((file) => !isRacy(file, former.scan.since))
        .map((file) => [placeIn(mount, file).absolutePath, file.signature] as const),
    ),
  );
  const docs: DocFile[] = [];
  const texts = recentTexts();
  const cachedFiles = new Map<string, CachedFile>();
  for (const scanned of mounts) {
    const { mount, files } = scanned;
    const kindOf = kindsIn(mount);
    const rulesOf = rulesOfMount(scanned.mount, scanned.found, undefined);
    for (const file of files.value) {
      const rules = rulesOf(undefined, file.path);
      if (kindOf(file.path, rules.isPage) !== 'doc') continue;
      const place = placeIn(mount, file);
      const { absolutePath } = place;
      if (file.signature !== '' && before.get(absolutePath) === file.signature) continue;
      const old = former.cachedFiles.get(absolutePath);
      if (mount.layer === 'synced' || !old?.doc || cachedFiles.size === maxEditedDocs) return undefined;
      const memory = { since, cachedFiles: new Map([[absolutePath, old]]), texts, isHashed: false };
      const { doc, cached } = readFound({ ...place, kind: 'doc', rules }, file, memory);
      const facts = doc && (cached?.facts ?? (await readFacts(doc)));
      if (!cached || !facts || !isSameButBody(old, { ...cached, facts })) return undefined;
      cachedFiles.set(absolutePath, { ...cached, facts });
      if (doc.parsed.bodyHash !== old.doc.bodyHash) docs.push({ ...doc, facts });
    }
  }
  return { docs, cachedFiles };
}

/** Compares everything that is kept of a doc, so that a field added later is not forgotten here. */
function isSameButBody(old: CachedFile, now: CachedFile): boolean {
  const rest = ({ path, doc, facts, diagnostics }: CachedFile) =>
    JSON.stringify({ path, diagnostics, facts, doc: { ...doc, bodyHash: '' } });
  return now.doc !== undefined && isPlain(now.doc) && rest(old) === rest(now);
}
