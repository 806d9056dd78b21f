// Loads the hub and its versions from disk: first their file lists, then texts and models.
import { siteDiagnostics } from '../../disk/snapshots.js';
import type { Config } from '../../model/config/config.js';
import type { CachedFile } from '../../model/content/doc-file.js';
import { readHub } from '../../model/content/read-hub.js';
import { isStableHub } from '../../model/content/scan-hub.js';
import { type Diagnostic, hasError } from '../../model/diagnostics/diagnostic.js';
import { type HubSite, toHub, withHubPath } from '../../model/site/hub.js';
import { buildSite } from '../../model/site/site.js';
import { fileShape, saveFileCache } from '../cache/files.js';
import { loadTable } from '../cache/table.js';
import { openPool } from '../workers/pool.js';
import { factsReader } from './body-inputs.js';
import { readBodyEnvironment, textsKey } from './environment.js';
import { planSite } from './plan.js';
import type { PendingSite, Run } from './run.js';

/** Opens a reader of facts in worker threads, for commands that don't build. */
export async function openFactsReader(config: Config) {
  const pool = openPool();
  const readFacts = factsReader(pool.read, await readBodyEnvironment(config))(config, undefined);
  return { readFacts, close: pool.close };
}

export async function readSite(run: Run): Promise<PendingSite> {
  const { config, inputs, isLastAttempt, shard, store, watch, renderer } = run;
  const { versions, all } = run.scanned;
  const env = inputs?.env ?? (await readBodyEnvironment(versions.value.main));
  const table = { store: inputs && store, name: `files of ${config.out}`, key: textsKey(config, env) };
  const readable = { ...table, store: isLastAttempt ? undefined : table.store };
  const saved = await watch.time('read', () => loadTable<CachedFile>(readable, fileShape));
  const diagnostics: Diagnostic[] = [...versions.diagnostics];
  const found: HubSite[] = [];
  const cachedFiles = new Map<string, CachedFile>();
  const revisions = new Map<string, string>();
  let dependsOnUnscanned = false;
  const factsOf = factsReader(renderer.read, env);
  const maxKept = isLastAttempt ? Number.POSITIVE_INFINITY : undefined; // a text that is read again can differ
  for (const { version, mounts, scan } of all) {
    // A shard doesn't prefetch bodies.
    const isWhole = version.config === versions.value.main && shard === undefined;
    const readFacts = factsOf(version.config, isWhole ? renderer.prefetch : undefined);
    const content = await watch.time('read', () => readHub(scan, saved.values, { readFacts, maxKept }));
    const site = await watch.time('model', () => buildSite(content.value, version.config));
    const of = { ...version, site: site.value };
    found.push(of);
    for (const file of content.value.cachedFiles) cachedFiles.set(...file);
    for (const snapshot of content.value.revisions) revisions.set(...snapshot);
    dependsOnUnscanned ||= content.value.dependsOnUnscanned;
    const ofSite = siteDiagnostics(version.config, mounts, { content, site });
    diagnostics.push(...ofSite.map((diagnostic) => withHubPath(diagnostic, of)));
  }
  const { value: hub, diagnostics: ofHub } = toHub(found);
  if (!hasError(diagnostics)) diagnostics.push(...ofHub);
  const scans = all.map((version) => version.scan);
  const inputHash = inputs?.hashWithoutDocs();
  const isSettled = scans.every((one) => isStableHub(one, (kind) => kind !== 'doc'));
  return {
    diagnostics,
    revisions,
    dependsOnUnscanned,
    sites: hub.sites.map(({ site }) => site),
    plan: () => planSite(hub, renderer, shard),
    saveFiles: () => saveFileCache(cachedFiles, saved, table),
    kept:
      inputs && inputHash !== undefined && isSettled
        ? { inputHash, scans, cachedFiles, hub, env: inputs.env, diagnostics, revisions }
        : undefined,
  };
}
