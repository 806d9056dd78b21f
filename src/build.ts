// The whole program on one screen: files in, a model, one loop that makes or reuses every part of the site, files out.
import { setImmediate } from 'node:timers/promises';
import { settleExports } from './disk/exports.js';
import type { Config, Mount } from './model/config.js';
import { type HubContent, readHub } from './model/content/named-files.js';
import { type Diagnostic, hasError } from './model/diagnostics/diagnostic.js';
import { parserNotNative } from './model/diagnostics/usage-and-config.js';
import { shownText } from './model/docs/address.js';
import { ContentChanged, type KnownFiles, ParsedDocs } from './model/docs/doc-file.js';
import { editionOf, seeHub } from './model/mounts/see-hub.js';
import { wantsOnePage } from './model/pages/one-page-folders.js';
import { buildSite, type Site } from './model/site.js';
import type { Baseline } from './model/strict/baseline.js';
import { judge, type Verdict } from './model/strict/verdict.js';
import { type Hub, type HubSite, inHub, toHub } from './model/versions/hub.js';
import { readVersions, type SiteVersion } from './model/versions/read-versions.js';
import type { RenderBody } from './render/body/body-types.js';
import { BuildError, FrameChanged } from './render/build-error.js';
import { type Edit, findEdit, planEdit } from './render/edit/edit.js';
import { idsByPage, makeParts } from './render/make-parts.js';
import { type OutFolder, openOutFolder } from './render/output/output.js';
import { ownModules } from './render/own-modules.js';
import { checkAnchors } from './render/pages/links/anchors.js';
import { type Plan, planSite, type Shard } from './render/plan.js';
import { readBodySetting, readBuildId } from './render/setting.js';
import {
  type Foundation,
  foundationOf,
  keepStanding,
  readStanding,
  type SeenSite,
  type SeenSites,
  type Standing,
  sitesOf,
  standingSite,
} from './render/standing.js';
import { now, Stopwatch } from './render/stopwatch.js';
import { bodiesAhead } from './render/threads/body-inputs.js';
import { readKnown, saveKnown } from './render/threads/known-files.js';
import { limitsOf, openPool, type Pool } from './render/threads/pool.js';
import { hasRecords, type PartRecord } from './render/threads/previous-build.js';
import { openRenderer, type Renderer } from './render/threads/renderer.js';

export { limitsOf, openPool, ownModules, type Pool, type Shard };

