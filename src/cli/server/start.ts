// What `dev` and `serve` have in common: the port, and what is said of it.
import open from 'open';
import { hostRefused, openToNetwork, portTaken } from '../../model/diagnostics/output.js';
import { usage } from '../../model/diagnostics/usage-and-config.js';
import { reasonOf } from '../../model/plain-data.js';
import { type CommonOptions, printDiagnostics } from '../options.js';
import { listen } from './listen.js';
import { type SiteServerOptions, siteListener } from './server.js';

export interface ServerOptions extends CommonOptions {
  readonly port: number;
  readonly open?: boolean;
  /** An address, or true for all of this machine's. */
  readonly host?: string | true;
}

export interface Started {
  readonly port: number;
  /** The address of the site, for a person. */
  readonly url: (basePath: string) => string;
  readonly close: () => void;
}

/** Refused hosts that are reported; a page of another site can name as many as it likes. */
const mostRefused = 20;

/** Starts the server; undefined where it cannot listen, which is said. Diagnostics: DG850, DG851, DG852. */
export async function startServer(
  server: Omit<SiteServerOptions, 'listens' | 'onRefused'>,
  options: ServerOptions,
): Promise<Started | undefined> {
  const listens = options.host ?? false;
  const refused = new Set<string>();
  const onRefused = (host: string) => {
    if (refused.has(host) || refused.size === mostRefused) return;
    refused.add(host);
    printDiagnostics([hostRefused({ host: host.slice(0, 300) })], options);
  };
  const listening = await listen(siteListener({ ...server, listens, onRefused }), options.port, listens).catch(
    reasonOf,
  );
  if (typeof listening === 'string') {
    printDiagnostics([usage({ reason: `cannot listen: ${listening}` })], options);
    return undefined;
  }
  const { port, close } = listening;
  const name = typeof listens === 'string' ? (listens.includes(':') ? `[${listens}]` : listens) : 'localhost';
  const isTaken = options.port !== 0 && port !== options.port;
  printDiagnostics(
    [
      ...(isTaken ? [portTaken({ wanted: options.port, port })] : []),
      ...(listens === false ? [] : [openToNetwork({ host: listens === true ? 'all addresses' : listens })]),
    ],
    options,
  );
  return { port, url: (basePath) => `http://${name}:${port}${basePath}`, close };
}

/** Says where the site is. */
export function announce(url: string, { format }: CommonOptions): void {
  if (format === 'json') process.stdout.write(`${JSON.stringify({ url })}\n`);
  else process.stderr.write(`serving ${url} (Ctrl-C stops)\n`);
}

/** Opens an address in the browser; where there is none, the address is on the terminal. */
export async function openBrowser(url: string): Promise<void> {
  const child = await open(url).catch(() => undefined);
  child?.on('error', () => {});
}

/** Waits until the signal says that it is enough. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
