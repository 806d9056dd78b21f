// One address of another site: asked politely, until it is known what stands there.
import { setTimeout as wait } from 'node:timers/promises';
import { parseUrl } from '../../../model/path.js';
import { type Answer, NoAnswerError, PrivateHostError, request } from './request.js';

/** What is known of an address. */
export type Verdict =
  | { readonly kind: 'there' }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'gone'; readonly status: number }
  /** It may be a fault of that site, or of today. `isSilent`: the host of the address itself did not answer. */
  | { readonly kind: 'unreachable'; readonly reason: string; readonly isSilent: boolean }
  /** The site does not say. */
  | { readonly kind: 'unknown'; readonly reason: string };

export interface Manners {
  /** Milliseconds for one answer. */
  readonly timeout: number;
  /** Milliseconds before each try after the first. */
  readonly backoff: readonly number[];
  /** Milliseconds that a host may ask to wait, at most. */
  readonly mostWait: number;
  readonly intranet: boolean;
  readonly signal: AbortSignal;
}

const mostRedirects = 10;
const isPermanent = (status: number) => status === 301 || status === 308;
const isRedirect = (status: number) => isPermanent(status) || status === 302 || status === 303 || status === 307;

/** Asks for an address and follows where it leads. Rejects only where the run is interrupted. */
export async function ask(address: URL, manners: Manners): Promise<Verdict> {
  let [url, moved] = [address, undefined as string | undefined];
  let allPermanent = true;
  for (let step = 0; step <= mostRedirects; step += 1) {
    const answer = await answerOf(url, manners);
    if ('kind' in answer)
      return answer.kind === 'unreachable' && url.host !== address.host ? { ...answer, isSilent: false } : answer;
    if (!isRedirect(answer.status)) return verdictOf(answer.status, moved);
    const next = answer.location === undefined ? undefined : parseUrl(answer.location, url.href);
    if (!next || !/^https?:$/.test(next.protocol))
      return { kind: 'unreachable', reason: 'redirects to no address', isSilent: false };
    if (next.hash === '') next.hash = url.hash;
    allPermanent &&= isPermanent(answer.status);
    if (allPermanent) moved = next.href;
    if (next.href === url.href) return { kind: 'unknown', reason: 'redirects to itself' }; // it wants a cookie
    url = next;
  }
  return { kind: 'unreachable', reason: `redirects more than ${mostRedirects} times`, isSilent: false };
}

function verdictOf(status: number, moved: string | undefined): Verdict {
  if (status === 404 || status === 410) return { kind: 'gone', status };
  if (status >= 500) return { kind: 'unreachable', reason: `answers ${status}`, isSilent: false };
  if (status >= 400) return { kind: 'unknown', reason: `answers ${status}` };
  return moved === undefined ? { kind: 'there' } : { kind: 'moved', to: moved };
}

/** HEAD, and GET where that is refused; once more after a fault that may pass. */
async function answerOf(url: URL, manners: Manners): Promise<Answer | Verdict> {
  const { backoff, signal } = manners;
  for (let attempt = 0; ; attempt += 1) {
    let pause = backoff[attempt];
    try {
      const answer = await headThenGet(url, manners);
      if (answer.status !== 429 && answer.status !== 503 && answer.status < 500) return answer;
      const wanted = waitOf(answer.retryAfter);
      if (wanted !== undefined && wanted > manners.mostWait)
        return { kind: 'unknown', reason: `answers ${answer.status}, and asks to wait ${Math.ceil(wanted / 1000)} s` };
      if (pause === undefined) return answer;
      pause = Math.max(pause, wanted ?? 0);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof PrivateHostError) return { kind: 'unknown', reason: error.message };
      if (pause === undefined)
        return { kind: 'unreachable', reason: (error as Error).message, isSilent: error instanceof NoAnswerError };
    }
    await wait(pause, undefined, { signal });
  }
}

async function headThenGet(url: URL, { timeout, intranet, signal }: Manners): Promise<Answer> {
  const options = { timeout, intranet, signal, mostBytes: 0 } as const;
  const head = await request(url, { ...options, method: 'HEAD' });
  // Many servers know no HEAD, and say so by any status.
  if (head.status < 400 || head.status === 429) return head;
  return request(url, { ...options, method: 'GET' });
}

/** `Retry-After` in milliseconds: seconds, or a date. */
function waitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(text)) return Number(text) * 1000;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, time - Date.now());
}
