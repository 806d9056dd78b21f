// All pages of a site, read in threads where the site is large enough for them to pay.
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { Tinypool } from 'tinypool';
import { packageFile } from '../../model/package-file.js';
import type { SiteData } from './addresses.js';
import { isPage, type SiteFile } from './folder.js';
import { type Batch, type BatchFacts, type PageFacts, readBatch } from './read-batch.js';

export interface SiteFacts {
  /** In the order of the files. */
  readonly pages: readonly PageFacts[];
  readonly linked: ReadonlySet<string>;
}

/** A thread takes as long to start as reading some megabytes takes. */
const smallSite = 12e6;
/** What a thread gets at once: it resolves the addresses of one batch only once. */
const batchBytes = 16e6;
const mostThreads = 8;

/** Reads every page; `onProgress` hears of pages done. */
export async function readSite(
  dir: string,
  files: readonly SiteFile[],
  site: SiteData,
  {
    withExternal,
    signal,
    onProgress,
  }: { withExternal: boolean; signal: AbortSignal; onProgress: (done: number, total: number) => void },
): Promise<SiteFacts> {
  const pages = files.filter(({ path }) => isPage(path));
  const total = pages.reduce((sum, { bytes }) => sum + bytes, 0);
  const batches = toBatches(pages).map((paths): Batch => ({ dir, pages: paths, site, withExternal }));
  const threads = Math.min(availableParallelism(), mostThreads, batches.length);
  const isSmall = total < smallSite || threads < 2;
  let done = 0;
  const count = (facts: BatchFacts) => {
    done += facts.pages.length;
    onProgress(done, pages.length);
    return facts;
  };
  const answers = isSmall
    ? batches.map((batch) => count(readBatch(batch)))
    : await inThreads(batches, threads, count, signal);
  signal.throwIfAborted();
  return {
    pages: answers.flatMap((answer) => answer.pages),
    linked: new Set(answers.flatMap(({ linked }) => linked)),
  };
}

async function inThreads(
  batches: readonly Batch[],
  threads: number,
  count: (facts: BatchFacts) => BatchFacts,
  signal: AbortSignal,
): Promise<BatchFacts[]> {
  const filename = pathToFileURL(packageFile('bin/check-worker.js')).href;
  const pool = new Tinypool({ filename, minThreads: threads, maxThreads: threads });
  try {
    return await Promise.all(batches.map(async (batch) => count((await pool.run(batch, { signal })) as BatchFacts)));
  } finally {
    await pool.destroy();
  }
}

function toBatches(pages: readonly SiteFile[]): string[][] {
  const batches: string[][] = [];
  let bytes = batchBytes;
  for (const page of pages) {
    if (bytes >= batchBytes) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(page.path);
    bytes += page.bytes;
  }
  return batches;
}
