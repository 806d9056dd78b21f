// The whole program on one screen: read → model → render → compose → write.
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { settleExports } from './disk/exports.js';
import type { Config } from './model/config.js';
import { editionOf, readContent } from './model/content/read.js';
import { type Diagnostic, hasError } from './model/diagnostics/diagnostic.js';
import { configInvalid } from './model/diagnostics/usage-and-config.js';
import type { Doc } from './model/docs/doc.js';
import { packageFile } from './model/package-file.js';
import { reasonOf } from './model/plain-data.js';
import { buildSite, type Site } from './model/site.js';
import type { RenderBody } from './render/body/body-types.js';
import { BuildError } from './render/build-error.js';
import { composeSite, type Shard } from './render/compose.js';
import { isTidy } from './render/output/out-folder.js';
import { openOutput } from './render/output/output.js';
import { ownModules } from './render/own-modules.js';
import type { FrameFiles } from './render/pages/document.js';
import { Assets } from './render/pages/links/assets.js';
import { loadParts } from './render/pages/parts.js';
import { favicon, socialImage } from './render/site-files/icons.js';
import { Stopwatch } from './render/stopwatch.js';
import { Bodies } from './render/threads/bodies.js';
import { bodyKey, withCache } from './render/threads/cache.js';
import { defaultLimits, openPool, type Pool } from './render/threads/pool.js';
import { Keeper } from './render/threads/previous-build.js';
import { checked } from './render/threads/sound-body.js';
import { Store } from './render/threads/store.js';

export { ownModules, type Shard };

export interface BuildOptions {
  /** A warning is enough to leave the former site as it is. */
  readonly strict: boolean;
  /** Called when a phase begins and while it goes on; `total` is 0 where it is not known. */
  readonly onProgress?: (phase: string, done: number, total: number) => void;
  readonly signal?: AbortSignal;
  /** Renders bodies; threads do where nothing else is given. */
  readonly render?: RenderBody;
  /** Threads at most. */
  readonly workers?: number | undefined;
  /** Folder in which rendered bodies are kept. */
  readonly cache?: string | undefined;
  /** Part of the site that is built; all of it where nothing is given. */
  readonly shard?: Shard | undefined;
}

export interface Report {
  /** True where the out folder now holds the new site. */
  readonly published: boolean;
  /** HTML pages that were built. */
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Milliseconds by phase, in the order of the phases; those in brackets ran beside the others. */
  readonly phases: ReadonlyMap<string, number>;
}

const whole: Shard = { index: 1, count: 1 };

/** How often a build begins again because a sync replaced exports under it; the last time it goes on with what is there. */
const mostAttempts = 3;

/** Builds a hub. What is wrong with content or out folder is in the report; throws only for an abort and for faults of docgen. */
export async function build(config: Config, options: BuildOptions): Promise<Report> {
  const { workers: threads = defaultLimits.threads } = options;
  const watch = new Stopwatch();
  watch.add('start', performance.now());
  const store = options.cache === undefined ? undefined : new Store(options.cache);
  const pool = openPool({ ...defaultLimits, threads });
  if (!options.render) pool.warmUp();
  try {
    for (let attempt = 1; ; attempt += 1) {
      const report = await buildOnce(config, options, { pool, store, watch, isLast: attempt === mostAttempts });
      if (report) return report;
    }
  } finally {
    await watch.time('close', async () => {
      await pool.close();
      await store?.trim();
    });
  }
}

interface Attempt {
  readonly pool: Pool;
  readonly store: Store | undefined;
  readonly watch: Stopwatch;
  readonly isLast: boolean;
}

/** Undefined where exports were replaced meanwhile: its texts would be of one sync and its images of another. */
async function buildOnce(
  config: Config,
  options: BuildOptions,
  { pool, store, watch, isLast }: Attempt,
): Promise<Report | undefined> {
  const { shard = whole } = options;
  const tick = ticker(options);
  await tick('reading', 0, 0);
  const mounts = await watch.time('read', () => settleExports(config, { signal: options.signal }));
  const content = await watch.time('read', () => readContent(mounts.value));
  const site = await watch.time('model', async () => buildSite(content.value, config));
  const diagnostics: Diagnostic[] = [...mounts.diagnostics, ...content.diagnostics, ...site.diagnostics];
  if (hasError(diagnostics)) return { published: false, pages: 0, diagnostics, phases: watch.phases };
  const bare = checked(options.render ?? pool.render);
  const kept = store && { store, buildId: await buildId() };
  const isStale = () => !isLast && [...content.value.exports].some(([dir, edition]) => editionOf(dir) !== edition);
  const publication = { strict: options.strict, render: bare, kept, diagnostics, tick, watch, shard, isStale };
  const report = await publishSite(site.value, publication);
  watch.add('(threads)', pool.busy());
  return report && { ...report, diagnostics, phases: watch.phases };
}

