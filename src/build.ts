// The whole program on one screen: files in, a model, one loop that makes or reuses every part of the site, files out.
import { setImmediate } from 'node:timers/promises';
import type { Config, Mount } from './model/config.js';
import { type Diagnostic, hasError } from './model/diagnostics/diagnostic.js';
import { baselineIncomplete, parserNotNative } from './model/diagnostics/usage-and-config.js';
import { shownText } from './model/docs/address.js';
import { ContentChanged } from './model/docs/doc-file.js';
import { lazily } from './model/lookups.js';
import { editionOf, filesIn, isSettled } from './model/mounts/see-hub.js';
import { wantsOnePage } from './model/pages/one-page-folders.js';
import type { Site } from './model/site.js';
import type { Baseline } from './model/strict/baseline.js';
import { judge, type Verdict } from './model/strict/verdict.js';
import type { SiteVersion } from './model/versions/read-versions.js';
import type { TextReader } from './render/body/body-types.js';
import { BuildError } from './render/build-error.js';
import { readKnown, saveKnown } from './render/cache/files.js';
import { hasRecords, type PartRecord } from './render/cache/pages.js';
import {
  type BuildSummary,
  findUpToDate,
  type Inputs,
  isStable,
  keepSummary,
  readInputs,
} from './render/cache/up-to-date.js';
import { type BuildMemory, findEdit, type LastBuild, planEdit } from './render/edit.js';
import { idsByPage, makeParts } from './render/make-parts.js';
import { type OutFolder, openOutFolder } from './render/output/output.js';
import { ownModules } from './render/own-modules.js';
import { checkAnchors } from './render/pages/links/anchors.js';
import { areRepeatable, type Plan, planSite, type Shard } from './render/plan.js';
import { openFactsReader, readSites, type SeenSites, seeSites } from './render/read-sites.js';
import { readBodySetting, textsKey } from './render/setting.js';
import { now, Stopwatch } from './render/stopwatch.js';
import { limitsOf, openPool, type Pool } from './render/threads/pool.js';
import { openRenderer, type Renderer } from './render/threads/renderer.js';

export { type BuildMemory, limitsOf, openFactsReader, openPool, ownModules, type Pool, type Shard };

export interface BuildOptions {
  /** A warning is enough to leave the previous site as it is. */
  readonly strict: boolean;
  /** Called when a phase begins and while it goes on; `total` is 0 where it is not known. */
  readonly onProgress?: (phase: string, done: number, total: number) => void;
  readonly signal?: AbortSignal;
  /** Reads texts and renders bodies. By default, worker threads do. */
  readonly reader?: TextReader | undefined;
  /** Worker threads that the caller keeps for further builds. The build does not end them. By default each build starts its own. */
  readonly pool?: Pool | undefined;
  /** Maximum number of worker threads. By default, as many as the machine has cores for. Ignored if `pool` is set. */
  readonly workers?: number | undefined;
  /** Folder for rendered bodies and for the records of the previous build. */
  readonly cache?: string | undefined;
  /** What the last build of this process left for the next one, which then makes only the pages of docs whose bodies changed. */
  readonly memory?: BuildMemory | undefined;
  /** Part of the site that is built; all of it where nothing is given. */
  readonly shard?: Shard | undefined;
  readonly baseline?: Baseline | undefined;
  /** For a new baseline: whether a diagnostic is to be treated as known, though the baseline does not have it. */
  readonly isAccepted?: ((diagnostic: Diagnostic, content: readonly Mount[]) => boolean) | undefined;
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
  /** Sections that are not synced. */
  readonly absent: readonly string[];
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
  if (!hasRecords(renderer.store, config.out)) renderer.warmUp();
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
  const { memory, isAccepted } = options;
  const { store } = renderer;
  const tick = ticker(options);
  await tick('reading', 0, 0);
  const seen = await watch.time('look', () => seeSites(config, options));
  const { main, all: versions } = seen.versions.value;
  const { content } = main;
  const absent = seen.all.flatMap(({ mounts }) => mounts.absent);
  const lost = seen.all.flatMap(({ mounts }) => mounts.lost);
  const isAll = options.shard === undefined;
  const weigh = (found: readonly Diagnostic[], isWhole = isAll) =>
    judge(found, {
      ...options,
      config: { ...config, content },
      isWhole: isWhole && absent.length === 0,
      isAccepted: isAccepted && ((diagnostic) => isAccepted(diagnostic, content)),
    });
  const inputs = isAll && (store || memory) ? await watch.time('look', () => readInputs(seen)) : undefined;
  const summary = inputs && store && (await watch.time('look', () => findUpToDate(config, inputs, store)));
  await tick('reading', 0, 0);
  const context = { content, versions, absent, phases: watch.phases };
  if (isAccepted && lost.length > 0) {
    const diagnostics = [baselineIncomplete({ sections: lost })];
    return { published: false, isComplete: false, pages: 0, diagnostics, off: 0, sites: [], ...context };
  }
  if (summary) {
    const { isRefused, ...weighed } = weigh(summary.diagnostics);
    const sites = seen.all.map(({ version, seen }) => ({ config: version.config, files: filesIn(seen) }));
    if (!isRefused) return { published: true, isComplete: true, pages: summary.pages, ...weighed, sites, ...context };
  }
  const run: Run = { ...attempt, config, seen, inputs, isAll, tick, weigh, context, memory };
  const edit = isLast ? undefined : await watch.time('read', () => draftOfEdit(run));
  const edited = edit && (await publishSite(edit, run));
  if (edited?.report) return edited.report;
  const { report } = await publishSite(await draftOfSite(run, options), run, edited?.said);
  return report;
}

