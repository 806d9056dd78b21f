// The sections of a hub, by the first part of the ids of its docs, and the feed of a section that has releases.
import { isKeptOut } from '../../model/config-file/address.js';
import { groupBy } from '../../model/group.js';
import { type Href, type OutputPath, outputFile, outputHref, segmentFault } from '../../model/path.js';
import type { DocRoute, Page } from '../../model/routes.js';
import type { Site } from '../../model/site.js';

/** '' for a doc at the root. */
export function sectionOf(id: string): string {
  return id.includes('/') ? (id.split('/')[0] ?? '') : '';
}

/** The listed pages of docs that are wanted, by section, in the order of the pages. */
export function pagesBySection(
  { pages }: Site,
  isWanted: (page: DocRoute) => boolean = () => true,
): Map<string, DocRoute[]> {
  const wanted = pages.filter((page): page is DocRoute => page.kind === 'doc' && !page.doc.unlisted && isWanted(page));
  return groupBy(wanted, ({ doc }) => sectionOf(doc.id));
}

const releaseName = /(?:^|\/)(?:releases?|release-notes|changelogs?|what(?:s|-is)-new)(?:$|[/._-])/i;

/** True for release notes and changelogs of a section whose name can be that of a folder. */
export function isRelease({ doc }: DocRoute): boolean {
  return releaseName.test(doc.id) && segmentFault(sectionOf(doc.id)) === undefined;
}

/** Where the feed of a section stands; '' is the section of docs at the root. */
export function feedPath(section: string, { config }: Site): OutputPath {
  return outputFile([config.routeBase, section, 'feed.xml'].filter((part) => part !== '').join('/'));
}

/** Where the releases of a page's section are announced; undefined where there are none, or the site has no address. */
export function feedHref(page: Page, site: Site): Href | undefined {
  if (page.kind !== 'doc' || site.config.url === '' || isKeptOut(site.config)) return undefined;
  if (!isRelease(page) || page.doc.unlisted) return undefined;
  return outputHref(feedPath(sectionOf(page.doc.id), site), site.config.basePath);
}
