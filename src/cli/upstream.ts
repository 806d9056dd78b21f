// Finds the upstream location of a diagnostic in a synced file, so that it can be reported to the project.
import { join } from 'node:path';
import { snapshotsIn } from '../disk/snapshots.js';
import {
  includedFrom,
  lineAddress,
  originText,
  type Provenance,
  provenanceByFile,
  readSnapshotRecord,
} from '../model/content/exports.js';
import type { Diagnostic, Point } from '../model/diagnostics/diagnostic.js';
import { lazily } from '../model/site/lookups.js';

interface Upstream {
  /** As in the config. */
  readonly repository: string;
  readonly commit: string;
  /** Path in the repository. */
  readonly path: string;
  /** URL of the line, if the repository has a website. */
  readonly url?: string;
}

interface FoundUpstream {
  readonly origin: Provenance;
  readonly data: Upstream;
  /** `owner/name@0123456789:docs/a.md` */
  readonly text: string;
}

/** `file` is relative to the working folder. */
export interface PlacedDiagnostic {
  readonly diagnostic: Diagnostic;
  readonly file: string | undefined;
  /** Undefined if the file is not synced. */
  readonly upstream: FoundUpstream | undefined;
}

/** Takes a path relative to the working folder, or `owner/name@commit:path` for a file that a page includes from elsewhere in its repository. */
export function openUpstream(cwd: string): (path: string, start?: Point) => FoundUpstream | undefined {
  const records = new Map<string, ReadonlyMap<string, Provenance> | undefined>();
  const read = (dir: string) => readSnapshotRecord({ dir: join(cwd, dir), prefix: '', layer: 'export' }).value;
  const recordOf = (dir: string) => {
    if (!records.has(dir)) records.set(dir, provenanceByFile('', read(dir)));
    return records.get(dir);
  };
  const all = lazily(() => snapshotsIn(join(cwd, exportsDir)).flatMap((name) => read(`${exportsDir}/${name}`) ?? []));
  return (path, start) => {
    if (/@[0-9a-f]{40,64}:/.test(path)) {
      const origin = includedFrom(all(), path);
      if (origin) return found(origin, start);
    }
    const parts = path.split('/');
    if (!path.startsWith(`${exportsDir}/`)) return undefined;
    // A section can be below another one.
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