interface Run extends Attempt, Pick<BuildOptions, 'memory'> {
  readonly config: Config;
  readonly seen: SeenSites;
  /** Undefined for a shard, and if nothing is kept for another build. */
  readonly inputs: Inputs | undefined;
  /** False for a shard. */
  readonly isAll: boolean;
  readonly tick: ReturnType<typeof ticker>;
  readonly weigh: (found: readonly Diagnostic[], isWhole?: boolean) => Verdict;
  readonly context: Pick<Report, 'content' | 'versions' | 'absent' | 'phases'>;
}

/** What is known of a site before its out folder is opened. */
interface Draft {
  readonly sites: Report['sites'];
  readonly diagnostics: readonly Diagnostic[];
  /** Editions of the exports that were read, by folder. */
  readonly exports: ReadonlyMap<string, string>;
  /** True if files that no list names decide about the site too, so that it is not kept for another build. */
  readonly isOpen: boolean;
  /** Undefined where it turns out that the site cannot be made of this. */
  readonly plan: (folder: OutFolder) => Plan | undefined | Promise<Plan | undefined>;
  /** Keeps what was read for the next process. */
  readonly saveKnown: () => void;
  /** What the next build of this process can start from. */
  readonly remember: (made: Pick<LastBuild, 'plan' | 'records' | 'outputHash'>) => LastBuild | undefined;
}

/** What became of a draft: no report where the build has to begin again, or to read more. */
interface Published {
  readonly report?: Report | undefined;
  /** What was wrong with the out folder and no longer is. */
  readonly said?: readonly Diagnostic[] | undefined;
}

/** The site of the last build of this process with other bodies; undefined if more than bodies changed since. */
async function draftOfEdit({ memory, inputs, seen: { all }, renderer }: Run): Promise<Draft | undefined> {
  const last = memory?.last;
  if (!last || last.inputHash !== inputs?.hashBesideDocs()) return undefined;
  const seen = all.map(({ seen }) => seen);
  const edit = await findEdit(last, seen, renderer);
  if (!edit) return undefined;
  const { diagnostics, exports, hub } = last;
  return {
    ...{ diagnostics, exports, isOpen: false },
    sites: hub.sites.map(({ site }) => site),
    plan: (folder) => planEdit(last, edit, { renderer, folder }),
    saveKnown: () => {}, // the next process reads the edited docs again
    remember: ({ plan, records, outputHash }) => ({
      ...{ ...last, seen, outputHash },
      known: new Map([...last.known, ...edit.known]),
      records: plan.all(records),
    }),
  };
}

