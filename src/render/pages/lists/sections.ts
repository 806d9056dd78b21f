// The sections of a hub (the first segment of the ids of docs), and the feed of a section with release notes.
import { isNoIndex } from '../../../model/config/address.js';
import { isListedDoc } from '../../../model/site/pages/page.js';
import type { DocRoute, Page, Site } from '../../../model/site/site.js';
import { groupBy } from '../../../model/types/group.js';
import { type Href, type OutputPath, outputFile, outputHref, segmentFault } from '../../../model/types/path.js';

export const sectionOf = (id: string): string => (id.includes('/') ? (id.split('/')[0] ?? '') : '');

/** Groups the listed pages of docs that `isWanted` selects by section, in the order of the pages. */
export function pagesBySection(
  { pages }: Site,
  isWanted: (page: DocRoute) => boolean = () => true,
): Map<string, DocRoute[]> {
  const wanted = pages.filter((page): page is DocRoute => isListedDoc(page) && isWanted(page));
  return groupBy(wanted, ({ doc }) => sectionOf(doc.id));
}

const releaseName = /(?:^|\/)(?:releases?|release-notes|changelogs?|what(?:s|-is)-new)(?:$|[/._-])/i;

/** Whether a page contains release notes or a changelog, and its section has a valid folder name. */
export function isRelease({ doc }: DocRoute): boolean {
  return releaseName.test(doc.id) && segmentFault(sectionOf(doc.id)) === undefined;
}

/** Returns the path of a section's feed. '' is the section of docs at the root. */
export function feedPath(section: string, { config }: Site): OutputPath {
  return outputFile([config.routeBase, section, 'feed.xml'].filter((part) => part !== '').join('/'));
}

/** Returns the URL of the feed that contains a page, if there is one. */
export function feedHref(page: Page, site: Site): Href | undefined {
  if (page.kind !== 'doc' || site.config.url === '' || isNoIndex(site.config)) return undefined;
  if (!isRelease(page) || page.doc.unlisted) return undefined;
  return outputHref(feedPath(sectionOf(page.doc.id), site), site.config.basePath);
}

/** Returns the name of a version other than the latest: its label, preceded by the name of its section unless it is a version of the hub. */
export function editionOf({ config }: Site, hub: Site): { readonly section: string; readonly name: string } {
  if (!config.isOtherVersion) return { section: '', name: '' };
  const path = config.routeBase.slice(hub.config.routeBase.length).split('/').filter(Boolean).slice(0, -1);
  const section = path.length === 0 ? '' : hub.folderLabel(path.join('/'));
  return { section, name: `${section} ${config.version.label}`.trim() };
}
