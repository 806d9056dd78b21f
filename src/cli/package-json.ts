import { readFileSync } from 'node:fs';
import { packageFile } from '../model/package-file.js';

/** What this package says of itself. */
export function readPackage(): {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly homepage?: string;
} {
  return JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
}