/** The site as it is read from disk; of files that an earlier process knows, nothing is read. */
async function draftOfSite(run: Run, { shard }: Pick<BuildOptions, 'shard'>): Promise<Draft> {
  const { config, inputs, isLast, isAll, watch, renderer } = run;
  const store = isAll && inputs && !isLast ? renderer.store : undefined;
  const setting = inputs?.setting ?? (await readBodySetting(run.seen.versions.value.main));
  const key = textsKey(config, setting);
  const place = { store: isAll && inputs ? renderer.store : undefined, out: config.out, key };
  const known = await watch.time('read', () => readKnown({ ...place, store }));
  const read = await readSites({ ...run, setting, known: known.files });
  const { hub, diagnostics, exports } = read;
  const inputHash = inputs?.hashBesideDocs();
  return {
    ...{ diagnostics, exports, isOpen: read.isOpen },
    sites: hub.sites.map(({ site }) => site),
    plan: () => planSite(hub, renderer, shard),
    saveKnown: () => saveKnown(read.known, known, place),
    remember: (made) => {
      const seen = run.seen.all.map(({ seen }) => seen);
      const isSettledButDocs = seen.every((hub) => isSettled(hub, (kind) => kind !== 'doc'));
      if (!inputs || inputHash === undefined || !isSettledButDocs) return undefined;
      return { ...made, inputHash, seen, known: read.known, hub, setting: inputs.setting, diagnostics, exports };
    },
  };
}

async function publishSite(draft: Draft, run: Run, said: readonly Diagnostic[] = []): Promise<Published> {
  const { config, watch, isAll, isLast, tick, weigh, context } = run;
  const { sites } = draft;
  let { diagnostics } = draft;
  const report = (published: boolean, pages = 0, judged?: Verdict): Published => {
    const isComplete = published || judged !== undefined;
    const weighed = judged ?? weigh(diagnostics, published && isAll);
    return {
      report: {
        ...{ published, isComplete, pages, sites, ...context },
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
      const output = plan.change === 'none' ? undefined : folder.begin(plan.change);
      const records = new Map<string, PartRecord>();
      for await (const part of makeParts(plan, watch)) {
        const notAdded = output ? await watch.time('write', () => output.add(part)) : [];
        if (notAdded.length > 0) diagnostics = [...diagnostics, ...notAdded];
        records.set(part.name, part.record);
        if (records.size % batch === 0) await tick('building', records.size, plan.parts.length);
      }
      diagnostics = [...diagnostics, ...(await diagnosticsOf(plan.all(records), plan))];
      const summary = { pages: plan.pages, diagnostics };
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
      await watch.time('save', () => keep(draft, run, { plan, records, folder, summary }));
      return report(true, plan.pages, ofPublishing.length === 0 ? judged : undefined);
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    diagnostics = [...diagnostics, error.diagnostic];
    return report(false);
  }
}

interface Made extends Pick<LastBuild, 'plan' | 'records'> {
  readonly folder: OutFolder;
  readonly summary: BuildSummary;
}

/** Keeps what was made, for the next process and for the next build of this one. */
function keep(draft: Draft, run: Run, { plan, records, folder, summary }: Made): void {
  const { config, seen, inputs, memory, renderer } = run;
  const { store } = renderer;
  const isRepeatable = inputs !== undefined && !draft.isOpen && areRepeatable(plan.parts, records);
  const outputHash = lazily(() => folder.look(plan.untouched).stamp);
  if (store && isRepeatable && isStable(summary, seen)) keepSummary(config, inputs, store, summary, outputHash());
  if (memory) memory.last = isRepeatable ? draft.remember({ plan, records, outputHash: outputHash() }) : undefined;
}

/** What is wrong with the parts of the site, and with the anchors that they name. */
async function diagnosticsOf(records: ReadonlyMap<string, PartRecord>, plan: Plan): Promise<readonly Diagnostic[]> {
  const made = [...records.values()];
  const anchors = made.flatMap((record) => record.anchors);
  const broken = checkAnchors(anchors, await idsByPage(anchors, records, plan));
  return [...made.flatMap((record) => record.diagnostics), ...broken];
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
