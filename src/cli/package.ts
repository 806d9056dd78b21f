import { readFileSync } from 'node:fs';
import { packageFile } from '../model/input/regular-file.js';

interface OwnPackage {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly homepage?: string;
}

export const ownPackage: OwnPackage = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));

/** Below the package's homepage, or a path in its repository. */
export function codePage(code: string, site = ownPackage.homepage): string {
  return site === undefined
    ? `docs/reference/diagnostics/${code}.md`
    : `${site.replace(/\/$/, '')}/reference/diagnostics/${code}/`;
}
