// Plans a build: determines the parts of the site, and which of them can be reused from the previous build.
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { publishedSignature } from '../../model/input/regular-file.js';
import type { Hub, HubSite } from '../../model/site/hub.js';
import { lazily } from '../../model/site/lookups.js';
import { findMoves } from '../../model/site/moves.js';
import { docsInside } from '../../model/site/pages/one-page.js';
import type { Page } from '../../model/site/routes.js';
import type { Site } from '../../model/site/site.js';
import { groupBy } from '../../model/types/group.js';
import { frontFile, isAssetPath } from '../../model/types/path.js';
import { sha256 } from '../base/hash.js';
import type { OutputFile } from '../base/output-file.js';
import type { BodyInput, RenderBody } from '../body/body-types.js';
import { type BuildRecord, type BuildRecords, isReusable, readRecords, saveRecords } from '../cache/build-records.js';
import { hubKey } from '../cache/site-key.js';
import { gonePages } from '../output/gone-pages.js';
import { entriesBelow } from '../output/in-place.js';
import { isSiteOf } from '../output/out-folder.js';
import type { Change, PublishedSite } from '../output/output.js';
import { staticOutput } from '../pages/links/assets.js';
import { markdownCopyPath } from '../pages/markdown-copy.js';
import { siteFiles } from '../site-files/site-files.js';
import type { Renderer } from '../workers/renderer.js';
import { bodyInputs, type NamedInput } from './body-inputs.js';
import type { BuildUnit, Composer } from './compose-units.js';
import { type BuildEnvironment, readBuildEnvironment } from './environment.js';

/** Shard number `index`, from 1, of `count`: every `count`-th page. The first shard also contains the files that belong to no page. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

export interface Plan {
  /** Diagnostics of files that all pages use: DG131, DG132. */
  readonly diagnostics: readonly Diagnostic[];
  readonly moved: readonly Diagnostic[];
  /** Parts of this shard. Parts without a body come first, single-page views last. */
  readonly parts: readonly BuildUnit[];
  readonly reused: ReadonlyMap<BuildUnit, BuildRecord>;
  readonly inputs: ReadonlyMap<BuildUnit, BodyInput>;
  /** Files that stay in the output folder unchanged, with their stat signatures. */
  readonly untouched: ReadonlyMap<string, string>;
  /** `none` if the output folder already contains the site. */
  readonly change: 'none' | Change;
  readonly pages: number;
  /** Returns the records of all parts of the site, given the records of `parts`. */
  readonly all: (records: BuildRecords) => BuildRecords;
  readonly published: (records: BuildRecords) => PublishedSite;
  /** Returns the input of a doc's body by the output path of its page. */
  readonly inputOf: (outputPath: string) => NamedInput | undefined;
  readonly render: RenderBody;
  readonly finish: (file: OutputFile) => OutputFile;
  /** Loads the templates and returns the composer. @throws BuildError (DG114) if a template can't be loaded. */
  readonly composer: () => Promise<Composer>;
  readonly save: (records: BuildRecords) => void;
}

const whole: Shard = { index: 1, count: 1 };

/** Plans the build of a hub. @throws ContentChanged if a content file changed after it was scanned. */
export async function planSite(hub: Hub, renderer: Renderer, shard: Shard = whole): Promise<Plan> {
  const { main, sites } = hub;
  const { config } = main;
  const { out } = config;
  const setting = await readBuildEnvironment(main);
  const { frame, buildId, templatesKey } = setting;
  const { store } = renderer;
  const place =
    store && shard.count === 1 && templatesKey !== undefined
      ? { store, out, siteKey: hubKey(hub, { frame: frame.addresses, buildId, templatesKey }) }
      : undefined;
  const previous = place && readRecords(place);
  const records: BuildRecords = previous ? previous.values : new Map();
  const machine = lazily(() => sites.flatMap(({ site }) => siteFiles(site, frame.addresses.policy)));
  const sharedNow = () => sharedPaths(main, machine());
  // Records have the key of the current site, so their paths are those of this site.
  const shared = records.get('')?.files.flatMap(([path]) => (isAssetPath(path) ? [] : path)) ?? sharedNow();
  const inputs = inputsOf(hub, setting);
  const parts = partsOf(hub, shard, { inputOf: inputs, shared });

  const { reused, looks } = reusableParts(parts, records, out);
  const ofParts = [...sites.flatMap(({ site }) => site.pages.flatMap(pathsOf)), ...main.statics.keys()];
  // The names of parts are part of the site key, so the records belong to all parts of this site, or to none.
  const known = [...ofParts, ...shared];
  const isWhole = records.size === parts.length && isSiteOf(out, known, new Set(filesOf(records)));
  const paths = isWhole ? known : [...ofParts, ...sharedNow()];
  if (!isWhole) for (const part of parts) if (part.name === '') reused.delete(part);
  const missing = parts.filter((part) => !reused.has(part));
  const kept = new Set(filesOf(reused));
  const before = isWhole || shard.count > 1 ? undefined : gonePages(out, paths);
  /** Whether a static file was published before and no longer may be. Then the entire site is replaced, which removes it. */
  const isRefused = (part: BuildUnit) =>
    part.copy && !reused.has(part) && records.get(part.name)?.files.length === 1 && !staticOutput(part.copy).output;
  const change = isWhole && !parts.some(isRefused) ? changeOf(missing.length) : 'many';
  return {
    diagnostics: frame.diagnostics,
    moved: before ? findMoves(before.gone, ({ outputPath }) => !before.had(outputPath), main) : [],
    parts,
    reused,
    untouched: new Map(change === 'many' ? [] : [...looks].filter(([path, look]) => look !== '' && kept.has(path))),
    inputs: new Map(missing.flatMap((part) => (part.input ? [[part, part.input.read()]] : []))),
    change,
    pages: parts.filter(({ page }) => page !== undefined).length,
    all: (made) => made,
    published: (made) => ({ paths: () => paths, others: () => [], removed: staleFiles(records, made) }),
    inputOf: inputs,
    render: renderer.render,
    finish: await finisher(main, paths),
    composer: lazily(async () => {
      const { composerOf } = await import('./compose-units.js'); // loads React, which a build without changes doesn't need
      return composerOf(hub, { renderer, setting, siteFiles: () => [...frame.files, ...machine()] });
    }),
    save: (made) => {
      if (place && previous) saveRecords(made, previous, place);
    },
  };
}

