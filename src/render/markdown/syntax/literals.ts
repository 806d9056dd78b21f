// Parses literals without executing code: `'text'`, `"text"`, a template without `${`, numbers, true, false, null, and lists and objects of these, as in JSON5.
import JSON5 from 'json5';
import { cleanStrings } from '../../../model/input/text.js';

export type Literal = { readonly value: unknown } | undefined;

const quoted = /^(?:'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"|`(?:[^`\\$]|\\[\s\S]|\$(?!\{))*`)$/;

export function parseLiteral(expression: string): Literal {
  const text = expression.trim();
  if (quoted.test(text)) return cleaned(unescapeText(text.slice(1, -1)));
  if (text === 'undefined') return { value: null };
  if (!/^(?:[[{+-]|\.?\d|(?:true|false|null)$)/.test(text)) return undefined;
  try {
    const value: unknown = JSON5.parse(withoutSeparators(text));
    return isPlain(value) ? cleaned(value) : undefined;
  } catch {
    return undefined;
  }
}

/** Removes characters that are not allowed in pages. */
const cleaned = (value: unknown): Literal => ({ value: cleanStrings(value).value });

/** Escapes line separators in strings, because JSON5 prints a warning about them. */
const withoutSeparators = (text: string) =>
  text.replace(/\\[\s\S]|[\u2028\u2029]/g, (piece) => {
    if (!/[\u2028\u2029]/.test(piece)) return piece;
    return piece.startsWith('\\') ? '' : `\\u${piece.charCodeAt(0).toString(16)}`;
  });

function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isPlain);
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
