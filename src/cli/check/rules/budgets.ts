// How large pages and the site may be.
import { pageTooLarge, siteTooLarge } from '../../../model/diagnostics/check.js';
import type { Fault } from '../faults.js';
import { isPage, type SiteFile } from '../folder.js';

export interface Budgets {
  /** In units of 1,000 bytes. */
  readonly pageKb: number | undefined;
  /** In units of 1,000,000 bytes. */
  readonly totalMb: number | undefined;
}

/** In megabytes; GitHub Pages takes a gigabyte. */
const nearLimitOfPages = 900;

export function budgetFaults(files: readonly SiteFile[], { pageKb, totalMb = nearLimitOfPages }: Budgets): Fault[] {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const mb = Math.ceil(total / 1e6);
  const site: Fault[] =
    total > totalMb * 1e6 ? [{ file: undefined, at: undefined, make: () => siteTooLarge({ mb, limit: totalMb }) }] : [];
  if (pageKb === undefined) return site;
  const large = files.filter(({ path, bytes }) => isPage(path) && bytes > pageKb * 1000);
  return [
    ...site,
    ...large.map(({ path, bytes }): Fault => {
      const data = { kb: Math.ceil(bytes / 1000), limit: pageKb };
      return { file: path, at: undefined, make: (place) => pageTooLarge(data, place) };
    }),
  ];
}
