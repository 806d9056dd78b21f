// `$x^2$` and `$$ … $$` in a text, by pandoc's rule: no blank inside the dollars, no digit behind them. Prices and names of variables
// have dollars too: what does not look like a formula is none.
import { indexOfClosing } from '../syntax/literals.js';
import type { Reader } from '../syntax/scan.js';

const longest = { inline: 500, display: 5_000 };
const blankLine = /\n[ \t>]*\n/;

export const math: Reader = {
  first: '$',
  read: (text, offset) => {
    if (/[\w$\\]/.test(text[offset - 1] ?? '')) return undefined;
    return text[offset + 1] === '$' ? readDisplay(text, offset) : readInline(text, offset);
  },
};

function readDisplay(text: string, offset: number): ReturnType<Reader['read']> {
  const close = indexOfClosing(text, '$$', offset + 2);
  if (close === -1 || close - offset > longest.display) return undefined;
  const value = text.slice(offset + 2, close);
  const isAlone = /^\s*\n/.test(value) && /\n[ \t>]*$/.test(value);
  if (blankLine.test(value.trim()) || !(isAlone || isFormula(value))) return undefined;
  const lines = value.includes('\n') && isQuoted(text, offset) ? value.replace(/^[ \t]*(?:>[ \t]?)+/gm, '') : value;
  return { end: close + 2, meaning: { kind: 'math', value: lines.trim(), isDisplay: true } };
}

function isQuoted(text: string, offset: number): boolean {
  return /^[ \t]*>/.test(text.slice(text.lastIndexOf('\n', offset) + 1, offset));
}

function readInline(text: string, offset: number): ReturnType<Reader['read']> {
  const code = /^\$`([^`\n]{1,500})`\$(?!\d)/.exec(text.slice(offset, offset + longest.inline + 6))?.[1]; // as GitHub has it
  if (code !== undefined)
    return { end: offset + code.length + 4, meaning: { kind: 'math', value: code, isDisplay: false } };
  if (/[\s{$]/.test(text[offset + 1] ?? ' ')) return undefined;
  for (let index = offset + 1; index < text.length && index - offset < longest.inline; index += 1) {
    const char = text[index];
    if (char === '`' || (char === '\n' && /^[ \t>]*(?:\n|$)/.test(text.slice(index + 1, index + 20)))) return undefined;
    if (char === '\\') index += 1;
    if (char !== '$') continue;
    const value = text.slice(offset + 1, index);
    const isClosing = !/\s$/.test(value) && !/[\w$]/.test(text[index + 1] ?? '');
    return isClosing && isFormula(value)
      ? { end: index + 1, meaning: { kind: 'math', value, isDisplay: false } }
      : undefined;
  }
  return undefined;
}

/** True for what has a sign of TeX, or is a few letters and digits; false for a word, a name, a sentence. */
function isFormula(value: string): boolean {
  const text = value.trim();
  if (!/[A-Za-z0-9\\]/.test(text) || /^[A-Za-z]{2,}\w{2,}$/.test(text)) return false;
  if (/[\\^_={}<>+]/.test(text)) return true;
  if (/\s/.test(text) && !/[A-Za-z]/.test(text)) return false; // two prices
  return text.length <= 40 && /^(?:[A-Za-z](?![A-Za-z])|[\d\s.,;:!'()[\]|/*-])+$/.test(text);
}
