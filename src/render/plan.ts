// What a build has to do: the parts of the site, and which of them the previous build left as they would come out.

import type { StaticFile } from '../model/content/named-files.js';
import type { Diagnostic } from '../model/diagnostics/diagnostic.js';
import { groupBy } from '../model/group.js';
import { docsInside } from '../model/pages/one-page.js';
import { isAssetPath } from '../model/path.js';
import { findMoves } from '../model/redirects/moves.js';
import type { Page } from '../model/routes.js';
import type { Site } from '../model/site.js';
import type { Hub, HubSite } from '../model/versions/hub.js';
import type { BodyInput, RenderBody } from './body/body-types.js';
import { sha256 } from './hash.js';
import { gonePages } from './output/gone-pages.js';
import { type Entry, entriesBelow } from './output/in-place.js';
import { isSiteOf } from './output/out-folder.js';
import type { Change, PublishedSite } from './output/output.js';
import type { OutputFile } from './output-file.js';
import { renderTexts } from './pages/frame/frame-texts.js';
import { redirectPath } from './pages/hub-pages.js';
import { contentAssets, staticOutput } from './pages/links/assets.js';
import { markdownCopyPath } from './pages/markdown-copy.js';
import { type PageContext, type PageInput, pageContext } from './pages/page-context.js';
import { loadParts } from './pages/parts.js';
import { printer } from './pages/print/printer.js';
import { readSetting, type Setting } from './setting.js';
import { siteFiles } from './site-files/site-files.js';
import { bodyInputs, type NamedInput } from './threads/body-inputs.js';
import {
  isReusable,
  noRecords,
  type PartRecord,
  type PartRecords,
  readRecords,
  saveRecords,
} from './threads/previous-build.js';
import type { Renderer } from './threads/renderer.js';
import { hubKey } from './threads/site-key.js';

/** Part number `index`, from 1, of `count`: every `count`-th page; files that belong to no page are in the first part. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** A page, a static file, or the files that belong to no page. */
export interface SitePart {
  /** The output path of the page or the static file; '' for the files that belong to none. */
  readonly name: string;
  readonly page: Page | undefined;
  /** The version that the page is of; the hub's for a part without one. */
  readonly of: HubSite;
  /** What it is a copy of. */
  readonly copy: StaticFile | undefined;
  /** Names what its body is rendered from; undefined for a page without one. */
  readonly input: NamedInput | undefined;
  /** The same for a page of many bodies, in their order; empty for any other. */
  readonly inputs: readonly NamedInput[];
  /** Files that it must consist of, beside its assets. */
  readonly paths: readonly string[];
}

export interface Plan {
  /** Of files that all pages name: DG131, DG132. */
  readonly diagnostics: readonly Diagnostic[];
  /** Pages of the previous site that are elsewhere now: DG518. */
  readonly moved: readonly Diagnostic[];
  /** Files that belong to no page, but for the redirect at the root. */
  readonly siteFiles: readonly OutputFile[];
  /** Parts of this shard; what waits for no body comes first, what is made of many last. */
  readonly parts: readonly SitePart[];
  /** What the previous build made of parts that would come out the same. */
  readonly reused: ReadonlyMap<SitePart, PartRecord>;
  /** What the bodies of all others are rendered from. */
  readonly inputs: ReadonlyMap<SitePart, BodyInput>;
  /** Files of the out folder that stay as they are, as they were seen. */
  readonly untouched: ReadonlyMap<string, Entry>;
  /** `none`: the out folder is the site already. */
  readonly change: 'none' | Change;
  /** Pages of this shard. */
  readonly pages: number;
  /** What the site consists of when its parts have become what the records say. */
  readonly published: (records: PartRecords) => PublishedSite;
  /** By the output path of a doc's page. */
  readonly inputOf: (outputPath: string) => NamedInput | undefined;
  readonly render: RenderBody;
  /** A file as it is written. */
  readonly finish: (file: OutputFile) => OutputFile;
  /** What all pages of a version share; loads the templates. Throws a `BuildError` with DG114. */
  readonly context: () => Promise<(of: HubSite) => PageContext>;
  /** False where a part would become another, though nothing changed. */
  readonly isRepeatable: (records: PartRecords) => boolean;
  /** Keeps the records of the parts for the next build. */
  readonly save: (records: PartRecords) => Promise<void>;
}

const whole: Shard = { index: 1, count: 1 };

