// The static server of `dev` and `serve`: pages as hosts serve them, safe while a browser has other sites open.
import { once } from 'node:events';
import { lstat, realpath } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP, isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import { join, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { range } from 'lodash-es';
import open from 'open';
import send from 'send';
import { type Diagnostic, problem } from '../model/diagnostics/diagnostic.js';
import { reasonOf } from '../model/input/plain-data.js';
import { decodeAddress, encodeAddress, encodePart, isSitePath, parseUrl, splitUrl } from '../model/types/path.js';
import { type Options, printDiagnostics } from './options.js';

/** `out` is absolute, `basePath` starts and ends with a slash. */
type SiteFolder = Readonly<Record<'out' | 'basePath', string>>;

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface SiteServerOptions {
  /** For each request: a new config might move the site. */
  readonly site: () => SiteFolder;
  readonly answers?: ReadonlyMap<string, Answer>;
  /** Sends a changed page; `file` is undefined if the site has none. */
  readonly sendPage?: (response: ServerResponse, status: number, file: string | undefined) => Promise<void>;
  /** Whether a build may replace a file at this moment. */
  readonly isChanging?: () => boolean;
}

/**
 * Allowed `Host` headers. Another site can make its own name resolve to this machine (DNS rebinding), but not names that never leave the
 * machine. With `--host`, also addresses and the machine's own names.
 */
export function hostCheck(listens: string | boolean): (header: string | undefined) => boolean {
  const machine = hostname().toLowerCase();
  const given = typeof listens === 'string' ? [listens.toLowerCase()] : [];
  const named = listens === false ? [] : [machine, `${machine}.local`, ...given];
  return (header = '') => {
    const name = /^[\w.[\]:-]+$/.test(header) ? parseUrl(`http://${header}/`)?.hostname : undefined;
    const address = name?.replace(/^\[|\]$/g, '') ?? '';
    if (isIP(address) !== 0) return listens !== false || address === '::1' || address.startsWith('127.');
    return /^(?:.*\.)?localhost$/.test(address) || named.includes(address);
  };
}

function siteListener(options: SiteServerOptions, isAllowed: (host: string | undefined) => boolean): RequestListener {
  return (request, response) => {
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('cross-origin-resource-policy', 'same-origin');
    const { host, 'sec-fetch-site': from, 'sec-fetch-mode': mode } = request.headers;
    if (!isAllowed(host)) return refuse(response, 403, 'This host is not served: see DG851 in the terminal.');
    // Other sites may link here, but not load files.
    if ((from === 'cross-site' || from === 'same-site') && mode !== 'navigate')
      return refuse(response, 403, 'Other sites may not load this one.');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(response, 405, 'Only GET and HEAD are served.', { allow: 'GET, HEAD' });
    const address = request.url ?? '/';
    const answer = options.answers?.get(splitUrl(address).path);
    if (answer) return answer(request, response);
    void sendTarget(request, response, options).catch(() => response.destroy());
  };
}

function refuse(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  const all = { 'content-type': 'text/plain; charset=utf-8', connection: 'close', ...headers };
  response.writeHead(status, all).end(`${text}\n`);
}

/** Tries for a file that a build might be replacing, every 20 ms. */
const maxLooks = 5;

async function sendTarget(request: IncomingMessage, response: ServerResponse, options: SiteServerOptions) {
  const { site, sendPage, isChanging } = options;
  const [folder, address] = [site(), request.url ?? '/'];
  let target = await resolveAddress(address, folder);
  for (let looks = 1; !target && isChanging?.() && looks < maxLooks; looks += 1) {
    await setTimeout(20);
    target = await resolveAddress(address, folder);
  }
  if (target && 'redirect' in target) {
    // Not permanent: the browser would remember it for the next site on this port.
    response.writeHead(302, { location: target.redirect, 'cache-control': 'no-store' }).end();
    return;
  }
  const missing = join(folder.out, '404.html');
  const file = target?.file ?? ((await isServed(folder.out, missing)) ? missing : undefined);
  const status = target ? 200 : 404;
  if (sendPage && (!target || target.file.endsWith('.html'))) return sendPage(response, status, file);
  if (file === undefined) return refuse(response, status, 'There is no page at this address.');
  response.statusCode = status;
  // The path was checked, so `send` gets no root.
  const sent = { dotfiles: 'allow', index: false, cacheControl: false, acceptRanges: status === 200 } as const;
  send(request, encodeAddress(file).replace(/[?#]/g, encodePart), sent)
    .on('headers', () => response.setHeader('cache-control', status === 200 ? 'no-cache' : 'no-store'))
    .pipe(response);
}

/** Untrusted: no URL leads to a hidden file or out of the folder, not even through a link. */
export async function resolveAddress(
  address: string,
  { out, basePath }: SiteFolder,
): Promise<{ readonly file: string } | { readonly redirect: string } | undefined> {
  const { path: pathname, suffix } = splitUrl(address);
  const segments = pathname.split('/').map(decodeAddress);
  if (!address.startsWith('/') || segments.some((segment) => /[/\\\0]/.test(segment))) return undefined;
  const redirect = (path: string) => ({ redirect: path.split('/').map(encodePart).join('/') + suffix });
  const url = segments.join('/');
  if (`${url}/` === basePath || (url === '/' && basePath !== '/')) return redirect(basePath);
  if (!url.startsWith(basePath)) return undefined;
  const path = url.slice(basePath.length);
  const bare = path.replace(/\/$/, '');
  if (bare !== '' && !isPublic(bare)) return undefined;
  const [page, file] = [join(out, bare, 'index.html'), join(out, `${bare}.html`)];
  const isFolder = path !== bare || path === '';
  for (const candidate of isFolder ? [page] : [join(out, bare), file])
    if (await isServed(out, candidate)) return { file: candidate };
  if (!(await isServed(out, isFolder ? file : page))) return undefined;
  return redirect(isFolder ? basePath + bare : `${url}/`);
}

/** No dot files, except in `.well-known/`. */
const isPublic = (path: string) => isSitePath(path) && !/(?:^|\/)\./.test(path.replace(/^\.well-known\//, ''));

/** Also through links. */
async function isServed(out: string, file: string): Promise<boolean> {
  try {
    const [root, target] = await Promise.all([realpath(out), realpath(file)]);
    const path = target.slice(root.length + 1).replaceAll(sep, '/');
    return target.startsWith(root + sep) && isPublic(path) && (await lstat(target)).isFile();
  } catch {
    return false; // no file, or a name that no file system accepts
  }
}

/** Maximum refused hosts to report: another site's page can send any number. */
const maxRefused = 20;
/** Maximum ports to try before any free one. */
const maxPorts = 21;

/** Undefined if it can't listen. Diagnostics: DG850, DG851, DG852. */
export async function startServer(server: SiteServerOptions, options: Options) {
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

/** Without a browser, the URL is on the terminal. */
export async function openBrowser(url: string): Promise<void> {
  const child = await open(url).catch(() => undefined);
  child?.on('error', () => {});
}

/** The first free port, or any if there is none. A machine may lack some of the addresses, not all. */
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