/** Names the code that renders: a hash that the compiler's script leaves beside it. */
function buildId(): Promise<string> {
  return readFile(packageFile('dist/build-id.txt'), 'utf8');
}

interface Publication {
  readonly strict: boolean;
  readonly render: RenderBody;
  /** Where bodies, and what is known of the former site, are kept, and the code that makes them. */
  readonly kept: { readonly store: Store; readonly buildId: string } | undefined;
  /** Found so far; what is found on the way is added. */
  readonly diagnostics: Diagnostic[];
  readonly tick: Tick;
  readonly watch: Stopwatch;
  readonly shard: Shard;
  /** True where exports were replaced since they were read. */
  readonly isStale: () => boolean;
}

type Outcome = Pick<Report, 'published' | 'pages'>;
const stopped: Outcome = { published: false, pages: 0 };

async function publishSite(
  site: Site,
  { strict, render: bare, kept, diagnostics, tick, watch, shard, isStale }: Publication,
): Promise<Outcome | undefined> {
  const { config } = site;
  const isRefused = () => strict && diagnostics.some(({ severity }) => severity !== 'info');
  try {
    const assets = new Assets(site.files, config.basePath);
    const frame = await frameFiles(site, assets);
    const bodies = new Bodies(site, kept ? withCache(kept.store, kept.buildId, bare) : bare);
    const keyOf = (doc: Doc) => bodyKey(kept?.buildId ?? '', bodies.inputOf(doc));
    const keeper = kept && shard.count === 1 ? await Keeper.open({ ...kept, site, frame, keyOf }) : undefined;
    const same = isTidy(config.out) ? keeper?.formerSite(site.pages) : undefined;
    if (same) {
      diagnostics.push(...same);
      return isRefused() ? stopped : { published: true, pages: site.pages.length };
    }
    const output = await openOutput(
      config.out,
      config.content.map(({ dir }) => dir),
    );
    try {
      if (shard.index > 1) assets.take(); // the first shard writes them
      const parts = await loadParts(config.templates);
      const { pages, paths, composed } = await watch.time('trees', async () =>
        composeSite({ site, bodies, assets, files: frame, parts, shard, watch, keeper }),
      );
      let done = 0;
      for await (const made of composed) {
        diagnostics.push(...made.diagnostics);
        await watch.time('write', () => {
          output.keep(made.kept);
          output.write(made.files);
        });
        done += made.pages;
        if (done % batch === 0) await tick('building', done, pages.length);
      }
      if (isStale()) return undefined;
      if (isRefused()) return stopped;
      await tick('publishing', 0, 0);
      diagnostics.push(...(await watch.time('publish', () => output.publish(paths))));
      await keeper?.save();
      return { published: true, pages: pages.length };
    } finally {
      await output.discard();
    }
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    diagnostics.push(error.diagnostic);
    return stopped;
  }
}

type Tick = (phase: string, done: number, total: number) => Promise<void>;
/** Pages from one turn of the event loop to the next. */
const batch = 32;

function ticker({ onProgress = () => {}, signal }: BuildOptions): Tick {
  return async (phase, done, total) => {
    onProgress(phase, done, total);
    await setImmediate(); // lets an interrupt through
    signal?.throwIfAborted();
  };
}

/** The files that every page names. */
async function frameFiles({ config }: Site, assets: Assets): Promise<FrameFiles> {
  const { title, tagline, css } = config;
  const styles = [packageFile('templates/styles.css'), ...(css === '' ? [] : [css])];
  const texts = await Promise.all(styles.map((file) => readFile(file))).catch((error: unknown) => {
    throw new BuildError(configInvalid({ key: 'css', reason: reasonOf(error) }));
  });
  return {
    stylesheet: assets.add('styles.css', Buffer.concat(texts)).href,
    icon: assets.add('favicon.svg', Buffer.from(favicon(title))).href,
    socialImage: assets.add('social.svg', Buffer.from(socialImage(title, tagline))).href,
  };
}
