// Cheap checks before a text is parsed: what a few bytes of hostile Markdown could make of the machine's memory.

const mostCells = 200_000;
const deepestQuote = 100;

/** Why a text is not parsed, or undefined. */
export function limitFault(text: string): string | undefined {
  if (new RegExp(`^(?:[ \\t]*>){${deepestQuote + 1}}`, 'm').test(text))
    return `quotes are nested over ${deepestQuote} levels deep`;
  const delimiterRow = /^[ \t>]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/gm;
  for (const row of text.matchAll(delimiterRow)) {
    const columns = row[0].split('|').length;
    // GFM fills short rows up, so that each row has as many cells as the head.
    if (columns * rowsAfter(text, row.index + row[0].length) > mostCells) return `a table has over ${mostCells} cells`;
  }
  return undefined;
}

function rowsAfter(text: string, offset: number): number {
  let rows = 0;
  for (let end = offset; end !== -1 && end < text.length; rows += 1) {
    const next = text.indexOf('\n', end + 1);
    if (text.slice(end, next === -1 ? text.length : next).trim() === '') break;
    end = next;
  }
  return rows;
}
