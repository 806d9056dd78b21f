// Faults before they have lines: rules give offsets, and only the files that have faults are read once more.
import type { Diagnostic, Place, Point } from '../../model/diagnostics/diagnostic.js';
import { textOf } from './folder.js';

export interface Fault {
  /** From the folder; undefined for the site as a whole. */
  readonly file: string | undefined;
  /** In UTF-16 units from 0, or a place that is known already. */
  readonly at: number | Point | undefined;
  readonly make: (place?: Place) => Diagnostic;
}

/** Pages on which the same fault is reported before it is reported once for all of them: a broken link in the frame is on every page. */
const mostRepeated = 5;

/** Faults as diagnostics; `shown` is the folder as messages have it. */
export function placed(dir: string, shown: string, faults: readonly Fault[], { all }: { all: boolean }): Diagnostic[] {
  const byFile = new Map<string | undefined, Fault[]>();
  for (const { fault, others } of all ? faults.map((fault) => ({ fault, others: 0 })) : once(faults)) {
    const list = byFile.get(fault.file) ?? [];
    list.push(others === 0 ? fault : { ...fault, make: (place) => withOthers(fault.make(place), others) });
    byFile.set(fault.file, list);
  }
  return [...byFile].flatMap(([file, ofFile]) => {
    if (file === undefined) return ofFile.map(({ make }) => make());
    const pointAt = ofFile.some(({ at }) => typeof at === 'number') ? pointsOf(textOf(dir, file)) : undefined;
    const path = shown === '' ? file : `${shown}/${file}`;
    return ofFile.map(({ at, make }) => {
      const start = typeof at === 'number' ? pointAt?.(at) : at;
      return make({ file: path, ...(start && { start }) });
    });
  });
}

function once(faults: readonly Fault[]): { fault: Fault; others: number }[] {
  const groups = new Map<string, Fault[]>();
  for (const fault of faults) {
    const { code, message } = fault.make();
    const key = `${code} ${message}`;
    const group = groups.get(key);
    if (group) group.push(fault);
    else groups.set(key, [fault]);
  }
  return [...groups.values()].flatMap((group) => {
    const files = new Set(group.map(({ file }) => file)).size;
    const [first] = group;
    const isPlaceless = first?.file === undefined;
    if (!first || isPlaceless || files <= mostRepeated || !first.make().message.includes('`'))
      return group.map((fault) => ({ fault, others: 0 }));
    return [{ fault: first, others: files - 1 }];
  });
}

function withOthers(diagnostic: Diagnostic, others: number): Diagnostic {
  return { ...diagnostic, message: `${diagnostic.message}, here and on ${others.toLocaleString('en-US')} other pages` };
}

/** Offset → line and column from 1, by the lines of a text. */
function pointsOf(text: string): (offset: number) => Point {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
