// Cheap checks before a text is parsed: what a few bytes of hostile Markdown could make of the machine's memory.

import { CodeLines } from './syntax/code-lines.js';

const mostCells = 200_000;
const deepestQuote = 100;
const delimiterRow = /^[ \t>]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;

const tooDeep = new RegExp(`^(?:[ \\t]*>){${deepestQuote + 1}}`, 'm');

/** Of one block: what the parser holds for each is much, and grows with those before it. */
const mostReferences = 100_000;

/**
 * Of one text: the parser looks for an e-mail address from each underscore to the end of its word. Measured: 100 KB of `a_` are 5 billion
 * steps, and take 2 seconds.
 */
const mostSteps = 250_000_000;
/** Shorter lines are not counted: they take at most a thousand steps a character. */
const longLine = 2_000;

/** Characters that the parser passes over to find e-mail addresses; in code none is looked for. */
function emailSteps(text: string): number {
  const lines = new CodeLines(true);
  let steps = 0;
  for (const line of text.split('\n')) {
    if (lines.follow(line).isCode || line.length < longLine) continue;
    for (const [word] of line.matchAll(/[\w.+-]+/g)) steps += count('_', word) * word.length;
  }
  return steps;
}

/** Why a text is not parsed, or undefined. */
export function limitFault(text: string): string | undefined {
  if (count('>', text) > deepestQuote && tooDeep.test(text))
    return `quotes are nested over ${deepestQuote} levels deep`;
  const hasTooMany = (block: string) => count('&', block, /^[#a-z]/i) > mostReferences;
  if (hasTooMany(text) && text.split(/\n[ \t]*\r?\n/).some(hasTooMany))
    return `a block has over ${mostReferences} character references`;
  if (hasLongLine(text) && text.includes('_') && emailSteps(text) > mostSteps)
    return 'its words have too many underscores';
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

function hasLongLine(text: string): boolean {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    if ((end === -1 ? text.length : end) - start >= longLine) return true;
    start = end === -1 ? text.length : end + 1;
  }
  return false;
}

/** How often a sign stands in a text, with such a character behind it. */
function count(sign: string, text: string, behind = /^/): number {
  let found = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1))
    if (behind.test(text.charAt(at + 1))) found += 1;
  return found;
}
