// The process that builds for the dev server: code and threads stay warm between builds, a fault or an endless loop in a maintainer's
// module ends this process and not the server, and a new one loads changed modules anew.
import { type BuildMemory, build, limitsOf, openPool, ownModules, type Pool, type Report } from '../../build.js';
import { loadConfig, type Mount } from '../../model/config.js';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { internal } from '../../model/diagnostics/internal.js';
import { shownText } from '../../model/docs/address.js';
import { offerModules } from '../../model/module.js';
import { reasonOf } from '../../model/plain-data.js';
import { onceForVersions } from '../../model/versions/hub.js';
import { readBaseline } from '../baseline.js';
import { Progress } from '../report.js';
import type { BuildRequest, FromBuilder, Outcome, ToBuilder } from './messages.js';
import { watchedBy } from './watched.js';

/** Bytes of memory from which on the next build has a new process. */
const mostMemory = 1.5e9;

interface Running {
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** Builds what the parent asks for, until it is gone. `saveCode` keeps the compiled code of what was loaded. */
export function serveBuilds(saveCode: () => void): void {
  offerModules(async () => ownModules);
  let running: Running | undefined;
  let pool: Pool | undefined;
  const memory: BuildMemory = {};
  // A terminal interrupts all of its processes; the parent says when this one ends.
  for (const name of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(name, () => {});
  process.on('message', (message: ToBuilder) => {
    if (message.type === 'stop') return running?.abort.abort();
    const abort = new AbortController();
    pool ??= openPool(limitsOf(message.request.workers));
    const ended = buildFor(message.request, { pool, memory, signal: abort.signal })
      .catch((error: unknown) => (abort.signal.aborted ? undefined : faulty(error)))
      .then((outcome) => {
        running = undefined;
        tell({ type: 'built', outcome });
        setImmediate(saveCode);
      });
    running = { abort, ended };
  });
  process.on('disconnect', async () => {
    running?.abort.abort();
    await running?.ended;
    await pool?.close();
    process.exit();
  });
}

function tell(message: FromBuilder): void {
  if (process.connected) process.send?.(message);
}

/** Kept by the process from build to build; `signal` ends this one. */
interface Kept {
  readonly pool: Pool;
  readonly memory: BuildMemory;
  readonly signal: AbortSignal;
}

async function buildFor(request: BuildRequest, { pool, memory, signal }: Kept): Promise<Outcome> {
  const cwd = process.cwd();
  const config = await loadConfig(cwd, request);
  const load = (content: readonly Mount[] = [], sites: Report['sites'] = []) => {
    const named = config.value ?? config.refused;
    const watched = watchedBy({ cwd, configFile: request.config, config: named, sites });
    const { out = '', basePath = '/' } = config.value ?? {};
    tell({ type: 'loaded', watched, from: config.value && { out, basePath, content } });
  };
  load(config.value?.content);
  const known = readBaseline(cwd);
  if (!config.value || known.diagnostics.length > 0) return unpublished([...config.diagnostics, ...known.diagnostics]);
  const progress = new Progress(process.stderr);
  const { published, isComplete, pages, diagnostics, content, versions, sites } = await build(config.value, {
    strict: false,
    signal,
    pool,
    memory,
    baseline: known.value,
    cache: request.cache,
    onProgress: (...step) => progress.show(...step),
  }).finally(() => progress.clear());
  load(content, sites);
  return {
    published,
    isComplete,
    pages,
    diagnostics: [...config.diagnostics, ...onceForVersions(diagnostics, versions)],
    isSpent: process.memoryUsage.rss() > mostMemory,
  };
}

function faulty(error: unknown): Outcome {
  return { ...unpublished([internal({ stage: 'dev', reason: shownText(reasonOf(error)) })]), isSpent: true };
}

function unpublished(diagnostics: readonly Diagnostic[]): Outcome {
  return { published: false, isComplete: false, pages: 0, diagnostics, isSpent: false };
}
