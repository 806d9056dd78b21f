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

// What HTML cannot contain: C0 except tab and line ends, DEL, C1, lone surrogates and noncharacters.
const forbiddenPattern = String.raw`\p{Cs}|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Noncharacter_Code_Point}`;
const forbidden = {
  // Each of them, and some others: without `u` a pattern is fast, and most texts hold nothing of it.
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

/** The path of a file as a reader sees it, in ids, addresses and labels: a name may not hold line ends either. */
export const cleanName = (name: string): Cleaned<string> => replaceAll(name, forbiddenInName);

/**
 * Data that a parser made of a file, with every string in it cleaned, keys as well: escapes such as `"\0"` bring back what reading
 * the file had replaced. Line ends become `\n`. What needs no cleaning is the same object.
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

/** Returns a copy of data that was cut from a text. V8's substrings are views that keep the entire text in memory. */
export const withOwnStrings = <T>(data: T): T => mapStrings(data, (text) => Buffer.from(text).toString());

/** Returns a copy of data with every string in it changed, keys as well. */
function mapStrings<T>(data: T, change: (text: string) => string): T {
  const copy = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value);
    if (Array.isArray(value)) return value.map(copy);
    const isPlain = isRecord(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value));
    if (!isPlain) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), copy(item)]));
  };
  return copy(data) as T;
}

/** DG304 for what was replaced, if anything was. */
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
 * Bytes of a file as text: without a byte order mark and colors of a terminal, with `\n` as line end, bad bytes and control characters as U+FFFD.
 * Diagnostics: DG303, DG304, each once a file.
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

/** Offset of the first byte that became U+FFFD though the file does not hold that character. */
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

/** Compares by the rules of English, whatever the locale of the machine. Loads them when it is first called, which takes 10 ms. */
export const compareInEnglish = (a: string, b: string): number => english().compare(a, b);

/** The name of a component of Vue: its tag can be `my-part` for `MyPart`. */
export const vueName = (tag: string): string =>
  /^[a-z]\w*-/.test(tag) ? tag.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()) : tag;
