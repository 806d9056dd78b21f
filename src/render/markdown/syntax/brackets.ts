// Brackets of JavaScript and JSX, followed without parsing either: strings, templates, comments and regular expressions are skipped.
import { indexOfClosing } from './literals.js';

const brackets: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/** Offset behind the bracket that closes the one at `offset`; -1 where none does. */
export function closingBracket(text: string, offset: number, longest = 5_000): number {
  const nearest = indexOfClosing(text, brackets[text[offset] ?? ''] ?? '', offset + 1);
  if (nearest === -1 || nearest - offset > longest) return -1; // so that a thousand brackets alone need no thousand walks
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

/** Offset of the first opening bracket of a statement from `offset` up to `end`; -1 where there is none. */
export function openingBracket(text: string, offset: number, end: number): number {
  for (let index = offset; index < end; ) {
    if (brackets[text[index] ?? '']) return index;
    const passed = passOver(text, index);
    if (passed === -1) return -1;
    index = passed ?? index + 1;
  }
  return -1;
}

/** Offset behind the string, comment or regular expression that begins at an offset; -1 where that does not end. */
function passOver(text: string, offset: number): number | undefined {
  const char = text[offset];
  if (char === '"' || char === "'") {
    const end = closingQuote(text, offset);
    return end === -1 ? undefined : end; // an apostrophe
  }
  if (char !== '/') return undefined;
  if (text[offset + 1] === '*') {
    const end = indexOfClosing(text, '*/', offset + 2);
    return end === -1 ? -1 : end + 2;
  }
  if (text[offset + 1] === '/') {
    if (text[offset - 1] === ':') return undefined; // an address in the text of an element
    const end = indexOfClosing(text, '\n', offset);
    return end === -1 ? text.length : end;
  }
  return closingSlash(text, offset);
}

function closingQuote(text: string, offset: number): number {
  const quote = text[offset];
  for (let index = offset + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === quote) return index + 1;
    else if (text[index] === '\n') return -1;
  }
  return -1;
}

/** What stands before a regular expression, and never before a division or the end of a tag. */
const beforeValue = /(?:[(,=:[!&|?{;+*%~^-]|=>|(?:^|[^\w$.])(?:return|typeof|case|in|of))$/;

const longestExpression = 1_000;

/** Offset behind the regular expression that begins at a slash; undefined where the slash begins none, -1 where it does not end. */
function closingSlash(text: string, offset: number): number | undefined {
  let before = offset;
  while (before > 0 && offset - before < 100 && /\s/.test(text[before - 1] ?? '')) before -= 1;
  if (!beforeValue.test(text.slice(Math.max(0, before - 10), before))) return undefined;
  let isInClass = false;
  for (let index = offset + 1; index - offset < longestExpression && text[index] !== '\n'; index += 1) {
    const char = text[index];
    if (char === '\\') index += 1;
    else if (char === '[') isInClass = true;
    else if (char === ']') isInClass = false;
    else if (char === '/' && !isInClass) return index + 1;
  }
  return -1;
}
