// Decides by the bytes of a content file whether it can be published. The model checks file names. Pure.
import { printSvg } from '../../svg/print.js';

export interface SafeContent {
  /** The bytes of the file, or a sanitized SVG. */
  readonly bytes: Uint8Array;
  readonly dropped: readonly string[];
}

/** Why a file is not published: it starts as markup, or is an invalid SVG. */
export interface ContentFault {
  readonly fault: string;
  readonly isMarkup: boolean;
}

export function safeContent(bytes: Uint8Array, extension: string): SafeContent | ContentFault {
  if (extension === '.svg') {
    const printed = printSvg(bytes);
    if ('fault' in printed) return { fault: printed.fault, isMarkup: false };
    return { bytes: Buffer.from(printed.svg), dropped: printed.dropped };
  }
  return beginsAsMarkup(bytes) ? { fault: 'starts with markup', isMarkup: true } : { bytes, dropped: [] };
}

/** Whether a browser might sniff the content as HTML or XML. Skips NUL bytes, so it works for UTF-8 and UTF-16. */
export function beginsAsMarkup(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  return /^(?:[\s\p{Cc}]|\xef\xbb\xbf|\xff\xfe|\xfe\xff)*<\0*[a-z!?/]/iu.test(start);
}
