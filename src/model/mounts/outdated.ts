// Compares exports with what the config and the lockfile ask for now: a build shows what was synced, not what the config says.
import type { Source } from '../config-file/source.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { exportOutdated } from '../diagnostics/sync.js';
import type { GatheredSource } from '../docs/provenance.js';

const withoutSlash = (url: string | undefined) => url?.replace(/\/+$/, '') ?? null;

/** The settings of a source that decide its export, as the record of the export holds them. */
export function settingsOf({ repo, ref, paths, homepage, editUrl, linkBase, headingIds, routes }: Source) {
  return {
    ...{ repo, ref, paths },
    homepage: homepage ?? null,
    editUrl: withoutSlash(editUrl),
    linkBase: withoutSlash(linkBase),
    headingIds: headingIds ?? null,
    routes: routes ?? null,
  };
}

/** An entry of the lockfile, as far as builds read it. */
export interface LockedCommit {
  readonly section: string;
  readonly repo?: unknown;
  readonly ref?: unknown;
  readonly commit?: unknown;
}

interface Asked {
  readonly sources: readonly Source[];
  /** Undefined without a lockfile. */
  readonly locked: readonly LockedCommit[] | undefined;
}

/** Compares the export of a section with its sources in the config, and with their commits in the lockfile. Diagnostics: DG223. */
export function outdatedExport(
  section: string,
  records: readonly GatheredSource[],
  { sources, locked }: Asked,
): readonly Diagnostic[] {
  const own = sources.filter((source) => source.section === section);
  const isLocked = ({ repo, ref, commit }: GatheredSource) =>
    locked?.some((one) => one.section === section && one.repo === repo && one.ref === ref && one.commit === commit);
  const difference =
    own.map((source) => differenceOf(source, records)).find((found) => found !== undefined) ??
    (records.every(({ repo }) => own.some((source) => source.repo === repo)) ? undefined : excessSource) ??
    (locked === undefined || records.every(isLocked) ? undefined : 'at a commit that docgen.lock.json does not have');
  return difference === undefined ? [] : [exportOutdated({ section, difference })];
}

const excessSource = 'with a source that the config does not have';

/** How the export of a source differs from the config; undefined if it does not. */
function differenceOf(source: Source, records: readonly GatheredSource[]): string | undefined {
  const asked = Object.entries(settingsOf(source));
  /** Records of docgen 0.1.0 have no `paths`. */
  const differing = (record: GatheredSource) =>
    asked.find(([key, value]) => {
      const noted = record[key as keyof GatheredSource];
      return noted !== undefined && JSON.stringify(noted) !== JSON.stringify(value);
    })?.[0];
  if (records.some((record) => differing(record) === undefined)) return undefined;
  const same = records.filter(({ repo }) => repo === source.repo);
  const former = same.find(({ ref }) => ref === source.ref) ?? same[0];
  const key = former && differing(former);
  if (key !== undefined) return `with ${key === 'paths' ? 'other' : 'another'} \`${key}\` than the config has`;
  return source.optional ? undefined : 'without a source that the config has';
}
