import { resolve } from 'node:path';
import { isFolderAt } from '../disk/files.js';
import { loadConfig } from '../model/config/config.js';
import { problem } from '../model/diagnostics/diagnostic.js';
import { announce, exitCode, fail, type Options, printDiagnostics } from './options.js';
import { openBrowser, startServer } from './server.js';

/** Runs `docgen serve`: serves a built site like a static host, until the signal. */
export async function serveCommand(folder: string | undefined, options: Options, signal: AbortSignal): Promise<number> {
  const config = await loadConfig(process.cwd(), options);
  printDiagnostics(config.diagnostics, options);
  if (!config.value) return exitCode.cannotRun;
  const { basePath } = config.value;
  const out = folder === undefined ? config.value.out : resolve(folder);
  if (!isFolderAt(out)) {
    const reason = `folder \`${folder ?? out}\` does not exist: run \`docgen build\` first`;
    return fail([problem.usage({ reason })], options);
  }
  const server = await startServer({ site: () => ({ out, basePath }) }, options);
  if (!server) return exitCode.cannotRun;
  announce(server.url(basePath), options);
  if (options.open) await openBrowser(server.url(basePath));
  await server.closeAt(signal);
  return exitCode.built;
}
