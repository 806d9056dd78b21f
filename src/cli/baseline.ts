import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../disk/files.js';
import type { Mount } from '../model/config/config.js';
import { type Checked, type Diagnostic, problem } from '../model/diagnostics/diagnostic.js';
import { reasonOf } from '../model/input/plain-data.js';
import { entryAt, readRegular } from '../model/input/regular-file.js';
import { type Baseline, baselineName, formatBaseline, parseBaseline } from '../model/strict/baseline.js';
import { locate } from './report.js';
import { openUpstream } from './upstream.js';

const maxBaselineBytes = 64 * 1024 * 1024;
const place = { file: `/${baselineName}` };

/** Reads the baseline of a folder. Undefined if there is none. Diagnostics: DG115. */
export function readBaseline(cwd: string): Checked<Baseline | undefined> {
  const invalid = (reason: string) => ({ value: undefined, diagnostics: [problem.baselineInvalid({ reason }, place)] });
  try {
    const path = join(cwd, baselineName);
    const entry = entryAt(path);
    if (!entry) return { value: undefined, diagnostics: [] };
    if (!entry.isFile()) return invalid('it is not a regular file');
    const parsed = parseBaseline(readRegular(path, maxBaselineBytes).toString());
    return 'fault' in parsed ? invalid(parsed.fault) : { value: parsed.baseline, diagnostics: [] };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return invalid(code === undefined ? reasonOf(error) : `it cannot be read (${code})`);
  }
}

/** Writes the baseline of a folder. Diagnostics: DG115. */
export function writeBaseline(cwd: string, baseline: Baseline): readonly Diagnostic[] {
  try {
    replaceFile(join(cwd, baselineName), formatBaseline(baseline));
    return [];
  } catch (error) {
    const reason = `it cannot be written (${(error as NodeJS.ErrnoException).code})`;
    return [problem.baselineInvalid({ reason }, place)];
  }
}

/** Codes of collisions between two files. Their location is the second page by path, and the message contains both files. */
const collisions: ReadonlySet<string> = new Set(
  [problem.routeTaken, problem.caseTwins, problem.idTaken].map(({ code }) => code),
);

/** Returns a test for diagnostics that are only about files of `docgen sync`. */
export function syncedTest(cwd: string): (diagnostic: Diagnostic, mounts: readonly Mount[]) => boolean {
  const upstreamOf = openUpstream(cwd);
  return ({ code, message, place }, mounts) => {
    const pathOf = (file: string) => locate(file, { cwd, mounts });
    if (place === undefined || upstreamOf(pathOf(place.file)) === undefined) return false;
    const named = collisions.has(code) ? [...message.matchAll(/`([^`]*)`/g)].map(([, name = '']) => name) : [];
    const isSynced = (file: string) => upstreamOf(pathOf(file)) !== undefined || !existsSync(join(cwd, pathOf(file)));
    return named.every((name) => name.startsWith('/') || isSynced(name)); // `/docs/a` is a URL, not a file
  };
}
