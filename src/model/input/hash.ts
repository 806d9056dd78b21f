import { hash } from 'node:crypto';

/** Returns the SHA-256 hash in hexadecimal. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data);
}
