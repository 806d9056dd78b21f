// Which files of the content may be published by how their bytes begin; the names are judged by the model. Pure.
import { isPlainSvg } from './svg.js';

/** Why the bytes of a file are not what its extension says, as far as that is dangerous; undefined where they may be published. */
export function contentFault(bytes: Uint8Array, extension: string): 'markup' | 'active-svg' | undefined {
  if (extension === '.svg') return isPlainSvg(bytes) ? undefined : 'active-svg';
  // A browser that is told no type, or told to look, takes for HTML or XML what begins as a tag, behind a byte order mark and spaces.
  // Byte by byte and past any NUL, it reads the same in UTF-8 and both forms of UTF-16.
  const start = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  return /^(?:[\s\p{Cc}]|\xef\xbb\xbf|\xff\xfe|\xfe\xff)*<\0*[a-z!?/]/iu.test(start) ? 'markup' : undefined;
}
