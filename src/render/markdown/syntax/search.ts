// Searches in texts and sorted lists.

/** At an offset (flag `y`), or from there on (flag `g`). */
export function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}

let searched: { readonly text: string; readonly last: Map<string, number> } = { text: '', last: new Map() };

/** Remembers the last occurrence: a thousand unclosed openings don't cause a thousand searches. */
export function indexOfClosing(text: string, needle: string, from: number): number {
  if (searched.text !== text) searched = { text, last: new Map() };
  let last = searched.last.get(needle);
  if (last === undefined) {
    last = text.lastIndexOf(needle);
    searched.last.set(needle, last);
  }
  return from > last ? -1 : text.indexOf(needle, from);
}

/** Binary search for the first index that doesn't satisfy a condition. */
export function partitionPoint(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
