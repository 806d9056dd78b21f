// `docgen sync`: config and lockfile → plan → fetch → snapshot of each section → lockfile.
import { join, relative } from 'node:path';
import { sumBy } from 'lodash-es';
import { replaceFile } from '../../disk/files.js';
import type { FolderLock, Holder } from '../../disk/folder-lock.js';
import { lockName, lockSources } from '../../disk/snapshots.js';
import { writeReason } from '../../disk/write-error.js';
import { type Config, loadConfig } from '../../model/config/config.js';
import type { Source } from '../../model/config/schema/content.js';
import { snapshotFolder } from '../../model/config/sources.js';
import { type Checked, type Diagnostic, hasError, problem } from '../../model/diagnostics/diagnostic.js';
import { entryAt } from '../../model/input/regular-file.js';
import { groupBy } from '../../model/types/group.js';
import { redactText, secretIn } from '../../model/types/redact.js';
import { exitCode, fail, type Options, printDiagnostics, printResult } from '../options.js';
import { counted, countFaults, foundText, Progress } from '../report.js';
import { Git } from './git.js';
import { GitError } from './git-process.js';
import { entryOf, keyOf, type Lockfile, type Planned, plan, printLock, readLock, sourceName } from './plan.js';
import { readSnapshots, type SnapshotSource, tidySnapshots, writeSnapshot } from './snapshot.js';
import { type SyncSourceResult, syncSource } from './sync-source.js';

export async function syncCommand(sections: readonly string[], options: Options, signal: AbortSignal): Promise<number> {
  const config = await loadConfig(process.cwd(), { ...options, content: undefined });
  if (!config.value) return fail(config.diagnostics, options);
  const { sources, workDir } = config.value;
  // Not an error, because workflows might run `sync --frozen` in every project.
  if (sources.length === 0 && options.frozen && entryAt(join(process.cwd(), lockName)) === undefined)
    return summarize(new Map(), [], 0, options);
  const reason = '`--update` changes docgen.lock.json and `--frozen` forbids it: give one of them';
  if (sources.length === 0) return fail([problem.configInvalid(noSources)], options);
  if (options.update && options.frozen) return fail([problem.usage({ reason })], options);
  let lock: Holder | FolderLock | undefined;
  try {
    lock = await lockSources(workDir);
    if (!('release' in lock)) return fail([problem.syncLocked({ ...lock, path: shownPath(workDir) })], options);
    return await syncSources({ ...config, value: config.value }, sections, options, signal);
  } catch (error) {
    const { code, path = lock ? undefined : workDir } = error as NodeJS.ErrnoException;
    if (code === undefined || path === undefined) throw error;
    return fail([problem.exportNotWritten({ what: shownPath(path), reason: redactText(writeReason(error)) })], options);
  } finally {
    if (lock && 'release' in lock) await lock.release();
  }
}

const shownPath = (path: string) => relative(process.cwd(), path) || '.';

/** Syncs sources. Requires the lock. */
async function syncSources(
  checked: Checked<Config>,
  sections: readonly string[],
  options: Options,
  signal: AbortSignal,
) {
  const { sources, workDir } = checked.value;
  const started = performance.now();
  const { frozen } = options;
  const lockFile = join(process.cwd(), lockName);
  const lock = readLock(lockFile);
  if (hasError(lock.diagnostics)) return fail(lock.diagnostics, options);
  if (frozen && lock.text === undefined && sources.some(({ optional }) => !optional))
    return fail([problem.lockWouldChange({})], options);
  const planned = plan(sources, lock.value, sections, options);
  if (planned.value.length === 0 && hasError(planned.diagnostics)) return fail(planned.diagnostics, options);

  const addresses = planned.value.map(({ url }) => url);
  const git = await Git.open(join(workDir, 'store'), addresses, signal).catch((error: unknown) => {
    if (error instanceof GitError) return error;
    throw error;
  });
  if (git instanceof GitError) return fail([problem.gitUnusable({ reason: git.message })], options);
  const results = await syncAll(git, planned.value, options, signal).finally(() => git.close());
  signal.throwIfAborted(); // the sources that Git had not fetched are not faults
  const ofSources = [...results.values()].flatMap((result) => result.diagnostics);
  const diagnostics = [...checked.diagnostics, ...planned.diagnostics, ...ofSources];
  diagnostics.push(...(await writeExports(join(workDir, 'sources'), sources, sections, results)));
  const text = printLock(nextLock(sources, lock.value, results));
  try {
    if (!frozen && text !== lock.text) replaceFile(lockFile, text);
  } catch (error) {
    diagnostics.push(problem.exportNotWritten({ what: lockName, reason: redactText(writeReason(error)) }));
  }
  printDiagnostics(diagnostics, options);
  return summarize(results, diagnostics, (performance.now() - started) / 1000, options);
}

