// What a build has to do: the parts of the site, and which of them the previous build left as they would come out.

import type { Diagnostic } from '../model/diagnostics/diagnostic.js';
import { groupBy } from '../model/group.js';
import { lazily } from '../model/lookups.js';
import { docsInside } from '../model/pages/one-page.js';
import { frontFile, isAssetPath } from '../model/path.js';
import { findMoves } from '../model/redirects/moves.js';
import { lookOf } from '../model/regular-file.js';
import type { Page } from '../model/routes.js';
import type { Site } from '../model/site.js';
import type { Hub, HubSite } from '../model/versions/hub.js';
import type { BodyInput, RenderBody } from './body/body-types.js';
import { bodyInputs, type NamedInput } from './body-inputs.js';
import { isReusable, noRecords, type PartRecord, type PartRecords, readRecords, saveRecords } from './cache/pages.js';
import { hubKey } from './cache/site-key.js';
import type { Composer, SitePart } from './compose-parts.js';
import { sha256 } from './hash.js';
import { gonePages } from './output/gone-pages.js';
import { entriesBelow } from './output/in-place.js';
import { isSiteOf } from './output/out-folder.js';
import type { Change, PublishedSite } from './output/output.js';
import type { OutputFile } from './output-file.js';
import { staticOutput } from './pages/links/assets.js';
import { markdownCopyPath } from './pages/markdown-copy.js';
import { readSetting, type Setting } from './setting.js';
import { siteFiles } from './site-files/site-files.js';
import type { Renderer } from './threads/renderer.js';

/** Part number `index`, from 1, of `count`: every `count`-th page; files that belong to no page are in the first part. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

export interface Plan {
  /** Of files that all pages name: DG131, DG132. */
  readonly diagnostics: readonly Diagnostic[];
  /** Pages of the previous site that are elsewhere now: DG518. */
  readonly moved: readonly Diagnostic[];
  /** Parts of this shard; what waits for no body comes first, what is made of many last. */
  readonly parts: readonly SitePart[];
  /** What the previous build made of parts that would come out the same. */
  readonly reused: ReadonlyMap<SitePart, PartRecord>;
  /** What the bodies of all others are rendered from. */
  readonly inputs: ReadonlyMap<SitePart, BodyInput>;
  /** Files of the out folder that stay as they are, as they were seen. */
  readonly untouched: ReadonlyMap<string, string>;
  /** `none`: the out folder is the site already. */
  readonly change: 'none' | Change;
  /** Pages of this shard. */
  readonly pages: number;
  /** The records of all parts of the site, also of those that are not among `parts`, where these have become what the records say. */
  readonly all: (records: PartRecords) => PartRecords;
  /** What the site consists of when its parts have become what the records say. */
  readonly published: (records: PartRecords) => PublishedSite;
  /** By the output path of a doc's page. */
  readonly inputOf: (outputPath: string) => NamedInput | undefined;
  readonly render: RenderBody;
  /** A file as it is written. */
  readonly finish: (file: OutputFile) => OutputFile;
  /** Composes the parts that are pages, and the one of no page; loads the templates. Throws a `BuildError` with DG114. */
  readonly composer: () => Promise<Composer>;
  /** Keeps the records of the parts for the next build. */
  readonly save: (records: PartRecords) => void;
}

const whole: Shard = { index: 1, count: 1 };

