// Matches brackets in JavaScript and JSX without parsing them.
import { indexOfClosing, matchAt } from './search.js';

const brackets: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

export function closingBracket(text: string, offset: number, longest = 5_000): number {
  const nearest = indexOfClosing(text, brackets[text[offset] ?? ''] ?? '', offset + 1);
  if (nearest === -1 || nearest - offset > longest) return -1; // avoids a thousand searches for a thousand unclosed brackets
  const open: string[] = [];
  for (let index = offset; index < text.length && index - offset <= longest; ) {
    const char = text[index] ?? '';
    if (open.at(-1) === '`') {
      if (char === '`') open.pop();
      else if (text.startsWith('${', index)) open.push('}');
      index += char === '\\' || text.startsWith('${', index) ? 2 : 1;
      continue;
    }
    const passed = passOver(text, index);
    if (passed === -1) return -1;
    if (passed !== undefined) {
      index = passed;
      continue;
    }
    if (brackets[char]) open.push(brackets[char]);
    else if (char === '`' && indexOfClosing(text, '`', index + 1) !== -1) open.push(char);
    else if (char === open.at(-1)) {
      open.pop();
      if (open.length === 0) return index + 1;
    }
    index += 1;
  }
  return -1;
}

export function openingBracket(text: string, offset: number, end: number): number {
  for (let index = offset; index < end; ) {
    if (brackets[text[index] ?? '']) return index;
    const passed = passOver(text, index);
    if (passed === -1) return -1;
    index = passed ?? index + 1;
  }
  return -1;
}

const quoted = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/y;

/** Returns the offset after a string, comment or regular expression. Undefined if there is none, -1 if it doesn't end. */
function passOver(text: string, offset: number): number | undefined {
  const char = text[offset];
  if (char === '"' || char === "'") return matchAt(quoted, text, offset) ? quoted.lastIndex : undefined; // undefined: an apostrophe
  if (char !== '/') return undefined;
  if (text[offset + 1] === '*') {
    const end = indexOfClosing(text, '*/', offset + 2);
    return end === -1 ? -1 : end + 2;
  }
  if (text[offset + 1] === '/') {
    if (text[offset - 1] === ':') return undefined; // a URL in text
    const end = indexOfClosing(text, '\n', offset);
    return end === -1 ? text.length : end;
  }
  return closingSlash(text, offset);
}

const beforeValue = /(?:[(,=:[!&|?{;+*%~^-]|=>|(?:^|[^\w$.])(?:return|typeof|case|in|of))$/;

const regularExpression = /^\/(?:[^/\\[\n]|\\[\s\S]|\[(?:[^\]\\\n]|\\[\s\S])*\])*\//;
const maxExpressionChars = 1_000;

function closingSlash(text: string, offset: number): number | undefined {
  let before = offset;
  while (before > 0 && offset - before < 100 && /\s/.test(text[before - 1] ?? '')) before -= 1;
  if (!beforeValue.test(text.slice(Math.max(0, before - 10), before))) return undefined;
  const end = regularExpression.exec(text.slice(offset, offset + maxExpressionChars))?.[0].length;
  return end === undefined ? -1 : offset + end;
}
