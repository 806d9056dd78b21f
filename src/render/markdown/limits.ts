// Cheap checks before a text is parsed: what a few bytes of hostile Markdown could make of the machine's memory.

const mostCells = 200_000;
const deepestQuote = 100;
const delimiterRow = /^[ \t>]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;

const tooDeep = new RegExp(`^(?:[ \\t]*>){${deepestQuote + 1}}`, 'm');

/** Of one block: what the parser holds for each is much, and grows with those before it. */
const mostReferences = 100_000;

/** Why a text is not parsed, or undefined. */
export function limitFault(text: string): string | undefined {
  if (count('>', text) > deepestQuote && tooDeep.test(text))
    return `quotes are nested over ${deepestQuote} levels deep`;
  const hasTooMany = (block: string) => count('&', block, /^[#a-z]/i) > mostReferences;
  if (hasTooMany(text) && text.split(/\n[ \t]*\r?\n/).some(hasTooMany))
    return `a block has over ${mostReferences} character references`;
  if ((count('|', text) + 1) * (count('\n', text) + 1) <= mostCells) return undefined;
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

/** How often a sign stands in a text, with such a character behind it. */
function count(sign: string, text: string, behind = /^/): number {
  let found = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1))
    if (behind.test(text.charAt(at + 1))) found += 1;
  return found;
}
