import { relative, resolve } from 'node:path';
import { isFolderAt } from '../../disk/files.js';
import { type Config, loadConfig } from '../../model/config/config.js';
import { type Diagnostic, problem } from '../../model/diagnostics/diagnostic.js';
import { applySeverities } from '../../model/strict/severities.js';
import { toPermalink } from '../../model/types/path.js';
import { readBaseline } from '../baseline.js';
import { cacheFolder, exitCode, type Options, printDiagnostics, printResult } from '../options.js';
import { counted, countFaults, type OnProgress, withProgress } from '../report.js';
import { externalFaults } from './external.js';
import { readFormer, vanished } from './lost-urls.js';
import { knownTest, moveToSource, readPageSources } from './page-sources.js';
import { faultsOf, mergeRepeated, placed } from './rules.js';
import { isPage, openFolder, readFolder } from './site.js';

/** Runs `docgen check`: reports problems of a built folder. */
export async function checkCommand(dir: string | undefined, options: Options, signal: AbortSignal): Promise<number> {
  const run = await withProgress((onProgress) => runCheck(dir, options, signal, onProgress));
  printDiagnostics(run.diagnostics, options);
  const { pages, known, ...rest } = run.data;
  if (pages === 0) return run.exitCode;
  const counts = `${counted(rest.errors, 'error')}, ${counted(rest.warnings, 'warning')}`;
  const aside = known > 0 ? ` (${known} known)` : '';
  const text = `checked ${counted(pages, 'page')} in ${run.shown || '.'}: ${counts}${aside}, ${rest.seconds.toFixed(2)} s`;
  printResult(options, { pages, ...rest, ...(known > 0 && { known }) }, text);
  return run.exitCode;
}

/** Checks a folder without printing anything. If there is no folder, the result has no pages. */
export async function runCheck(dir: string | undefined, options: Options, signal: AbortSignal, onProgress: OnProgress) {
  const started = performance.now();
  const stopped = (diagnostics: readonly Diagnostic[]) => {
    const data = { pages: 0, ...countFaults(diagnostics), known: 0, seconds: 0 };
    return { exitCode: exitCode.cannotRun as number, diagnostics, data, shown: '' };
  };
  const { value: config, diagnostics: earlier } = await loadConfig(process.cwd(), options, { mayLackTemplates: true });
  if (!config) return stopped(earlier);
  const root = dir === undefined ? config.out : resolve(dir);
  const shown = relative(process.cwd(), root);
  const folder = isFolderAt(root) ? openFolder(root, placeKnown(root, config, options)) : undefined;
  // `docgen build` does not count the page for missing URLs.
  const pages = folder?.files.filter(({ path }) => isPage(path) && path !== '404.html').length ?? 0;
  if (!folder || pages === 0) return stopped([problem.noPages({ dir: shown || '.' })]);

  const progressOf = (text: string) => (done: number, total: number) => onProgress(text, done, total);
  const { external: withExternal = false, against, all = false } = options;
  const facts = await readFolder(folder, { withExternal, signal, onProgress: progressOf('checking') });
  const { markup = folder.isBuiltByDocgen ? 'plain' : 'any', pageKb, totalMb, external } = config.check;
  const faults = faultsOf(folder, facts, { pageKb, totalMb, isPlain: markup === 'plain' });
  if (against !== undefined) {
    try {
      const former = await readFormer(against, folder.site.base, signal);
      faults.push(...(await vanished(folder, facts, former, syncedTest(config))));
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === undefined ? message : `cannot be read (${code})`;
      return stopped([problem.formerUnreadable({ source: against, reason })]);
    }
  }
  if (withExternal) {
    const { timeout, pause, maxAge, intranet, ...hosts } = external;
    const externalOptions = {
      ...hosts,
      policy: { timeout: timeout * 1000, backoff: [1000, 4000], maxWait: 60_000, intranet, signal },
      pause: pause * 1000,
      cacheFile: resolve(cacheFolder(true) ?? config.workDir, 'external-links.json'),
      maxAge: maxAge * 86_400_000,
      onProgress: progressOf('asking other sites'),
    };
    faults.push(...(await externalFaults(facts.pages, externalOptions)));
  }
  const inPages = placed(root, shown, faults);
  const isFromDocs =
    folder.isBuiltByDocgen && root === config.out && inPages.some(({ place }) => isPage(place?.file ?? ''));
  const baseline = isFromDocs ? readBaseline(process.cwd()) : undefined;
  if (baseline && baseline.diagnostics.length > 0) return stopped(baseline.diagnostics);
  const sources = isFromDocs ? await readPageSources(config, signal) : new Map();
  const found = [...earlier, ...inPages.map((one) => moveToSource(one, shown, sources))];
  const isAccepted = knownTest(baseline?.value ?? [], sources);
  const withSeverity = applySeverities(found, { config, isAccepted, strict: false, isWhole: false }).diagnostics;
  const diagnostics = all ? withSeverity : mergeRepeated(withSeverity);
  const fresh = diagnostics.filter(({ known }) => !known);
  const { errors, warnings } = countFaults(fresh);
  const seconds = Number(((performance.now() - started) / 1000).toFixed(3));
  const data = { pages, errors, warnings, known: diagnostics.length - fresh.length, seconds };
  const isRefused = errors > 0 || (options.strict && warnings > 0);
  return { exitCode: isRefused ? exitCode.refused : exitCode.built, diagnostics, data, shown };
}

/** Returns what the config says about the folder. A config only applies to its own output folder, and its defaults don't count. */
function placeKnown(root: string, { out, basePath, url, external }: Config, options: Options) {
  const isOwn = root === out;
  return {
    base: options.base !== undefined || (isOwn && basePath !== '/') ? basePath : undefined,
    origin: isOwn ? /^https?:\/\/[^/?#]+/i.exec(url)?.[0].toLowerCase() : undefined,
    foreign: external,
  };
}

/** Returns a test for URLs of sections with sources, because a built folder doesn't show which of them are synced. */
function syncedTest({ sources, routeBase }: Config): (path: string) => boolean {
  const folders = sources.map(({ section }) => `${toPermalink(routeBase, section)}/`);
  return (path) => folders.some((folder) => path.startsWith(folder));
}
