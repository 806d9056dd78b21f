// Loads the hub and its versions from disk: first their file lists, then texts and models.
import { type SettledSnapshots, settleSnapshots, siteDiagnostics } from '../../disk/snapshots.js';
import type { Config } from '../../model/config/config.js';
import { type CachedFiles, ParsedDocs } from '../../model/content/doc-file.js';
import { type HubContent, readHub } from '../../model/content/named-files.js';
import { type ScannedHub, scanHub } from '../../model/content/scan-hub.js';
import { type Checked, type Diagnostic, hasError } from '../../model/diagnostics/diagnostic.js';
import { type Hub, type HubSite, inHub, toHub } from '../../model/site/hub.js';
import { buildSite } from '../../model/site/site.js';
import { readVersions, type SiteVersion, type Versions } from '../../model/versions/read-versions.js';
import { withTranslations } from '../../model/versions/translations.js';
import type { Stopwatch } from '../base/stopwatch.js';
import { openPool } from '../workers/pool.js';
import type { Renderer } from '../workers/renderer.js';
import { factsReader } from './body-inputs.js';
import { type BodyEnvironment, readBodyEnvironment } from './environment.js';

interface ScannedSite {
  readonly version: SiteVersion;
  readonly mounts: SettledSnapshots;
  readonly seen: ScannedHub;
}

export interface ScannedSites {
  readonly versions: Checked<Versions>;
  readonly all: readonly ScannedSite[];
}

interface SeeOptions {
  readonly signal?: AbortSignal | undefined;
  readonly cache?: string | undefined;
}

export async function scanSites(config: Config, { signal, cache }: SeeOptions): Promise<ScannedSites> {
  const versions = withTranslations(readVersions(config), config);
  const all: ScannedSite[] = [];
  for (const version of versions.value.all) {
    const mounts = await settleSnapshots(version.config, signal);
    all.push({ version, mounts, seen: await scanHub(mounts.value, version.config, { since: Date.now(), cache }) });
  }
  return { versions, all };
}

/** Opens a reader of facts in worker threads, for commands that don't build. */
export async function openFactsReader(config: Config) {
  const pool = openPool();
  const readFacts = factsReader(pool.read, await readBodyEnvironment(config))(config, undefined);
  return { readFacts, close: pool.close };
}

interface ReadInput {
  readonly seen: ScannedSites;
  readonly setting: BodyEnvironment;
  readonly renderer: Pick<Renderer, 'read' | 'begin'>;
  readonly watch: Stopwatch;
  /** Whether all pages are built. A shard does not prefetch bodies. */
  readonly isAll: boolean;
  readonly known: CachedFiles;
}

interface ReadSites extends Pick<HubContent, 'exports' | 'known' | 'isOpen'> {
  readonly hub: Hub;
  readonly diagnostics: readonly Diagnostic[];
}

export async function readSites({
  seen: { versions, all },
  setting,
  renderer,
  watch,
  isAll,
  known,
}: ReadInput): Promise<ReadSites> {
  const diagnostics: Diagnostic[] = [...versions.diagnostics];
  const sites: HubSite[] = [];
  const contents: HubContent[] = [];
  const parsed = all.length > 1 ? new ParsedDocs() : undefined;
  const factsOf = factsReader(renderer.read, setting);
  for (const { version, mounts, seen } of all) {
    const isMain = version.config === versions.value.main;
    const readFacts = factsOf(version.config, isMain && isAll ? renderer.begin : undefined);
    const content = await watch.time('read', () => readHub(seen, known, { parsed, readFacts }));
    const site = await watch.time('model', () => buildSite(content.value, version.config));
    const of = { ...version, site: site.value };
    sites.push(of);
    contents.push(content.value);
    diagnostics.push(
      ...siteDiagnostics(version.config, mounts, { content, site }).map((diagnostic) => inHub(diagnostic, of)),
    );
  }
  const hub = toHub(sites);
  const ofHub = hasError(diagnostics) ? [] : hub.diagnostics;
  return {
    hub: hub.value,
    diagnostics: [...diagnostics, ...ofHub],
    exports: new Map(contents.flatMap(({ exports }) => [...exports])),
    known: new Map(contents.flatMap((content) => [...content.known])),
    isOpen: contents.some(({ isOpen }) => isOpen),
  };
}
