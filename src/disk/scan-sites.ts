// Lists the files of the hub and its versions, without reading their texts.
import type { Config } from '../model/config/config.js';
import { type ScannedHub, scanHub } from '../model/content/scan-hub.js';
import { type Checked, type Diagnostic, problem } from '../model/diagnostics/diagnostic.js';
import { isInside, resolveLinks } from '../model/input/regular-file.js';
import { readVersions, type SiteVersion, type Versions } from '../model/versions/read-versions.js';
import { withTranslations } from '../model/versions/translations.js';
import { isOnlyCache } from './cache-names.js';
import { type ResolvedMounts, resolveSnapshots } from './snapshots.js';

interface ScannedSite {
  readonly version: SiteVersion;
  readonly mounts: ResolvedMounts;
  readonly scan: ScannedHub;
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
    all.push({ version, mounts, scan: await scanHub(mounts.value, version.config, { since: Date.now(), cache }) });
  }
  return { versions, all };
}

/**
 * Returns DG102 if the cache is in a folder that is published, because its texts can be those of drafts, or in a content folder and not a folder for the cache alone,
 * because its other files would not be read.
 */
export function cacheFaults({ all }: ScannedSites, { out }: Config, cache: string | undefined): readonly Diagnostic[] {
  if (cache === undefined) return [];
  const real = resolveLinks(cache);
  const holder = (dirs: readonly string[]) => dirs.find((dir) => isInside(real, resolveLinks(dir)));
  const published = holder([out, ...all.flatMap(({ scan }) => scan.statics.map(({ folder }) => folder.dir))]);
  if (published !== undefined)
    return [problem.usage({ reason: `\`--cache\` is in \`${published}\`, which is published` })];
  const content = holder(all.flatMap(({ mounts }) => mounts.value.map(({ dir }) => dir)));
  if (content === undefined || isOnlyCache(cache)) return [];
  return [problem.usage({ reason: `\`--cache\` is in the content folder \`${content}\`, and contains other files` })];
}
