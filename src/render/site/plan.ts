// Plans a build: determines the units of the site. reuse.ts decides which of them are reused from the previous build.
import { memoize, partition } from 'lodash-es';
import type { Config } from '../../model/config/config.js';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { sha256 } from '../../model/input/hash.js';
import type { Hub, HubSite } from '../../model/site/hub.js';
import { findMoves } from '../../model/site/moves.js';
import { docsInside } from '../../model/site/pages/one-page.js';
import type { Page } from '../../model/site/pages/page.js';
import type { Site } from '../../model/site/site.js';
import { groupBy } from '../../model/types/group.js';
import { frontFile, manifestName } from '../../model/types/path.js';
import type { OutputFile } from '../base/output-file.js';
import type { BuildRecords } from '../cache/build-records.js';
import { gonePages, isSiteOf } from '../output/out-folder.js';
import type { PublishedSite } from '../output/staged-output.js';
import { markdownCopyPath } from '../pages/markdown-copy.js';
import { pageIndexPath } from '../site-files/page-index.js';
import { siteFiles } from '../site-files/site-files.js';
import type { Renderer } from '../workers/renderer.js';
import { bodyInputs, type NamedInput } from './body-inputs.js';
import type { BuildUnit, Composer, ReusedUnit } from './compose-units.js';
import { type BuildEnvironment, readBuildEnvironment } from './environment.js';
import { filesOf, previousBuild, reusableUnits } from './reuse.js';

/** Shard number `index`, from 1, of `count`: every `count`-th page. The first shard also contains the files that belong to no page. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

export interface Plan {
  /** Diagnostics of files that all pages use: DG131, DG132. */
  readonly diagnostics: readonly Diagnostic[];
  readonly moved: readonly Diagnostic[];
  /** Key of all that pages show of the site. */
  readonly key: string;
  /** Key of all that links can resolve to. */
  readonly links: string;
  /** Units of this shard: shared files, static files, pages without a body, docs, single-page views, `index.json`. */
  readonly units: readonly BuildUnit[];
  readonly reused: ReadonlyMap<BuildUnit, ReusedUnit>;
  /** For an edited site: the plan of all units, and their records. Units outside of the edit stay unchanged. */
  readonly others?: { readonly plan: Plan; readonly records: BuildRecords };
  /** Files that stay in the output folder unchanged, with their stat signatures. */
  readonly untouched: ReadonlyMap<string, string>;
  readonly pages: number;
  /** Paths of all files of the site except assets, including those in other shards. */
  readonly paths: readonly string[];
  /** Returns the input of a doc's body by the output path of its page. */
  readonly inputOf: InputOf;
  /** Loads the templates and returns the composer. @throws BuildError (DG114) if a template can't be loaded. */
  readonly composer: () => Promise<Composer>;
  readonly save: (records: BuildRecords) => void;
}

type InputOf = (outputPath: string) => NamedInput | undefined;

const whole: Shard = { index: 1, count: 1 };

/** Plans the build of a hub. @throws ContentChanged if a content file changed after it was scanned. */
export async function planSite(hub: Hub, renderer: Renderer, shard: Shard = whole): Promise<Plan> {
  const { main, sites } = hub;
  const env = await readBuildEnvironment(main);
  const { addresses, files: layoutFiles, diagnostics } = env.layout;
  const previous = previousBuild(hub, env, shard.count === 1 ? renderer.store : undefined);
  const { keys, records, isSameSite, out } = previous;

  const generated = memoize(() => sites.flatMap(({ site }) => siteFiles(site, addresses.policy)));
  // If the key of the site is the same, so are the paths, and the files need not be generated.
  const shared = isSameSite ? previous.sharedPaths : sharedPaths(main, generated());
  const inputOf = inputsOf(hub, env);
  const units = unitsOf(hub, shard, { inputOf, shared });

  const unshared = unsharedPaths(hub);
  const expected = [...unshared, ...shared];
  const isIntact = records.size === units.length && isSiteOf(out, expected, new Set(filesOf(records.values())));
  const paths = isIntact ? expected : [...unshared, ...sharedPaths(main, generated())];
  const composer = memoize(async () => {
    const { composerOf } = await import('./compose-units.js'); // loads React, which a build without changes doesn't need
    const finish = await relativeLinks(main, paths);
    return composerOf(hub, { renderer, env, siteFiles: () => [...layoutFiles, ...generated()], finish });
  });
  const pageComposer = isSameSite || records.size === 0 ? undefined : await composer();
  return {
    diagnostics,
    moved: isIntact || shard.count > 1 ? [] : movedPages(main, paths),
    units,
    ...reusableUnits(units, previous, { isIntact, composer: pageComposer }),
    paths,
    inputOf,
    pages: units.filter(({ page }) => page !== undefined).length,
    composer,
    key: keys.all,
    links: keys.links,
    save: previous.save,
  };
}

/** Returns the paths of all files except assets and the shared files. */
const unsharedPaths = ({ main, sites }: Hub): string[] => [
  ...sites.flatMap(({ site }) => site.pages.flatMap(pathsOf)),
  ...main.statics.keys(),
  ...manifestsIn(main.config),
  ...sites.flatMap(({ site }) => pageIndexPath(site) ?? []),
];

