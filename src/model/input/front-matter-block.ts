// Front matter in TOML and JSON, as Hugo's projects write it.
import { parse, TomlError } from 'smol-toml';
import { attempt } from '../types/attempt.js';
import { isRecord, plainData, reasonOf } from './plain-data.js';
import { cleanStrings } from './text.js';
import { parseYaml, type YamlResult } from './yaml.js';

/** Parses TOML as plain data. Dates are text. */
export function parseToml(text: string): YamlResult {
  try {
    return resultOf(JSON.parse(JSON.stringify(parse(text))));
  } catch (error) {
    const [line, column] = error instanceof TomlError ? [error.line, error.column] : [1, 1];
    const reason = error instanceof RangeError ? 'it is nested too deeply' : reasonOf(error);
    return { fault: { kind: 'syntax', reason, line, column } };
  }
}

export const maxBlockChars = 64 * 1024;

/** Maximum number of lines at which a JSON object can end. */
const maxEnds = 20;

/** Returns the result for front matter that can't be read as a whole. The text stays. */
const unread = (text: string, reason: string) => {
  const fault = { kind: 'syntax', reason, line: 1, column: 1 } as const;
  return { block: '', body: text, result: { fault } };
};

/** Matches the opening of TOML, whose first key can follow it, and of YAML in a comment. */
const openings = /^\s*(?:\+\+\+(?=[ \t]*(?:\r?\n|[\w-]+[ \t]*=))|(<!--)[ \t]*\r?\n---(?=[ \t]*\r?\n))/;

/**
 * Splits a text that begins with TOML between lines `+++`, with YAML in a comment, or with a JSON object that ends with a line `}`, into `block`, the
 * text between the delimiters from the line break of the opening line, and `body`. Undefined for others.
 */
export function readOtherBlock(text: string) {
  // Older versions of Hugo also read front matter between lines `---` in a comment, which GitHub does not show.
  const [opening, comment] = openings.exec(text) ?? [];
  if (opening !== undefined) {
    const rest = text.slice(opening.length);
    const end = (comment ? /\n---[ \t]*\r?\n\s*-->[ \t]*(?:\r?\n|$)/ : /\n\+\+\+[ \t]*(?:\r?\n|$)/).exec(rest);
    if (!end) return comment ? undefined : unread(text, 'TOML has no closing line `+++`');
    const block = opening.replace(/[^\n]+/g, '') + rest.slice(0, end.index);
    const read = block.length > maxBlockChars ? '' : block;
    return { block, body: rest.slice(end.index + end[0].length), result: comment ? parseYaml(read) : parseToml(read) };
  }
  if (!/^\{[ \t]*\r?\n\s*["}]/.test(text)) return undefined;
  // A line that starts with `}` can also be the end of an inner object.
  const lines = text.slice(0, maxBlockChars).matchAll(/\n\}+/g);
  const ends = Array.from(lines, ({ index, 0: { length } }) => index + length).slice(0, maxEnds);
  if (ends.length === 0) ends.push(text.indexOf('\n}') + 2);
  if (ends[0] === 1) return unread(text, 'the JSON object has no closing line `}`');
  for (const end of ends) {
    const value = attempt((): unknown => JSON.parse(end > maxBlockChars ? '{}' : text.slice(0, end)));
    const body = text.slice(end).replace(/^[ \t]*\r?\n/, '');
    if (isRecord(value)) return { block: text.slice(1, end - 1), body, result: resultOf(value) };
  }
  return unread(text, 'the JSON object is not valid');
}

/** Returns a value, or a fault if it is nested too deep. */
function resultOf(value: unknown): YamlResult {
  const data = plainData(value);
  if ('fault' in data) return { fault: { kind: 'syntax', reason: data.fault.reason, line: 1, column: 1 } };
  const cleaned = cleanStrings(data.value);
  return { value: cleaned.value, duplicates: [], cleaned };
}

/** Returns the values of the front matter of a text, none if it can't be read. */
export function frontMatterValues(text: string): Readonly<Record<string, unknown>> {
  const end = text.startsWith('---\n') ? text.slice(0, maxBlockChars).indexOf('\n---', 3) : -1;
  const result = readOtherBlock(text)?.result ?? (end === -1 ? undefined : parseYaml(text.slice(4, end + 1)));
  return result && 'value' in result && isRecord(result.value) ? result.value : {};
}
