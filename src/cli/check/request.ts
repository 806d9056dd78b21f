// HTTP requests of `docgen check`, the only part of it that uses the network.
import { lookup as dnsLookup } from 'node:dns';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parseUrl } from '../../model/types/path.js';
import { bareHost, isPrivateAddress, isPrivateHost } from './hosts.js';
import silenceTexts from './silences.json' with { type: 'json' };

interface RequestPolicy {
  /** Maximum time for the response and its body, in milliseconds. */
  readonly timeout: number;
  /** Whether private hosts can be requested. */
  readonly intranet: boolean;
  readonly signal: AbortSignal;
}

type Answer = Awaited<ReturnType<typeof request>>;

/** Error of a request. Its message is shown after the URL. */
export class RequestError extends Error {
  /** `silent`: no response in time. `failed`: an invalid response. `unknown`: not requested, or an ambiguous response. */
  constructor(
    readonly kind: 'silent' | 'failed' | 'unknown',
    reason: string,
  ) {
    super(reason);
  }
}

const privateHost = () => new RequestError('unknown', 'is in a private network and is not asked');

/** DNS lookup that rejects private addresses. The connection uses the checked address. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error) callback(error, '', 4);
    else if (!first || addresses.some(({ address }) => isPrivateAddress(address))) callback(privateHost(), '', 4);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** Sends a request without following redirects. If `maxBytes` is 0, doesn't read the body. @throws RequestError, or the signal's reason */
export async function request(
  url: URL,
  { timeout, intranet, signal }: RequestPolicy,
  { method = 'GET', maxBytes = 0 }: { readonly method?: 'HEAD' | 'GET'; readonly maxBytes?: number } = {},
) {
  const host = bareHost(url.hostname);
  if (!intranet && isPrivateHost(host)) throw privateHost();
  const { request: start } = url.protocol === 'https:' ? https : http;
  const sent = start(url, {
    method,
    headers: {
      'user-agent': 'docgen-check (documentation link checker)',
      accept: '*/*',
      'accept-encoding': 'identity',
    },
    agent: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    ...(!intranet && { lookup: publicLookup }),
    servername: /^[\d.]+$|:/.test(host) ? '' : host, // an IP address is not a name for TLS
  });
  try {
    const [response] = (await once(sent.end(), 'response')) as [http.IncomingMessage];
    const chunks: Buffer[] = [];
    let bytes = 0;
    if (maxBytes > 0) {
      for await (const chunk of response as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw new RequestError('failed', `is over ${maxBytes / 1024 / 1024} MB`);
        chunks.push(chunk);
      }
    }
    const { statusCode = 0, headers: got } = response;
    return { status: statusCode, location: got.location, retryAfter: got['retry-after'], body: Buffer.concat(chunks) };
  } catch (error) {
    signal.throwIfAborted();
    throw asReason(error as NodeJS.ErrnoException, timeout);
  } finally {
    sent.on('error', () => {}).destroy();
  }
}

const silences: Readonly<Record<string, string>> = silenceTexts;

function asReason(error: NodeJS.ErrnoException, timeout: number): Error {
  if (error instanceof RequestError) return error;
  if (error.name === 'AbortError') return new RequestError('silent', `does not answer within ${timeout / 1000} s`);
  const { code = '', message } = error;
  const silence = silences[code];
  if (silence !== undefined) return new RequestError('silent', silence);
  if (code === 'CERT_HAS_EXPIRED') return new RequestError('failed', 'has a certificate that is out of date');
  const isTls = /CERT|SSL|TLS|SIGNED/.test(code);
  return new RequestError(
    'failed',
    isTls ? `has a certificate that is not valid (${code})` : `cannot be asked (${code || message})`,
  );
}

const maxRedirects = 10;
const permanent = [301, 308];
const redirects = [...permanent, 302, 303, 307];

export interface RetryPolicy extends RequestPolicy {
  /** Pauses before the retries, in milliseconds. */
  readonly backoff: readonly number[];
  /** Maximum wait for `Retry-After`, in milliseconds. */
  readonly maxWait: number;
}

/** Follows redirects. `moved` is the URL after the initial permanent redirects. @throws RequestError */
export async function follow(start: URL, answerOf: (url: URL) => Promise<Answer>) {
  let [url, moved, allPermanent] = [start, undefined as string | undefined, true];
  for (let step = 0; step <= maxRedirects; step += 1) {
    const answer = await answerOf(url).catch((error) => {
      const isOtherHost = error instanceof RequestError && error.kind === 'silent' && url.host !== start.host;
      throw isOtherHost ? new RequestError('failed', error.message) : error;
    });
    if (!redirects.includes(answer.status)) return { ...answer, moved };
    const next = answer.location === undefined ? undefined : parseUrl(answer.location, url.href);
    if (!next || !/^https?:$/.test(next.protocol)) throw new RequestError('failed', 'redirects without a URL');
    if (next.hash === '') next.hash = url.hash;
    allPermanent &&= permanent.includes(answer.status);
    if (allPermanent) moved = next.href;
    if (next.href === url.href) throw new RequestError('unknown', 'redirects to itself'); // the site requires a cookie
    url = next;
  }
  throw new RequestError('failed', `redirects more than ${maxRedirects} times`);
}

/** Sends `HEAD`, then `GET` if that is rejected. Retries after transient errors. @throws RequestError */
export async function askPolitely(url: URL, { backoff, maxWait, ...policy }: RetryPolicy): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    let pause = backoff[attempt];
    try {
      const head = await request(url, policy, { method: 'HEAD' });
      // Servers without support for HEAD respond to it with any status.
      const isFinal = head.status < 400 || head.status === 429;
      const answer = isFinal ? head : await request(url, policy);
      if (answer.status !== 429 && answer.status < 500) return answer;
      const wanted = waitOf(answer.retryAfter);
      if (wanted !== undefined && wanted > maxWait)
        throw new RequestError('unknown', `returns ${answer.status} and asks to wait ${Math.ceil(wanted / 1000)} s`);
      if (pause === undefined) return answer;
      pause = Math.max(pause, wanted ?? 0);
    } catch (error) {
      const isFinal = !(error instanceof RequestError) || error.kind === 'unknown';
      if (isFinal || pause === undefined) throw error;
    }
    await wait(pause, undefined, { signal: policy.signal });
  }
}

/** Parses `Retry-After` (seconds or a date) to milliseconds. */
function waitOf(text = ''): number | undefined {
  const milliseconds = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}