/** Throws a `ContentChanged`. */
export async function planSite(hub: Hub, renderer: Renderer, shard: Shard = whole): Promise<Plan> {
  const { main, sites } = hub;
  const { config } = main;
  const { out } = config;
  const setting = await readSetting(main);
  const { frame, buildId, templatesKey } = setting;
  const { store } = renderer;
  const isKept = store !== undefined && shard.count === 1 && templatesKey !== undefined;
  const siteKey = isKept ? hubKey(hub, { frame: frame.addresses, buildId, templatesKey }) : '';
  const place = isKept && { store, out, siteKey };
  const previous = place ? readRecords(place) : noRecords;
  const { records } = previous;
  const machine = lazily(() => sites.flatMap(({ site }) => siteFiles(site, frame.addresses.policy)));
  const sharedNow = () => sharedPaths(main, machine());
  const shared = pathsOfNoPage(records) ?? sharedNow();
  const inputs = inputsOf(hub, setting);
  const parts = partsOf(hub, shard, { inputOf: inputs, shared });

  const { reused, looks } = reusableParts(parts, records, out);
  const ofParts = [...sites.flatMap(({ site }) => site.pages.flatMap(pathsOf)), ...main.statics.keys()];
  // Parts have the names of pages, which the key of the site holds: the records are those of all its parts, or of none.
  const known = [...ofParts, ...shared];
  const isWhole = records.size === parts.length && isSiteOf(out, known, new Set(filesOf(records)));
  const paths = isWhole ? known : [...ofParts, ...sharedNow()];
  if (!isWhole) for (const part of parts) if (part.name === '') reused.delete(part);
  const missing = parts.filter((part) => !reused.has(part));
  const moved = isWhole || shard.count > 1 ? [] : movedPages(main, paths);
  /** A static file that was published and no longer may be is removed with the rest of its site. */
  const isRefused = (part: SitePart) =>
    part.copy && !reused.has(part) && records.get(part.name)?.files.length === 1 && !staticOutput(part.copy).output;
  const change = isWhole && !parts.some(isRefused) ? changeOf(missing.length) : 'many';
  return {
    diagnostics: frame.diagnostics,
    moved,
    parts,
    reused,
    untouched: change === 'many' ? new Map() : looksOf(reused.values(), looks),
    inputs: new Map(missing.flatMap((part) => (part.input ? [[part, part.input.read()]] : []))),
    change,
    pages: parts.filter(({ page }) => page !== undefined).length,
    all: (made) => made,
    published: (made) => ({ paths: () => paths, others: () => [], removed: staleFiles(records, made) }),
    inputOf: inputs,
    render: renderer.render,
    finish: await finisher(main, paths),
    composer: lazily(async () => {
      const { composerOf } = await import('./compose-parts.js'); // with React, which no build needs that changes nothing
      return composerOf(hub, { renderer, setting, siteFiles: () => [...frame.files, ...machine()] });
    }),
    save: (made) => {
      if (place) saveRecords(made, previous, place);
    },
  };
}

/** The parts that a site's records tell to be as they would come out, and what stands in the out folder at the paths of their files. */
function reusableParts(parts: readonly SitePart[], records: PartRecords, out: string) {
  const reused = new Map<SitePart, PartRecord>();
  const looks = new Map<string, string>();
  const look = entriesBelow(out);
  const entryOf = (path: string) => {
    const entry = look(path);
    looks.set(path, lookOf(entry));
    return entry;
  };
  for (const part of parts) {
    const record = records.get(part.name);
    const { files } = part.of.site;
    const isSame = record && isReusable(record, { ...part, key: keyOf(part) }, { entryOf, files });
    if (isSame && isRepeatable(part)) reused.set(part, record);
  }
  return { reused, looks };
}

/** Paths of the files that belong to no page, but for assets: as the previous build made them of what they are made of now. */
function pathsOfNoPage(records: PartRecords): readonly string[] | undefined {
  return records.get('')?.files.flatMap(([path]) => (isAssetPath(path) ? [] : path));
}

function sharedPaths({ config, redirects }: Site, machine: readonly OutputFile[]): readonly string[] {
  const old = redirects.flatMap(({ outputPath }) => outputPath ?? []);
  return [...(config.routeBase === '' ? [] : [frontFile]), ...old, ...machine.map(({ path }) => path)];
}

/** What reads finished pages is loaded where a copy is made. */
async function finisher(site: Site, paths: readonly string[]): Promise<Plan['finish']> {
  if (!site.config.relative) return (file) => file;
  const { relativePages } = await import('./pages/links/relative.js');
  return relativePages(site, paths);
}

function movedPages(site: Site, paths: readonly string[]): readonly Diagnostic[] {
  const { gone, had } = gonePages(site.config.out, paths);
  return findMoves(gone, ({ outputPath }) => !had(outputPath), site);
}

function looksOf(records: Iterable<PartRecord>, looks: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const { files } of records) {
    for (const [path] of files) {
      const look = looks.get(path);
      if (look) found.set(path, look);
    }
  }
  return found;
}

