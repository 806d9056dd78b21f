// `docgen sync`: config and lock → plan → fetch, several at a time → export, section by section → lock.
import { rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { lockName, lockSources } from '../../disk/exports.js';
import type { FolderLock, Holder } from '../../disk/folder-lock.js';
import { type Config, loadConfig } from '../../model/config.js';
import type { Source } from '../../model/config-file/source.js';
import { type Checked, type Diagnostic, hasError } from '../../model/diagnostics/diagnostic.js';
import { syncLocked } from '../../model/diagnostics/output.js';
import { exportNotWritten, gitUnusable, lockWouldChange } from '../../model/diagnostics/sync.js';
import { configInvalid, usage } from '../../model/diagnostics/usage-and-config.js';
import { secretIn, shownText } from '../../model/docs/address.js';
import { groupBy } from '../../model/group.js';
import { entryAt } from '../../model/regular-file.js';
import { exportFolder } from '../../model/versions/source-versions.js';
import { exitCode } from '../exit.js';
import { type CommonOptions, printDiagnostics } from '../options.js';
import { counted, Progress } from '../report.js';
import { type ExportedSource, readExported, tidyExports, writeExport } from './export.js';
import { type GatherResult, gather } from './gather.js';
import { Git } from './git.js';
import { GitError } from './git-process.js';
import { entryOf, keyOf, type Lockfile, printLock, readLock } from './lockfile.js';
import { type Planned, plan, sourceName } from './plan.js';
import { clearStores } from './store.js';

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
  const config = await loadConfig(process.cwd(), { ...options, content: undefined });
  if (!config.value) return fail(config.diagnostics, options);
  const { sources, workDir } = config.value;
  // A workflow may run `sync --frozen` in every project.
  if (sources.length === 0 && options.frozen && entryAt(join(process.cwd(), lockName)) === undefined)
    return summarize(new Map(), [], 0, options);
  if (sources.length === 0)
    return fail(
      [configInvalid({ key: 'sources', reason: 'the config has no sources', example: exampleSource })],
      options,
    );
  if (options.update && options.frozen)
    return fail(
      [usage({ reason: '`--update` changes docgen.lock.json and `--frozen` forbids it: give one of them' })],
      options,
    );
  const shown = relative(process.cwd(), workDir) || '.';
  let lock: Holder | FolderLock;
  try {
    lock = await lockSources(workDir);
  } catch (error) {
    const { path = workDir } = error as NodeJS.ErrnoException;
    const what = relative(process.cwd(), path) || '.';
    return fail([exportNotWritten({ what, reason: shownReason(error) })], options);
  }
  if (!('release' in lock)) return fail([syncLocked({ ...lock, path: shown })], options);
  try {
    return await syncSources({ ...config, value: config.value }, sections, options, signal);
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined || path === undefined) throw error;
    return fail([exportNotWritten({ what: relative(process.cwd(), path), reason: code })], options);
  } finally {
    await lock.release();
  }
}

function fail(diagnostics: readonly Diagnostic[], options: CommonOptions): number {
  printDiagnostics(diagnostics, options);
  return exitCode.cannotRun;
}

const shownReason = (error: unknown) => shownText((error as NodeJS.ErrnoException).code ?? (error as Error).message);

/** The sync itself, under the lock: nothing else writes the lockfile, the stores or the exports. */
async function syncSources(
  { value: { sources, workDir }, diagnostics: ofConfig }: Checked<Config>,
  sections: readonly string[],
  options: SyncCommandOptions,
  signal: AbortSignal,
): Promise<number> {
  const started = performance.now();
  const cwd = process.cwd();
  const { update = false, frozen = false, history = false } = options;
  const lock = readLock(join(cwd, lockName));
  if (hasError(lock.diagnostics)) return fail(lock.diagnostics, options);
  if (frozen && lock.text === undefined && sources.some(({ optional }) => !optional))
    return fail([lockWouldChange(undefined)], options);
  const planned = plan(sources, lock.value, { cwd, sections, update, frozen });
  if (planned.value.length === 0 && hasError(planned.diagnostics)) return fail(planned.diagnostics, options);

  const storeDir = join(workDir, 'store');
  clearStores(storeDir);
  let git: Git;
  try {
    const addresses = planned.value.map(({ url }) => url);
    git = await Git.open({ cwd, storeDir, addresses, signal });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return fail([gitUnusable({ reason: error.message })], options);
  }
  const reportsEach = options.format === 'text';
  const gathering = { history, frozen, jobs: options.jobs, signal, reportsEach };
  const results = await gatherAll(git, planned.value, gathering).finally(() => git.close());
  signal.throwIfAborted();
  const ofSources = [...results.values()].flatMap((result) => result.diagnostics);
  const diagnostics = [...ofConfig, ...planned.diagnostics, ...ofSources];
  diagnostics.push(...(await writeExports(join(workDir, 'sources'), sources, sections, results)));
  const text = printLock(nextLock(sources, lock.value, results));
  if (!frozen && text !== lock.text) diagnostics.push(...(await writeLock(cwd, text)));
  printDiagnostics(diagnostics, options);
  return summarize(results, diagnostics, (performance.now() - started) / 1000, options);
}

