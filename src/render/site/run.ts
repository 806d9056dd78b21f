// Types of one attempt to build a site, and of the state that the next build of the same process can start from.
import { setImmediate } from 'node:timers/promises';
import type { ScannedSites } from '../../disk/scan-sites.js';
import type { Config } from '../../model/config/config.js';
import type { CachedFiles } from '../../model/content/doc-file.js';
import type { ScannedHub } from '../../model/content/scan-hub.js';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import type { Hub } from '../../model/site/hub.js';
import type { Site } from '../../model/site/site.js';
import type { StrictResult } from '../../model/strict/severities.js';
import type { Stopwatch } from '../base/stopwatch.js';
import type { BuildRecords } from '../cache/build-records.js';
import type { CacheStore } from '../cache/store.js';
import type { OutFolder } from '../output/output.js';
import type { Renderer } from '../workers/renderer.js';
import type { BuildEnvironment } from './environment.js';
import type { Plan, Shard } from './plan.js';

export interface TickerOptions {
  /** Called when a phase starts and as it proceeds. `total` is 0 if it is not known. */
  readonly onProgress?: (phase: string, done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** Returns a function that reports progress, lets an interrupt through, and throws if the build is aborted. `total` is 0 if it is not known. */
export function ticker({ onProgress = () => {}, signal }: TickerOptions) {
  return async (phase: string, done: number, total: number): Promise<void> => {
    onProgress(phase, done, total);
    await setImmediate();
    signal?.throwIfAborted();
  };
}

export interface BuildInputs {
  readonly env: BuildEnvironment;
  readonly hash: string;
  /** Hash of the inputs without the texts of docs. */
  readonly hashWithoutDocs: () => string;
}

export interface Run {
  readonly config: Config;
  readonly renderer: Renderer;
  readonly watch: Stopwatch;
  /** Whether this is the last attempt. If content changes again, it is built as it is. */
  readonly isLastAttempt: boolean;
  readonly scanned: ScannedSites;
  /** Undefined for a shard, if nothing is kept for another build, and if the inputs can't be determined. */
  readonly inputs: BuildInputs | undefined;
  /** Undefined for a shard and without a cache. */
  readonly store: CacheStore | undefined;
  readonly shard: Shard | undefined;
  readonly memory: BuildMemory | undefined;
  readonly tick: ReturnType<typeof ticker>;
  readonly openFolder: () => Promise<OutFolder>;
  /** Publishes a folder with the sites of other languages. Returns undefined if one of them is rejected. If absent, the folder is published alone. */
  readonly publish?: ((folder: OutFolder) => Promise<readonly Diagnostic[] | undefined>) | undefined;
  /** Applies the severities of the config and the baseline. `isWhole` is false if a part of the site was not checked. */
  readonly strictResultOf: (diagnostics: readonly Diagnostic[], isWhole?: boolean) => StrictResult;
}

/** A site that was read from disk but not published yet. */
export interface PendingSite {
  readonly sites: readonly Pick<Site, 'config' | 'files' | 'textFiles'>[];
  readonly diagnostics: readonly Diagnostic[];
  /** Revisions of the snapshots of sources that were read, by folder. */
  readonly revisions: ReadonlyMap<string, string>;
  /** Whether files that no list contains can affect the site, so that it is not kept for another build. */
  readonly dependsOnUnscanned: boolean;
  /** Undefined if the site can't be updated from the last build of this process. */
  readonly plan: (folder: OutFolder) => Promise<Plan | undefined>;
  /** Saves the parsed files for the next process. */
  readonly saveFiles: () => void;
  /** State for the next build of this process. Undefined if more than the texts of docs can change the site. */
  readonly kept: KeptSite | undefined;
}

interface KeptSite extends Pick<PendingSite, 'diagnostics' | 'revisions'> {
  /** Hash of all inputs except the texts of docs. */
  readonly inputHash: string;
  /** The files of each version, in the order of `hub.sites`. */
  readonly scans: readonly ScannedHub[];
  readonly cachedFiles: CachedFiles;
  readonly hub: Hub;
  readonly env: BuildEnvironment;
}

/** The last build of this process that published the whole site. */
export interface LastBuild extends KeptSite {
  readonly plan: Plan;
  readonly records: BuildRecords;
  /** Hash of the output folder's file stats. */
  readonly outputHash: string;
}

export interface BuildMemory {
  last?: LastBuild | undefined;
  /** Memory of the next language. */
  next?: BuildMemory;
}
