// One request. The only place of the check that uses the network; a body is read only where its caller wants one.
import { lookup as dnsLookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { bareHost, isPrivateAddress, isPrivateHost } from './addresses.js';

export interface RequestOptions {
  readonly method: 'HEAD' | 'GET';
  /** Milliseconds until the head of the answer must be there, and then until its body is. */
  readonly timeout: number;
  /** Hosts of private networks may be asked. */
  readonly intranet: boolean;
  readonly signal: AbortSignal;
  /** Bytes of the body that are read at most; more are an error. 0: none is read. */
  readonly mostBytes: number;
}

export interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly retryAfter: string | undefined;
  readonly body: Buffer;
}

/** Why a host is not asked. */
export class PrivateHostError extends Error {
  constructor() {
    super('is in a private network and is not asked');
  }
}

/** No answer came: the host is not there, refuses the connection, ends it or is late. */
export class NoAnswerError extends Error {}

/** Looks a name up, and refuses addresses of private networks: where it is connected to is what was checked. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 4);
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => isPrivateAddress(address)))
      return callback(new PrivateHostError(), '', 4);
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};

const headers = {
  'user-agent': 'docgen-check (documentation link checker)',
  accept: '*/*',
  'accept-encoding': 'identity',
};

/** Asks for an address. Rejects with a reason that can be shown after the address. */
export function request(url: URL, { method, timeout, intranet, signal, mostBytes }: RequestOptions): Promise<Answer> {
  if (!intranet && isPrivateHost(url.hostname)) return Promise.reject(new PrivateHostError());
  const { request: start } = url.protocol === 'https:' ? https : http;
  return new Promise<Answer>((resolve, reject) => {
    const late = () => sent.destroy(new NoAnswerError(`does not answer within ${timeout / 1000} s`));
    const timer = setTimeout(late, timeout);
    const done = (action: () => void) => {
      clearTimeout(timer);
      action();
    };
    const sent = start(
      url,
      {
        method,
        headers,
        signal,
        agent: false,
        ...(!intranet && { lookup: publicLookup }),
        servername: serverName(url),
      },
      (response) => {
        const { statusCode = 0, headers: got } = response;
        const head = { status: statusCode, location: got.location, retryAfter: got['retry-after'] };
        if (mostBytes === 0) {
          done(() => resolve({ ...head, body: Buffer.alloc(0) }));
          response.on('error', () => {});
          sent.destroy();
          return;
        }
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > mostBytes) sent.destroy(new Error(`is over ${mostBytes / 1e6} MB`));
          else chunks.push(chunk);
        });
        response.on('end', () => done(() => resolve({ ...head, body: Buffer.concat(chunks) })));
        response.on('error', (error) => done(() => reject(asReason(error))));
      },
    );
    sent.on('error', (error) => done(() => reject(asReason(error))));
    sent.end();
  });
}

/** An IP address is no name for TLS. */
const serverName = (url: URL) => (/^[\d.]+$|:/.test(bareHost(url.hostname)) ? '' : bareHost(url.hostname));

/** Codes of Node for no answer. */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'cannot be found: no such host',
  EAI_AGAIN: 'cannot be found: the name server does not answer',
  ECONNREFUSED: 'refuses the connection',
  ECONNRESET: 'ends the connection',
  EPIPE: 'ends the connection',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  ETIMEDOUT: 'does not answer',
};

function asReason(error: NodeJS.ErrnoException): Error {
  if (error instanceof PrivateHostError || error.name === 'AbortError' || error.code === undefined) return error;
  const reason = reasons[error.code];
  if (reason !== undefined) return new NoAnswerError(reason);
  if (error.code === 'CERT_HAS_EXPIRED') return new Error('has a certificate that is out of date');
  const isTls = /CERT|SSL|TLS|SIGNED/.test(error.code);
  return new Error(isTls ? `has a certificate that is not valid (${error.code})` : `cannot be asked (${error.code})`);
}