/** Reports what was synced; returns the exit code. */
function summarize(
  results: ReadonlyMap<Source, GatherResult>,
  diagnostics: readonly Diagnostic[],
  time: number,
  options: CommonOptions,
): number {
  const done = [...results.values()].flatMap(({ gathered }) => (gathered ? [gathered] : []));
  const files = done.reduce((sum, { files: { size } }) => sum + size, 0);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length;
  const seconds = Number(time.toFixed(3));
  if (options.format === 'json')
    process.stdout.write(`${JSON.stringify({ sources: done.length, files, errors, warnings, seconds })}\n`);
  else {
    const found = [...(errors > 0 ? [counted(errors, 'error')] : []), counted(warnings, 'warning')].join(', ');
    const what = `${counted(files, 'file')} of ${counted(done.length, 'source')}`;
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
  /** Print a line for each source when it is done. */
  readonly reportsEach: boolean;
}

/** Several at once; a source that fails does not stop the others. */
async function gatherAll(
  git: Git,
  planned: readonly Planned[],
  { history, frozen, jobs, signal, reportsEach }: GatherAllOptions,
): Promise<Map<Source, GatherResult>> {
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
    const result = await gather(git, next, { history, frozen }, signal);
    results.set(next.source, result);
    progress.clear();
    if (result.gathered && reportsEach) {
      const { record, files } = result.gathered;
      const hashes = [next.previous, record.commit]
        .filter((hash) => hash !== undefined)
        .map((hash) => hash.slice(0, 10));
      process.stderr.write(`${next.name} at ${[...new Set(hashes)].join(' → ')}: ${counted(files.size, 'file')}\n`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, planned.length) }, work)).finally(() => progress.clear());
  return results;
}

/**
 * Exports every section of which a source was gathered; the files of a source that failed are unchanged. The sources
 * of a section that cannot be written count as failed. Diagnostics: DG210, DG218.
 */
async function writeExports(
  dir: string,
  sources: readonly Source[],
  wanted: readonly string[],
  results: Map<Source, GatherResult>,
): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  const all = [...new Set(sources.map(({ section }) => section))];
  await tidyExports(dir, all.map(exportFolder));
  for (const section of all.filter((name) => wanted.length === 0 || wanted.includes(name))) {
    const own = sources.filter((source) => source.section === section);
    if (!own.some((source) => results.get(source)?.gathered)) continue;
    const previous = readExported(dir, exportFolder(section), ({ repo }) => sourceName({ section, repo }));
    const exported = own.flatMap((source): ExportedSource[] => {
      const gathered = results.get(source)?.gathered;
      if (gathered) return [{ ...gathered, name: sourceName(source) }];
      const entries = previous.map((one) => ({ ...one, section, repo: one.record.repo, ref: one.record.ref }));
      const kept = entryOf(source, entries, sources);
      return kept ? [kept] : [];
    });
    try {
      diagnostics.push(...(await writeExport(dir, exportFolder(section), exported)));
    } catch (error) {
      diagnostics.push(
        exportNotWritten({ what: `.docgen/sources/${exportFolder(section)}`, reason: shownReason(error) }),
      );
      for (const source of own) results.delete(source);
    }
  }
  return diagnostics;
}

/** The next lockfile: synced sources with their commits, other sources of the config as in the previous lockfile. */
function nextLock(
  sources: readonly Source[],
  previous: Lockfile,
  results: ReadonlyMap<Source, GatherResult>,
): Lockfile {
  const next = new Map<string, Lockfile[number]>();
  for (const source of sources) {
    if (secretIn(source.repo) !== undefined) continue; // it was refused, and its address must not be written
    const locked = results.get(source)?.gathered?.locked ?? entryOf(source, previous, sources);
    if (!locked) continue;
    const key = keyOf(locked);
    const same = next.get(key);
    next.set(key, same ? { ...locked, paths: { ...same.paths, ...locked.paths } } : locked);
  }
  return [...next.values()];
}

/** Writes the lockfile, whole or not at all. Diagnostics: DG218. */
async function writeLock(cwd: string, text: string): Promise<readonly Diagnostic[]> {
  const path = join(cwd, lockName);
  try {
    await rm(`${path}.new`, { force: true }); // of a sync that was killed, or a link that somebody put there
    await writeFile(`${path}.new`, text, { flag: 'wx' });
    await rename(`${path}.new`, path);
    return [];
  } catch (error) {
    return [exportNotWritten({ what: lockName, reason: shownReason(error) })];
  }
}
