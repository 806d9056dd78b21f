// The whole program on one screen: files in, a model, one loop that makes or reuses every part of the site, files out.
import { setImmediate } from 'node:timers/promises';
import { settleExports } from './disk/exports.js';
import type { Config, Mount } from './model/config.js';
import { type HubContent, readHub } from './model/content/named-files.js';
import { type Diagnostic, hasError } from './model/diagnostics/diagnostic.js';
import { ContentChanged, type KnownFiles, ParsedDocs } from './model/docs/doc-file.js';
import { editionOf, seeHub } from './model/mounts/see-hub.js';
import { wantsOnePage } from './model/pages/one-page-folders.js';
import { buildSite, type Site } from './model/site.js';
import type { Baseline } from './model/strict/baseline.js';
import { judge } from './model/strict/verdict.js';
import { type Hub, type HubSite, inHub, toHub } from './model/versions/hub.js';
import { readVersions } from './model/versions/read-versions.js';
import type { RenderBody } from './render/body/body-types.js';
import { BuildError } from './render/build-error.js';
import { idsByPage, makeParts } from './render/make-parts.js';
import { openOutFolder } from './render/output/output.js';
import { ownModules } from './render/own-modules.js';
import { checkAnchors } from './render/pages/links/anchors.js';
import { type Plan, planSite, type Shard } from './render/plan.js';
import { readBuildId } from './render/setting.js';
import { foundationOf, keepStanding, type SeenSite, type SeenSites, standingSite } from './render/standing.js';
import { Stopwatch } from './render/stopwatch.js';
import { readKnown, saveKnown } from './render/threads/known-files.js';
import { defaultLimits, openPool, type Pool } from './render/threads/pool.js';
import { hasRecords, type PartRecord } from './render/threads/previous-build.js';
import { openRenderer, type Renderer } from './render/threads/renderer.js';

export { defaultLimits, openPool, ownModules, type Pool, type Shard };

export interface BuildOptions {
  /** A warning is enough to leave the previous site as it is. */
  readonly strict: boolean;
  /** Called when a phase begins and while it goes on; `total` is 0 where it is not known. */
  readonly onProgress?: (phase: string, done: number, total: number) => void;
  readonly signal?: AbortSignal;
  /** Renders bodies; threads do where nothing else is given. */
  readonly render?: RenderBody;
  /** Threads that the caller keeps for further builds, in place of such that end with this one. */
  readonly pool?: Pool | undefined;
  /** Threads at most. */
  readonly workers?: number | undefined;
  /** Folder for rendered bodies and for the records of the previous build. */
  readonly cache?: string | undefined;
  /** Part of the site that is built; all of it where nothing is given. */
  readonly shard?: Shard | undefined;
  /** Diagnostics that are known; `all` where all that are found shall be. */
  readonly baseline?: Baseline | 'all' | undefined;
}

export interface Report {
  /** True where the out folder now holds the new site. */
  readonly published: boolean;
  /** HTML pages that were built. */
  readonly pages: number;
  /** As the config weighs them; those of the baseline are marked. */
  readonly diagnostics: readonly Diagnostic[];
  /** Diagnostics that the config switches off. */
  readonly off: number;
  /** The content folders in which the files of the diagnostics are: those of the config, but for versions. */
  readonly content: readonly Mount[];
  /** The versions that were read: of what config, and which files their pages may name. */
  readonly sites: readonly Pick<Site, 'config' | 'files'>[];
  /** Milliseconds by phase, in the order of the phases; those in brackets ran beside the others. */
  readonly phases: ReadonlyMap<string, number>;
}

/** How often a build begins again because content changed under it; the last time it goes on with what is there. */
const mostAttempts = 3;

/** Builds a hub. What is wrong with content or out folder is in the report; throws only for an abort and for faults of docgen. */
export async function build(config: Config, options: BuildOptions): Promise<Report> {
  const watch = new Stopwatch();
  watch.add('start', performance.now());
  const renderer = openRenderer({ ...options, isTwice: wantsOnePage(config.onePage) });
  if (!hasRecords(renderer.store, config.out)) renderer.warmUp(); // every body is missing
  try {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === mostAttempts;
      const report = await buildOnce(config, options, { renderer, watch, isLast }).catch((error: unknown) => {
        if (error instanceof ContentChanged && !isLast) return undefined;
        throw error;
      });
      if (report) return report;
    }
  } finally {
    watch.add('(threads)', renderer.busy());
    for (const [step, milliseconds] of renderer.steps()) watch.add(`(${step})`, milliseconds);
    await watch.time('close', () => renderer.close());
  }
}

interface Attempt {
  readonly renderer: Renderer;
  readonly watch: Stopwatch;
  readonly isLast: boolean;
}

