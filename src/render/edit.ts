// Rebuild of `docgen dev`: if only bodies of docs changed since the last build of this process, its model, plan and composer are still
// valid, and only the pages of those docs are made again.
import type { Diagnostic } from '../model/diagnostics/diagnostic.js';
import type { DocFile, DocText, KnownFiles } from '../model/docs/doc-file.js';
import { type EditedDocs, findEditedDocs } from '../model/mounts/edited-docs.js';
import type { SeenHub } from '../model/mounts/see-hub.js';
import type { DocRoute } from '../model/routes.js';
import type { Hub, HubSite } from '../model/versions/hub.js';
import type { BodyInput } from './body/body-types.js';
import { bodyInputs } from './body-inputs.js';
import type { PartRecord, PartRecords } from './cache/pages.js';
import type { SitePart } from './compose-parts.js';
import { manifestName } from './output/in-place.js';
import type { OutFolder } from './output/output.js';
import { filesOf, includedIn, type Plan, staleFiles } from './plan.js';
import type { Setting } from './setting.js';
import type { Renderer } from './threads/renderer.js';

/** The last build of this process, if it published the whole site and only the texts of docs can change it. */
export interface LastBuild {
  /** Hash of all inputs except the texts of docs. */
  readonly inputHash: string;
  /** The files of each version, in the order of `hub.sites`. */
  readonly seen: readonly SeenHub[];
  readonly known: KnownFiles;
  readonly hub: Hub;
  readonly setting: Setting;
  /** Diagnostics of the model. */
  readonly diagnostics: readonly Diagnostic[];
  /** Editions of the exports that were read, by folder. */
  readonly exports: ReadonlyMap<string, string>;
  readonly plan: Plan;
  readonly records: PartRecords;
  /** Hash of the output folder's file stats. */
  readonly outputHash: string;
}

/** Kept by the caller from build to build. */
export interface BuildMemory {
  last?: LastBuild | undefined;
}

export interface Edit {
  /** The edited docs of each version. */
  readonly docs: readonly (readonly DocFile[])[];
  /** The docs that were read, by path on disk. */
  readonly known: KnownFiles;
}

/** Returns the docs that were edited, or undefined if more than their own pages can depend on the change. */
export async function findEdit(
  last: LastBuild,
  seen: readonly SeenHub[],
  { read, begin }: Pick<Renderer, 'read' | 'begin'>,
): Promise<Edit | undefined> {
  const included = new Set(last.plan.parts.flatMap(includedIn));
  const edits: EditedDocs[] = [];
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
  for (const input of inputs) begin(input); // while the output folder is looked at
  return { docs: edits.map(({ docs }) => docs), known: new Map(edits.flatMap(({ known }) => [...known])) };
}

/** Plans the pages of the edited docs. Returns undefined if the output folder is not as the last build left it. */
export function planEdit(
  last: LastBuild,
  edit: Edit,
  { renderer, folder }: { readonly renderer: Renderer; readonly folder: OutFolder },
): Plan | undefined {
  const { stamp, looks } = folder.look();
  if (stamp !== last.outputHash) return undefined;
  const parts = editedParts(last, edit);
  const former = new Map(parts.map(({ name }) => [name, last.records.get(name) as PartRecord]));
  const replaced = filesOf(former);
  const untouched = new Map(looks);
  for (const path of replaced) untouched.delete(path);
  const all = (made: PartRecords) => new Map([...last.records, ...made]);
  return {
    ...last.plan,
    parts,
    all,
    render: renderer.render,
    moved: [],
    reused: new Map(),
    inputs: new Map(parts.flatMap((part) => (part.input ? [[part, part.input.read()]] : []))),
    untouched,
    save: () => {}, // the next process compares the output with older records, and makes the pages of these docs again
    change: parts.length === 0 ? 'none' : 'few',
    published: (made) => {
      const removed = staleFiles(former, all(made));
      const others = () => [...looks.keys()].filter((path) => path !== manifestName && !removed.includes(path));
      return { ...last.plan.published(all(made)), others, removed };
    },
  };
}

/** The pages of the edited docs, each with its new body. */
function editedParts({ hub, setting, plan }: LastBuild, { docs: edited }: Edit): SitePart[] {
  return hub.sites.flatMap(({ site }, index) => {
    const docs = new Map(edited[index]?.map((doc) => [doc.path, doc]));
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
