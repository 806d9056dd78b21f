// Reads the hub and its versions from disk: first their file lists, then texts and models.
import { type SettledExports, settleExports, siteDiagnostics } from '../disk/exports.js';
import type { Config } from '../model/config.js';
import { type HubContent, readHub } from '../model/content/named-files.js';
import { type Checked, type Diagnostic, hasError } from '../model/diagnostics/diagnostic.js';
import { type KnownFiles, ParsedDocs } from '../model/docs/doc-file.js';
import { type SeenHub, seeHub } from '../model/mounts/see-hub.js';
import { buildSite } from '../model/site.js';
import { type Hub, type HubSite, inHub, toHub } from '../model/versions/hub.js';
import { readVersions, type SiteVersion, type Versions } from '../model/versions/read-versions.js';
import { factsReader } from './body-inputs.js';
import { type BodySetting, readBodySetting } from './setting.js';
import type { Stopwatch } from './stopwatch.js';
import { openPool } from './threads/pool.js';
import type { Renderer } from './threads/renderer.js';

/** The files of one version of the hub, before any of them is read. */
export interface SeenSite {
  readonly version: SiteVersion;
  readonly mounts: SettledExports;
  readonly seen: SeenHub;
}

export interface SeenSites {
  readonly versions: Checked<Versions>;
  readonly all: readonly SeenSite[];
}

interface SeeOptions {
  readonly signal?: AbortSignal | undefined;
  /** Folder of the cache. */
  readonly cache?: string | undefined;
}

/** Lists the files of the hub and of its versions. */
export async function seeSites(config: Config, { signal, cache }: SeeOptions): Promise<SeenSites> {
  const versions = readVersions(config);
  const all: SeenSite[] = [];
  for (const version of versions.value.all) {
    const mounts = await settleExports(version.config, { signal });
    all.push({ version, mounts, seen: await seeHub(mounts.value, version.config, { since: Date.now(), cache }) });
  }
  return { versions, all };
}

/** Reads what docs say of themselves, in threads, for a command that builds nothing. */
export async function openFactsReader(config: Config) {
  const pool = openPool();
  const readFacts = factsReader(pool.read, await readBodySetting(config))(config, undefined);
  return { readFacts, close: pool.close };
}

interface ReadInput {
  readonly seen: SeenSites;
  readonly setting: BodySetting;
  readonly renderer: Pick<Renderer, 'read' | 'begin'>;
  readonly watch: Stopwatch;
  /** False for a shard: no body is begun. */
  readonly isAll: boolean;
  readonly known: KnownFiles;
}

interface ReadSites extends Pick<HubContent, 'exports' | 'known' | 'isOpen'> {
  readonly hub: Hub;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the hub and its versions, each a site of its own. */
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
