// `docgen sync`: config and lock → plan → fetch, several at a time → export, section by section → lock.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { configInvalid, gitUnusable } from '../../model/catalogue.js';
import { loadConfig, type Source } from '../../model/config.js';
import { type Diagnostic, hasError } from '../../model/diagnostic.js';
import { groupBy } from '../../model/group.js';
import { exitCode } from '../exit.js';
import { type CommonOptions, tell } from '../options.js';
import { countOf, Progress } from '../report.js';
import { type ExportedSource, readExport, tidyExports, writeExport } from './export.js';
import { failureOf, type GatherResult, gather } from './gather.js';
import { Git } from './git.js';
import { keyOf, type Lock, lockName, parseLock, printLock } from './lock.js';
import { type Planned, plan } from './plan.js';

export interface SyncCommandOptions extends CommonOptions {
  readonly update?: boolean;
  readonly frozen?: boolean;
  readonly history?: boolean;
  readonly jobs: number;
}

/** Returns the exit code. */
export async function syncCommand(
  sections: readonly string[],
  options: SyncCommandOptions,
  signal: AbortSignal,
): Promise<number> {
  const started = performance.now();
  const cwd = process.cwd();
  const { update = false, frozen = false, history = false } = options;
  const fail = (diagnostics: readonly Diagnostic[]) => {
    tell(diagnostics, options);
    return exitCode.cannotRun;
  };
  const config = await loadConfig(cwd, { ...options, content: undefined });
  if (!config.value) return fail(config.diagnostics);
  const { sources, workDir } = config.value;
  if (sources.length === 0)
    return fail([configInvalid({ key: 'sources', reason: 'there is none to sync', example: exampleSource })]);
  if (update && frozen) return fail([configInvalid({ key: '--frozen', reason: 'cannot be with `--update`' })]);

  const lockText = await readFile(join(cwd, lockName), 'utf8').catch(() => undefined);
  const lock = parseLock(lockText);
  if (hasError(lock.diagnostics)) return fail(lock.diagnostics);
  const planned = plan(sources, lock.value, { cwd, sections, update, frozen });
  if (planned.value.length === 0) return fail(planned.diagnostics);

  let git: Git;
  try {
    const addresses = planned.value.map(({ url }) => url);
    git = await Git.open({ cwd, storeDir: join(workDir, 'store'), addresses, signal });
  } catch (error) {
    return fail([gitUnusable({ reason: (error as Error).message })]);
  }
  const results = await gatherAll(git, planned.value, {
    history,
    frozen,
    jobs: options.jobs,
    signal,
    isTold: options.format === 'text',
  });
  signal.throwIfAborted();
  const diagnostics = [...planned.diagnostics, ...[...results.values()].flatMap((result) => result.diagnostics)];
  if (!(frozen && hasError(diagnostics))) {
    await writeExports(join(workDir, 'sources'), sources, sections, results);
    const text = printLock(nextLock(sources, lock.value, results));
    if (!frozen && text !== lockText) await writeWhole(join(cwd, lockName), text);
  }

  tell(diagnostics, options);
  const done = [...results.values()].flatMap(({ gathered }) => (gathered ? [gathered] : []));
  const files = done.reduce((sum, { files: { size } }) => sum + size, 0);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length;
  const seconds = Number(((performance.now() - started) / 1000).toFixed(3));
  if (options.format === 'json')
    process.stdout.write(`${JSON.stringify({ sources: done.length, files, errors, warnings, seconds })}\n`);
  else {
    const found = [...(errors > 0 ? [countOf(errors, 'error')] : []), countOf(warnings, 'warning')].join(', ');
    const what = `${countOf(files, 'file')} of ${countOf(done.length, 'source')}`;
    process.stderr.write(`synced ${what}: ${found}, ${seconds.toFixed(2)} s\n`);
  }
  return errors > 0 ? exitCode.cannotRun : exitCode.built;
}

const exampleSource =
  "sources: [{section: 'x', repo: 'https://github.com/owner/x', ref: 'main', paths: [{from: 'docs'}]}]";

interface GatherAllOptions {
  readonly history: boolean;
  readonly frozen: boolean;
  readonly jobs: number;
  readonly signal: AbortSignal;
  /** Each source is told of when it is done. */
  readonly isTold: boolean;
}

/** Several at once; one that fails stops no other. */
async function gatherAll(
  git: Git,
  planned: readonly Planned[],
  { history, frozen, jobs, signal, isTold }: GatherAllOptions,
): Promise<ReadonlyMap<Source, GatherResult>> {
  const results = new Map<Source, GatherResult>();
  const progress = new Progress(process.stderr);
  // Sources of one repository share a store: one after the other.
  const repositories = [...groupBy(planned, ({ url }) => url).values()].values();
  const work = async () => {
    for (const sources of repositories) for (const next of sources) await sync(next);
  };
  const sync = async (next: Planned) => {
    if (signal.aborted) return;
    progress.show(`syncing ${next.name}`, results.size, planned.length);
    const result = await gather(git, next, { history, frozen }).catch((error: unknown): GatherResult => {
      signal.throwIfAborted();
      return { diagnostics: [failureOf(next, error)] };
    });
    results.set(next.source, result);
    progress.clear();
    if (result.gathered && isTold) {
      const { record, files } = result.gathered;
      process.stderr.write(`${next.name} at ${record.commit.slice(0, 10)}: ${countOf(files.size, 'file')}\n`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, planned.length) }, work)).finally(() => progress.clear());
  return results;
}

/** Exports every section of which a source was gathered; a source that failed keeps the files that it had. */
async function writeExports(
  dir: string,
  sources: readonly Source[],
  wanted: readonly string[],
  results: ReadonlyMap<Source, GatherResult>,
): Promise<void> {
  const all = [...new Set(sources.map(({ section }) => section))];
  await tidyExports(dir, all);
  for (const section of all.filter((name) => wanted.length === 0 || wanted.includes(name))) {
    const own = sources.filter((source) => source.section === section);
    if (!own.some((source) => results.get(source)?.gathered)) continue;
    const former = await readExport(dir, section);
    const exported = own.flatMap((source): ExportedSource[] => {
      const gathered = results.get(source)?.gathered;
      if (gathered) return [gathered];
      return former.filter(({ record }) => keyOf({ section, ...record }) === keyOf(source)).slice(0, 1);
    });
    await writeExport(dir, section, exported);
  }
}

/** The lock with what was gathered; a source that was not keeps its entry, one that the config has no more loses it. */
function nextLock(sources: readonly Source[], former: Lock, results: ReadonlyMap<Source, GatherResult>): Lock {
  const next = new Map<string, Lock[number]>();
  for (const source of sources) {
    const key = keyOf(source);
    const locked = results.get(source)?.gathered?.locked ?? former.find((one) => keyOf(one) === key);
    const same = next.get(key);
    if (locked) next.set(key, same ? { ...locked, paths: { ...same.paths, ...locked.paths } } : locked);
  }
  return [...next.values()];
}

async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}
