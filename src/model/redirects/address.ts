// The address from which a redirect leads, as authors write it: hostile, since every author of a page may.
import { posix } from 'node:path';
import { decodeAddress, segmentFault } from '../path.js';

/** A path from the root of the site, decoded, without a slash at its end; '' for the root. */
export type SitePath = string;

/** Longest path in bytes, as of a page. */
const longest = 800;

/**
 * Reads a path. A relative one counts from `folder`, a path of the site. Addresses of other hosts, other schemes, queries, control
 * characters and paths that leave the site are faults.
 */
export function readPath(written: string, folder: SitePath): { readonly path: SitePath } | { readonly fault: string } {
  const text = written.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return { fault: 'has a control character' };
  if (text === '') return { fault: 'is empty' };
  if (/^[\\/]{2}/.test(text) || /^[a-z][\w+.-]*:/i.test(text)) return { fault: 'is no path of this site' };
  if (/[?#\\]/.test(text)) return { fault: 'has a character that no path has: `?`, `#` or a backslash' };
  const decoded = decodeAddress(text);
  if (/[\p{Cc}\u2028\u2029*?#\\]/u.test(decoded)) return { fault: 'has an encoded character that no path has' };
  const joined = posix.join('.', decoded.startsWith('/') ? '' : folder, decoded);
  const path = joined === '.' || joined === './' ? '' : joined.replace(/^\/+|\/+$/g, '');
  const segments = path.split('/');
  if (segments.some((segment) => segmentFault(segment) === 'escapes')) return { fault: 'leaves the site' };
  if (segments.some((segment) => segmentFault(segment) === 'too-long') || Buffer.byteLength(path) > longest)
    return { fault: 'is too long' };
  return { path };
}
