// `docgen.baseline.json` on disk, beside the config.
import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Checked, Diagnostic } from '../model/diagnostics/diagnostic.js';
import { baselineInvalid } from '../model/diagnostics/usage-and-config.js';
import { reasonOf } from '../model/plain-data.js';
import { readRegular } from '../model/regular-file.js';
import { type Baseline, baselineName, formatBaseline, parseBaseline } from '../model/strict/baseline.js';

const largest = 64 * 1024 * 1024;
/** As a file beside the content. */
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