/** Finds pages of the previous build that have another URL in this one. */
function movedPages(main: Site, paths: readonly string[]): readonly Diagnostic[] {
  const { gone, had } = gonePages(main.config.out, paths);
  return findMoves(gone, ({ outputPath }) => !had(outputPath), main);
}

/** Returns the manifests of the other languages, so that the next build removes those that it no longer has. */
function manifestsIn({ locale }: Config): string[] {
  const others = locale?.folder === '' ? locale.all.filter(({ folder }) => folder !== '') : [];
  return others.map(({ folder }) => folder + manifestName);
}

function sharedPaths({ config, redirects }: Site, generated: readonly OutputFile[]): readonly string[] {
  const old = redirects.flatMap(({ outputPath }) => outputPath ?? []);
  return [...(config.routeBase === '' ? [] : [frontFile]), ...old, ...generated.map(({ path }) => path)];
}

/** Returns the last step of a file, which makes its URLs relative. Its modules are only loaded for `--relative`. */
async function relativeLinks(site: Site, paths: readonly string[]): Promise<(file: OutputFile) => OutputFile> {
  if (!site.config.relative) return (file) => file;
  const { relativePages } = await import('../pages/links/relative.js');
  return relativePages(site, paths);
}

/** Returns what the output folder contains after a build that made these units. */
export function publishedSite({ paths, others }: Plan, made: BuildRecords): PublishedSite {
  const untouched = [...(others?.records ?? [])].flatMap(([name, record]) => (made.has(name) ? [] : record));
  return { paths, others: filesOf(untouched) };
}

function inputsOf({ main, sites }: Hub, env: BuildEnvironment): InputOf {
  const docs = new Map<string, () => NamedInput>();
  for (const { site } of sites) {
    const inputOf = bodyInputs(site, main, env);
    for (const page of site.pages) if (page.kind === 'doc') docs.set(page.outputPath, () => inputOf(page.doc));
  }
  return memoize((outputPath) => docs.get(outputPath)?.()); // a shard needs few keys, the other functions each several times
}

/** Returns the units of a shard. `shared` are the paths of the files that belong to no page. */
function unitsOf(
  { main, sites }: Hub,
  { index, count }: Shard,
  { inputOf, shared }: { readonly inputOf: InputOf; readonly shared: readonly string[] },
): BuildUnit[] {
  const isHere = (_: unknown, number: number) => number % count === index - 1;
  const hubSite = sites.find(({ site }) => site === main) as HubSite;
  const none: BuildUnit = { hubSite, id: '', inputs: [], key: '', isRepeatable: true, paths: [] };
  const siteFiles = index === 1 ? [{ ...none, paths: shared }] : [];
  const copies = [...main.statics.values()].filter(isHere).map((copy) => ({ ...none, id: copy.path, copy }));
  const pages = sites.flatMap((hubSite) => hubSite.site.pages.map((page) => ({ hubSite, page })));
  const units = pages.filter(isHere).map(({ hubSite, page }) => {
    const inside = page.kind === 'doc' ? [page] : page.kind === 'onePage' ? docsInside(page.content) : [];
    const inputs = inside.flatMap(({ outputPath }) => inputOf(outputPath) ?? []);
    return withInputs({ ...none, id: page.outputPath, page, hubSite, paths: pathsOf(page) }, inputs);
  });
  const [docs, others] = partition(units, isDoc);
  const [plain, views] = partition(others, ({ inputs }) => inputs.length === 0);
  // Groups equal bodies of several versions, so that each is rendered once.
  const byBody = [...groupBy(docs, ({ key }) => key).values()].flat();
  const pageIndexes = index === 1 ? sites.flatMap((hubSite) => pageIndexUnit(hubSite, none, inputOf)) : [];
  return [...siteFiles, ...copies, ...plain, ...byBody, ...views, ...pageIndexes];
}

/** Returns the unit for `index.json` of a site, which has the headings of all bodies. */
function pageIndexUnit(hubSite: HubSite, none: BuildUnit, inputOf: InputOf): BuildUnit[] {
  const id = pageIndexPath(hubSite.site);
  if (id === undefined) return [];
  const inputs = hubSite.site.pages.flatMap(({ outputPath }) => inputOf(outputPath) ?? []);
  return [withInputs({ ...none, hubSite, id, isPageIndex: true, paths: [id] }, inputs)];
}

export const isDoc = ({ page }: BuildUnit) => page?.kind === 'doc';

export function withInputs(unit: BuildUnit, inputs: readonly NamedInput[]): BuildUnit {
  const [key = '', ...more] = inputs.map((input) => input.key);
  const isRepeatable = inputs.every((input) => input.isRepeatable);
  return { ...unit, inputs, key: more.length === 0 ? key : sha256([key, ...more].join('\n')), isRepeatable };
}

const pathsOf = (page: Page): string[] => [page.outputPath, ...(page.kind === 'doc' ? [markdownCopyPath(page)] : [])];
