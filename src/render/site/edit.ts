// Incremental update in `docgen dev`: if only bodies of docs have changed since the last build of this process, its model, plan and composer are still
// valid, and only the pages of those docs are made again.
import type { CachedFiles, DocFile, DocText } from '../../model/content/doc-file.js';
import { findEditedDocs } from '../../model/content/edited-docs.js';
import type { HubSite } from '../../model/site/hub.js';
import type { DocRoute } from '../../model/site/routes.js';
import { manifestName } from '../../model/types/path.js';
import type { BodyInput } from '../body/body-types.js';
import type { BuildRecord, BuildRecords } from '../cache/build-records.js';
import type { OutFolder } from '../output/output.js';
import type { Renderer } from '../workers/renderer.js';
import { bodyInputs } from './body-inputs.js';
import type { BuildUnit } from './compose-units.js';
import type { LastBuild, PendingSite, Run } from './pending-site.js';
import { filesOf, includedIn, type Plan, staleFiles } from './plan.js';

/** Returns the site of the last build of this process with other bodies, or undefined if more than bodies changed since. */
export async function editedSite({
  memory,
  inputs,
  renderer,
  isLast,
  seen: { all },
}: Run): Promise<PendingSite | undefined> {
  const last = memory?.last;
  if (isLast || !last || last.inputHash !== inputs?.hashBesideDocs()) return undefined;
  const seen = all.map((version) => version.seen);
  const edits = await findEdits(last, seen, renderer);
  if (!edits) return undefined;
  const { diagnostics, exports, hub } = last;
  return {
    ...{ diagnostics, exports, isOpen: false },
    sites: hub.sites.map(({ site }) => site),
    plan: (folder) => planEdits(last, edits, { renderer, folder }),
    saveKnown: () => {}, // the next process reads the edited docs again
    remember: ({ plan, records, outputHash }) => ({
      ...{ ...last, seen, outputHash },
      known: new Map([...last.known, ...edits.flatMap(({ known }) => [...known])]),
      records: plan.all(records),
    }),
  };
}

interface Edits {
  readonly docs: readonly DocFile[];
  readonly known: CachedFiles;
}

/** Returns the edits of each version, or undefined if more than the docs' own pages can depend on the change. */
async function findEdits(
  last: LastBuild,
  seen: LastBuild['seen'],
  { read, begin }: Renderer,
): Promise<readonly Edits[] | undefined> {
  const included = new Set(last.plan.parts.flatMap(includedIn));
  const edits: Edits[] = [];
  const inputs: BodyInput[] = [];
  for (const [index, hub] of seen.entries()) {
    const former = last.seen[index];
    const { site } = last.hub.sites[index] as HubSite;
    const inputOf = bodyInputs(site, last.hub.main, last.setting);
    const readFacts = ({ path, parsed, body }: DocText) => {
      const { shown = { canTakeHeading: false } } = site.docBySource.get(path) ?? {};
      const input = inputOf({ source: path, ...parsed, body, shown }).read();
      inputs.push(input);
      return read(input);
    };
    const edited = former && (await findEditedDocs(hub, { seen: former, known: last.known }, readFacts));
    if (!edited || edited.docs.some(({ path }) => included.has(path))) return undefined;
    edits.push(edited);
  }
  for (const input of inputs) begin(input); // renders while the output folder is scanned
  return edits;
}

/** Plans the pages of the edited docs. Returns undefined if the output folder is not as the last build left it. */
function planEdits(
  last: LastBuild,
  edits: readonly Edits[],
  { renderer, folder }: { readonly renderer: Renderer; readonly folder: OutFolder },
): Plan | undefined {
  const { stamp, looks } = folder.look();
  if (stamp !== last.outputHash) return undefined;
  const parts = editedParts(last, edits);
  const former = new Map(parts.map(({ name }) => [name, last.records.get(name) as BuildRecord]));
  const replaced = filesOf(former);
  const untouched = new Map(looks);
  for (const path of replaced) untouched.delete(path);
  const all = (made: BuildRecords) => new Map([...last.records, ...made]);
  return {
    ...last.plan,
    parts,
    all,
    render: renderer.render,
    moved: [],
    reused: new Map(),
    inputs: new Map(parts.flatMap((part) => (part.input ? [[part, part.input.read()]] : []))),
    untouched,
    save: () => {}, // the next process finds that the output differs from the saved records, and makes these pages again
    change: parts.length === 0 ? 'none' : 'few',
    published: (made) => {
      const removed = staleFiles(former, all(made));
      const others = () => [...looks.keys()].filter((path) => path !== manifestName && !removed.includes(path));
      return { ...last.plan.published(all(made)), others, removed };
    },
  };
}

function editedParts({ hub, setting, plan }: LastBuild, edits: readonly Edits[]): BuildUnit[] {
  return hub.sites.flatMap(({ site }, index) => {
    const docs = new Map(edits[index]?.docs.map((doc) => [doc.path, doc]));
    if (docs.size === 0) return [];
    const inputOf = bodyInputs(site, hub.main, setting);
    return plan.parts.flatMap((part) => {
      const file = part.page?.kind === 'doc' && part.of.site === site ? docs.get(part.page.doc.source) : undefined;
      if (!file) return [];
      const page = part.page as DocRoute;
      const doc = { ...page.doc, body: file.body, bodyHash: file.parsed.bodyHash };
      return { ...part, page: { ...page, doc }, input: inputOf(doc) };
    });
  });
}
