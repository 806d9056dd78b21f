import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { build, type Shard } from '../build.js';
import { loadConfig } from '../model/config.js';
import { exitCode } from './exit.js';
import { type CommonOptions, tell } from './options.js';
import { formatProfile, peakMemory } from './profile.js';
import { countOf, Progress } from './report.js';

export interface BuildCommandOptions extends CommonOptions {
  readonly out?: string;
  readonly strict?: boolean;
  readonly workers?: number;
  readonly shard?: Shard;
  readonly profile?: boolean;
  /** A folder; `true` is the default one, `false` none. */
  readonly cache: string | boolean;
}

/** `docgen build`: options → config → build → report. Returns the exit code. */
export async function buildCommand(options: BuildCommandOptions, signal: AbortSignal): Promise<number> {
  const started = performance.now();
  const config = await loadConfig(process.cwd(), options);
  const strict = options.strict ?? false;
  if (!config.value || (strict && config.diagnostics.length > 0)) {
    tell(config.diagnostics, options);
    return config.value ? exitCode.refused : exitCode.cannotRun;
  }
  const { content, out } = config.value;
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
  tell(diagnostics, options, content);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length;
  const seconds = (performance.now() - started) / 1000;
  const found = [...(errors > 0 ? [countOf(errors, 'error')] : []), countOf(warnings, 'warning')].join(', ');
  if (options.profile && options.format !== 'json') process.stderr.write(formatProfile(report.phases));
  if (options.format === 'json') {
    const { published, pages, phases } = report;
    const profile = options.profile && { phases: Object.fromEntries(phases), memory: peakMemory() };
    process.stdout.write(
      `${JSON.stringify({ published, pages, errors, warnings, seconds: Number(seconds.toFixed(3)), ...profile })}\n`,
    );
  } else {
    const folder = relative(process.cwd(), out) || '.';
    const done = report.published ? `built ${countOf(report.pages, 'page')} in ${folder}` : `site not changed`;
    process.stderr.write(`${done}: ${found}, ${seconds.toFixed(2)} s\n`);
  }
  if (report.published) return exitCode.built;
  return errors > 0 ? exitCode.cannotRun : exitCode.refused;
}

/** Where rendered bodies are kept: as the user says, else with the other caches of the project, if it has a place for them. */
function cacheFolder(wanted: string | boolean): string | undefined {
  if (wanted === false) return undefined;
  if (typeof wanted === 'string') return resolve(wanted);
  return existsSync('node_modules') ? resolve('node_modules/.cache/docgen') : undefined;
}
