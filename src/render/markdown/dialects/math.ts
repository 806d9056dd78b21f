// Parses formulas `$x^2$` and `$$ … $$` by pandoc's rule: no space inside the dollars, no digit after them. Prices and variable names stay text.
import type { Root, RootContent } from 'mdast';
import { replaceNodes } from '../../base/visit.js';
import type { FormulaNode } from '../syntax/containers.js';
import { type RewrittenLines, rewriteProse } from '../syntax/generator-syntax.js';
import type { SyntaxRule, TokenMatch } from '../syntax/scan.js';
import { indexOfClosing, isQuoted, matchAt } from '../syntax/search.js';

const maxFormulaChars = { inline: 500, display: 5_000 };
const blankLine = /\n[ \t>]*\n/;
const inlineOf = (max: number) =>
  new RegExp(String.raw`\$(?![\s{$])((?:[^\`$\\\n]|\\[\s\S]|\n(?![ \t>]*(?:\n|$))){1,${max}})(?<!\s)\$(?![\w$])`, 'y');
const inline = inlineOf(maxFormulaChars.inline);
/** Matches a formula with a table or another environment, which can be longer. */
const inlineLong = inlineOf(maxFormulaChars.display);

export const math: SyntaxRule = {
  first: '$',
  read: (text, offset) => {
    const isDisplay = text[offset + 1] === '$';
    // In `$$a$$$$b$$`, one formula directly follows another.
    const isBehind = isDisplay && text.slice(Math.max(0, offset - 2), offset) === '$$';
    if (!isBehind && /[\w$\\]/.test(text[offset - 1] ?? '')) return undefined;
    return isDisplay ? readDisplay(text, offset) : readInline(text, offset);
  },
};

function readDisplay(text: string, offset: number): TokenMatch | undefined {
  const close = indexOfClosing(text, '$$', offset + 2);
  if (close === -1 || close - offset > maxFormulaChars.display) return undefined;
  const value = text.slice(offset + 2, close);
  const isAlone = /^\s*\n/.test(value) && /\n[ \t>]*$/.test(value);
  if (blankLine.test(value.trim()) || !(isAlone || isFormula(value))) return undefined;
  const lines = value.includes('\n') && isQuoted(text, offset) ? value.replace(/^[ \t]*(?:>[ \t]?)+/gm, '') : value;
  return { end: close + 2, meaning: { kind: 'math', value: lines.trim(), isDisplay: true } };
}

function readInline(text: string, offset: number): TokenMatch | undefined {
  const code = /^\$`([^`\n]{1,500})`\$(?!\d)/.exec(text.slice(offset, offset + maxFormulaChars.inline + 6))?.[1]; // GitHub's syntax
  if (code !== undefined)
    return { end: offset + code.length + 4, meaning: { kind: 'math', value: code, isDisplay: false } };
  const isLong = text.startsWith('$\\begin{', offset);
  const [whole = '', value = ''] = matchAt(isLong ? inlineLong : inline, text, offset) ?? [];
  const isFound = whole.length <= maxFormulaChars[isLong ? 'display' : 'inline'] && isFormula(value);
  return isFound ? { end: offset + whole.length, meaning: { kind: 'math', value, isDisplay: false } } : undefined;
}

/** Whether a text between dollars is a formula: it has TeX syntax, or is a few letters and digits. Words, names and sentences are not formulas. */
function isFormula(value: string): boolean {
  const text = value.trim();
  if (!/[A-Za-z0-9\\]/.test(text) || /^[A-Za-z]{2,}\w{2,}$|<(?:br\b|\/)/.test(text)) return false;
  if (/[\\^_={}<>+]/.test(text)) return true;
  if (/\s/.test(text) && !/[A-Za-z]/.test(text)) return false; // two prices
  return text.length <= 40 && /^(?:[A-Za-z](?![A-Za-z])|[\d\s.,;:!'()[\]|/*-])+$/.test(text);
}

/** Converts fences with the language `math`, as on GitHub. */
export function readMathFences(tree: Root): void {
  replaceNodes(tree, 'code', ({ lang, value, position }) => {
    if (lang?.toLowerCase() !== 'math') return undefined;
    const formula: FormulaNode = { type: 'formula', value, isDisplay: true, source: value, position };
    return [{ type: 'paragraph', children: [formula], position }] as RootContent[];
  });
}

/** Rewrites formulas in `\( … \)` and `\[ … \]` to dollars. `slashes` is the number of backslashes that the generator requires. */
export function withDollars(text: string, slashes: 1 | 2): RewrittenLines {
  const slash = '\\\\'.repeat(slashes);
  const inner = `(?:[^\`\\\\]|\\\\(?!${slashes === 2 ? '\\\\' : '\\)'}))`;
  const inline = new RegExp(`${slash}\\((${inner}{1,400}?)${slash}\\)`, 'g');
  const display = new RegExp(`${slash}[[\\]](?=[ \\t]*$)|^([ \\t]*)${slash}\\[`, 'g');
  // A formula that ends on the next line moves to its first line.
  const all = text.split('\n');
  const [open, rest] = [
    new RegExp(`${slash}\\((${inner}{1,400})$`),
    new RegExp(`^[ \\t>]*(${inner}{0,400}?${slash}\\))`),
  ];
  const rests = all.map((line, at) => (open.test(line) ? rest.exec(all[at + 1] ?? '') : null));
  return rewriteProse(text, (line, at) =>
    (line.slice(rests[at - 1]?.[0].length ?? 0) + (rests[at] ? ` ${rests[at][1]}` : ''))
      .replace(inline, (_, formula: string) => `$\`${formula.trim()}\`$`)
      .replace(display, (_, space = '') => `${space}$$`),
  );
}
