// Where the documentation of a diagnostic's code is.
import { readPackage } from './package-json.js';

const { homepage } = readPackage();

/** Address of the page of a code below the package's homepage; a path of docgen's repository where the package names none. */
export function codePage(code: string, site: string | undefined = homepage): string {
  return site === undefined
    ? `docs/reference/diagnostics/${code}.md`
    : `${site.replace(/\/$/, '')}/reference/diagnostics/${code}/`;
}
