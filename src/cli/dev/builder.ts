// The builder process of the dev server. Code and workers stay loaded between builds. A module of the site owner that crashes or never ends
// doesn't end the server. Changed modules are loaded by a new process.
import { type BuildMemory, build, openPool, ownModules, type Pool, poolLimits, type Report } from '../../build.js';
import { loadConfig, type Mount } from '../../model/config/config.js';
import { offerModules } from '../../model/config/module.js';
import { problem } from '../../model/diagnostics/diagnostic.js';
import { reasonOf } from '../../model/input/plain-data.js';
import { onceForVersions } from '../../model/site/hub.js';
import { redactText } from '../../model/types/redact.js';
import { readBaseline } from '../baseline.js';
import { withProgress } from '../report.js';
import {
  type BuilderResult,
  type BuildRequest,
  type FromBuilder,
  type ToBuilder,
  unpublished,
} from './builder-process.js';
import { watchedBy } from './watch.js';

/** Memory use above which the next build gets a new process, in bytes. */
const maxMemoryBytes = 1.5e9;

/** Runs builds until the parent exits. `saveCode` saves the compiled code of loaded modules. */
export function serveBuilds(saveCode: () => void): void {
  offerModules(async () => ownModules);
  let running: { readonly abort: AbortController; readonly ended: Promise<void> } | undefined;
  let pool: Pool | undefined;
  const memory: BuildMemory = {};
  // A terminal sends signals to all of its processes. The parent stops this one.
  for (const name of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(name, () => {});
  process.on('message', (message: ToBuilder) => {
    if (message === 'stop') return running?.abort.abort();
    const abort = new AbortController();
    pool ??= openPool(poolLimits(message.workers));
    const ended = buildFor(message, { pool, memory, signal: abort.signal })
      .catch((error: unknown) => (abort.signal.aborted ? undefined : faulty(error)))
      .then((outcome) => {
        running = undefined;
        tell({ built: outcome ?? null });
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

/** Sites of the last build. Their files stay watched during the next one, so that a file that is added again is reported as changed. */
let lastSites: Report['sites'] = [];

async function buildFor(
  request: BuildRequest,
  kept: { readonly pool: Pool; readonly memory: BuildMemory; readonly signal: AbortSignal },
): Promise<BuilderResult> {
  const cwd = process.cwd();
  const config = await loadConfig(cwd, request);
  const load = (content: readonly Mount[] = [], sites: Report['sites'] = []) => {
    const named = config.value ?? config.refused;
    const watched = watchedBy({ cwd, configFile: request.config, cache: request.cache, config: named, sites });
    const { out = '', basePath = '/' } = config.value ?? {};
    tell({ loaded: { watched, from: config.value && { out, basePath, content } } });
  };
  load(config.value?.content, lastSites);
  const known = readBaseline(cwd);
  const { value } = config;
  if (!value || known.diagnostics.length > 0) return unpublished([...config.diagnostics, ...known.diagnostics]);
  const { published, isComplete, pages, diagnostics, content, versions, sites } = await withProgress((onProgress) =>
    build(value, { ...kept, strict: false, baseline: known.value, cache: request.cache, onProgress }),
  );
  lastSites = sites;
  load(content, sites);
  return {
    published,
    isComplete,
    pages,
    diagnostics: [...config.diagnostics, ...onceForVersions(diagnostics, versions)],
    needsNewProcess: process.memoryUsage.rss() > maxMemoryBytes,
  };
}

const faulty = (error: unknown) =>
  unpublished([problem.internal({ stage: 'dev', reason: redactText(reasonOf(error)) })], true);
