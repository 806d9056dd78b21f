// Decodes and cleans untrusted text: replaces characters that HTML can't contain.
import { isUtf8 } from 'node:buffer';
import { once } from 'lodash-es';
import {
  type Checked,
  type Diagnostic,
  type Place,
  pointsOf,
  problem,
  unicodeName,
} from '../diagnostics/diagnostic.js';
import { isRecord } from './plain-data.js';

// Characters that HTML can't contain: C0 except tab and line ends, DEL, C1, lone surrogates and noncharacters.
const forbiddenPattern = String.raw`\p{Cs}|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Noncharacter_Code_Point}`;
const forbidden = {
  // Fast first test without `u`: matches forbidden characters and some others, which most texts don't contain.
  suspect: /[^\t\n\r -~\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd]/,
  pattern: new RegExp(forbiddenPattern, 'gu'),
};
const forbiddenInName: typeof forbidden = {
  suspect: /[^ -~\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd]/,
  pattern: new RegExp(`${forbiddenPattern}|[\\t\\n\\r]`, 'gu'),
};

/** Text without forbidden characters, and what was replaced by U+FFFD. */
export interface Cleaned<T> {
  readonly value: T;
  /** The first replaced character, if there is one. */
  readonly codePoint: number | undefined;
  readonly count: number;
}

/** Cleans the path of a file for ids, URLs and labels. Line ends are removed too. */
export const cleanName = (name: string): Cleaned<string> => replaceAll(name, forbiddenInName);

/**
 * Cleans all strings in parsed data, including keys, because escapes such as `"\0"` bring back characters that were replaced when the file
 * was read. Line ends become `\n`. Returns the same object if nothing changes.
 */
export function cleanStrings<T>(data: T): Cleaned<T> {
  let codePoint: number | undefined;
  let count = 0;
  let isSame = true;
  const cleanText = (text: string): string => {
    const cleaned = replaceAll(text.replace(/\r\n?/g, '\n'), forbidden);
    isSame &&= cleaned.value === text;
    codePoint ??= cleaned.codePoint;
    count += cleaned.count;
    return cleaned.value;
  };
  const value = mapStrings(data, cleanText);
  return { value: isSame ? data : value, codePoint, count };
}

/** Returns a copy of data with every string in it changed, including keys. */
export function mapStrings<T>(data: T, change: (text: string) => string): T {
  const copy = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value);
    if (Array.isArray(value)) return value.map(copy);
    const isPlain = isRecord(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value));
    if (!isPlain) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), copy(item)]));
  };
  return copy(data) as T;
}

/** Reports characters that were replaced, if there are any. Diagnostics: DG304. */
export function reportCleaned({ codePoint, count }: Cleaned<unknown>, place: Place | undefined): Diagnostic[] {
  return codePoint === undefined
    ? []
    : [problem.controlCharacter({ character: unicodeName(codePoint), count: count > 1 ? count : undefined }, place)];
}

function replaceAll(text: string, { suspect, pattern }: typeof forbidden): Cleaned<string> {
  const found = suspect.test(text) ? text.match(pattern) : null;
  if (!found) return { value: text, codePoint: undefined, count: 0 };
  return { value: text.replace(pattern, '\ufffd'), codePoint: found[0].codePointAt(0), count: found.length };
}

/**
 * Decodes a file. Removes a byte order mark and terminal colors. Line ends become `\n`, invalid bytes and control characters U+FFFD.
 * Diagnostics: DG303, DG304, at most one of each per file.
 */
export function decodeText(bytes: Uint8Array, file: string): Checked<string> {
  const diagnostics: Diagnostic[] = [];
  const raw = decodeBytes(bytes);
  if (raw.fault) diagnostics.push(problem.notUtf8(raw.fault, placeAt(file, raw.text, raw.text.indexOf('�'))));
  const text = raw.text.replace(/^\ufeff|\u001b\[[\d;]{0,20}m/g, '').replace(/\r\n?/g, '\n');
  const cleaned = replaceAll(text, forbidden);
  if (cleaned.count > 0)
    diagnostics.push(...reportCleaned(cleaned, placeAt(file, text, text.search(forbidden.pattern))));
  return { value: cleaned.value, diagnostics };
}

function placeAt(file: string, text: string, offset: number): Place {
  return { file, start: pointsOf(text, '\n')(Math.max(0, offset)) };
}

const hexByte = (bytes: Uint8Array, offset: number) =>
  `0x${(bytes[offset] ?? 0).toString(16).padStart(2, '0').toUpperCase()}`;

const byteOrderMarks: Readonly<Record<string, string>> = { '0xFF 0xFE': 'utf-16le', '0xFE 0xFF': 'utf-16be' };

function decodeBytes(bytes: Uint8Array): { text: string; fault?: { byte: string; offset: number; guess: string } } {
  if (isUtf8(bytes)) return { text: new TextDecoder().decode(bytes) };
  const utf16 = byteOrderMarks[`${hexByte(bytes, 0)} ${hexByte(bytes, 1)}`];
  if (utf16) {
    const fault = { byte: hexByte(bytes, 0), offset: 0, guess: utf16.toUpperCase() };
    return { text: new TextDecoder(utf16).decode(bytes), fault };
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const offset = firstBadByte(text, bytes);
  const guess = bytes.includes(0) ? 'a binary file or UTF-16' : 'Latin-1';
  return { text, fault: { byte: hexByte(bytes, offset), offset, guess } };
}

/** Returns the offset of the first byte that is invalid in UTF-8. */
function firstBadByte(text: string, bytes: Uint8Array): number {
  let offset = 0;
  for (const char of text) {
    const isWritten = bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd;
    if (char === '�' && !isWritten) break;
    offset += Buffer.byteLength(char);
  }
  return offset;
}

const english = once(() => new Intl.Collator('en'));

/** Compares by the rules of English, independent of the machine's locale. The first call loads them, which takes 10 ms. */
export const compareInEnglish = (a: string, b: string): number => english().compare(a, b);

/** Returns the name of a Vue component from its tag: `MyPart` for `my-part`. */
export const vueName = (tag: string): string =>
  /^[a-z]\w*-/.test(tag) ? tag.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()) : tag;
