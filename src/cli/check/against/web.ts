// The former site where it is still on the web: its sitemaps, and some of its pages.
import { setTimeout as wait } from 'node:timers/promises';
import { parseUrl } from '../../../model/path.js';
import { request } from '../external/request.js';
import type { Fetch } from './former.js';

/** Pages that are fetched to be compared, at most, and how large one may be. */
const mostPages = 50;
const pageBytes = 5e6;
const pause = 200;
const mostRedirects = 5;
const timeout = 20_000;

export interface Web {
  readonly fetch: Fetch;
  /** The page of the former site at a path; '' where it cannot be had. */
  readonly pageAt: (pathname: string) => Promise<string>;
}

/** `source` is an address that the user named, so its own host may be in a private network; hosts that it leads to may not. */
export function openWeb(source: string, signal: AbortSignal): Web {
  const own = parseUrl(source)?.host;
  const fetch: Fetch = async (address, mostBytes) => {
    let url = parseUrl(address);
    for (let step = 0; url && step <= mostRedirects; step += 1) {
      const options = { method: 'GET', timeout, intranet: url.host === own, signal, mostBytes } as const;
      const { status, location, body } = await request(url, options);
      if (status === 200) return body;
      if (status < 300 || status >= 400 || location === undefined) throw new Error(`answers ${status}`);
      url = parseUrl(location, url.href);
      if (url && !/^https?:$/.test(url.protocol)) break;
    }
    throw new Error('leads to no address that can be read');
  };
  let fetched = 0;
  const isWeb = /^https?:\/\//i.test(source);
  const pageAt = async (pathname: string) => {
    const url = isWeb ? parseUrl(pathname, source) : undefined;
    if (!url || url.host !== own || fetched >= mostPages) return '';
    if (fetched > 0) await wait(pause, undefined, { signal });
    fetched += 1;
    try {
      return (await fetch(url.href, pageBytes)).toString('utf8');
    } catch {
      signal.throwIfAborted();
      return '';
    }
  };
  return { fetch, pageAt };
}
