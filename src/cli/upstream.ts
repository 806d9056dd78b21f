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

/** `file` is relative to the working folder. */
export interface PlacedDiagnostic {
  readonly diagnostic: Diagnostic;
  readonly file: string | undefined;
  /** Undefined if the file is not synced. */
  readonly upstream: Upstream | undefined;
}

/** Takes a path relative to the working folder, or `owner/name@commit:path` for a file that a page includes from elsewhere in its repository. */
export function openUpstream(cwd: string): (path: string, start?: Point) => Upstream | undefined {
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
      if (origin) return upstreamAt(origin, start);
    }
    const parts = path.split('/');
    if (!path.startsWith(`${exportsDir}/`)) return undefined;
    // A section can be below another one.
    for (let depth = parts.length - 1; depth > 2; depth -= 1) {
      const origin = recordOf(parts.slice(0, depth).join('/'))?.get(parts.slice(depth).join('/'));
      if (origin) return upstreamAt(origin, start);
    }
    return undefined;
  };
}

const exportsDir = '.docgen/sources';

type Upstream = ReturnType<typeof upstreamAt>;

function upstreamAt(origin: Provenance, start: Point | undefined) {
  const { source, path } = origin;
  /** Of the line, if the repository has a website. */
  const url = lineAddress(origin, start?.line);
  // The repository as in the config, and the path in it.
  const data = { repository: source.repo, commit: source.commit, path, ...(url !== undefined && { url }) };
  return { origin, data, text: originText(origin) };
}
