// A site that was read from disk but not published yet.
import { setImmediate } from 'node:timers/promises';
import type { Config } from '../../model/config/config.js';
import type { CachedFiles } from '../../model/content/doc-file.js';
import { isStableHub, type ScannedHub } from '../../model/content/scan-hub.js';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import type { Hub } from '../../model/site/hub.js';
import type { Site } from '../../model/site/site.js';
import type { StrictResult } from '../../model/strict/baseline.js';
import type { Stopwatch } from '../base/stopwatch.js';
import type { BuildRecords } from '../cache/build-records.js';
import { loadFileCache, saveFileCache } from '../cache/files.js';
import type { CacheStore } from '../cache/store.js';
import type { OutFolder } from '../output/output.js';
import type { Renderer } from '../workers/renderer.js';
import { type BuildEnvironment, readBodyEnvironment, textsKey } from './environment.js';
import { type Plan, planSite, type Shard } from './plan.js';
import { readSites, type ScannedSites } from './read-sites.js';
import type { BuildInputs } from './up-to-date.js';

/** Reports progress, lets an interrupt through, and throws if the build is aborted. `total` is 0 if it is not known. */
export type Tick = (phase: string, done: number, total: number) => Promise<void>;

export interface TickerOptions {
  /** Called when a phase starts and as it proceeds. `total` is 0 if it is not known. */
  readonly onProgress?: (phase: string, done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export function ticker({ onProgress = () => {}, signal }: TickerOptions): Tick {
  return async (phase, done, total) => {
    onProgress(phase, done, total);
    await setImmediate();
    signal?.throwIfAborted();
  };
}

export interface Run {
  readonly config: Config;
  readonly renderer: Renderer;
  readonly watch: Stopwatch;
  /** Whether content that changes during the build is built as it is. */
  readonly isLast: boolean;
  readonly seen: ScannedSites;
  /** Undefined for a shard, if nothing is kept for another build, and if the inputs can't be determined. */
  readonly inputs: BuildInputs | undefined;
  /** Undefined for a shard and without a cache. */
  readonly store: CacheStore | undefined;
  readonly shard: Shard | undefined;
  readonly memory: BuildMemory | undefined;
  readonly tick: Tick;
  /** Applies the severities of the config and the baseline. `isWhole` is false if a part of the site was not checked. */
  readonly weigh: (diagnostics: readonly Diagnostic[], isWhole?: boolean) => StrictResult;
}

export interface PendingSite {
  readonly sites: readonly Pick<Site, 'config' | 'files'>[];
  readonly diagnostics: readonly Diagnostic[];
  readonly exports: ReadonlyMap<string, string>;
  /** Whether files that no list contains can affect the site, so that it is not kept for another build. */
  readonly isOpen: boolean;
  /** Undefined if the site can't be updated from the last build of this process. */
  readonly plan: (folder: OutFolder) => Plan | undefined | Promise<Plan | undefined>;
  readonly saveKnown: () => void;
  /** Returns what the next build of this process can start from. */
  readonly remember: (made: Pick<LastBuild, 'plan' | 'records' | 'outputHash'>) => LastBuild | undefined;
}

/** The last build of this process, if it published the whole site and only the texts of docs can change it. */
export interface LastBuild {
  /** Hash of all inputs except the texts of docs. */
  readonly inputHash: string;
  /** The files of each version, in the order of `hub.sites`. */
  readonly seen: readonly ScannedHub[];
  readonly known: CachedFiles;
  readonly hub: Hub;
  readonly setting: BuildEnvironment;
  readonly diagnostics: readonly Diagnostic[];
  /** Revisions of the snapshots of sources that were read, by folder. */
  readonly exports: ReadonlyMap<string, string>;
  readonly plan: Plan;
  readonly records: BuildRecords;
  /** Hash of the output folder's file stats. */
  readonly outputHash: string;
}

export interface BuildMemory {
  last?: LastBuild | undefined;
  /** That of each other language, by its output folder. */
  locales?: Map<string, BuildMemory>;
}

export async function readSite(run: Run): Promise<PendingSite> {
  const { config, inputs, isLast, shard, watch, renderer } = run;
  const setting = inputs?.setting ?? (await readBodyEnvironment(run.seen.versions.value.main));
  const place = { store: inputs && run.store, out: config.out, key: textsKey(config, setting) };
  const known = await watch.time('read', () => loadFileCache({ ...place, store: isLast ? undefined : place.store }));
  const content = await readSites({ ...run, isAll: shard === undefined, setting, known: known.values });
  const { hub, diagnostics, exports, isOpen } = content;
  const inputHash = inputs?.hashBesideDocs();
  return {
    ...{ diagnostics, exports, isOpen },
    sites: hub.sites.map(({ site }) => site),
    plan: () => planSite(hub, renderer, shard),
    saveKnown: () => saveFileCache(content.known, known, place),
    remember: (made) => {
      const seen = run.seen.all.map(({ seen }) => seen);
      const isSettledButDocs = seen.every((hub) => isStableHub(hub, (kind) => kind !== 'doc'));
      if (!inputs || inputHash === undefined || !isSettledButDocs) return undefined;
      return { ...made, inputHash, seen, known: content.known, hub, setting: inputs.setting, diagnostics, exports };
    },
  };
}
