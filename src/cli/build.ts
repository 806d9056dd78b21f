import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { build, type Shard } from '../build.js';
import { loadConfig } from '../model/config.js';
import { hasConfig } from '../model/config-file/read.js';
import { exitCode } from './exit.js';
import { type CommonOptions, printDiagnostics } from './options.js';
import { formatProfile, peakMemory } from './profile.js';
import { counted, Progress } from './report.js';

export interface BuildCommandOptions extends CommonOptions {
  readonly out?: string;
  readonly strict?: boolean;
  readonly workers?: number;
  readonly shard?: Shard;
  readonly profile?: boolean;
  /** A folder; `true` for the default folder, `false` for no cache. */
  readonly cache: string | boolean;
}

/** `docgen build`: options → config → build → report. Returns the exit code. */
export async function buildCommand(options: BuildCommandOptions, signal: AbortSignal): Promise<number> {
  const started = performance.now();
  const config = await loadConfig(process.cwd(), options);
  const strict = options.strict ?? false;
  if (!config.value || (strict && config.diagnostics.length > 0)) {
    printDiagnostics(config.diagnostics, options);
    return config.value ? exitCode.refused : exitCode.cannotRun;
  }
  const { out } = config.value;
  const progress = new Progress(process.stderr);
  const report = await build(config.value, {
    strict,
    signal,
    workers: options.workers,
    shard: options.shard,
    cache: cacheFolder(options.cache),
    onProgress: (...step) => progress.show(...step),
  }).finally(() => progress.clear());

  const diagnostics = [...config.diagnostics, ...report.diagnostics];
  printDiagnostics(diagnostics, options, report.content);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length;
  const seconds = (performance.now() - started) / 1000;
  const found = [...(errors > 0 ? [counted(errors, 'error')] : []), counted(warnings, 'warning')].join(', ');
  if (options.profile && options.format !== 'json') process.stderr.write(formatProfile(report.phases));
  if (options.format === 'json') {
    const { published, pages, phases } = report;
    const profile = options.profile && { phases: Object.fromEntries(phases), memory: peakMemory() };
    process.stdout.write(
      `${JSON.stringify({ published, pages, errors, warnings, seconds: Number(seconds.toFixed(3)), ...profile })}\n`,
    );
  } else {
    const folder = shownFolder(out);
    const from = hasConfig(process.cwd(), options) ? '' : ` of ${shownFolder(config.value.content[0]?.dir ?? '')}/`;
    const done = report.published ? `built ${counted(report.pages, 'page')}${from} in ${folder}` : `site unchanged`;
    process.stderr.write(`${done}: ${found}, ${seconds.toFixed(2)} s\n`);
  }
  if (report.published) return exitCode.built;
  return errors > 0 ? exitCode.cannotRun : exitCode.refused;
}

const shownFolder = (dir: string) => relative(process.cwd(), dir) || '.';

/** The folder of the cache: the option's, else `node_modules/.cache/docgen` where `node_modules` exists; undefined for no cache. */
function cacheFolder(wanted: string | boolean): string | undefined {
  if (wanted === false) return undefined;
  if (typeof wanted === 'string') return resolve(wanted);
  return existsSync('node_modules') ? resolve('node_modules/.cache/docgen') : undefined;
}
