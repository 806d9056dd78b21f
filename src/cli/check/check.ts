import { existsSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { type Config, loadConfig } from '../../model/config.js';
import { formerUnreadable, noPages } from '../../model/diagnostics/check.js';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { toPermalink } from '../../model/path.js';
import { judge } from '../../model/strict/verdict.js';
import { exitCode } from '../exit.js';
import { type CommonOptions, cacheFolder, printDiagnostics } from '../options.js';
import { counted, Progress } from '../report.js';
import { readFormer } from './against/former.js';
import { vanished } from './against/vanished.js';
import { openWeb } from './against/web.js';
import { type BuiltFolder, faultsOf, openFolder, readFolder } from './check-site.js';
import { externalFaults } from './external/external.js';
import { type Fault, placed } from './faults.js';
import { isPage } from './folder.js';
import type { SiteFacts } from './read-site.js';

export interface CheckCommandOptions extends CommonOptions {
  readonly strict?: boolean;
  readonly external?: boolean;
  readonly against?: string;
}

interface Run {
  readonly config: Config;
  readonly folder: BuiltFolder;
  readonly facts: SiteFacts;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** `docgen check`: a built folder → what is wrong with it. Returns the exit code. */
export async function checkCommand(
  dir: string | undefined,
  options: CheckCommandOptions,
  signal: AbortSignal,
): Promise<number> {
  const started = performance.now();
  const loaded = await loadConfig(process.cwd(), options, { mayLackTemplates: true });
  const config = loaded.value;
  const cannot = (diagnostics: readonly Diagnostic[]) => {
    printDiagnostics(diagnostics, options);
    return exitCode.cannotRun;
  };
  if (!config) return cannot(loaded.diagnostics);
  const root = dir === undefined ? config.out : resolve(dir);
  const shown = relative(process.cwd(), root);
  if (!existsSync(root) || !statSync(root).isDirectory()) return cannot([noPages({ dir: shown || '.' })]);
  const folder = openFolder(root, placeKnown(root, config, options));
  const pages = folder.files.filter(({ path }) => isPage(path)).length;
  if (pages === 0) return cannot([noPages({ dir: shown || '.' })]);

  const progress = new Progress(process.stderr);
  const onProgress = (done: number, total: number) => progress.show('checking', done, total);
  const facts = await readFolder(folder, { withExternal: options.external === true, signal, onProgress });
  const run = { config, folder, facts, signal, progress };
  const isPlain = (config.check.markup ?? (folder.isOwn ? 'plain' : 'any')) === 'plain';
  const faults = faultsOf(folder, facts, {
    budgets: { pageKb: undefined, totalMb: undefined, ...config.check },
    isPlain,
  });
  const gone = options.against === undefined ? [] : await goneFrom(options.against, run);
  if (!Array.isArray(gone)) return cannot([gone]);
  const external = options.external ? await externalOf(run) : [];
  progress.clear();

  const found = placed(root, shown, [...faults, ...gone, ...external], { all: options.all ?? false });
  const { diagnostics } = judge([...loaded.diagnostics, ...found], { config, strict: false, isWhole: false });
  printDiagnostics(diagnostics, options);
  const counts = { errors: countOf(diagnostics, 'error'), warnings: countOf(diagnostics, 'warning') };
  const seconds = (performance.now() - started) / 1000;
  if (options.format === 'json') {
    process.stdout.write(`${JSON.stringify({ pages, ...counts, seconds: Number(seconds.toFixed(3)) })}\n`);
  } else {
    const said = `${counted(counts.errors, 'error')}, ${counted(counts.warnings, 'warning')}`;
    process.stderr.write(`checked ${counted(pages, 'page')} in ${shown || '.'}: ${said}, ${seconds.toFixed(2)} s\n`);
  }
  return counts.errors > 0 || (options.strict && counts.warnings > 0) ? exitCode.refused : exitCode.built;
}

const countOf = (diagnostics: readonly Diagnostic[], severity: Diagnostic['severity']) =>
  diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;

/** What is known of where the site is served, without its pages: of the config only what is not the default, and only of its own site. */
function placeKnown(root: string, { out, basePath, url, external }: Config, options: CheckCommandOptions) {
  const isOwn = root === out;
  return {
    base: options.base !== undefined || (isOwn && basePath !== '/') ? basePath : undefined,
    origin: isOwn && url !== '' ? originOf(url) : undefined,
    foreign: external,
  };
}

const originOf = (url: string) => /^https?:\/\/[^/?#]+/i.exec(url)?.[0].toLowerCase();

/** Former addresses that are gone; a diagnostic where their list cannot be read. */
async function goneFrom(source: string, { config, folder, facts, signal }: Run): Promise<Fault[] | Diagnostic> {
  const web = openWeb(source, signal);
  try {
    const former = await readFormer(source, folder.site.base, web.fetch);
    return await vanished(folder, facts, former, { pageAt: web.pageAt, isGathered: gatheredTest(config) });
  } catch (error) {
    signal.throwIfAborted();
    const isReason = error instanceof Error && !('code' in error);
    return formerUnreadable({
      source,
      reason: isReason ? error.message : `cannot be read (${String((error as NodeJS.ErrnoException).code)})`,
    });
  }
}

/** Tells the pages of sections, which a redirect of the config serves, by their addresses: a built folder does not say who writes a page. */
function gatheredTest({ sources, routeBase }: Config): (path: string) => boolean {
  const folders = sources.map(({ section }) => `${toPermalink(routeBase, section)}/`);
  return (path) => folders.some((folder) => path.startsWith(folder));
}

function externalOf({ config, facts, signal, progress }: Run): Promise<Fault[]> {
  const { allow, ignore, intranet, timeout, pause, maxAge } = config.check.external;
  const cacheDir = cacheFolder(true) ?? config.workDir;
  return externalFaults(facts.pages, {
    manners: { timeout: timeout * 1000, backoff: [1000, 4000], mostWait: 60_000, intranet, signal },
    pause: pause * 1000,
    allow,
    ignore,
    cacheFile: resolve(cacheDir, 'external-links.json'),
    maxAge: maxAge * 86_400_000,
    onProgress: (done, total) => progress.show('asking other sites', done, total),
  });
}
