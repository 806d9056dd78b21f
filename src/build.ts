// The whole program on one screen: files in, a model, one loop that makes or reuses every part of the site, files out.
import { setImmediate } from 'node:timers/promises';
import { settleExports } from './disk/exports.js';
import type { Config, Mount } from './model/config.js';
import { readHub } from './model/content/named-files.js';
import { editionOf } from './model/content/read.js';
import { type Diagnostic, hasError } from './model/diagnostics/diagnostic.js';
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
import { planSite, type Shard } from './render/plan.js';
import { Stopwatch } from './render/stopwatch.js';
import { defaultLimits, openPool, type Pool } from './render/threads/pool.js';
import { lastBuild, type PartRecord } from './render/threads/previous-build.js';
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

/** How often a build begins again because a sync replaced exports under it; the last time it goes on with what is there. */
const mostAttempts = 3;

/** Builds a hub. What is wrong with content or out folder is in the report; throws only for an abort and for faults of docgen. */
export async function build(config: Config, options: BuildOptions): Promise<Report> {
  const watch = new Stopwatch();
  watch.add('start', performance.now());
  const renderer = openRenderer(options);
  const previous = lastBuild(renderer.store, config.out);
  if (previous === undefined) renderer.warmUp(); // every body is missing
  try {
    for (let attempt = 1; ; attempt += 1) {
      const report = await buildOnce(config, options, { renderer, watch, previous, isLast: attempt === mostAttempts });
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
  /** Milliseconds at which the previous build ended. */
  readonly previous: number | undefined;
  readonly isLast: boolean;
}

/** Undefined where exports were replaced meanwhile: its texts would be of one sync and its images of another. */
async function buildOnce(
  config: Config,
  options: BuildOptions,
  { renderer, watch, previous = Number.POSITIVE_INFINITY, isLast }: Attempt,
): Promise<Report | undefined> {
  const tick = ticker(options);
  await tick('reading', 0, 0);
  const read = await readSites(config, { ...options, watch });
  if (read.newest > previous) renderer.warmUp(); // a body may be missing
  let diagnostics = read.diagnostics;
  const { content } = read.hub.main.config;
  const verdict = (isWhole: boolean) => judge(diagnostics, { ...options, config: { ...config, content }, isWhole });
  const report = (published: boolean, pages = 0, { diagnostics, off } = verdict(published)): Report => ({
    ...{ published, pages, diagnostics, off, content },
    sites: read.hub.sites.map(({ site }) => site),
    phases: watch.phases,
  });
  if (hasError(diagnostics)) return report(false);
  try {
    const folder = await openOutFolder(config);
    try {
      const plan = await watch.time('plan', () => planSite(read.hub, renderer, options.shard));
      diagnostics = [...diagnostics, ...plan.diagnostics];
      const output = plan.change === 'none' ? undefined : folder.begin(plan.change);
      const records = new Map<string, PartRecord>();
      for await (const part of makeParts(plan, watch)) {
        const notAdded = output ? await watch.time('write', () => output.add(part)) : [];
        if (notAdded.length > 0) diagnostics = [...diagnostics, ...notAdded];
        records.set(part.name, part.record);
        if (records.size % batch === 0) await tick('building', records.size, plan.parts.length);
      }
      const made = [...records.values()];
      const anchors = made.flatMap((record) => record.anchors);
      const broken = checkAnchors(anchors, await idsByPage(anchors, records, plan));
      const ofParts = made.flatMap((record) => record.diagnostics);
      diagnostics = [...diagnostics, ...folder.diagnostics, ...ofParts, ...broken];
      if (!isLast && [...read.exports].some(([dir, edition]) => editionOf(dir) !== edition)) return undefined;
      const judged = verdict(options.shard === undefined);
      if (judged.isRefused) return report(false, 0, judged);
      await tick('publishing', 0, 0);
      if (output)
        diagnostics = [...diagnostics, ...(await watch.time('publish', () => output.publish(plan.published(records))))];
      if (output) await watch.time('save', () => plan.save(records));
      return report(true, plan.pages, verdict(options.shard === undefined));
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    diagnostics = [...diagnostics, error.diagnostic];
    return report(false);
  }
}

interface ReadSites {
  readonly hub: Hub;
  readonly diagnostics: readonly Diagnostic[];
  /** Milliseconds of the last change of a text. */
  readonly newest: number;
  /** The edition of each export that was read. */
  readonly exports: ReadonlyMap<string, string>;
}

/** Reads the hub and its versions, each a site of its own. */
async function readSites(
  config: Config,
  { watch, signal, cache }: { watch: Stopwatch } & Pick<BuildOptions, 'signal' | 'cache'>,
): Promise<ReadSites> {
  const versions = await watch.time('read', () => readVersions(config));
  const diagnostics: Diagnostic[] = [...versions.diagnostics];
  const sites: HubSite[] = [];
  const exports = new Map<string, string>();
  let newest = 0;
  for (const version of versions.value.all) {
    const mounts = await watch.time('read', () => settleExports(version.config, { signal }));
    const content = await watch.time('read', () => readHub(mounts.value, version.config, cache));
    const site = await watch.time('model', () => buildSite(content.value, version.config));
    const of = { ...version, site: site.value };
    sites.push(of);
    for (const [dir, edition] of content.value.exports) exports.set(dir, edition);
    newest = Math.max(newest, content.value.newest);
    // What follows from a folder that is not there is no fault of its own.
    const ofSite = hasError(content.diagnostics) ? [] : site.diagnostics;
    const found = [...mounts.diagnostics, ...content.diagnostics, ...ofSite];
    diagnostics.push(...found.map((diagnostic) => inHub(diagnostic, of)));
  }
  const hub = toHub(sites);
  const ofHub = hasError(diagnostics) ? [] : hub.diagnostics;
  return { hub: hub.value, diagnostics: [...diagnostics, ...ofHub], newest, exports };
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
