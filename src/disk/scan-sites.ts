// Lists the files of the hub and its versions, without reading their texts.
import type { Config } from '../model/config/config.js';
import { type ScannedHub, scanHub } from '../model/content/scan-hub.js';
import type { Checked } from '../model/diagnostics/diagnostic.js';
import { readVersions, type SiteVersion, type Versions } from '../model/versions/read-versions.js';
import { withTranslations } from '../model/versions/translations.js';
import { type ResolvedMounts, resolveSnapshots } from './snapshots.js';

interface ScannedSite {
  readonly version: SiteVersion;
  readonly mounts: ResolvedMounts;
  readonly seen: ScannedHub;
}

export interface ScannedSites {
  readonly versions: Checked<Versions>;
  readonly all: readonly ScannedSite[];
}

interface ScanOptions {
  readonly signal?: AbortSignal | undefined;
  readonly cache?: string | undefined;
  /** Whether to leave out the other versions. */
  readonly onlyMain?: boolean;
}

export async function scanSites(config: Config, { signal, cache, onlyMain }: ScanOptions = {}): Promise<ScannedSites> {
  const versions = withTranslations(readVersions(config), config);
  const all: ScannedSite[] = [];
  for (const version of versions.value.all) {
    if (onlyMain && version.config !== versions.value.main) continue;
    const mounts = await resolveSnapshots(version.config, signal);
    all.push({ version, mounts, seen: await scanHub(mounts.value, version.config, { since: Date.now(), cache }) });
  }
  return { versions, all };
}
