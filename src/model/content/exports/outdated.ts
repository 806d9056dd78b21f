// Compares exports with what the config and the lockfile ask for now: a build shows what was synced, not what the config says.
import type { Source } from '../../config/schema/source.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { problem } from '../../diagnostics/problem.js';
import type { SyncedSource } from './provenance.js';

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

/** Compares the export of a section with its sources in the config, and with the lockfile if there is one. Diagnostics: DG223. */
export function outdatedSnapshot(
  section: string,
  records: readonly SyncedSource[],
  { sources, locked }: { readonly sources: readonly Source[]; readonly locked: readonly LockedCommit[] | undefined },
): readonly Diagnostic[] {
  const own = sources.filter((source) => source.section === section);
  const isLocked = ({ repo, ref, commit }: SyncedSource) =>
    locked?.some((one) => one.section === section && one.repo === repo && one.ref === ref && one.commit === commit);
  let difference = own.map((source) => differenceOf(source, records)).find((text) => text !== undefined);
  if (!records.every(({ repo }) => own.some((source) => source.repo === repo)))
    difference ??= 'with a source that the config does not have';
  if (locked && !records.every(isLocked)) difference ??= 'at a commit that docgen.lock.json does not have';
  return difference === undefined ? [] : [problem.exportOutdated({ section, difference })];
}

/** How the export of a source differs from the config; undefined if it does not. */
function differenceOf(source: Source, records: readonly SyncedSource[]): string | undefined {
  const asked = Object.entries(settingsOf(source));
  /** Records of docgen 0.1.0 have no `paths`. */
  const differing = (record: SyncedSource) =>
    asked.find(([key, value]) => {
      const noted = record[key as keyof SyncedSource];
      return noted !== undefined && JSON.stringify(noted) !== JSON.stringify(value);
    })?.[0];
  if (records.some((record) => differing(record) === undefined)) return undefined;
  const same = records.filter(({ repo }) => repo === source.repo);
  const former = same.find(({ ref }) => ref === source.ref) ?? same[0];
  const key = former && differing(former);
  if (key !== undefined) return `with ${key === 'paths' ? 'other' : 'another'} \`${key}\` than the config has`;
  return source.optional ? undefined : 'without a source that the config has';
}