export interface BuildOptions {
  /** A warning is enough to leave the previous site as it is. */
  readonly strict: boolean;
  /** Called when a phase begins and while it goes on; `total` is 0 where it is not known. */
  readonly onProgress?: (phase: string, done: number, total: number) => void;
  readonly signal?: AbortSignal;
  /** Renders bodies; threads do where nothing else is given. */
  readonly render?: RenderBody;
  /** Worker threads that the caller keeps for further builds. The build does not end them. By default each build starts its own. */
  readonly pool?: Pool | undefined;
  /** Maximum number of worker threads. By default, as many as the machine has cores for. Ignored if `pool` is set. */
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
  /** False if the build stopped before it looked at all of the site: then a fault that is not named may still be there. */
  readonly isComplete: boolean;
  /** HTML pages that were built. */
  readonly pages: number;
  /** As the config weighs them; those of the baseline are marked. */
  readonly diagnostics: readonly Diagnostic[];
  /** Diagnostics that the config switches off. */
  readonly off: number;
  /** The content folders in which the files of the diagnostics are: those of the config, but for versions. */
  readonly content: readonly Mount[];
  /** The versions, each with what is put before the paths of its files in messages. */
  readonly versions: readonly Pick<SiteVersion, 'section' | 'filePrefix'>[];
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
  watch.add('start', now());
  const renderer = openRenderer({ ...options, isTwice: wantsOnePage(config.onePage) });
  if (!hasRecords(renderer.store, config.out)) renderer.warmUp('all');
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
async function buildOnce(config: Config, options: BuildOptions, attempt: Attempt): Promise<Report | undefined> {
  const { renderer, watch, isLast } = attempt;
  const tick = ticker(options);
  await tick('reading', 0, 0);
  const seen = await watch.time('look', () => seeSites(config, options));
  const { main, all: versions } = seen.versions.value;
  const { content } = main;
  const isAll = options.shard === undefined;
  const weigh = (found: readonly Diagnostic[], isWhole = isAll) =>
    judge(found, { ...options, config: { ...config, content }, isWhole });
  const foundation = await watch.time('look', () => foundationOf(config, seen, isAll ? renderer.store : undefined));
  const kept = await watch.time('look', () => readStanding(foundation));
  const standing = await watch.time('look', () => standingSite(foundation, kept));
  await tick('reading', 0, 0);
  const phases = watch.phases;
  if (standing) {
    const { isRefused, ...weighed } = weigh(standing.diagnostics);
    const { pages, sites } = standing;
    if (!isRefused) return { published: true, isComplete: true, pages, ...weighed, content, versions, sites, phases };
  }
  const run: Run = { ...attempt, config, foundation, isAll, tick, weigh, content, versions };
  const edit = isLast ? undefined : await watch.time('read', () => findEdit(foundation, kept, renderer));
  const edited = kept && edit ? await publishEdit(edit, kept, run) : undefined;
  if (edited?.report) return edited.report;
  const place = { store: foundation.store, out: config.out, buildId: await readBuildId() };
  const known = await watch.time('read', () => readKnown(isLast ? { ...place, store: undefined } : place));
  const read = await readSites(seen, { ...run, known: known.files });
  if (read.isNew) renderer.warmUp('some');
  const draft: Draft = {
    ...read,
    sites: read.hub.sites.map(({ site }) => site),
    plan: () => planSite(read.hub, renderer, options.shard),
    saveKnown: () => saveKnown(read.known, known, place),
  };
  const { report } = await publishSite(draft, run, edited?.said);
  return report;
}

interface Run extends Attempt {
  readonly config: Config;
  readonly foundation: Foundation;
  /** False for a shard. */
  readonly isAll: boolean;
  readonly tick: ReturnType<typeof ticker>;
  readonly weigh: (found: readonly Diagnostic[], isWhole?: boolean) => Verdict;
  readonly content: readonly Mount[];
  readonly versions: Report['versions'];
}

/** What is known of a site before its out folder is opened. */
interface Draft extends Pick<HubContent, 'exports' | 'unsettled'> {
  readonly sites: Report['sites'];
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined where it turns out that the site cannot be made of this. */
  readonly plan: (folder: OutFolder) => Promise<Plan | undefined>;
  readonly saveKnown: () => void;
}

/** What became of a draft: no report where the build has to begin again, or to read more. */
interface Published {
  readonly report?: Report | undefined;
  /** What was wrong with the out folder and no longer is. */
  readonly said?: readonly Diagnostic[] | undefined;
}

/** Only bodies changed. What is not published is built, and reported, the way of every build. */
async function publishEdit(edit: Edit, kept: Standing, run: Run): Promise<Published> {
  const { foundation, renderer } = run;
  const draft: Draft = {
    sites: sitesOf(foundation),
    diagnostics: kept.diagnostics.slice(0, kept.ofSite),
    exports: new Map(),
    unsettled: edit.unsettled,
    plan: (folder) => planEdit(edit, { foundation, kept, renderer, folder }),
    saveKnown: () => edit.lines.save(edit.known),
  };
  const { report, said } = await publishSite(draft, run);
  return report?.published ? { report } : { said };
}

async function publishSite(draft: Draft, run: Run, said: readonly Diagnostic[] = []): Promise<Published> {
  const { config, foundation, watch, isAll, isLast, tick, weigh, content, versions } = run;
  const { sites } = draft;
  const { phases } = watch;
  let { diagnostics } = draft;
  const report = (published: boolean, pages = 0, judged?: Verdict): Published => {
    const isComplete = published || judged !== undefined;
    const weighed = judged ?? weigh(diagnostics, published && isAll);
    return {
      report: {
        ...{ published, isComplete, pages, content, versions, sites, phases },
        ...{ diagnostics: weighed.diagnostics, off: weighed.off },
      },
    };
  };
  if (hasError(diagnostics)) return report(false);
  try {
    const folder = await openOutFolder(config);
    const found = [...said, ...folder.diagnostics];
    try {
      const plan = await watch.time('plan', () => draft.plan(folder));
      if (!plan) return { said: found };
      run.renderer.expect(plan.inputs.size);
      diagnostics = [...diagnostics, ...plan.diagnostics];
      const ofSite = diagnostics.length;
      const output = plan.change === 'none' ? undefined : folder.begin(plan.change);
      const records = new Map<string, PartRecord>();
      for await (const part of makeParts(plan, watch)) {
        const notAdded = output ? await watch.time('write', () => output.add(part)) : [];
        if (notAdded.length > 0) diagnostics = [...diagnostics, ...notAdded];
        records.set(part.name, part.record);
        if (records.size % batch === 0) await tick('building', records.size, plan.parts.length);
      }
      diagnostics = [...diagnostics, ...(plan.said(records) ?? (await diagnosticsOf(plan.all(records), plan)))];
      const told = { pages: plan.pages, diagnostics };
      const fault = run.renderer.parserFault();
      const ofParser = fault === undefined ? [] : [parserNotNative({ reason: shownText(fault) })];
      diagnostics = [...diagnostics, ...plan.moved, ...found, ...ofParser];
      if (!isLast && [...draft.exports].some(([dir, edition]) => editionOf(dir) !== edition)) return {};
      const judged = weigh(diagnostics);
      if (judged.isRefused) return { ...report(false, 0, judged), said: found };
      run.renderer.endThreads();
      await tick('publishing', 0, 0);
      const ofPublishing = output ? await watch.time('publish', () => output.publish(plan.published(records))) : [];
      diagnostics = [...diagnostics, ...ofPublishing];
      if (output) await watch.time('save', () => plan.save(records));
      await watch.time('save', draft.saveKnown);
      const stamp = () => folder.look(plan.untouched).stamp;
      const { siteKey, included } = plan;
      const made = { unsettled: draft.unsettled, stamp, siteKey, included, ofSite };
      if (plan.isRepeatable(records)) await watch.time('save', () => keepStanding(foundation, told, made));
      return report(true, plan.pages, ofPublishing.length === 0 ? judged : undefined);
    } catch (error) {
      if (error instanceof FrameChanged) return { said: found };
      throw error;
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
async function readSites(
  { versions, all }: SeenSites,
  { foundation, renderer, watch, isAll, known }: Run & { readonly known: KnownFiles },
): Promise<ReadSites> {
  const diagnostics: Diagnostic[] = [...versions.diagnostics];
  const sites: HubSite[] = [];
  const contents: HubContent[] = [];
  const parsed = all.length > 1 ? new ParsedDocs() : undefined;
  const setting = foundation.setting ?? (await readBodySetting(versions.value.main));
  for (const { version, mounts, seen } of all) {
    const isMain = version.config === versions.value.main;
    const onDocs = isMain && isAll ? bodiesAhead(version.config, setting, renderer.begin) : undefined;
    const content = await watch.time('read', () => readHub(seen, known, { parsed, onDocs }));
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
