// What of a file of the content may be published, by its bytes; the names are judged by the model. Pure.
import { printSvg } from '../../svg/print.js';

/** Bytes that may be published. */
export interface SafeContent {
  /** Those of the file, or an SVG printed anew. */
  readonly bytes: Uint8Array;
  /** What an SVG lost. */
  readonly dropped: readonly string[];
}

/** Why nothing of a file is published: it begins as markup, or is an SVG with a fault. */
export interface ContentFault {
  readonly fault: string;
  readonly isMarkup: boolean;
}

/** What of a file with this extension (with its dot) is published. */
export function safeContent(bytes: Uint8Array, extension: string): SafeContent | ContentFault {
  if (extension === '.svg') {
    const printed = printSvg(bytes);
    if ('fault' in printed) return { fault: printed.fault, isMarkup: false };
    return { bytes: Buffer.from(printed.svg), dropped: printed.dropped };
  }
  return beginsAsMarkup(bytes) ? { fault: 'begins as markup', isMarkup: true } : { bytes, dropped: [] };
}

/**
 * A browser that is told no type, or told to look, takes for HTML or XML what begins as a tag, behind a byte order mark and spaces.
 * Byte by byte and past any NUL, it reads the same in UTF-8 and both forms of UTF-16.
 */
export function beginsAsMarkup(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  return /^(?:[\s\p{Cc}]|\xef\xbb\xbf|\xff\xfe|\xfe\xff)*<\0*[a-z!?/]/iu.test(start);
}