/** Source paths of the docs and other files whose texts are in a part, except the doc that the page is of. */
export function includedIn({ page, input }: SitePart): readonly string[] {
  return page?.kind === 'onePage' ? docsInside(page.content).map(({ doc }) => doc.source) : (input?.files ?? []);
}

/** Names what a part depends on beside the site. */
export function keyOf({ input, inputs }: SitePart): string {
  return inputs.length === 0 ? (input?.key ?? '') : sha256(inputs.map(({ key }) => key).join('\n'));
}

/** Whether the next build would make the same of these parts: no body failed, and the imports of all components can be hashed. */
export function areRepeatable(parts: readonly SitePart[], made: PartRecords): boolean {
  return parts.every((part) => isRepeatable(part) && made.get(part.name)?.key === keyOf(part));
}

const isRepeatable = ({ input, inputs }: SitePart) => [input, ...inputs].every((one) => one?.isRepeatable !== false);

/**
 * Maximum number of parts that are put in place one by one, by a journal: few files, which a reader hardly sees in between. For more a new
 * folder is swapped in, so that readers see one site, the former or the new one; the links of its other files cost little then.
 */
const mostInPlace = 256;

function changeOf(missing: number): Plan['change'] {
  return missing === 0 ? 'none' : missing <= mostInPlace ? 'few' : 'many';
}

/** Files of the previous build that no part has any more: assets, since the pages are the same. */
export function staleFiles(previous: PartRecords, made: PartRecords): string[] {
  const kept = new Set(filesOf(made));
  return [...new Set(filesOf(previous))].filter((path) => isAssetPath(path) && !kept.has(path));
}

export function filesOf(records: PartRecords): string[] {
  return [...records.values()].flatMap(({ files }) => files.map(([path]) => path));
}

/** The input of each doc's body, by the output path of its page. */
function inputsOf({ main, sites }: Hub, setting: Setting): (outputPath: string) => NamedInput | undefined {
  const docs = new Map<string, () => NamedInput>();
  for (const { site } of sites) {
    const inputOf = bodyInputs(site, main, setting);
    for (const page of site.pages) if (page.kind === 'doc') docs.set(page.outputPath, () => inputOf(page.doc));
  }
  const known = new Map<string, NamedInput | undefined>();
  return (outputPath) => {
    const input = known.has(outputPath) ? known.get(outputPath) : docs.get(outputPath)?.();
    known.set(outputPath, input);
    return input;
  };
}

/** The parts of a shard; `shared` are the paths of the files that belong to no page. */
function partsOf(
  { main, sites }: Hub,
  { index, count }: Shard,
  { inputOf, shared }: { inputOf: (outputPath: string) => NamedInput | undefined; shared: readonly string[] },
): SitePart[] {
  const isHere = (_: unknown, number: number) => number % count === index - 1;
  const pages = sites.flatMap((of) => of.site.pages.map((page) => ({ of, page })));
  const parts = pages.filter(isHere).map(({ of, page }) => ({
    name: page.outputPath,
    page,
    of,
    copy: undefined,
    input: page.kind === 'doc' ? inputOf(page.outputPath) : undefined,
    inputs:
      page.kind === 'onePage' ? docsInside(page.content).flatMap(({ outputPath }) => inputOf(outputPath) ?? []) : [],
    paths: pathsOf(page),
  }));
  const of = sites.find(({ site }) => site === main) as HubSite;
  const none = { page: undefined, of, copy: undefined, input: undefined, inputs: [] };
  const siteFiles = index === 1 ? [{ ...none, name: '', paths: shared }] : [];
  const copies = [...main.statics.values()]
    .filter(isHere)
    .map((copy) => ({ ...none, name: copy.path, copy, paths: [] }));
  // Bodies that are equal in several versions follow each other, and are rendered once.
  const withBody = [
    ...groupBy(
      parts.filter(({ input }) => input),
      keyOf,
    ).values(),
  ].flat();
  const [ofMany, others] = [
    parts.filter(({ inputs }) => inputs.length > 0),
    parts.filter(({ inputs }) => inputs.length === 0),
  ];
  return [...siteFiles, ...copies, ...others.filter(({ input }) => !input), ...withBody, ...ofMany];
}

function pathsOf(page: Page): string[] {
  return [page.outputPath, ...(page.kind === 'doc' ? [markdownCopyPath(page)] : [])];
}
