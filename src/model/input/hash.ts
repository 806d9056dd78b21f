import { hash } from 'node:crypto';

/** The hash in hexadecimal. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data);
}
