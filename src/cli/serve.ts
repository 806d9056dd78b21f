import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadConfig } from '../model/config.js';
import { usage } from '../model/diagnostics/usage-and-config.js';
import { exitCode } from './exit.js';
import { printDiagnostics } from './options.js';
import { announce, openBrowser, type ServerOptions, startServer, untilAborted } from './server/start.js';

/** `docgen serve`: a built site as a static host would serve it. Returns the exit code where it cannot, else when the signal comes. */
export async function serveCommand(
  folder: string | undefined,
  options: ServerOptions,
  signal: AbortSignal,
): Promise<number> {
  const config = await loadConfig(process.cwd(), options);
  printDiagnostics(config.diagnostics, options);
  if (!config.value) return exitCode.cannotRun;
  const { basePath } = config.value;
  const out = folder === undefined ? config.value.out : resolve(folder);
  if (!statSync(out, { throwIfNoEntry: false })?.isDirectory()) {
    printDiagnostics([usage({ reason: `there is no folder \`${folder ?? out}\`: docgen build makes one` })], options);
    return exitCode.cannotRun;
  }
  const server = await startServer({ site: () => ({ out, basePath }) }, options);
  if (!server) return exitCode.cannotRun;
  announce(server.url(basePath), options);
  if (options.open) await openBrowser(server.url(basePath));
  await untilAborted(signal);
  server.close();
  return exitCode.built;
}
