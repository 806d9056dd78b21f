// docgen's commands as functions: options → command → report. Nothing is printed, except by `dev`.
import { once } from 'lodash-es';
import { offerModules } from '../../model/config/module.js';
import type { Options } from '../options.js';
import { reportedDiagnostics } from '../report.js';
import type { Build, Check, Dev } from './types.js';

const offer = once(() => offerModules(async () => (await import('../../build.js')).ownModules));

const defaults = { format: 'json', color: false, cache: true, port: 4000, jobs: 4, run: true } as const;
const idle = () => new AbortController().signal;

/** Running and waiting builds. They run in sequence, because they set V8 flags for the entire process. */
let queue: Promise<unknown> = Promise.resolve();

export const build: Build = async ({ signal = idle(), onProgress = () => {}, ...options } = {}) => {
  const { index, count } = options.shard ?? { index: 1, count: 1 };
  if (![index, count].every(Number.isInteger) || index < 1 || index > count)
    throw new TypeError('`shard` is { index, count }, with an index from 1 to the count');
  const run = async () => {
    offer();
    const { runBuild, toReport } = await import('../build.js');
    return toReport(await runBuild({ ...defaults, ...options }, signal, onProgress));
  };
  const report = queue.then(run, run);
  queue = report;
  return report;
};

export const check: Check = async ({ dir, signal = idle(), onProgress = () => {}, ...options } = {}) => {
  offer();
  const { runCheck } = await import('../check/check.js');
  const { exitCode, data, diagnostics } = await runCheck(dir, { ...defaults, ...options }, signal, onProgress);
  return { exitCode, ...data, diagnostics: reportedDiagnostics(diagnostics) };
};

export const dev: Dev = async ({ signal = idle(), ...options } = {}) => {
  signal.throwIfAborted();
  offer();
  const { devCommand } = await import('../dev/dev.js');
  const text: Options = { ...defaults, ...options, format: 'text' };
  if ((await devCommand(text, signal)) !== 0) throw new Error('docgen dev could not start; stderr has the reason');
};
