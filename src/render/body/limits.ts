// Cheap checks before a text is parsed: what a few bytes of hostile Markdown could make of the machine's memory.

const mostCells = 200_000;
const deepestQuote = 100;
const delimiterRow = /^[ \t>]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;

const tooDeep = new RegExp(`^(?:[ \\t]*>){${deepestQuote + 1}}`, 'm');

/** Why a text is not parsed, or undefined. */
export function limitFault(text: string): string | undefined {
  if (tooDeep.test(text)) return `quotes are nested over ${deepestQuote} levels deep`;
  // From the last line up, so that it is known how many rows each line has below it.
  let rows = 0;
  for (const line of text.split('\n').reverse()) {
    // GFM fills short rows up, so that each row has as many cells as the head.
    if (rows > 0 && delimiterRow.test(line) && line.split('|').length * rows > mostCells)
      return `a table has over ${mostCells} cells`;
    rows = line.trim() === '' ? 0 : rows + 1;
  }
  return undefined;
}
