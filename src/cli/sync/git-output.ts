// What git prints with `-z`.
import { isUtf8 } from 'node:buffer';

/**
 * The entries that end with NUL, as texts. In an entry that is not UTF-8 each byte of more than ASCII is `\\xe9`: a file of that name
 * is not gathered, as none with a backslash is, and two such names stay two.
 */
export function entriesOf(output: Buffer): string[] {
  const entries = isUtf8(output)
    ? output.toString().split('\0')
    : output
        .toString('latin1')
        .split('\0')
        .map((entry) => {
          const bytes = Buffer.from(entry, 'latin1');
          if (isUtf8(bytes)) return bytes.toString();
          return entry.replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
        });
  return entries.slice(0, -1);
}
