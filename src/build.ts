// Runs a build: scan, up-to-date check, read (or update the last build of this process), publish, report.
import { cacheFaults, scanSites } from './disk/scan-sites.js';
import type { Config, Mount } from './model/config/config.js';
import { ContentChanged } from './model/content/doc-file.js';
import { type Diagnostic, problem } from './model/diagnostics/diagnostic.js';
import type { Baseline } from './model/strict/baseline.js';
import { applySeverities } from './model/strict/severities.js';
import type { SiteVersion } from './model/versions/read-versions.js';
import { localeConfigs } from './model/versions/translations.js';
import { ownModules } from './render/base/own-modules.js';
import { now, Stopwatch } from './render/base/stopwatch.js';
import { openOutFolder } from './render/output/output.js';
import { editedSite } from './render/site/edit.js';
import type { Shard } from './render/site/plan.js';
import { joinOutcomes, type Outcome, publishSite, publishUnchanged } from './render/site/publish.js';
import { openFactsReader, readSite } from './render/site/read-sites.js';
import { type BuildMemory, type Run, type TickerOptions, ticker } from './render/site/run.js';
import { findUpToDate, readInputs } from './render/site/up-to-date.js';
import { openPool, type Pool, poolLimits } from './render/workers/pool.js';
import { openRenderer, type RendererOptions } from './render/workers/renderer.js';

export { type BuildMemory, openFactsReader, openPool, ownModules, type Pool, poolLimits, type Shard };

interface BuildOptions extends TickerOptions, RendererOptions {
  /** Whether one warning is enough to keep the previous site. */
  readonly strict: boolean;
  /** State that a build saves for the next one in the same process, which then only makes the pages of docs with changed bodies. */
  readonly memory?: BuildMemory | undefined;
  /** Part of the site to build. By default, the whole site. */
  readonly shard?: Shard | undefined;
  readonly baseline?: Baseline | undefined;
  /** Whether to treat a diagnostic as known although the baseline does not have it. For a new baseline. */
  readonly isAccepted?: ((diagnostic: Diagnostic, content: readonly Mount[]) => boolean) | undefined;
}

export interface Report extends Outcome {
  /** Content folders of the config, without the folders of versions. Files of diagnostics are in these. */
  readonly content: readonly Mount[];
  /** The versions, each with the prefix of its files' paths in messages. */
  readonly versions: readonly Pick<SiteVersion, 'section' | 'filePrefix'>[];
  /** Sections that are not synced. */
  readonly absent: readonly string[];
  /** Milliseconds by phase, in order. Phases in parentheses ran at the same time as others. */
  readonly phases: ReadonlyMap<string, number>;
}

/** Maximum number of attempts if content changes during the build. The last one builds the content as it is. */
const maxAttempts = 3;

/**
 * Builds a hub: a site per language.
 * @throws if the build is aborted, and for bugs in docgen.
 */
export async function build(config: Config, options: BuildOptions): Promise<Report> {
  const [main = config, ...others] = localeConfigs(config);
  const openFolder = () => openOutFolder(main);
  if (others.length === 0) return buildUntilStable(main, options, { openFolder });
  const pool = options.pool ?? openPool(poolLimits(options.workers));
  try {
    return await buildLanguages([main, ...others], { ...options, pool }, openFolder);
  } finally {
    if (!options.pool) await pool.close();
  }
}

/** Builds the first language, and the others as soon as it is staged and not rejected. The last one publishes the staged sites of all. */
async function buildLanguages(
  [config, next, ...later]: readonly [Config, ...Config[]],
  options: BuildOptions,
  openFolder: Run['openFolder'],
): Promise<Report> {
  const { memory } = options;
  const ofOthers: Report[] = [];
  const report = await buildUntilStable(config, options, {
    openFolder,
    publish: async (folder) => {
      if (!next) return folder.publish();
      if (memory) memory.next ??= {};
      const ofNext = { ...options, memory: memory?.next };
      ofOthers.push(await buildLanguages([next, ...later], ofNext, async () => folder.within(next)));
      return ofOthers.every(({ published }) => published) ? [] : undefined;
    },
  });
  return ofOthers.reduce(joinOutcomes, report);
}

type Publishing = Pick<Run, 'openFolder' | 'publish'>;

async function buildUntilStable(config: Config, options: BuildOptions, publishing: Publishing): Promise<Report> {
  const watch = new Stopwatch();
  watch.add('start', now());
  const renderer = openRenderer(options);
  try {
    for (let attempt = 1; ; attempt += 1) {
      const own = { renderer, watch, isLastAttempt: attempt === maxAttempts, ...publishing };
      const report = await buildOnce(config, options, own).catch((error: unknown) => {
        if (own.isLastAttempt || !(error instanceof ContentChanged)) throw error;
      });
      if (report) return report;
    }
  } finally {
    watch.add('(threads)', renderer.busy());
    for (const [step, milliseconds] of renderer.steps()) watch.add(`(${step})`, milliseconds);
    await watch.time('close', () => renderer.close());
  }
}

/** Makes one attempt. Returns undefined or throws ContentChanged if content changed during the build, so that no site mixes two syncs. */
async function buildOnce(
  config: Config,
  options: BuildOptions,
  attempt: Pick<Run, 'renderer' | 'watch' | 'isLastAttempt'> & Publishing,
): Promise<Report | undefined> {
  const { watch, renderer } = attempt;
  const { memory, shard, isAccepted } = options;
  const tick = ticker(options);
  await tick('reading', 0, 0);
  const scanned = await watch.time('look', () => scanSites(config, options));
  const { content } = scanned.versions.value.main;
  const absent = scanned.all.flatMap(({ mounts }) => mounts.absent);
  const lost = scanned.all.flatMap(({ mounts }) => mounts.lost);
  const context = { content, versions: scanned.versions.value.all, absent, phases: watch.phases };
  const isAll = shard === undefined;
  const store = isAll ? renderer.store : undefined;
  const strictResultOf: Run['strictResultOf'] = (diagnostics, isWhole = isAll) =>
    applySeverities(diagnostics, {
      ...options,
      config: { ...config, content },
      isWhole: isWhole && absent.length === 0 && config.locale === undefined, // other languages can have other entries of the baseline
      isAccepted: isAccepted && ((diagnostic) => isAccepted(diagnostic, content)),
    });
  const refuse = (diagnostics: readonly Diagnostic[]): Report => {
    return { published: false, isComplete: false, pages: 0, diagnostics, off: 0, sites: [], ...context };
  };
  const ofCache = cacheFaults(scanned, config, options.cache);
  if (ofCache.length > 0) return refuse(ofCache);
  const inputs = isAll && (store || memory) ? await watch.time('look', () => readInputs(scanned)) : undefined;
  const run: Run = { ...attempt, config, scanned, inputs, store, shard, tick, strictResultOf, memory };
  const upToDate = await watch.time('look', () => findUpToDate(run));
  await tick('reading', 0, 0);
  if (isAccepted && lost.length > 0) return refuse([problem.baselineIncomplete({ sections: lost })]);
  const unchanged = upToDate && (await publishUnchanged(upToDate, run));
  if (unchanged) return { ...unchanged, ...context };
  const edited = await watch.time('read', () => editedSite(run));
  const attempted = edited && (await publishSite(edited, run));
  if (attempted?.outcome) return { ...attempted.outcome, ...context };
  const { outcome } = await publishSite(await readSite(run), run, attempted?.ofFolder);
  return outcome && { ...outcome, ...context };
}
