// docgen's own package: its version, and where its documentation is.
import { readFileSync } from 'node:fs';
import { packageFile } from '../model/input/package-file.js';

interface OwnPackage {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly homepage?: string;
}

/** This package's package.json. */
export const ownPackage: OwnPackage = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));

/** Returns the URL of a code's page below the package's homepage, or a path in docgen's repository if the package has none. */
export function codePage(code: string, site = ownPackage.homepage): string {
  return site === undefined
    ? `docs/reference/diagnostics/${code}.md`
    : `${site.replace(/\/$/, '')}/reference/diagnostics/${code}/`;
}