/** Returns the parts that can be reused according to the records, and the stat signatures of their files in the output folder. */
function reusableParts(parts: readonly BuildUnit[], records: BuildRecords, out: string) {
  const reused = new Map<BuildUnit, BuildRecord>();
  const looks = new Map<string, string>();
  const look = entriesBelow(out);
  const entryOf = (path: string) => {
    const entry = look(path);
    looks.set(path, publishedSignature(entry));
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

function sharedPaths({ config, redirects }: Site, machine: readonly OutputFile[]): readonly string[] {
  const old = redirects.flatMap(({ outputPath }) => outputPath ?? []);
  return [...(config.routeBase === '' ? [] : [frontFile]), ...old, ...machine.map(({ path }) => path)];
}

/** Returns the last step of a page. Its modules are only loaded for `--relative`. */
async function finisher(site: Site, paths: readonly string[]): Promise<Plan['finish']> {
  if (!site.config.relative) return (file) => file;
  const { relativePages } = await import('../pages/links/relative.js');
  return relativePages(site, paths);
}

/** Source paths of the docs and other files whose texts are in a part, except the doc that the page is of. */
export function includedIn({ page, input }: BuildUnit): readonly string[] {
  return page?.kind === 'onePage' ? docsInside(page.content).map(({ doc }) => doc.source) : (input?.files ?? []);
}

/** Returns the cache key of a part: the hash of its bodies' inputs. */
export function keyOf({ input, inputs }: BuildUnit): string {
  return inputs.length === 0 ? (input?.key ?? '') : sha256(inputs.map(({ key }) => key).join('\n'));
}

/** Whether the next build would make the same of these parts: no body failed, and the imports of all components can be hashed. */
export function areRepeatable(parts: readonly BuildUnit[], made: BuildRecords): boolean {
  return parts.every((part) => isRepeatable(part) && made.get(part.name)?.key === keyOf(part));
}

const isRepeatable = ({ input, inputs }: BuildUnit) => [input, ...inputs].every((one) => one?.isRepeatable !== false);

/**
 * Maximum number of parts to update in place, with a journal. Such an update is short, so readers rarely see a mix of both sites. For more parts, a new folder
 * replaces the old one, so that readers see either site. Linking the unchanged files costs little in comparison.
 */
const maxInPlaceUnits = 256;

function changeOf(missing: number): Plan['change'] {
  return missing === 0 ? 'none' : missing <= maxInPlaceUnits ? 'few' : 'many';
}

/** Returns files of the previous build that no part contains any more. These are assets, because the pages are the same. */
export function staleFiles(previous: BuildRecords, made: BuildRecords): string[] {
  const kept = new Set(filesOf(made));
  return [...new Set(filesOf(previous))].filter((path) => isAssetPath(path) && !kept.has(path));
}

export function filesOf(records: ReadonlyMap<unknown, BuildRecord>): string[] {
  return [...records.values()].flatMap(({ files }) => files.map(([path]) => path));
}

function inputsOf({ main, sites }: Hub, setting: BuildEnvironment): (outputPath: string) => NamedInput | undefined {
  const docs = new Map<string, () => NamedInput>();
  for (const { site } of sites) {
    const inputOf = bodyInputs(site, main, setting);
    for (const page of site.pages)
      if (page.kind === 'doc')
        docs.set(
          page.outputPath,
          lazily(() => inputOf(page.doc)),
        );
  }
  return (outputPath) => docs.get(outputPath)?.();
}

/** Returns the parts of a shard. `shared` are the paths of the files that belong to no page. */
function partsOf(
  { main, sites }: Hub,
  { index, count }: Shard,
  { inputOf, shared }: { inputOf: (outputPath: string) => NamedInput | undefined; shared: readonly string[] },
): BuildUnit[] {
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
  const withBody = parts.filter(({ input }) => input);
  return [
    ...siteFiles,
    ...copies,
    ...parts.filter(({ input, inputs }) => !input && inputs.length === 0),
    // Groups equal bodies of several versions, so that each is rendered once.
    ...[...groupBy(withBody, keyOf).values()].flat(),
    ...parts.filter(({ inputs }) => inputs.length > 0),
  ];
}

function pathsOf(page: Page): string[] {
  return [page.outputPath, ...(page.kind === 'doc' ? [markdownCopyPath(page)] : [])];
}
