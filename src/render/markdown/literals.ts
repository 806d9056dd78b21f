// Values that a text gives without being run: `'text'`, `"text"`, a template without `${`, numbers, true, false, null, and lists and
// maps of those. Anything else is no literal.
import { cleanStrings } from '../../model/text.js';
import { parseYaml } from '../../model/yaml.js';

export type Literal = { readonly value: unknown } | undefined;

const quoted = /^(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\[\s\S]|\$(?!\{))*`)$/;

/** The value of an expression that is a literal. */
export function parseLiteral(expression: string): Literal {
  const text = expression.trim();
  if (quoted.test(text)) return cleanStrings(unescapeText(text.slice(1, -1)));
  if (/^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return { value: Number(text) };
  if (/^(?:true|false)$/.test(text)) return { value: text === 'true' };
  if (text === 'null' || text === 'undefined') return { value: null };
  // A list or map without calls, operators or templates is YAML's flow style.
  if (!/^[[{][\s\S]*[\]}]$/.test(text) || /=>|[()`+;]|\$\{/.test(text.replace(/'[^']*'|"[^"]*"/g, '')))
    return undefined;
  const parsed = parseYaml(text.replace(/,(\s*[\]}])/g, '$1').replace(/([{,]\s*[\w$-]+):(?=\S)/g, '$1: '));
  return 'value' in parsed && isPlain(parsed.value) ? { value: parsed.value } : undefined;
}

function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  return typeof value === 'object' && Object.values(value).every(isPlain);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' };

function unescapeText(text: string): string {
  return text.replace(
    /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([\s\S]))/gi,
    (_, a, b, c, char: string) => {
      const code = Number.parseInt(a ?? b ?? c ?? '', 16);
      if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
      return escapes[char] ?? (char === '\n' ? '' : char);
    },
  );
}

let searched: { readonly text: string; readonly last: Map<string, number> } = { text: '', last: new Map() };

/** `indexOf`, but where a text has the needle no more it says so without looking again: a thousand openings need no thousand searches. */
export function indexOfClosing(text: string, needle: string, from: number): number {
  if (searched.text !== text) searched = { text, last: new Map() };
  let last = searched.last.get(needle);
  if (last === undefined) {
    last = text.lastIndexOf(needle);
    searched.last.set(needle, last);
  }
  return from > last ? -1 : text.indexOf(needle, from);
}

const brackets: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/** Offset behind the bracket that closes the one at `offset`, strings, templates and comments passed over; -1 where none does. */
export function closingBracket(text: string, offset: number, longest = 5_000): number {
  const open: string[] = [];
  for (let index = offset; index < text.length; index += 1) {
    const char = text[index] ?? '';
    if (brackets[char]) open.push(brackets[char]);
    else if (char === open.at(-1)) {
      open.pop();
      if (open.length === 0) return index + 1;
    } else if (char === '"' || char === "'" || char === '`') {
      const end = closingQuote(text, index);
      if (end === -1) continue; // an apostrophe
      index = end - 1;
    } else if (text.startsWith('/*', index)) {
      const end = indexOfClosing(text, '*/', index + 2);
      if (end === -1) return -1;
      index = end + 1;
    }
    if (index - offset > longest) return -1;
  }
  return -1;
}

function closingQuote(text: string, offset: number): number {
  const quote = text[offset];
  for (let index = offset + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === quote) return index + 1;
    else if (text[index] === '\n' && quote !== '`') return -1;
  }
  return -1;
}
