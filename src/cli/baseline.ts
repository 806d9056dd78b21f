// `docgen.baseline.json` on disk, beside the config.
import { existsSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from '../model/config.js';
import type { Checked, Diagnostic } from '../model/diagnostics/diagnostic.js';
import { caseTwins, idTaken, routeTaken } from '../model/diagnostics/routes.js';
import { baselineInvalid } from '../model/diagnostics/usage-and-config.js';
import { reasonOf } from '../model/plain-data.js';
import { readRegular } from '../model/regular-file.js';
import { type Baseline, baselineName, formatBaseline, parseBaseline } from '../model/strict/baseline.js';
import { locate } from './report.js';
import { openUpstream } from './upstream.js';

const largest = 64 * 1024 * 1024;
/** The slash marks a file outside the content. */
const place = { file: `/${baselineName}` };

/** The baseline of a folder; undefined where it has none. Diagnostics: DG115. */
export function readBaseline(cwd: string): Checked<Baseline | undefined> {
  const invalid = (reason: string) => ({ value: undefined, diagnostics: [baselineInvalid({ reason }, place)] });
  try {
    const path = join(cwd, baselineName);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return { value: undefined, diagnostics: [] };
    if (!stats.isFile()) return invalid('it is not a regular file');
    if (stats.size > largest) return invalid(`it is over ${largest} bytes`);
    const parsed = parseBaseline(readRegular(path, largest).toString('utf8'));
    return 'fault' in parsed ? invalid(parsed.fault) : { value: parsed.baseline, diagnostics: [] };
  } catch (error) {
    return invalid(reasonOf(error));
  }
}

/** Writes the baseline, whole or not at all. Diagnostics: DG115. */
export function writeBaseline(cwd: string, baseline: Baseline): readonly Diagnostic[] {
  const path = join(cwd, baselineName);
  const temporary = `${path}.new`;
  try {
    rmSync(temporary, { force: true });
    writeFileSync(temporary, formatBaseline(baseline), { flag: 'wx' });
    renameSync(temporary, path);
    return [];
  } catch (error) {
    return [baselineInvalid({ reason: `it cannot be written (${(error as NodeJS.ErrnoException).code})` }, place)];
  }
}

/** Diagnostics about two pages: the second by path has the place, and the message names the files. */
const collisions: ReadonlySet<string> = new Set([routeTaken, caseTwins, idTaken].map(({ entry }) => entry.code));

/** Returns a test for diagnostics about files that `docgen sync` exported, and about no other file. */
export function syncedTest(cwd: string): (diagnostic: Diagnostic, mounts: readonly Mount[]) => boolean {
  const upstreamOf = openUpstream(cwd);
  return ({ code, message, place }, mounts) => {
    const pathOf = (file: string) => locate(file, { cwd, mounts });
    if (place === undefined || upstreamOf(pathOf(place.file)) === undefined) return false;
    const named = collisions.has(code) ? [...message.matchAll(/`([^`]*)`/g)].map(([, name = '']) => name) : [];
    const isSynced = (file: string) => upstreamOf(pathOf(file)) !== undefined || !existsSync(join(cwd, pathOf(file)));
    return named.every((name) => name.startsWith('/') || isSynced(name)); // `/docs/a` is an address
  };
}
