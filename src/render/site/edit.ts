// Incremental update in `docgen dev`: if only bodies of docs changed since the last build of this process, only their pages are made again.
import type { CachedFile, DocFile, DocText } from '../../model/content/doc-file.js';
import { findEditedDocs } from '../../model/content/edited-docs.js';
import { imagesOutside, unscannedImages } from '../../model/content/read-hub.js';
import { docsInside } from '../../model/site/pages/one-page.js';
import type { BodyInput } from '../body/body-types.js';
import type { OutFolder } from '../output/output.js';
import { bodyInputs, type NamedInput } from './body-inputs.js';
import type { BuildUnit } from './compose-units.js';
import { type Plan, withInputs } from './plan.js';
import { filesOf } from './reuse.js';
import type { LastBuild, PendingSite, Run } from './run.js';

/** Returns the last site of this process with other bodies, or undefined if more than bodies changed. */
export async function editedSite(run: Run): Promise<PendingSite | undefined> {
  const { memory, inputs, renderer, isLastAttempt, scanned } = run;
  const last = memory?.last;
  if (isLastAttempt || !last || last.inputHash !== inputs?.hashWithoutDocs()) return undefined;
  const { diagnostics, revisions, hub, env } = last;
  const included = new Set(last.plan.units.flatMap(includedIn));
  const cachedFiles = new Map<string, CachedFile>(last.cachedFiles);
  const units: BuildUnit[] = [];
  const read: BodyInput[] = [];
  for (const [index, { site }] of hub.sites.entries()) {
    const [now, former] = [scanned.all[index]?.scan, last.scans[index]];
    const inputOf = bodyInputs(site, hub.main, env);
    const readFacts = ({ path, parsed, body }: DocText) => {
      const { shown = { canTakeHeading: false } } = site.docBySource.get(path) ?? {};
      const input = inputOf({ source: path, ...parsed, body, shown }).read();
      read.push(input);
      return renderer.read(input);
    };
    const edits = now && former && (await findEditedDocs(now, { ...last, scan: former }, readFacts));
    const outside = { image: imagesOutside(site.roots), roots: site.roots, files: site.files };
    const needsMore = ({ path, text }: DocFile) =>
      included.has(path) || unscannedImages([path, text()], outside).next().done !== true;
    if (!edits || edits.docs.some(needsMore)) return undefined;
    for (const file of edits.cachedFiles) cachedFiles.set(...file);
    const ofSite = last.plan.units.filter((unit) => unit.hubSite.site === site);
    units.push(...editedUnits(ofSite, edits.docs, inputOf));
  }
  for (const input of read) renderer.prefetch(input); // renders while the output folder is scanned
  return {
    diagnostics,
    revisions,
    dependsOnUnscanned: false,
    sites: hub.sites.map(({ site }) => site),
    plan: async (folder) => planEdits(last, units, folder),
    saveFiles: () => {}, // the next process reads the edited docs again
    kept: { ...last, scans: scanned.all.map((version) => version.scan), cachedFiles },
  };
}

/** Returns the units of a version that contain edited docs: their pages, and `index.json`. */
function editedUnits(units: readonly BuildUnit[], edited: readonly DocFile[], inputOf: ReturnType<typeof bodyInputs>) {
  const docs = new Map<string, DocFile>(edited.map((doc) => [doc.path, doc]));
  const changed = new Map<NamedInput | undefined, NamedInput>();
  const pages = units.flatMap((unit) => {
    const { page } = unit;
    const file = page?.kind === 'doc' ? docs.get(page.doc.source) : undefined;
    if (page?.kind !== 'doc' || !file) return [];
    const doc = { ...page.doc, body: file.body, bodyHash: file.parsed.bodyHash };
    const input = inputOf(doc);
    changed.set(unit.inputs[0], input);
    return [withInputs({ ...unit, page: { ...page, doc } }, [input])];
  });
  const changedOr = (input: NamedInput) => changed.get(input) ?? input;
  const indexes = units.filter(({ isPageIndex }) => isPageIndex && changed.size > 0);
  return [...pages, ...indexes.map((unit) => withInputs(unit, unit.inputs.map(changedOr)))];
}

/** Source paths of the docs and other files whose texts are in a unit, except the doc that the page is of. */
function includedIn({ page, inputs }: BuildUnit): readonly string[] {
  return page?.kind === 'onePage'
    ? docsInside(page.content).map(({ doc }) => doc.source)
    : inputs.flatMap(({ files }) => files);
}

/** Plans the pages of edited docs. Returns undefined if the output folder is not as the last build left it. */
function planEdits(last: LastBuild, units: readonly BuildUnit[], folder: OutFolder): Plan | undefined {
  const { hash, signatures } = folder.readSignatures();
  if (hash !== last.outputHash) return undefined;
  const untouched = new Map(signatures);
  const replaced = units.flatMap(({ id }) => last.records.get(id) ?? []);
  for (const path of filesOf(replaced)) untouched.delete(path);
  return {
    ...last.plan,
    units,
    untouched,
    moved: [],
    reused: new Map(),
    others: { plan: last.plan, records: last.records },
    save: () => {}, // the next process finds that the output differs from the saved records, and makes these pages again
  };
}