/** Undefined where content changed meanwhile: its texts would be of one sync and its images of another. Throws a `ContentChanged`. */
async function buildOnce(
  config: Config,
  options: BuildOptions,
  { renderer, watch, isLast }: Attempt,
): Promise<Report | undefined> {
  const tick = ticker(options);
  await tick('reading', 0, 0);
  const seen = await watch.time('look', () => seeSites(config, options));
  const { content } = seen.versions.value.main;
  const isAll = options.shard === undefined;
  const weigh = (found: readonly Diagnostic[], isWhole = isAll) =>
    judge(found, { ...options, config: { ...config, content }, isWhole });
  const foundation = await watch.time('look', () => foundationOf(config, seen, isAll ? renderer.store : undefined));
  const standing = await watch.time('look', () => standingSite(foundation));
  await tick('reading', 0, 0);
  const phases = watch.phases;
  if (standing) {
    const { isRefused, ...weighed } = weigh(standing.diagnostics);
    const { pages, sites } = standing;
    if (!isRefused) return { published: true, pages, ...weighed, content, sites, phases };
  }
  const place = { store: foundation.store, out: config.out, buildId: await readBuildId() };
  const known = await watch.time('read', () => readKnown(isLast ? { ...place, store: undefined } : place));
  const read = await readSites(seen, known.files, watch);
  if (read.isNew) renderer.warmUp(); // a body may be missing
  const sites = read.hub.sites.map(({ site }) => site);
  let diagnostics = read.diagnostics;
  const report = (published: boolean, pages = 0, weighed = weigh(diagnostics, published && isAll)): Report => ({
    ...{ published, pages, content, sites, phases },
    ...{ diagnostics: weighed.diagnostics, off: weighed.off },
  });
  if (hasError(diagnostics)) return report(false);
  try {
    const folder = await openOutFolder(config);
    try {
      const plan = await watch.time('plan', () => planSite(read.hub, renderer, options.shard));
      renderer.expect(plan.inputs.size);
      diagnostics = [...diagnostics, ...plan.diagnostics];
      const output = plan.change === 'none' ? undefined : folder.begin(plan.change);
      const records = new Map<string, PartRecord>();
      for await (const part of makeParts(plan, watch)) {
        const notAdded = output ? await watch.time('write', () => output.add(part)) : [];
        if (notAdded.length > 0) diagnostics = [...diagnostics, ...notAdded];
        records.set(part.name, part.record);
        if (records.size % batch === 0) await tick('building', records.size, plan.parts.length);
      }
      diagnostics = [...diagnostics, ...(await diagnosticsOf(records, plan))];
      const told = { pages: plan.pages, diagnostics };
      diagnostics = [...diagnostics, ...plan.moved, ...folder.diagnostics];
      if (!isLast && [...read.exports].some(([dir, edition]) => editionOf(dir) !== edition)) return undefined;
      const judged = weigh(diagnostics);
      if (judged.isRefused) return report(false, 0, judged);
      await tick('publishing', 0, 0);
      if (output)
        diagnostics = [...diagnostics, ...(await watch.time('publish', () => output.publish(plan.published(records))))];
      if (output) await watch.time('save', () => plan.save(records));
      await watch.time('save', () => saveKnown(read.known, known, place));
      const kept = { ...read, stamp: () => folder.stamp(plan.untouched) };
      if (plan.isRepeatable(records)) await watch.time('save', () => keepStanding(foundation, told, kept));
      return report(true, plan.pages);
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    diagnostics = [...diagnostics, error.diagnostic];
    return report(false);
  }
}

/** What is wrong with the parts of the site, and with the anchors that they name. */
async function diagnosticsOf(records: ReadonlyMap<string, PartRecord>, plan: Plan): Promise<readonly Diagnostic[]> {
  const made = [...records.values()];
  const anchors = made.flatMap((record) => record.anchors);
  const broken = checkAnchors(anchors, await idsByPage(anchors, records, plan));
  return [...made.flatMap((record) => record.diagnostics), ...broken];
}

/** The hub and its versions as they stand on disk, before a text is read. */
async function seeSites(config: Config, { signal, cache }: Pick<BuildOptions, 'signal' | 'cache'>): Promise<SeenSites> {
  const versions = readVersions(config);
  const all: SeenSite[] = [];
  for (const version of versions.value.all) {
    const mounts = await settleExports(version.config, { signal });
    all.push({ version, mounts, seen: await seeHub(mounts.value, version.config, { since: Date.now(), cache }) });
  }
  return { versions, all };
}

interface ReadSites extends Pick<HubContent, 'exports' | 'known' | 'unsettled' | 'isNew'> {
  readonly hub: Hub;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the hub and its versions, each a site of its own. */
async function readSites({ versions, all }: SeenSites, known: KnownFiles, watch: Stopwatch): Promise<ReadSites> {
  const diagnostics: Diagnostic[] = [...versions.diagnostics];
  const sites: HubSite[] = [];
  const contents: HubContent[] = [];
  const parsed = all.length > 1 ? new ParsedDocs() : undefined;
  for (const { version, mounts, seen } of all) {
    const content = await watch.time('read', () => readHub(seen, known, parsed));
    const site = await watch.time('model', () => buildSite(content.value, version.config));
    const of = { ...version, site: site.value };
    sites.push(of);
    contents.push(content.value);
    // What follows from a folder that is not there is no fault of its own.
    const ofSite = hasError(content.diagnostics) ? [] : site.diagnostics;
    const found = [...mounts.diagnostics, ...content.diagnostics, ...ofSite];
    diagnostics.push(...found.map((diagnostic) => inHub(diagnostic, of)));
  }
  const hub = toHub(sites);
  const ofHub = hasError(diagnostics) ? [] : hub.diagnostics;
  return {
    hub: hub.value,
    diagnostics: [...diagnostics, ...ofHub],
    exports: new Map(contents.flatMap(({ exports }) => [...exports])),
    known: new Map(contents.flatMap((content) => [...content.known])),
    unsettled: new Map(contents.flatMap(({ unsettled }) => [...unsettled])),
    isNew: contents.some(({ isNew }) => isNew),
  };
}

/** Parts of the site from one turn of the event loop to the next. */
const batch = 32;

function ticker({ onProgress = () => {}, signal }: BuildOptions) {
  return async (phase: string, done: number, total: number): Promise<void> => {
    onProgress(phase, done, total);
    await setImmediate(); // lets an interrupt through
    signal?.throwIfAborted();
  };
}
