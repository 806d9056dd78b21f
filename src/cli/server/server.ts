// A static server for the out folder: pages as hosts serve them, and safe to run beside a browser that has other sites open.
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import send from 'send';
import { encodeAddress, encodePart } from '../../model/path.js';
import { hostCheck } from './hosts.js';
import { isServed, resolveAddress, type SiteFolder, type Target } from './resolve.js';

/** Answers a request in place of a file. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface SiteServerOptions {
  /** Asked for each request: a new config may move the site. */
  readonly site: () => SiteFolder;
  /** What `--host` says; false for this machine alone. */
  readonly listens: string | boolean;
  /** Called with the `Host` of a request that is refused. */
  readonly onRefused: (host: string) => void;
  /** Answers by the whole path of an address, before files do. */
  readonly answers?: ReadonlyMap<string, Answer>;
  /** Sends a page in another form than it has on disk; `file` is undefined where the site has no page to answer with. */
  readonly sendPage?: (response: ServerResponse, status: number, file: string | undefined) => Promise<void>;
  /** True where a file may be missing for a moment, because a build puts another in its place. */
  readonly isChanging?: () => boolean;
}

export function siteListener(options: SiteServerOptions): RequestListener {
  const isAllowed = hostCheck(options.listens);
  return (request, response) => {
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('cross-origin-resource-policy', 'same-origin');
    const { host, 'sec-fetch-site': from, 'sec-fetch-mode': mode } = request.headers;
    if (!isAllowed(host)) {
      options.onRefused(host ?? '');
      return refuse(response, 403, 'This host is not served: see DG851 in the terminal.');
    }
    // Another site may link here, not load from here.
    if ((from === 'cross-site' || from === 'same-site') && mode !== 'navigate')
      return refuse(response, 403, 'Other sites may not load this one.');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return refuse(response, 405, 'Only GET and HEAD are served.');
    }
    const address = request.url ?? '/';
    const answer = options.answers?.get(address.split(/[?#]/)[0] ?? '');
    if (answer) return answer(request, response);
    void sendTarget(request, response, options).catch(() => response.destroy());
  };
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(`${text}\n`);
}

/** Milliseconds between two looks for a file that a build may be putting in its place, and how many. */
const moment = 20;
const looks = 5;

async function sendTarget(request: IncomingMessage, response: ServerResponse, options: SiteServerOptions) {
  const { site, sendPage = sendAsItIs, isChanging = () => false } = options;
  const folder = site();
  let target: Target = await resolveAddress(request.url ?? '/', folder);
  for (let look = 1; target.kind === 'notFound' && isChanging() && look < looks; look += 1) {
    await setTimeout(moment);
    target = await resolveAddress(request.url ?? '/', folder);
  }
  switch (target.kind) {
    case 'file':
      if (target.path.endsWith('.html') && options.sendPage) return sendPage(response, 200, target.path);
      return sendFile(request, response, target.path);
    case 'redirect':
      // Not for ever: the browser would remember it for the next site on this port.
      response.writeHead(302, { location: target.to, 'cache-control': 'no-store' }).end();
      return;
    case 'notFound': {
      const file = join(folder.out, '404.html');
      return sendPage(response, 404, (await isServed(folder.out, file)) ? file : undefined);
    }
    default:
      return target satisfies never;
  }
}

/** With ranges and conditional requests. The path was checked: `send` has no root to look for it in. */
async function sendFile(request: IncomingMessage, response: ServerResponse, file: string): Promise<void> {
  send(request, encodeAddress(file).replace(/[?#]/g, encodePart), {
    dotfiles: 'allow',
    index: false,
    cacheControl: false,
  })
    .on('headers', () => response.setHeader('cache-control', 'no-cache'))
    .pipe(response);
}

async function sendAsItIs(response: ServerResponse, status: number, file: string | undefined): Promise<void> {
  const page = file === undefined ? 'There is no page at this address.\n' : await readFile(file);
  const type = file === undefined ? 'text/plain' : 'text/html';
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' }).end(page);
}
