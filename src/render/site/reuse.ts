// Decides which units of a site are reused from the previous build, by their records.
import { join } from 'node:path';
import { publishedSignature } from '../../model/input/regular-file.js';
import type { Hub } from '../../model/site/hub.js';
import { isAssetPath } from '../../model/types/path.js';
import {
  type BuildRecord,
  type BuildRecords,
  completeRecord,
  hasSameFiles,
  hubKeys,
  keptFiles,
  recordShape,
} from '../cache/build-records.js';
import { loadTable, saveTable } from '../cache/table.js';
import { previousReader } from '../output/copies.js';
import { entriesBelow } from '../output/in-place.js';
import type { Renderer } from '../workers/renderer.js';
import type { BuildUnit, Composer, ReusedUnit } from './compose-units.js';
import type { BuildEnvironment } from './environment.js';

const noKeys = { pages: '', links: '', all: '' };

type PreviousBuild = ReturnType<typeof previousBuild>;

/** Loads the records of the previous build, none if there is no cache or the templates can't be hashed. `keys` are those of this build. */
export function previousBuild(hub: Hub, { layout, buildId, templatesKey }: BuildEnvironment, cache: Renderer['store']) {
  const { out } = hub.main.config;
  const isSaved = cache !== undefined && templatesKey !== undefined;
  const keys = isSaved ? hubKeys(hub, { layoutFiles: layout.addresses, buildId, templatesKey }) : noKeys;
  const table = { store: isSaved ? cache : undefined, name: `previous build ${out}`, key: keys.pages };
  const saved = loadTable<BuildRecord>(table, recordShape);
  const shared = saved.values.get('');
  return {
    out,
    keys,
    records: saved.values,
    isSameSite: shared?.siteKey === keys.all,
    hasSameLinks: shared?.links === keys.links,
    /** The files that belong to no page, without assets. */
    sharedPaths: filesOf(shared ? [shared] : []).filter((path) => !isAssetPath(path)),
    save: (made: BuildRecords) => saveTable(made, saved, table, (record) => completeRecord(record, out)),
  };
}

/** Returns the paths of the files of records. */
export const filesOf = (records: Iterable<BuildRecord>) =>
  [...records].flatMap(({ files }) => files.map(([path]) => path));

interface ReuseOptions {
  /** Whether the output folder contains all files of the site. */
  readonly isIntact: boolean;
  /** Absent if no unit shows anything else of the site than in the previous build. */
  readonly composer: Composer | undefined;
}

/** Returns the units that can be reused, and the signatures of their files that stay in the output folder. */
export function reusableUnits(units: readonly BuildUnit[], previous: PreviousBuild, options: ReuseOptions) {
  const { isIntact, composer } = options;
  const { records, out, keys } = previous;
  const reused = new Map<BuildUnit, ReusedUnit>();
  const signatures = new Map<string, string>();
  const readPrevious = previousReader();
  const read = (path: string) => readPrevious(join(out, path));
  // Reuses a unit with the same body, if it also shows the same of the site as in its record.
  const reuse = (unit: BuildUnit, record: BuildRecord) => {
    if (unit.id === '' && !isIntact) return undefined; // the files that belong to no page
    const isStaticFile = unit.copy !== undefined; // shows nothing of the site
    if (!composer || isStaticFile || record.siteKey === keys.all) return { record };
    return composer.reuse(unit, record, { read, hasSameLinks: previous.hasSameLinks });
  };
  const findEntry = entriesBelow(out);
  const entryOf = (path: string) => {
    const entry = findEntry(path);
    signatures.set(path, publishedSignature(entry)); // of each file that `hasSameFiles` compares
    return entry;
  };
  for (const unit of units) {
    const record = records.get(unit.id);
    if (!record || !unit.isRepeatable || record.key !== unit.key) continue;
    const candidate = reuse(unit, record);
    if (candidate && hasSameFiles(record, unit.paths, { entryOf, files: unit.hubSite.site.files }))
      reused.set(unit, candidate);
  }
  const kept = new Set([...reused.values()].flatMap(({ record }) => keptFiles(record)));
  const untouched = new Map([...signatures].filter(([path, signature]) => signature !== '' && kept.has(path)));
  return { reused, untouched };
}