/** Throws a `ContentChanged`. */
export async function planSite(hub: Hub, renderer: Renderer, shard: Shard = whole): Promise<Plan> {
  const { main, sites } = hub;
  const { config } = main;
  const { out } = config;
  const setting = await readSetting(main);
  const { frame, buildId, templatesKey } = setting;
  const machine = sites.flatMap(({ site }) => siteFiles(site, frame.addresses.policy));
  const inputs = inputsOf(hub, setting);
  const old = main.redirects.flatMap(({ outputPath }) => outputPath ?? []);
  const shared = [...(config.routeBase === '' ? [] : [redirectPath]), ...old, ...machine.map(({ path }) => path)];
  const parts = partsOf(hub, shard, { inputOf: inputs, shared });

  const { store } = renderer;
  const isKept = store !== undefined && shard.count === 1 && templatesKey !== undefined;
  const place = isKept && { store, out, siteKey: hubKey(hub, { frame: frame.addresses, buildId, templatesKey }) };
  const previous = place ? await readRecords(place) : noRecords;
  const { records } = previous;
  const reused = new Map<SitePart, PartRecord>();
  const entries = new Map<string, Entry>();
  const look = entriesBelow(out);
  const entryOf = (path: string) => {
    const entry = look(path);
    entries.set(path, entry);
    return entry;
  };
  for (const part of parts) {
    const record = records.get(part.name);
    if (
      record &&
      isRepeatable(part) &&
      isReusable(record, { ...part, key: keyOf(part) }, { entryOf, files: part.of.site.files })
    )
      reused.set(part, record);
  }
  const missing = parts.filter((part) => !reused.has(part));
  // Parts have the names of pages, which the key of the site holds: the records are those of all its parts, or of none.
  const paths = [...sites.flatMap(({ site }) => site.pages.flatMap(pathsOf)), ...shared, ...main.statics.keys()];
  const isWhole = records.size === parts.length && (await isSiteOf(out, paths, new Set(filesOf(records))));
  const moved = isWhole || shard.count > 1 ? [] : await movedPages(main, paths);
  /** A static file that was published and no longer may be is removed with the rest of its site. */
  const isRefused = (part: SitePart) =>
    part.copy && !reused.has(part) && records.get(part.name)?.files.length === 1 && staticOutput(part.copy).problem;
  const change = isWhole && !parts.some(isRefused) ? changeOf(missing.length) : 'many';
  return {
    diagnostics: frame.diagnostics,
    moved,
    siteFiles: [...frame.files, ...machine],
    parts,
    reused,
    untouched: change === 'many' ? new Map() : entriesOf(reused.values(), entries),
    inputs: new Map(missing.flatMap((part) => (part.input ? [[part, part.input.read()]] : []))),
    change,
    pages: parts.filter(({ page }) => page !== undefined).length,
    published: (made) => ({ paths, removed: staleFiles(records, made) }),
    inputOf: inputs,
    render: renderer.render,
    finish: await finisher(main, paths),
    context: async () => {
      const parts = await loadParts(config.templates);
      const texts = await renderTexts(config, renderer.render, buildId);
      return contextsOf(hub, { frame: frame.addresses, parts, texts });
    },
    isRepeatable: (made) =>
      shard.count === 1 && parts.every((part) => isRepeatable(part) && made.get(part.name)?.key === keyOf(part)),
    save: async (made) => {
      if (place) await saveRecords(made, previous, place);
    },
  };
}

/** What reads finished pages is loaded where a copy is made. */
async function finisher(site: Site, paths: readonly string[]): Promise<Plan['finish']> {
  if (!site.config.relative) return (file) => file;
  const { relativePages } = await import('./pages/links/relative.js');
  return relativePages(site, paths);
}

async function movedPages(site: Site, paths: readonly string[]): Promise<readonly Diagnostic[]> {
  const { gone, had } = await gonePages(site.config.out, paths);
  return findMoves(gone, ({ outputPath }) => !had(outputPath), site);
}

function entriesOf(records: Iterable<PartRecord>, entries: ReadonlyMap<string, Entry>): Map<string, Entry> {
  const found = new Map<string, Entry>();
  for (const { files } of records) for (const [path] of files) found.set(path, entries.get(path));
  return found;
}

/** Names what a part depends on beside the site. */
export function keyOf({ input, inputs }: SitePart): string {
  return inputs.length === 0 ? (input?.key ?? '') : sha256(inputs.map(({ key }) => key).join('\n'));
}

const isRepeatable = ({ input, inputs }: SitePart) => [input, ...inputs].every((one) => one?.isRepeatable !== false);

/** More parts than these are made for a whole new site: then a folder full of links costs little beside them. */
const mostInPlace = 256;

function changeOf(missing: number): Plan['change'] {
  return missing === 0 ? 'none' : missing <= mostInPlace ? 'few' : 'many';
}

/** Files of the previous build that no part has any more: assets, since the pages are the same. */
function staleFiles(previous: PartRecords, made: PartRecords): string[] {
  const kept = new Set(filesOf(made));
  return [...new Set(filesOf(previous))].filter((path) => isAssetPath(path) && !kept.has(path));
}

function filesOf(records: PartRecords): string[] {
  return [...records.values()].flatMap(({ files }) => files.map(([path]) => path));
}

/** What the pages of each version share, prepared when the first of them asks. */
function contextsOf(hub: Hub, shared: Pick<PageInput, 'frame' | 'parts' | 'texts'>): (of: HubSite) => PageContext {
  const contexts = new Map<Site, PageContext>();
  const { main } = hub;
  const print = printer({ parts: shared.parts, words: main.words }, main.config.title);
  return ({ site }) => {
    const known = contexts.get(site);
    if (known) return known;
    const choicesOf = (page: Page) => hub.choicesOf(page, site);
    const canonicalOf = (page: Page) => hub.canonicalOf(page, site);
    const of = { site, hub: main, print, choicesOf, canonicalOf };
    const context = pageContext({ ...shared, ...of, assetOf: contentAssets(site) });
    contexts.set(site, context);
    return context;
  };
}

/** The input of each doc's body, by the output path of its page. */
function inputsOf({ main, sites }: Hub, setting: Setting): (outputPath: string) => NamedInput | undefined {
  const docs = new Map<string, () => NamedInput | undefined>();
  for (const { site } of sites) {
    const inputOf = bodyInputs(site, main, setting);
    for (const page of site.pages) if (page.kind === 'doc') docs.set(page.outputPath, () => inputOf(page.doc.id));
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
