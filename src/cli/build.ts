// `docgen build`: options → config → build → report.
import { relative } from 'node:path';
import type { Report } from '../build.js';
import { type Config, loadConfig, type Mount } from '../model/config/config.js';
import { hasConfig } from '../model/config/read.js';
import { isFatal } from '../model/config/schema/diagnostics.js';
import { type Diagnostic, problem } from '../model/diagnostics/diagnostic.js';
import { onceForVersions } from '../model/site/hub.js';
import { type Baseline, baselineOf, mergeBaselines } from '../model/strict/baseline.js';
import type { BuildReport } from '../model/types/report.js';
import { readBaseline, syncedTest, writeBaseline } from './baseline.js';
import { cacheFolder, exitCode, type Options, printDiagnostics, printResult } from './options.js';
import {
  counted,
  countFaults,
  formatProfile,
  foundText,
  type OnProgress,
  peakMemory,
  reportedDiagnostics,
  withProgress,
} from './report.js';

const nothing = { published: false, pages: 0, errors: 0, warnings: 0, known: 0, off: 0, seconds: 0 };

/** Builds without printing anything. */
export async function runBuild(options: Options, signal: AbortSignal, onProgress: OnProgress) {
  const started = process.uptime();
  const cwd = process.cwd();
  const { strict = false, updateBaseline } = options;
  const stopped = (code: number, diagnostics: readonly Diagnostic[]) => {
    const data: BuildRun['data'] = { ...nothing, ...countFaults(diagnostics) };
    return { exitCode: code, diagnostics, content: [] as readonly Mount[], data, made: undefined };
  };
  const { value: config, diagnostics: ofConfig, afterBuild } = await loadConfig(cwd, options);
  if (!config) return stopped(exitCode.cannotRun, ofConfig);
  if (strict && ofConfig.some(({ severity }) => severity !== 'info')) return stopped(exitCode.refused, ofConfig);
  const reason = '`--update-baseline` needs the whole site, not a shard';
  if (updateBaseline && options.shard) return stopped(exitCode.cannotRun, [problem.usage({ reason })]);
  const { value: baseline, diagnostics: ofBaseline } = readBaseline(cwd);
  if (ofBaseline.length > 0) return stopped(exitCode.cannotRun, ofBaseline);
  const { build } = await import('../build.js');
  const report = await build(config, {
    strict,
    signal,
    workers: options.workers,
    shard: options.shard,
    baseline,
    isAccepted: updateBaseline && (updateBaseline === 'synced' ? syncedTest(cwd) : () => true),
    cache: cacheFolder(options.cache),
    onProgress,
  });

  const { published, pages } = report;
  const notWritten = updateBaseline && published ? saveBaseline(report, baseline) : [];
  const { isPreview, basePath: base, siteBase: site } = config;
  const ofPreview = isPreview && options.preview === undefined ? [problem.builtAsPreview({ base, site })] : [];
  const ofSite = onceForVersions(report.diagnostics, report.versions);
  const diagnostics = [...ofConfig, ...ofPreview, ...ofSite, ...notWritten];
  const fresh = diagnostics.filter((diagnostic) => !diagnostic.known);
  const aside = { known: diagnostics.length - fresh.length, off: report.off };
  const seconds = Number((process.uptime() - started).toFixed(3));
  const profile = options.profile && profileOf(report);
  const data = { published, pages, ...countFaults(fresh), ...aside, seconds, ...profile };
  const isFault = ({ code, severity }: Diagnostic) => severity === 'error' && isFatal(code);
  const failed = diagnostics.some(isFault) ? exitCode.cannotRun : exitCode.refused;
  const code = published && notWritten.length === 0 ? exitCode.built : failed;
  const made = { config, report, hasBaseline: baseline !== undefined };
  const run = { exitCode: code, diagnostics, content: report.content, data, made };
  const failures = (published && (await afterBuild?.(toReport(run)))) || [];
  if (failures.length === 0) return run;
  const counts = countFaults([...fresh, ...failures]);
  const all = [...diagnostics, ...failures];
  return { ...run, exitCode: exitCode.cannotRun, diagnostics: all, data: { ...data, ...counts } };
}

/** Writes the accepted diagnostics to the baseline. If a section isn't synced, it can't be checked, so entries of the baseline before stay. */
function saveBaseline({ diagnostics, absent }: Report, before: Baseline | undefined): readonly Diagnostic[] {
  const accepted = baselineOf(diagnostics.filter((diagnostic) => diagnostic.known));
  return writeBaseline(process.cwd(), mergeBaselines(accepted, absent.length > 0 && before ? before : []));
}

interface BuildRun {
  readonly exitCode: number;
  readonly data: typeof nothing & Partial<ReturnType<typeof profileOf>>;
  readonly diagnostics: readonly Diagnostic[];
  readonly content: readonly Mount[];
  readonly made: { readonly config: Config } | undefined;
}

/** Converts a build to the report of the API. */
export function toReport(run: BuildRun): BuildReport {
  const { phases: _, memory: __, ...summary } = run.data;
  const diagnostics = reportedDiagnostics(run.diagnostics, run.content);
  return { exitCode: run.exitCode, ...summary, diagnostics, out: run.made?.config.out ?? '' };
}

const profileOf = ({ phases }: Report) => ({ phases: Object.fromEntries(phases), memory: peakMemory() });

/** Runs `docgen build`: options → config → build → report. */
export async function buildCommand(options: Options, signal: AbortSignal): Promise<number> {
  const run = await withProgress((onProgress) => runBuild(options, signal, onProgress));
  const { diagnostics, content, data, made } = run;
  printDiagnostics(diagnostics, options, content);
  if (!made) return run.exitCode;
  const { config, report } = made;
  if (options.profile && options.format !== 'json') process.stderr.write(formatProfile(report.phases));
  const from = hasConfig(process.cwd(), options) ? '' : ` of ${shownFolder(config.content[0]?.dir ?? '')}/`;
  const isBegun = diagnostics.some(({ code }) => code === problem.updateUnfinished.code);
  const notDone = isBegun ? 'site not complete' : 'site unchanged';
  const { published, pages, errors, warnings, seconds } = data;
  const done = published ? `built ${counted(pages, 'page')}${from} in ${shownFolder(config.out)}` : notDone;
  printResult(options, data, `${done}: ${foundText(data, data)}, ${seconds.toFixed(2)} s`);
  if (!published && options.format === 'text' && errors === 0 && warnings > 1 && !made.hasBaseline)
    process.stderr.write(
      'fix these, or run `docgen build --update-baseline`, which records them, so that only new ones fail\n',
    );
  return run.exitCode;
}

const shownFolder = (dir: string) => relative(process.cwd(), dir) || '.';
