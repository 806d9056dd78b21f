// Searches in texts with limited time.

/** Matches a pattern at an offset (flag `y`), or anywhere from there (flag `g`). */
export function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}

let searched: { readonly text: string; readonly last: Map<string, number> } = { text: '', last: new Map() };

/** Returns the next occurrence of a closing. Caches the result, so that a thousand unclosed openings don't cause a thousand searches. */
export function indexOfClosing(text: string, needle: string, from: number): number {
  if (searched.text !== text) searched = { text, last: new Map() };
  let last = searched.last.get(needle);
  if (last === undefined) {
    last = text.lastIndexOf(needle);
    searched.last.set(needle, last);
  }
  return from > last ? -1 : text.indexOf(needle, from);
}

/** Whether an offset is in a line of a block quote, so that the lines after it have `>` before them, too. */
export const isQuoted = (text: string, offset: number): boolean =>
  /^[ \t]*>/.test(text.slice(text.lastIndexOf('\n', offset) + 1, offset));
