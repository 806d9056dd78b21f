// All addresses of other sites: each once, one request at a time to each host with a pause between, some hosts beside each other.
import { setTimeout as wait } from 'node:timers/promises';
import { externalGone, externalMoved, externalUnknown, externalUnreachable } from '../../../model/diagnostics/check.js';
import { groupBy } from '../../../model/group.js';
import { parseUrl } from '../../../model/path.js';
import type { Fault } from '../faults.js';
import type { PageFacts } from '../read-batch.js';
import { isExampleHost, isNamed } from './addresses.js';
import { ask, type Manners, type Verdict } from './ask.js';
import { type CacheEntry, readCache, writeCache } from './cache.js';

export interface ExternalOptions {
  readonly manners: Manners;
  /** Milliseconds between two requests to one host. */
  readonly pause: number;
  readonly allow: readonly string[];
  readonly ignore: readonly string[];
  readonly cacheFile: string;
  /** Milliseconds for which an answer is remembered. */
  readonly maxAge: number;
  readonly onProgress: (done: number, total: number) => void;
}

interface Linked {
  readonly url: URL;
  readonly file: string;
  readonly offset: number;
  places: number;
}

const hostsAtOnce = 8;
/** Addresses of one host that do not answer, one after the other, before the others are not asked. */
const patience = 3;

export async function externalFaults(pages: readonly PageFacts[], options: ExternalOptions): Promise<Fault[]> {
  const now = Date.now();
  const linked = linkedFrom(pages, options);
  const cache = readCache(options.cacheFile, options.maxAge, now);
  const verdicts = new Map<string, Verdict>();
  for (const [key] of linked) {
    const entry = cache.get(key);
    if (entry) verdicts.set(key, entry.to === undefined ? { kind: 'there' } : { kind: 'moved', to: entry.to });
  }
  const asked = new Map([...linked].filter(([key]) => !verdicts.has(key)));
  try {
    await askAll(asked, verdicts, options);
  } finally {
    writeCache(options.cacheFile, remembered(cache, asked, verdicts, now));
  }
  return [...linked].flatMap(([key, one]) => faultOf(one, verdicts.get(key)));
}

/** Every address once, without its fragment, with the first place that has it. */
function linkedFrom(pages: readonly PageFacts[], { allow, ignore }: ExternalOptions): Map<string, Linked> {
  const linked = new Map<string, Linked>();
  for (const { path, external } of pages) {
    for (const { url: written, offset } of external) {
      const url = parseUrl(written);
      if (!url || written.length > 2000) continue;
      url.hash = '';
      const known = linked.get(url.href);
      if (known) known.places += 1;
      else if (isWanted(url, allow, ignore)) linked.set(url.href, { url, file: path, offset, places: 1 });
    }
  }
  return linked;
}

function isWanted(url: URL, allow: readonly string[], ignore: readonly string[]): boolean {
  if (isExampleHost(url.hostname) || url.username !== '' || url.password !== '') return false;
  if (ignore.some((pattern) => isNamed(url, pattern))) return false;
  return allow.length === 0 || allow.some((pattern) => isNamed(url, pattern));
}

async function askAll(
  linked: ReadonlyMap<string, Linked>,
  verdicts: Map<string, Verdict>,
  options: ExternalOptions,
): Promise<void> {
  const queue = [...groupBy([...linked], ([, { url }]) => url.host).values()];
  let done = 0;
  const work = async () => {
    for (let urls = queue.shift(); urls; urls = queue.shift()) {
      await askHost(urls, options, (key, verdict) => {
        verdicts.set(key, verdict);
        done += 1;
        options.onProgress(done, linked.size);
      });
    }
  };
  await Promise.all(Array.from({ length: hostsAtOnce }, work));
}

async function askHost(
  urls: readonly (readonly [string, Linked])[],
  { manners, pause }: ExternalOptions,
  found: (key: string, verdict: Verdict) => void,
): Promise<void> {
  let silent = 0;
  for (const [index, [key, { url }]] of urls.entries()) {
    if (silent >= patience) {
      found(key, { kind: 'unknown', reason: 'is not asked, since its host does not answer' });
      continue;
    }
    if (index > 0) await wait(pause, undefined, { signal: manners.signal });
    const verdict = await ask(url, manners);
    silent = verdict.kind === 'unreachable' && verdict.isSilent ? silent + 1 : 0;
    found(key, verdict);
  }
}

function remembered(
  cache: ReadonlyMap<string, CacheEntry>,
  asked: ReadonlyMap<string, Linked>,
  verdicts: ReadonlyMap<string, Verdict>,
  now: number,
): Map<string, CacheEntry> {
  const entries = new Map(cache);
  for (const key of asked.keys()) {
    const verdict = verdicts.get(key);
    if (verdict?.kind === 'there') entries.set(key, { at: now });
    if (verdict?.kind === 'moved') entries.set(key, { at: now, to: verdict.to });
  }
  return entries;
}

function faultOf({ url: { href: url }, file, offset, places }: Linked, verdict: Verdict | undefined): Fault[] {
  const fault = (make: Fault['make']): Fault[] => [{ file, at: offset, make }];
  switch (verdict?.kind) {
    case 'gone':
      return fault((place) => externalGone({ url, status: verdict.status, places }, place));
    case 'unreachable':
      return fault((place) => externalUnreachable({ url, reason: verdict.reason, places }, place));
    case 'moved':
      return fault((place) => externalMoved({ url, to: verdict.to, places }, place));
    case 'unknown':
      return fault((place) => externalUnknown({ url, reason: verdict.reason, places }, place));
    default:
      return [];
  }
}
