import { hash } from 'node:crypto';

/** Returns the SHA-256 hash in hexadecimal. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data);
