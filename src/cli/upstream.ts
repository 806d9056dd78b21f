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
  readSyncedFiles,
} from '../model/content/exports.js';
import { type Diagnostic, messageOf, type Point } from '../model/diagnostics/diagnostic.js';

export interface PlacedDiagnostic {
  readonly diagnostic: Diagnostic;
  /** Path from the working folder. */
  readonly file: string | undefined;
  /** Path from the repository's root, as annotations and code scanning need it. Undefined for a text in the config. */
  readonly artifact: string | undefined;
  /** Location in the synced repository. Undefined if the file is not synced. */
  readonly upstream: Upstream | undefined;
}

/** Returns the message, preceded by the location if an annotation can't have it. */
export const placedMessage = ({ diagnostic, file, artifact }: PlacedDiagnostic): string =>
  file === undefined || artifact !== undefined ? messageOf(diagnostic) : `${file}: ${messageOf(diagnostic)}`;

/** Returns a function for the upstream location of a path from the working folder, or of `owner/name@commit:path` for an included file. */
export function openUpstream(cwd: string): (path: string, start?: Point) => Upstream | undefined {
  const sources = join(cwd, '.docgen/sources');
  const read = (name: string) => readSyncedFiles({ dir: join(sources, name), prefix: '' }).value;
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
  // Repository as in the config, and the path in it.
  const data = { repository: source.repo, commit: source.commit, path, ...(url !== undefined && { url }) };
  return { origin, data, text: originText(origin) };
}
