// Finds the upstream location of a diagnostic in a synced file.
import { join } from 'node:path';
import { memoize, once } from 'lodash-es';
import { snapshotsIn } from '../disk/snapshots.js';
import {
  includedFrom,
  lineAddress,
  originText,
  type Provenance,
  provenanceByFile,
  readSnapshotRecord,
} from '../model/content/exports.js';
import { type Diagnostic, messageOf, type Point } from '../model/diagnostics/diagnostic.js';

export interface PlacedDiagnostic {
  readonly diagnostic: Diagnostic;
  /** Relative to the working folder. */
  readonly file: string | undefined;
  /** Relative to the repository, as annotations and code scanning need it. Undefined for a text of the config. */
  readonly artifact: string | undefined;
  /** Undefined if the file is not synced. */
  readonly upstream: Upstream | undefined;
}

/** Returns the message, after the location if an annotation can't point to it. */
export const placedMessage = ({ diagnostic, file, artifact }: PlacedDiagnostic): string =>
  file === undefined || artifact !== undefined ? messageOf(diagnostic) : `${file}: ${messageOf(diagnostic)}`;

/** Takes a path from the working folder, or `owner/name@commit:path` of an included file. */
export function openUpstream(cwd: string): (path: string, start?: Point) => Upstream | undefined {
  const sources = join(cwd, '.docgen/sources');
  const read = (name: string) => readSnapshotRecord({ dir: join(sources, name), prefix: '' }).value;
  const filesOf = memoize((name: string) => provenanceByFile('', read(name)));
  const all = once(() => snapshotsIn(sources).flatMap((name) => read(name) ?? []));
  return (path, start) => {
    const [, name = '', file = ''] = /^\.docgen\/sources\/([^/]+)\/(.+)$/s.exec(path) ?? [];
    const included = /@[0-9a-f]{40,64}:/.test(path) ? includedFrom(all(), path) : undefined;
    const origin = included ?? (name === '' ? undefined : filesOf(name).get(file));
    return origin && upstreamAt(origin, start);
  };
}

type Upstream = ReturnType<typeof upstreamAt>;

function upstreamAt(origin: Provenance, start: Point | undefined) {
  const { source, path } = origin;
  /** URL of the line, if the repository has a website. */
  const url = lineAddress(origin, start?.line);
  // The repository as in the config, and the path in it.
  const data = { repository: source.repo, commit: source.commit, path, ...(url !== undefined && { url }) };
  return { origin, data, text: originText(origin) };
}
