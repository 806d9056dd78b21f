// The rules that a built folder alone can break.
import { problem } from '../../../model/diagnostics/diagnostic.js';
import { fault, type Violation } from '../faults.js';
import { isPage, type SiteFile } from '../folder.js';
import type { BuiltFolder, PageFacts, SiteFacts } from '../site.js';
import { brokenAnchors, brokenLinks, openNear } from './links.js';
import { redirectFaults } from './redirects.js';

interface CheckOptions {
  /** Units of 1,000 bytes. */
  readonly pageKb: number | undefined;
  /** Units of 1,000,000 bytes. */
  readonly totalMb: number | undefined;
  /** Whether scripts, forms and handlers are faults. */
  readonly isPlain: boolean;
}

export function faultsOf(
  folder: BuiltFolder,
  { pages, styles, linked }: SiteFacts,
  options: CheckOptions,
): Violation[] {
  const { files, unread, site, redirects, resolve } = folder;
  const near = openNear(site);
  const targets = [
    ...pages.map(({ refresh }) => refresh?.target),
    ...redirects.rules.map(({ to }) => resolve(to, 'index.html')),
  ];
  const redirected = targets.flatMap((target) => (target?.kind === 'file' ? target.path : []));
  const reached = new Set([...linked, ...redirected]);
  return [
    ...unread.map(({ path, reason }) => fault(problem.unreadFile({ reason }), path)),
    ...brokenLinks([...pages, ...styles], near),
    ...brokenAnchors(pages),
    ...redirectFaults(pages, folder, near),
    ...pages.flatMap((page) => pageFaults(page, reached.has(page.path), options.isPlain)),
    ...sizeFaults(files, options),
  ];
}

const isOfHost = (path: string) => /(?:^|\/)(?:404|500|50x|offline)(?:\/index)?\.html?$/i.test(path);

const isMissing = (text = '') => text.trim() === '';

function pageFaults(page: PageFacts, isReached: boolean, isPlain: boolean): Violation[] {
  const { path, headOffset, htmlOffset } = page;
  const isRead = page.isDocument && !page.refresh;
  const isSearched = isRead && !page.isNoIndex && !isOfHost(path);
  const isOrphan = isSearched && !isReached && !/^index\.html?$/i.test(path);
  return [
    ...(isRead && isMissing(page.title) ? [fault(problem.titleMissing({}), path, headOffset)] : []),
    ...(isRead && isMissing(page.lang) ? [fault(problem.langMissing({}), path, htmlOffset)] : []),
    ...(isSearched && isMissing(page.description) ? [fault(problem.descriptionMissing({}), path, headOffset)] : []),
    ...(isOrphan ? [fault(problem.orphanPage({ page: path }), path)] : []),
    ...page.problems.flatMap(({ kind, text, offset }) => {
      if (kind === 'id') return fault(problem.duplicateId({ id: text }), path, offset);
      if (kind === 'alt') return fault(problem.altMissing({}), path, offset);
      return isPlain ? fault(problem.activeMarkup({ what: text }), path, offset) : [];
    }),
  ];
}

/** GitHub Pages accepts 1,000 MB. */
const nearLimitOfPages = 900;

function sizeFaults(
  files: readonly SiteFile[],
  { pageKb = Infinity, totalMb = nearLimitOfPages }: CheckOptions,
): Violation[] {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const large = files.filter(({ path, bytes }) => isPage(path) && bytes > pageKb * 1000);
  return [
    ...(total > totalMb * 1e6 ? [fault(problem.siteTooLarge({ mb: Math.ceil(total / 1e6), limit: totalMb }))] : []),
    ...large.map(({ path, bytes }) =>
      fault(problem.pageTooLarge({ kb: Math.ceil(bytes / 1000), limit: pageKb }), path),
    ),
  ];
}
