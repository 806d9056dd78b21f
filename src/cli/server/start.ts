// What `dev` and `serve` share: the port and its diagnostics, the URL, the browser.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { range } from 'lodash-es';
import open from 'open';
import { type Diagnostic, problem } from '../../model/diagnostics/diagnostic.js';
import { reasonOf } from '../../model/input/plain-data.js';
import { printDiagnostics, type ServerOptions } from '../options.js';
import { hostCheck, type SiteServerOptions, siteListener } from './server.js';

/** Maximum number of refused hosts to report: a page of another site can send any number. */
const maxRefused = 20;
/** Maximum number of ports to try before any free one is taken. */
const maxPorts = 21;

/** Starts the server. Returns undefined if it can't listen. Diagnostics: DG850, DG851, DG852. */
export async function startServer(server: SiteServerOptions, options: ServerOptions) {
  const listens = options.host ?? false;
  const anyAddress = listens ? ['::', '0.0.0.0'] : ['127.0.0.1', '::1']; // a browser may use either for `localhost`
  const addresses = typeof listens === 'string' ? [listens] : anyAddress;
  const print = (diagnostic: Diagnostic) => printDiagnostics([diagnostic], options);
  const isOwn = hostCheck(listens);
  const refused = new Set<string>();
  const isAllowed = (host = '') => {
    if (isOwn(host)) return true;
    if (!refused.has(host) && refused.size < maxRefused) print(problem.hostRefused({ host: host.slice(0, 300) }));
    if (refused.size < maxRefused) refused.add(host);
    return false;
  };
  try {
    const ports = options.port === 0 ? [] : range(options.port, Math.min(options.port + maxPorts, 65_536));
    const { port, close } = await listen(siteListener(server, isAllowed), ports, addresses);
    if (options.port !== 0 && port !== options.port) print(problem.portTaken({ requested: options.port, port }));
    if (listens !== false) print(problem.openToNetwork({ host: listens === true ? undefined : listens }));
    const address = typeof listens === 'string' ? listens : 'localhost';
    const name = isIPv6(address) ? `[${address}]` : address;
    const closeAt = async (signal: AbortSignal) => {
      if (!signal.aborted) await once(signal, 'abort');
      close();
    };
    return { url: (basePath: string) => `http://${name}:${port}${basePath}`, closeAt };
  } catch (error) {
    print(problem.usage({ reason: `cannot listen: ${reasonOf(error)}` }));
    return undefined;
  }
}

/** Without a browser the user still has the URL on the terminal. */
export async function openBrowser(url: string): Promise<void> {
  const child = await open(url).catch(() => undefined);
  child?.on('error', () => {});
}

/** Listens on the first free port, or on any if there is none. A machine may lack some of the addresses, but not all. */
async function listen(
  handler: RequestListener,
  [wanted = 0, ...others]: readonly number[],
  addresses: readonly string[],
): Promise<{ port: number; close: () => void }> {
  const servers: Server[] = [];
  const close = () => {
    for (const server of servers) server.close();
    for (const server of servers) server.closeAllConnections(); // event streams never end by themselves
  };
  let [port, missing]: [number, unknown] = [wanted, undefined];
  for (const host of addresses) {
    const server = createServer({ headersTimeout: 10_000, requestTimeout: 15_000, maxHeaderSize: 16_384 }, handler);
    server.maxConnections = 256;
    try {
      await once(server.listen({ port, host, ipv6Only: true }), 'listening');
      port = (server.address() as AddressInfo).port;
      servers.push(server);
    } catch (error) {
      missing = error;
      const { code } = error as NodeJS.ErrnoException;
      const isTaken = wanted !== 0 && (code === 'EADDRINUSE' || code === 'EACCES');
      if (!isTaken) continue;
      close();
      return listen(handler, others, addresses);
    }
  }
  if (servers.length === 0) throw missing;
  return { port, close };
}
