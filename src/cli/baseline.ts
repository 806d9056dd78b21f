// Loads and saves `docgen.baseline.json`.
import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../disk/files.js';
import type { Mount } from '../model/config/config.js';
import { type Checked, type Diagnostic, problem } from '../model/diagnostics/diagnostic.js';
import { reasonOf } from '../model/input/plain-data.js';
import { readRegular } from '../model/input/regular-file.js';
import { type Baseline, baselineName, formatBaseline, parseBaseline } from '../model/strict/baseline.js';
import { locate } from './report.js';
import { openUpstream } from './upstream.js';

const maxBaselineBytes = 64 * 1024 * 1024;
/** The slash marks a file outside the content. */
const place = { file: `/${baselineName}` };

/** Returns undefined if there is none. Diagnostics: DG115. */
export function readBaseline(cwd: string): Checked<Baseline | undefined> {
  const invalid = (reason: string) => ({ value: undefined, diagnostics: [problem.baselineInvalid({ reason }, place)] });
  try {
    const path = join(cwd, baselineName);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return { value: undefined, diagnostics: [] };
    if (!stats.isFile()) return invalid('it is not a regular file');
    if (stats.size > maxBaselineBytes) return invalid(`it is over ${maxBaselineBytes} bytes`);
    const parsed = parseBaseline(readRegular(path, maxBaselineBytes).toString('utf8'));
    return 'fault' in parsed ? invalid(parsed.fault) : { value: parsed.baseline, diagnostics: [] };
  } catch (error) {
    return invalid(reasonOf(error));
  }
}

/** Diagnostics: DG115. */
export function writeBaseline(cwd: string, baseline: Baseline): readonly Diagnostic[] {
  try {
    replaceFile(join(cwd, baselineName), formatBaseline(baseline));
    return [];
  } catch (error) {
    return [
      problem.baselineInvalid({ reason: `it cannot be written (${(error as NodeJS.ErrnoException).code})` }, place),
    ];
  }
}

/** Their place is the second page by path, and the message names both files. */
const collisions: ReadonlySet<string> = new Set(
  [problem.routeTaken, problem.caseTwins, problem.idTaken].map(({ code }) => code),
);

/** Tests whether a diagnostic is only about files that `docgen sync` wrote. */
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
