// Cheap checks before a text is parsed: a few bytes of untrusted Markdown could use up the memory of the machine.

import { CodeLines } from './syntax/code-lines.js';

const maxCells = 200_000;
const maxQuoteDepth = 100;
const delimiterRow = /^[ \t>]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;

const tooDeep = new RegExp(`^(?:[ \\t]*>){${maxQuoteDepth + 1}}`, 'm');

/** References in one block. The memory for each grows with the number of those before it. */
const maxReferences = 100_000;

/** Steps to find e-mail addresses, from each underscore to the end of its word. 100 KB of `a_` are 5 billion steps, and take 2 seconds. */
const maxSteps = 250_000_000;
/** Shorter lines take at most a thousand steps per character. */
const minCountedLineChars = 2_000;

function emailSteps(text: string): number {
  const all = text.split('\n');
  if (all.every((line) => line.length < minCountedLineChars)) return 0;
  const lines = new CodeLines(true);
  let steps = 0;
  for (const line of all) {
    if (lines.follow(line).isCode || line.length < minCountedLineChars) continue;
    for (const [word] of line.matchAll(/[\w.+-]+/g)) steps += count('_', word) * word.length;
  }
  return steps;
}

/** Returns why a text can't be parsed, or undefined. */
export function limitFault(text: string): string | undefined {
  if (count('>', text) > maxQuoteDepth && tooDeep.test(text))
    return `quotes are nested over ${maxQuoteDepth} levels deep`;
  const hasTooMany = (block: string) => count('&', block, /^[#a-z]/i) > maxReferences;
  if (hasTooMany(text) && text.split(/\n[ \t]*\r?\n/).some(hasTooMany))
    return `a block has over ${maxReferences} character references`;
  if (text.includes('_') && emailSteps(text) > maxSteps) return 'its words have too many underscores';
  if ((count('|', text) + 1) * (count('\n', text) + 1) <= maxCells) return undefined;
  // Goes from the last line up, to know the number of rows below each line.
  let rows = 0;
  for (const line of text.split('\n').reverse()) {
    // GFM fills short rows, so that each row has as many cells as the header.
    if (rows > 0 && delimiterRow.test(line) && line.split('|').length * rows > maxCells)
      return `a table has over ${maxCells} cells`;
    rows = line.trim() === '' ? 0 : rows + 1;
  }
  return undefined;
}

function count(sign: string, text: string, behind = /^/): number {
  let found = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1))
    if (behind.test(text.charAt(at + 1))) found += 1;
  return found;
}
