// Static server of `dev` and `serve`. It serves pages like hosts do, and is safe while a browser has other sites open.
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
import {
  decodeAddress,
  encodeAddress,
  encodePart,
  isHidden,
  isSitePath,
  parseUrl,
  splitUrl,
} from '../model/types/path.js';
import { type Options, printDiagnostics } from './options.js';

/** `out` is absolute, `basePath` starts and ends with a slash. */
type SiteFolder = Readonly<Record<'out' | 'basePath', string>>;

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface SiteServerOptions {
  /** Returns the folder of the site. Called per request, because a new config can change the folder. */
  readonly site: () => SiteFolder;
  readonly answers?: ReadonlyMap<string, Answer>;
  /** Sends a changed page. `file` is undefined if the site has no such page. */
  readonly sendPage?: (response: ServerResponse, status: number, file: string | undefined) => Promise<void>;
  /** Whether a build might be replacing files at the moment. */
  readonly isChanging?: () => boolean;
}

/**
 * Returns a test for the `Host` header. Another site can make its own name resolve to this machine (DNS rebinding), but not names that never leave
 * the machine. With `--host`, IP addresses and the machine's own names are also allowed.
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
    // Other sites can link here, but can't load files.
    if ((from === 'cross-site' || from === 'same-site') && mode !== 'navigate')
      return refuse(response, 403, 'Other sites may not load this one.');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(response, 405, 'Only GET and HEAD are served.', { allow: 'GET, HEAD' });
    const address = request.url ?? '/';
    const answer = options.answers?.get(splitUrl(address).path);
    if (answer) return answer(request, response);
    const answerTarget = () => sendTarget(request, response, options);
    // A build can replace a page after it was found and before it is read.
    void answerTarget()
      .catch(answerTarget)
      .catch(() => response.destroy());
  };
}

function refuse(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  const all = { 'content-type': 'text/plain; charset=utf-8', connection: 'close', ...headers };
  response.writeHead(status, all).end(`${text}\n`);
}

/** Maximum attempts, every 20 ms, for a file that a build might be replacing. */
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
    // Temporary, because browsers would remember a permanent redirect for the next site on this port.
    response.writeHead(302, { location: target.redirect, 'cache-control': 'no-store' }).end();
    return;
  }
  const missing = join(folder.out, '404.html');
  const file = target?.file ?? ((await isServed(folder.out, missing)) ? missing : undefined);
  const status = target ? 200 : 404;
  if (sendPage && (!target || target.file.endsWith('.html'))) return sendPage(response, status, file);
  if (file === undefined) return refuse(response, status, 'There is no page at this address.');
  response.statusCode = status;
  // The path was checked before, so `send` gets no root.
  const sent = { dotfiles: 'allow', index: false, cacheControl: false, acceptRanges: status === 200 } as const;
  send(request, encodeAddress(file).replace(/[?#]/g, encodePart), sent)
    .on('headers', () => response.setHeader('cache-control', status === 200 ? 'no-cache' : 'no-store'))
    .pipe(response);
}

/** Resolves an untrusted URL path. No URL points to a hidden file or out of the folder, even through symbolic links. */
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

/** Whether a path has no dot files, except in `.well-known/`. */
const isPublic = (path: string) => isSitePath(path) && !isHidden(path.replace(/^\.well-known\//, ''));

/** Whether a file can be served, after its symbolic links are resolved. */
async function isServed(out: string, file: string): Promise<boolean> {
  try {
    const [root, target] = await Promise.all([realpath(out), realpath(file)]);
    const path = target.slice(root.length + 1).replaceAll(sep, '/');
    return target.startsWith(root + sep) && isPublic(path) && (await lstat(target)).isFile();
  } catch {
    return false; // there is no such file, or no file system accepts the name
  }
}

/** Maximum number of refused hosts to report, because a page of another site can send any number. */
const maxRefused = 20;
/** Number of ports to try before any free port is used. */
const maxPorts = 21;

/** Starts the server. Undefined if it can't listen. Diagnostics: DG850, DG851, DG852. */
export async function startServer(server: SiteServerOptions, options: Options) {
  const listens = options.host ?? false;
  const anyAddress = listens ? ['::', '0.0.0.0'] : ['127.0.0.1', '::1']; // browsers resolve `localhost` to either
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

/** Opens a URL in the browser. If there is none, the user can open the URL from the terminal. */
export async function openBrowser(url: string): Promise<void> {
  const child = await open(url).catch(() => undefined);
  child?.on('error', () => {});
}

/** Listens on the first free port, or on any if none is free. A machine can lack some of the addresses, but not all. */
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
