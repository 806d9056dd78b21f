// Where the file of a fault comes from, if `docgen sync` gathered it: what a report names, so that the project itself can be told.
import { join } from 'node:path';
import { exportsIn } from '../disk/exports.js';
import type { Diagnostic, Point } from '../model/diagnostics/diagnostic.js';
import { includedFrom, lineAddress, originText, type Provenance } from '../model/docs/provenance.js';
import { lazily } from '../model/lookups.js';
import { provenanceByFile, readRecord } from '../model/mounts/export-record.js';

export interface Upstream {
  /** As the config names it. */
  readonly repository: string;
  /** All digits. */
  readonly commit: string;
  /** Path in the repository. */
  readonly path: string;
  /** Page of the line on the web; absent for a repository without one. */
  readonly url?: string;
}

/** The upstream file of a place, as data and as a person reads it. */
export interface FoundUpstream {
  readonly origin: Provenance;
  readonly data: Upstream;
  /** `owner/name@0123456789:docs/a.md` */
  readonly text: string;
}

/** A diagnostic with the path of its file from the working folder. */
export interface PlacedDiagnostic {
  readonly diagnostic: Diagnostic;
  readonly file: string | undefined;
  /** Undefined for a file that was not gathered. */
  readonly upstream: FoundUpstream | undefined;
}

/**
 * Finds where files of exports come from. A `path` is as reports name it, from the working folder `cwd`. The record of an export is read
 * when the first of its files is asked for; the folders of versions have records too. Undefined for a file that was not gathered. A file
 * that a page includes from elsewhere in its repository is named by project, commit and path.
 */
export function openUpstream(cwd: string): (path: string, start?: Point) => FoundUpstream | undefined {
  const records = new Map<string, ReadonlyMap<string, Provenance> | undefined>();
  const read = (dir: string) => readRecord({ dir: join(cwd, dir), prefix: '', layer: 'export' }).value;
  const recordOf = (dir: string) => {
    if (!records.has(dir)) records.set(dir, provenanceByFile('', read(dir)));
    return records.get(dir);
  };
  const all = lazily(() => exportsIn(join(cwd, exportsDir)).flatMap((name) => read(`${exportsDir}/${name}`) ?? []));
  return (path, start) => {
    if (/@[0-9a-f]{40,64}:/.test(path)) {
      const origin = includedFrom(all(), path);
      if (origin) return found(origin, start);
    }
    const parts = path.split('/');
    if (!path.startsWith(`${exportsDir}/`)) return undefined;
    // A section may be below another one.
    for (let depth = parts.length - 1; depth > 2; depth -= 1) {
      const origin = recordOf(parts.slice(0, depth).join('/'))?.get(parts.slice(depth).join('/'));
      if (origin) return found(origin, start);
    }
    return undefined;
  };
}

const exportsDir = '.docgen/sources';

function found(origin: Provenance, start: Point | undefined): FoundUpstream {
  const { source, path } = origin;
  const url = lineAddress(origin, start?.line);
  const data = { repository: source.repo, commit: source.commit, path, ...(url !== undefined && { url }) };
  return { origin, data, text: originText(origin) };
}
