import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { type Config, loadConfig } from '../../model/config/config.js';
import { problem } from '../../model/diagnostics/diagnostic.js';
import { applySeverities } from '../../model/strict/baseline.js';
import { toPermalink } from '../../model/types/path.js';
import { readBaseline } from '../baseline.js';
import { cacheFolder, exitCode, fail, type Options, printDiagnostics, printResult } from '../options.js';
import { knownTest, originsOf, toOrigin } from '../origins.js';
import { counted, countFaults, Progress } from '../report.js';
import { externalFaults } from './external.js';
import { readFormer, vanished } from './lost-urls.js';
import { faultsOf, mergeRepeated, placed } from './rules.js';
import { isPage, openFolder, readFolder } from './site.js';

/** `docgen check`: reports what is wrong with a built folder. */
export async function checkCommand(dir: string | undefined, options: Options, signal: AbortSignal): Promise<number> {
  const started = performance.now();
  const { value: config, diagnostics: earlier } = await loadConfig(process.cwd(), options, { mayLackTemplates: true });
  if (!config) return fail(earlier, options);
  const root = dir === undefined ? config.out : resolve(dir);
  const shown = relative(process.cwd(), root);
  const isFolder = statSync(root, { throwIfNoEntry: false })?.isDirectory();
  const folder = isFolder ? openFolder(root, placeKnown(root, config, options)) : undefined;
  const pages = folder?.files.filter(({ path }) => isPage(path)).length ?? 0;
  if (!folder || pages === 0) return fail([problem.noPages({ dir: shown || '.' })], options);

  const progress = new Progress(process.stderr);
  const onProgress = (text: string) => (done: number, total: number) => progress.show(text, done, total);
  const { external: withExternal = false, against, all = false } = options;
  const facts = await readFolder(folder, { withExternal, signal, onProgress: onProgress('checking') });
  const { markup = folder.isOwn ? 'plain' : 'any', pageKb, totalMb, external } = config.check;
  const faults = faultsOf(folder, facts, { pageKb, totalMb, isPlain: markup === 'plain' });
  if (against !== undefined) {
    try {
      const former = await readFormer(against, folder.site.base, signal);
      faults.push(...(await vanished(folder, facts, former, syncedTest(config))));
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === undefined ? message : `cannot be read (${code})`;
      return fail([problem.formerUnreadable({ source: against, reason })], options);
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
      onProgress: onProgress('asking other sites'),
    };
    faults.push(...(await externalFaults(facts.pages, externalOptions)));
  }
  progress.clear();

  const inPages = placed(root, shown, all ? faults : mergeRepeated(faults));
  const isFromDocs =
    folder.isOwn && root === config.out && faults.some(({ file }) => file !== undefined && isPage(file));
  const origins = isFromDocs ? await originsOf(config, signal) : new Map();
  const found = inPages.map((one) => toOrigin(one, shown, origins));
  const baseline = isFromDocs ? readBaseline(process.cwd()) : { value: undefined, diagnostics: [] };
  if (baseline.diagnostics.length > 0) return fail(baseline.diagnostics, options);
  const isAccepted = knownTest(baseline.value ?? [], origins);
  const rules = { config, isAccepted, strict: false, isWhole: false };
  const { diagnostics } = applySeverities([...earlier, ...found], rules);
  printDiagnostics(diagnostics, options);
  const fresh = diagnostics.filter(({ known }) => !known);
  const { errors, warnings } = countFaults(fresh);
  const seconds = (performance.now() - started) / 1000;
  const known = diagnostics.length - fresh.length;
  const counts = `${counted(errors, 'error')}, ${counted(warnings, 'warning')}${known > 0 ? ` (${known} known)` : ''}`;
  const text = `checked ${counted(pages, 'page')} in ${shown || '.'}: ${counts}, ${seconds.toFixed(2)} s`;
  printResult(options, { pages, errors, warnings, seconds: Number(seconds.toFixed(3)) }, text);
  return errors > 0 || (options.strict && warnings > 0) ? exitCode.refused : exitCode.built;
}

/** The config only applies to its own output folder, without defaults. */
function placeKnown(root: string, { out, basePath, url, external }: Config, options: Options) {
  const isOwn = root === out;
  return {
    base: options.base !== undefined || (isOwn && basePath !== '/') ? basePath : undefined,
    origin: isOwn ? /^https?:\/\/[^/?#]+/i.exec(url)?.[0].toLowerCase() : undefined,
    foreign: external,
  };
}

/** A built folder doesn't show which sections are synced. */
function syncedTest({ sources, routeBase }: Config): (path: string) => boolean {
  const folders = sources.map(({ section }) => `${toPermalink(routeBase, section)}/`);
  return (path) => folders.some((folder) => path.startsWith(folder));
}
