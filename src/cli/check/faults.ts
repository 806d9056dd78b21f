// Faults with offsets. Only files with faults are read again, for lines and columns.
import { type Diagnostic, pointsOf } from '../../model/diagnostics/diagnostic.js';
import { groupBy } from '../../model/types/group.js';
import { textOf } from './site.js';

export interface Violation {
  readonly diagnostic: Diagnostic;
  /** Undefined for the site as a whole. */
  readonly file: string | undefined;
  /** In UTF-16 units from 0. */
  readonly at: number | undefined;
}

export function fault(diagnostic: Diagnostic, file?: string, at?: number): Violation {
  return { diagnostic, file, at };
}

/** A broken link in the layout is on every page, so it is reported for these pages only. */
const maxRepeated = 5;

/** `shown` is the folder as messages name it. */
export function placed(dir: string, shown: string, faults: readonly Violation[]): Diagnostic[] {
  return [...groupBy(faults, ({ file }) => file)].flatMap(([file, ofFile]) => {
    if (file === undefined) return ofFile.map(({ diagnostic }) => diagnostic);
    const pointAt = pointsOf(ofFile.some(({ at }) => at !== undefined) ? textOf(dir, file) : '');
    const path = shown === '' ? file : `${shown}/${file}`;
    return ofFile.map(({ diagnostic, at }) => ({
      ...diagnostic,
      place: { file: path, ...(at !== undefined && { start: pointAt(at) }) },
    }));
  });
}

/** Replaces a fault of many pages by its first occurrence, which counts the others. */
export function mergeRepeated(faults: readonly Violation[]): Violation[] {
  const groups = groupBy(faults, ({ diagnostic: { code, message } }) => `${code} ${message}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const others = new Set(group.map(({ file }) => file)).size - 1;
    if (!first?.file || others < maxRepeated || !first.diagnostic.message.includes('`')) return group;
    const message = `${first.diagnostic.message}, here and on ${others.toLocaleString('en-US')} other pages`;
    return [{ ...first, diagnostic: { ...first.diagnostic, message } }];
  });
}
