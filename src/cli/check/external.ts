// Checks links to other sites, each URL once. Hosts are requested in parallel, the URLs of one host in sequence.
import { setTimeout as wait } from 'node:timers/promises';
import fs from 'fs-extra';
import { orderBy } from 'lodash-es';
import * as z from 'zod/mini';
import { type Diagnostic, problem } from '../../model/diagnostics/diagnostic.js';
import { ownText } from '../../model/input/regular-file.js';
import { attempt } from '../../model/types/attempt.js';
import { groupBy } from '../../model/types/group.js';
import { parseUrl } from '../../model/types/path.js';
import { isExampleHost, isNamed } from './hosts.js';
import { askPolitely, follow, RequestError, type RetryPolicy } from './request.js';
import { fault, type Violation } from './rules.js';
import type { BuiltPage } from './site.js';

export interface ExternalOptions {
  readonly policy: RetryPolicy;
  /** Time between two requests to a host, in milliseconds. */
  readonly pause: number;
  readonly allow: readonly string[];
  readonly ignore: readonly string[];
  readonly cacheFile: string;
  /** Time for which a cached answer is valid, in milliseconds. */
  readonly maxAge: number;
  readonly onProgress: (done: number, total: number) => void;
}

interface Linked {
  readonly url: URL;
  readonly file: string;
  readonly offset: number;
  places: number;
}

type Verdict = Pick<Awaited<ReturnType<typeof follow>>, 'status' | 'moved'> | RequestError;

/** Limits. `silent`: unanswered URLs after which a host is skipped. `url`: length in characters. */
const max = { hosts: 8, silent: 3, url: 2000, cacheBytes: 20e6, cacheEntries: 50_000 };

/** Checks the external links of pages. Diagnostics: DG030–DG033. */
export async function externalFaults(pages: readonly BuiltPage[], options: ExternalOptions): Promise<Violation[]> {
  const { cacheFile, maxAge, onProgress } = options;
  const now = Date.now();
  const linked = linkedFrom(pages, options);
  const cache = readCache(cacheFile, maxAge, now);
  const verdicts = new Map<string, Verdict>();
  const unknown = linked.filter(({ url }) => !cache.has(url.href));
  const hosts = [...groupBy(unknown, ({ url }) => url.host).values()];
  const onVerdict = ({ href }: URL, verdict: Verdict) => {
    verdicts.set(href, verdict);
    if (!(verdict instanceof RequestError) && verdict.status < 400) cache.set(href, { at: now, to: verdict.moved });
    onProgress(verdicts.size, unknown.length);
  };
  const work = async () => {
    for (let urls = hosts.shift(); urls; urls = hosts.shift()) await askHost(urls, options, onVerdict);
  };
  try {
    await Promise.all(Array.from({ length: max.hosts }, work));
  } finally {
    writeCache(cacheFile, cache);
  }
  return linked.flatMap((one) => {
    const { href } = one.url;
    const diagnostic = diagnosticOf(one, verdicts.get(href) ?? { status: 200, moved: cache.get(href)?.to });
    return diagnostic ? fault(diagnostic, one.file, one.offset) : [];
  });
}

function linkedFrom(pages: readonly BuiltPage[], options: ExternalOptions): Linked[] {
  const linked = new Map<string, Linked>();
  for (const { path, refs } of pages) {
    for (const { target, offset } of refs) {
      const url = target.kind === 'external' && target.url.length <= max.url ? parseUrl(target.url) : undefined;
      if (!url) continue;
      url.hash = '';
      const known = linked.get(url.href);
      if (known) known.places += 1;
      else if (isWanted(url, options)) linked.set(url.href, { url, file: path, offset, places: 1 });
    }
  }
  return [...linked.values()];
}

function isWanted(url: URL, { allow, ignore }: ExternalOptions): boolean {
  const isAny = (patterns: readonly string[]) => patterns.some((pattern) => isNamed(url, pattern));
  const isPublic = !isExampleHost(url.hostname) && url.username === '' && url.password === '';
  return isPublic && !isAny(ignore) && (allow.length === 0 || isAny(allow));
}

async function askHost(
  urls: readonly Linked[],
  { policy, pause }: ExternalOptions,
  onVerdict: (url: URL, verdict: Verdict) => void,
): Promise<void> {
  let silent = 0;
  for (const [index, { url }] of urls.entries()) {
    if (silent >= max.silent) {
      onVerdict(url, new RequestError('unknown', 'is not checked, because its host does not respond'));
      continue;
    }
    if (index > 0) await wait(pause, undefined, { signal: policy.signal });
    const verdict = await ask(url, policy);
    silent = verdict instanceof RequestError && verdict.kind === 'silent' ? silent + 1 : 0;
    onVerdict(url, verdict);
  }
}

/** Requests a URL and returns the result. Rejects only if interrupted. */
export async function ask(address: URL, policy: RetryPolicy): Promise<Verdict> {
  return follow(address, (url) => askPolitely(url, policy)).catch((error) => {
    if (error instanceof RequestError) return error;
    throw error;
  });
}

function diagnosticOf({ url: { href: url }, places }: Linked, verdict: Verdict): Diagnostic | undefined {
  const data = { url, places: places > 1 ? places : undefined };
  if (verdict instanceof RequestError) {
    const make = verdict.kind === 'unknown' ? problem.externalUnknown : problem.externalUnreachable;
    return make({ ...data, reason: verdict.message });
  }
  const { status, moved } = verdict;
  const reason = `returns ${status}`;
  if (status === 404 || status === 410) return problem.externalGone({ ...data, status });
  if (status >= 500) return problem.externalUnreachable({ ...data, reason });
  if (status >= 400) return problem.externalUnknown({ ...data, reason });
  return moved === undefined ? undefined : problem.externalMoved({ ...data, to: moved });
}

const entrySchema = z.strictObject({ at: z.number(), to: z.optional(z.string()) });
const cacheSchema = z.strictObject({ version: z.literal(1), answers: z.record(z.string(), entrySchema) });

type CacheEntry = z.output<typeof entrySchema>;

/** Reads cached answers that are newer than `maxAge` milliseconds. Empty if the file is missing or damaged. */
export function readCache(file: string, maxAge: number, now: number): Map<string, CacheEntry> {
  const data = attempt(() => cacheSchema.parse(JSON.parse(ownText(file, max.cacheBytes))));
  return new Map(Object.entries(data?.answers ?? {}).filter(([, { at }]) => at <= now && now - at <= maxAge));
}

/** Saves the newest answers, if the folder is writable. */
export function writeCache(file: string, answers: ReadonlyMap<string, CacheEntry>): void {
  const newest = orderBy([...answers], ([, { at }]) => at, 'desc').slice(0, max.cacheEntries);
  attempt(() => fs.outputJsonSync(file, { version: 1, answers: Object.fromEntries(newest) }));
}
