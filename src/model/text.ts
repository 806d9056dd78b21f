import { isUtf8 } from 'node:buffer';
import { controlCharacter, notUtf8 } from './catalogue.js';
import type { Checked, Diagnostic, Place } from './diagnostic.js';

// Everything that HTML cannot carry: C0 but tab and line ends, DEL, and the two code points that are no characters.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

/**
 * Bytes of a file as text: without a byte order mark, with `\n` as line end, bad bytes and control characters as U+FFFD.
 * Diagnostics: DG303, DG304, each once a file.
 */
export function decodeText(bytes: Uint8Array, file: string): Checked<string> {
  const diagnostics: Diagnostic[] = [];
  const raw = decode(bytes);
  if (raw.fault) diagnostics.push(notUtf8(raw.fault, placeAt(file, raw.text, raw.text.indexOf('�'))));
  const text = raw.text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const controls = text.match(forbidden);
  if (!controls) return { value: text, diagnostics };
  const codePoint = controls[0].codePointAt(0) ?? 0;
  diagnostics.push(
    controlCharacter({ codePoint, count: controls.length }, placeAt(file, text, text.search(forbidden))),
  );
  return { value: text.replace(forbidden, '�'), diagnostics };
}

function placeAt(file: string, text: string, offset: number): Place {
  const lines = text.slice(0, Math.max(0, offset)).split('\n');
  return { file, start: { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 } };
}

function decode(bytes: Uint8Array): { text: string; fault?: { byte: number; offset: number; guess: string } } {
  if (isUtf8(bytes)) return { text: new TextDecoder().decode(bytes) };
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined;
  if (utf16) {
    return {
      text: new TextDecoder(utf16).decode(bytes),
      fault: { byte: bytes[0] ?? 0, offset: 0, guess: utf16.toUpperCase() },
    };
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const offset = firstBadByte(text, bytes);
  const guess = bytes.includes(0) ? 'a binary file or UTF-16' : 'Latin-1';
  return { text, fault: { byte: bytes[offset] ?? 0, offset, guess } };
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