function summarize(
  results: ReadonlyMap<Source, SyncSourceResult>,
  diagnostics: readonly Diagnostic[],
  time: number,
  options: Options,
): number {
  const done = [...results.values()].flatMap(({ synced }) => synced ?? []);
  const files = sumBy(done, 'files.size');
  const counts = countFaults(diagnostics);
  const what = `${counted(files, 'file')} of ${counted(done.length, 'source')}`;
  const data = { sources: done.length, files, ...counts, seconds: Number(time.toFixed(3)) };
  printResult(options, data, `synced ${what}: ${foundText(counts)}, ${time.toFixed(2)} s`);
  return counts.errors > 0 ? exitCode.cannotRun : exitCode.built;
}

const noSources = {
  key: 'sources',
  reason: 'the config has no sources',
  example: "sources: [{section: 'x', repo: 'https://github.com/owner/x', ref: 'main', paths: [{from: 'docs'}]}]",
};

/** Syncs all planned sources. A failed one doesn't stop the others. */
async function syncAll(
  git: Git,
  planned: readonly Planned[],
  options: Options,
  signal: AbortSignal,
): Promise<Map<Source, SyncSourceResult>> {
  const results = new Map<Source, SyncSourceResult>();
  const progress = new Progress(process.stderr);
  // The sources of one repository are synced in sequence, because they share a store.
  const repositories = [...groupBy(planned, ({ url }) => url).values()].values();
  const work = async () => {
    for (const sources of repositories) for (const next of sources) await sync(next);
  };
  const sync = async (next: Planned) => {
    if (signal.aborted) return;
    progress.show(`syncing ${next.name}`, results.size, planned.length);
    const result = await syncSource(git, next, options);
    results.set(next.source, result);
    progress.clear();
    if (!result.synced || options.format !== 'text') return;
    const { record, files } = result.synced;
    const commits = new Set([next.previous ?? record.commit, record.commit].map((hash) => hash.slice(0, 10)));
    process.stderr.write(`${next.name} at ${[...commits].join(' → ')}: ${counted(files.size, 'file')}\n`);
  };
  await Promise.all(Array.from({ length: Math.min(options.jobs, planned.length) }, work)).finally(() =>
    progress.clear(),
  );
  return results;
}

/** Writes the snapshots. The files of a failed source stay. If a section can't be written, its sources have failed. Diagnostics: DG210, DG218. */
async function writeExports(
  dir: string,
  sources: readonly Source[],
  wanted: readonly string[],
  results: Map<Source, SyncSourceResult>,
): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  const all = [...new Set(sources.map(({ section }) => section))];
  await tidySnapshots(dir, all.map(snapshotFolder));
  for (const section of all.filter((name) => wanted.length === 0 || wanted.includes(name))) {
    const own = sources.filter((source) => source.section === section);
    if (!own.some((source) => results.get(source)?.synced)) continue;
    const folder = snapshotFolder(section);
    const previous = readSnapshots(dir, folder, ({ repo }) => sourceName({ section, repo }));
    const entries = previous.map((one) => ({ ...one, section, repo: one.record.repo, ref: one.record.ref }));
    const exported = own.flatMap((source): SnapshotSource | [] => {
      const synced = results.get(source)?.synced;
      return synced ? { ...synced, name: sourceName(source) } : (entryOf(source, entries, sources) ?? []);
    });
    try {
      diagnostics.push(...(await writeSnapshot(dir, folder, exported)));
    } catch (error) {
      const what = `.docgen/sources/${folder}`;
      diagnostics.push(problem.exportNotWritten({ what, reason: redactText(writeReason(error)) }));
      for (const source of own) results.delete(source);
    }
  }
  return diagnostics;
}

function nextLock(
  sources: readonly Source[],
  previous: Lockfile,
  results: ReadonlyMap<Source, SyncSourceResult>,
): Lockfile {
  const next = new Map<string, Lockfile[number]>();
  for (const source of sources) {
    if (secretIn(source.repo) !== undefined) continue; // it was rejected, and its URL must not be written
    const locked = results.get(source)?.synced?.locked ?? entryOf(source, previous, sources);
    if (!locked) continue;
    const key = keyOf(locked);
    const same = next.get(key);
    next.set(key, same ? { ...locked, paths: { ...same.paths, ...locked.paths } } : locked);
  }
  return [...next.values()];
}
